// Administration beside lists and forms, by keyboard: a view is saved and comes back, and a record in use is made
// inactive only after the person saw what uses it.
import type { Page } from '@playwright/test';
import { drained, expect, test } from '../support/office.ts';
import { fillIn, pressOn, tabTo } from './keyboard.ts';

const row = (page: Page) => page.locator('[role=grid] tr[tabindex="0"]');

test('a view of a list is saved, survives a restart and comes back @night', async ({
	page,
	kitchen,
}) => {
	const { pc } = kitchen;
	await pc.show(page, '/supplier?sort=-code&cols=code,name');
	await expect(row(page)).toBeVisible();
	await row(page).focus();
	await page.keyboard.press('v');
	await tabTo(page, page.getByRole('textbox', { name: 'Save this list as' }));
	await page.keyboard.type('By code');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('button', { name: 'By code', exact: true })).toBeVisible();
	await page.goto('about:blank');
	await pc.stop();
	await pc.start();
	await pc.show(page, '/supplier');
	await expect(row(page)).toBeVisible();
	await row(page).focus();
	await page.keyboard.press('v');
	await tabTo(page, page.getByRole('button', { name: 'By code', exact: true }));
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/sort=-code&cols=code(,|%2C)name/);
	await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveCount(0);
});

test('a record in use is made inactive after its uses were shown @night', async ({
	page,
	kitchen,
}) => {
	const { pc } = kitchen;
	const { rows } = await pc.call('record.list', { type: 'purchaseOption' });
	const supplierId = String(rows[0]!.values['supplierId']);
	await pc.show(page, `/supplier/${supplierId}`);
	await tabTo(page, page.getByRole('checkbox', { name: 'Active' }));
	await page.keyboard.press('Space');
	await page.keyboard.press('Control+Enter');
	const dialog = page.getByRole('alertdialog');
	await expect(dialog.getByRole('link', { name: /Purchase options: \d/ })).toBeVisible();
	await tabTo(page, dialog.getByRole('button', { name: 'Deactivate', exact: true }));
	await page.keyboard.press('Enter');
	await expect(page.getByText('Saved. It is being sent.').last()).toBeVisible();
	await pc.until(drained);

	await test.step('a saved view orders the list anew, and inactive ones are activated from it', async () => {
		const view = {
			name: 'By code',
			type: 'supplier',
			query: 'active=inactive&sort=-code',
		} as const;
		await pc.call('settings.set', { recordViews: [view] });
		await pc.show(page, '/supplier');
		await expect(row(page)).toBeFocused();
		await page.keyboard.press('v');
		await pressOn(page, page.getByRole('button', { name: 'By code', exact: true }));
		await expect(page.getByRole('dialog')).toHaveCount(0);
		const { name } = (await pc.call('record.get', { type: 'supplier', id: supplierId })).record;
		await expect(page.getByRole('row').filter({ hasText: String(name) })).toBeVisible();
		await row(page).focus();
		await page.keyboard.press('Control+A');
		await pressOn(page, page.getByRole('button', { name: /^Activate \d+$/ }));
		await pressOn(page, dialog.getByRole('button', { name: 'Activate' }));
		await expect(
			page.getByRole('dialog', { name: /^\d+ records? w(as|ere) changed$/ }),
		).toBeVisible();
		await pc.until(drained);
		const { record } = await pc.call('record.get', { type: 'supplier', id: supplierId });
		expect(record['isActive']).toBe(true);
	});
});

test('a form keeps a factor that was used, and knows the costs and the next number @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service } = kitchen;
	await service.signIn();

	await test.step('the typed factor goes to a new unit, and Remove to the next line', async () => {
		const items = await service.all<{ id: string; units: { conversionFactor: number }[] }>(
			'inventoryItem.list',
		);
		const { id, units } = items.find((each) => each.units.length > 1)!;
		const factor = units.at(-1)!.conversionFactor;
		await pc.show(page, `/inventoryItem/${id}`);
		const rows = page.getByRole('table', { name: 'Units', exact: true }).getByRole('row');
		const factorIn = (at: number) => rows.nth(at).getByRole('textbox', { name: /Base units/ });
		await fillIn(page, factorIn(units.length), String(factor * 2));
		await page.keyboard.press('Tab');
		await pressOn(page, page.getByRole('button', { name: /^Keep .* and add a new unit$/ }));
		await expect(factorIn(units.length + 1)).toHaveValue(String(factor * 2));
		await expect(factorIn(units.length)).toHaveValue(String(factor));
		const remove = (at: number) => rows.nth(at).getByRole('button', { name: /^Remove / });
		await pressOn(page, remove(units.length));
		await expect(factorIn(units.length)).toHaveValue(String(factor * 2));
		await expect(remove(units.length)).toBeFocused();
	});

	await test.step('a batch and one unit of it have their costs', async () => {
		const recipes = await service.all<{ id: string; yield: string }>('prepItem.list');
		const { id, yield: makes } = recipes.find((each) => Number(each.yield) > 1)!;
		await pc.show(page, `/prepItem/${id}`);
		const said = page.getByText(/^Cost: \D*[\d.]+ per batch, \D*[\d.]+ per base unit$/);
		await expect(said).toBeVisible();
		const [batch = 0, each = 0] = ((await said.textContent()) ?? '').match(/[\d.]+/g)!.map(Number);
		expect(each).toBeCloseTo(batch / Number(makes), 1);
	});

	await test.step('what is numbered has its next number', async () => {
		const { rows } = await pc.call('record.list', { type: 'transactionPrefix', limit: 1 });
		await pc.show(page, `/transactionPrefix/${rows[0]!.id}`);
		const prefix = String(rows[0]!.values['prefix']);
		await expect(page.getByText(new RegExp(`^${prefix}.*\\d$`))).toBeVisible();
		await expect(page.getByRole('button', { name: /^New / })).not.toHaveCount(0);
		await pc.show(page, '/prefixConfiguration');
		await expect(row(page)).toBeVisible();
		await expect(page.getByRole('button', { name: /^New / }), 'only read').toHaveCount(0);
	});
});

test('a report becomes a favourite, the dashboard is put in order, and the business tree shows all @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service } = kitchen;
	await pc.show(page, '/report');
	await tabTo(page, page.getByRole('button', { name: 'Add to favourites Price changes' }));
	await page.keyboard.press('Enter');
	await expect(page.getByText('Done, and confirmed by the service.')).toBeVisible();
	await expect(
		page.getByRole('button', { name: 'Remove from favourites Price changes' }),
	).toBeVisible();

	await pc.show(page, '/report/dashboard');
	await tabTo(page, page.getByRole('button', { name: /^Move .* down$/ }).first());
	await page.keyboard.press('Enter');
	await tabTo(page, page.getByRole('button', { name: 'Save' }), 'Shift+Tab');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Saved at the service.')).toBeVisible();

	await service.signIn();
	for (const code of ['T-1', 'T-2']) {
		const units = [{ uomId: 1, name: 'each', type: 'each', conversionFactor: 1, decimals: 0 }];
		const body = { code, name: 'Twin salt', baseUomId: 1, units };
		expect((await service.call('inventoryItem.create', { body })).status).toBeLessThan(300);
	}
	await pc.call('sync.pull', { lists: ['inventoryItem'] });
	await pc.show(page, '/duplicates?by=name');
	await expect(page.getByRole('link', { name: 'Twin salt' })).toHaveCount(2);
	await page.getByRole('combobox', { name: 'Show' }).selectOption('barcode');
	await expect(page.getByRole('link', { name: 'Twin salt' })).toHaveCount(0);

	await pc.show(page, '/organisation');
	await tabTo(page, page.getByRole('checkbox', { name: 'Show inactive ones too' }));
	await page.keyboard.press('Space');
	await expect(page).toHaveURL(/inactive=yes/);
	await expect(page.getByRole('link', { name: 'Harbour Kitchen' })).toBeVisible();
});
