import { expect, it } from 'vitest';
import { openScreen } from '../../../../test/support/screen.ts';

const item = (itemId: string, name: string) => ({ itemId, name, code: `T-${itemId}` });

it('shows items that may be there twice, alike in one way if asked', async () => {
	const screen = await openScreen('/duplicates?by=name', {
		answers: {
			'record.duplicates': {
				groups: [
					{
						by: 'name',
						shared: 'salt twin',
						items: [item('1', 'Twin salt'), item('2', 'Salt, twin')],
					},
					{
						by: 'barcode',
						shared: '96385074',
						items: [item('3', 'Oats'), item('4', 'Rolled oats')],
					},
				],
				total: 2,
				asOf: Date.UTC(2026, 10, 20, 7),
			},
		},
	});
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Possible duplicates
		Active items that share a code or have similar names. · as of 7:00 (2 hours ago) [Refresh]
		{Show: Similar names} [Clear filters]
		The service cannot merge items. Open the one that you do not need, see where it is used, use the other one there, and deactivate it.
		Type | What they share | Items |
		Similar names | – | <Twin salt #/inventoryItem/1> T-1 <Salt, twin #/inventoryItem/2> T-2 |"
	`);
	const rows = () => screen.shown(screen.page.getByRole('table')).split('\n').slice(1);
	expect(rows()).toEqual([
		'Similar names | – | <Twin salt #/inventoryItem/1> T-1 <Salt, twin #/inventoryItem/2> T-2 |',
	]);
	await screen.choose('Show', 'barcode');
	expect(rows()).toEqual([
		'Same barcode | 96385074 | <Oats #/inventoryItem/3> T-3 <Rolled oats #/inventoryItem/4> T-4 |',
	]);
	expect(screen.app.route.query).toEqual({ by: 'barcode' });
	await screen.choose('Show', 'code');
	expect(screen.shown()).toContain('## No duplicates of this kind\nRemove a filter to see more.');
});

it('says that there are more than it shows', async () => {
	const group = {
		by: 'name' as const,
		shared: 'salt',
		items: [item('1', 'Salt'), item('2', 'Salt')],
	};
	const screen = await openScreen('/duplicates', {
		answers: { 'record.duplicates': { groups: [group], total: 2, asOf: 0 } },
	});
	expect(screen.shown()).toContain('The first 1 are shown.');
});
