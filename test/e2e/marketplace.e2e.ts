// Connecting an app, and the units of an item: what is said while somebody types.
import { expect, test } from '../support/office.ts';
import { fillIn, tabTo } from './keyboard.ts';
import { find } from './record-pages.ts';

test('the form of an item tells what its units come to, and warns of a changed factor @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service } = kitchen;
	await service.signIn();
	const items = await service.all<{
		name: string;
		units: { name: string; conversionFactor: number }[];
	}>('inventoryItem.list');
	const item = items.find(({ units }) => units.length > 1)!;
	const biggest = item.units.at(-1)!;
	await pc.show(page, '/inventoryItem');
	await find(page, item.name);
	await expect(page.getByText(new RegExp(`^1 ${biggest.name} = `))).toBeVisible();
	const factor = page
		.getByRole('table', { name: 'Units' })
		.getByRole('row')
		.last()
		.getByRole('textbox', { name: /Base units/ });
	await fillIn(page, factor, String(biggest.conversionFactor * 2));
	await expect(
		page.getByText(new RegExp(`= ${String(biggest.conversionFactor * 2)} `)),
	).toBeVisible();
	await page.keyboard.press('Tab');
	await expect(page.getByText(/add a new unit instead/)).toBeVisible();
	await tabTo(page, page.getByRole('button', { name: 'Discard' }));
});
