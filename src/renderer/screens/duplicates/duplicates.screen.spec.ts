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
	const rows = () => screen.shown(screen.page.getByRole('table')).split('\n').slice(1);
	expect(rows()).toMatchInlineSnapshot(`
		[
		  "Similar names | – | <Twin salt #/inventoryItem/1> T-1 <Salt, twin #/inventoryItem/2> T-2 |",
		]
	`);
	await screen.user.selectOptions(screen.page.getByLabelText('Show'), 'barcode');
	await screen.settle();
	expect(rows()).toMatchInlineSnapshot(`
		[
		  "Same barcode | 96385074 | <Oats #/inventoryItem/3> T-3 <Rolled oats #/inventoryItem/4> T-4 |",
		]
	`);
	expect(screen.app.route.query).toEqual({ by: 'barcode' });
});
