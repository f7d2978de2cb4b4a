// Connecting an app, and the units of an item: what is said while somebody types.
import { expect, test } from '../support/office.ts';
import { fillIn, tabTo } from './keyboard.ts';
import { find } from './record-pages.ts';

test('an app is installed with its codes, and uninstalled by typing its name', async ({
	page,
	kitchen,
}) => {
	await kitchen.pc.show(page, '/marketplace');
	await tabTo(page, page.getByRole('button', { name: 'Install Ledger bridge' }));
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByText(/^0 of \d+ codes are entered/)).toBeVisible();
	await fillIn(page, dialog.getByRole('textbox', { name: /^Other system/ }), 'Books');
	await fillIn(page, dialog.getByRole('textbox', { name: /^Harbour Kitchen/ }), 'H-1');
	await expect(dialog.getByText(/^1 of \d+ codes are entered/)).toBeVisible();
	await tabTo(page, dialog.getByRole('button', { name: 'Install' }));
	await page.keyboard.press('Enter');
	await expect(page.getByText('Done, and confirmed by the service.')).toBeVisible();
	await expect(page.getByRole('row', { name: /Ledger bridge/ })).toContainText('Installed');

	await tabTo(page, page.getByRole('button', { name: 'Uninstall Ledger bridge' }));
	await page.keyboard.press('Enter');
	const asked = page.getByRole('alertdialog');
	await asked.getByRole('button', { name: 'Uninstall' }).click();
	await expect(asked).toBeVisible();
	await fillIn(page, asked.getByRole('textbox'), 'Ledger bridge');
	await asked.getByRole('button', { name: 'Uninstall' }).click();
	await expect(page.getByRole('row', { name: /Ledger bridge/ })).toContainText('Not installed');
});

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
