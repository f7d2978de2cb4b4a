import { expect, it } from 'vitest';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { succeed } from '../../../shared/bridge/reply.ts';

/** The last one loses the only role, beyond the rows that are asked for at once. */
const people = Array.from({ length: 501 }, (_, at) => ({ id: `U-${at}`, name: `Person ${at}` }));
const allowed = { queueable: true, reason: null } as never;

/** The rows of the preview. */
const rowsOf = (from: number, limit: number) =>
	succeed({
		rows: people.slice(from, from + limit).map(({ id, name }, at) => ({
			row: from + at,
			line: null,
			sheet: 0,
			type: 'buyerUser' as const,
			id,
			title: name,
			state: 'changed' as const,
			leftOut: false,
			cells: [],
			changes: [
				id === 'U-500'
					? { at: 'roleIds', was: ['R-1'], to: [] }
					: { at: 'email', was: 'old@example.com', to: 'new@example.com' },
			],
			problems: [],
			ambiguous: [],
		})),
		total: people.length,
		names: {},
	});

const open = (answers: Answers = {}) =>
	openScreen('/imports/preview/p-1', {
		answers: {
			'import.leave': {
				previewId: 'p-1',
				source: 'bulk',
				title: 'Business users',
				types: ['buyerUser'],
				counts: { new: 0, changed: people.length, same: 0, error: 0 },
				toSend: people.length,
				seconds: 1,
				reading: null,
				headings: [],
				needsNetwork: false,
			},
			'import.rows': ({ from = 0, limit = 100 }) => rowsOf(from, limit),
			'record.list': ({ from = 0, limit = 100 }) =>
				succeed({
					rows: people.slice(from, from + limit).map(({ id, name }) => ({
						id,
						known: true,
						standing: 'same' as never,
						edited: false,
						values: { name, roleIds: ['R-1'], isActive: true },
					})),
					names: {},
					total: people.length,
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
			...answers,
		},
	});

it('warns about anyone of a preview, however many people there are', async () => {
	const screen = await open();
	expect(screen.shown()).toContain('Person 500 has no role.');
	expect(screen.asked('import.rows').map(({ previewId }) => previewId)).toEqual(
		screen.asked('import.rows').map(() => 'p-1'),
	);
});

it('asks for no more people once the preview was left', async () => {
	const held = Promise.withResolvers<undefined>();
	let rows = 0;
	const screen = await open({
		'import.rows': async ({ from = 0, limit = 100, show }) => {
			if (show === 'changed' && limit === 500) rows += 1;
			await held.promise;
			return rowsOf(from, limit);
		},
	});
	expect(rows).toBe(1);
	await screen.go('/nowhere');
	held.resolve(undefined);
	await screen.settle();
	expect(rows).toBe(1);
	expect(screen.asked('record.list')).toEqual([]);
});
