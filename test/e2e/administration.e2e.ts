// Administration beside lists and forms, by keyboard: a view is saved and comes back, and a record in use is made
// inactive only after the person saw what uses it.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/office.ts';
import { tabTo } from './keyboard.ts';

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

test('a record in use is made inactive after its uses were shown', async ({ page, kitchen }) => {
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
});

test('a report becomes a favourite, the dashboard is put in order, and the business tree shows all', async ({
	page,
	kitchen,
}) => {
	const { pc } = kitchen;
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

	await pc.show(page, '/organisation');
	await tabTo(page, page.getByRole('checkbox', { name: 'Show inactive ones too' }));
	await page.keyboard.press('Space');
	await expect(page).toHaveURL(/inactive=yes/);
	await expect(page.getByRole('link', { name: 'Harbour Kitchen' })).toBeVisible();
});
