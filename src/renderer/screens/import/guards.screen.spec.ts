import { expect, it } from 'vitest';
import { openScreen } from '../../../../test/support/screen.ts';
import { succeed } from '../../../shared/bridge/reply.ts';

const people = [
	{ id: 'U-1', name: 'Ida' },
	{ id: 'U-2', name: 'Sam' },
];
const allowed = { queueable: true, reason: null } as never;

it('says what would stand out among all people of a preview', async () => {
	const screen = await openScreen('/imports/preview/p-1', {
		answers: {
			'import.leave': {
				previewId: 'p-1',
				source: 'bulk',
				title: 'Business users',
				types: ['buyerUser'],
				counts: { new: 0, changed: 2, same: 0, error: 0 },
				toSend: 2,
				leftOut: 0,
				seconds: 1,
				reading: null,
				headings: [],
				needsNetwork: false,
			},
			'import.rows': ({ limit = 100 }) =>
				succeed({
					rows: people.slice(0, limit).map(({ id, name }, at) => ({
						row: at,
						line: null,
						sheet: 0,
						type: 'buyerUser' as const,
						id,
						title: name,
						state: 'changed' as const,
						leftOut: false,
						cells: [],
						changes: [
							at === 0
								? { at: 'email', was: 'i@example.com', to: 'ida@example.com' }
								: { at: 'roleIds', was: ['R-1'], to: [] },
						],
						problems: [],
						ambiguous: [],
					})),
					total: 2,
					names: {},
				}),
			'record.list': ({ limit = 100 }) =>
				succeed({
					rows: people.slice(0, limit).map(({ id, name }) => ({
						id,
						known: true,
						standing: 'same' as never,
						edited: false,
						values: { name, roleIds: ['R-1'], isActive: true },
					})),
					names: {},
					total: 2,
					asOf: 0,
					complete: true,
					create: allowed,
					change: allowed,
				}),
			'access.read': ({ people: asked = false }) =>
				succeed({
					roles: [
						{
							roleId: 'R-1',
							kind: 'buyerRole',
							name: 'Buyer',
							isActive: true,
							scopes: [],
							people: asked ? people.map(({ id }) => ({ personId: id, locationIds: null })) : null,
						},
					],
					people: people.map(({ id, name }) => {
						return { personId: id, name, isActive: true, locationIds: null };
					}),
					matrices: [],
					locations: [],
					administrators: [],
					rightNames: {},
					asOf: 0,
					peopleAsOf: 0,
					online: true,
				}),
		},
	});
	expect(screen.shown()).toContain('Sam has no role.');
	expect(screen.asked('import.rows').map(({ previewId }) => previewId)).toEqual(
		screen.asked('import.rows').map(() => 'p-1'),
	);
});
