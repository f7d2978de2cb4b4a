import { expect, it } from 'vitest';
import { openScreen } from '../../../../test/support/screen.ts';
import { succeed } from '../../../shared/bridge/reply.ts';

it('names what a row refers to after a look at rows further down', async () => {
	const total = 250;
	const screen = await openScreen('/imports/preview/p-1', {
		answers: {
			'import.leave': {
				previewId: 'p-1',
				source: 'bulk',
				title: 'Purchase options',
				types: ['purchaseOption'],
				counts: { new: 0, changed: total, same: 0, error: 0 },
				toSend: total,
				seconds: 1,
				reading: null,
				headings: [],
				needsNetwork: false,
			},
			'import.rows': ({ from = 0, limit = 100 }) => {
				const supplierId = `P-${from}`;
				const rows = Array.from({ length: Math.min(limit, total - from) }, (_, at) => ({
					row: from + at,
					line: null,
					sheet: 0,
					type: 'purchaseOption' as const,
					id: `N-${from + at}`,
					title: `Option ${from + at}`,
					state: 'changed' as const,
					leftOut: false,
					cells: [],
					changes: [{ at: 'supplierId', was: null, to: supplierId }],
					problems: [],
					ambiguous: [],
				}));
				return succeed({ rows, total, names: { [`supplier/${supplierId}`]: `Dairy ${from}` } });
			},
		},
	});
	await screen.user.click(screen.page.getByRole('row', { name: /Option 0/ }));
	await screen.keys('{End}');
	expect(screen.shown()).toContain('Option 249 | Supplier: empty → Dairy 200');
	await screen.keys('{Home}');
	expect(screen.shown()).toContain('Option 0 | Supplier: empty → Dairy 0');
});
