// A supplier by keyboard: found, edited offline, sent and read back.
import type { Page } from '@playwright/test';
import { drained, expect, test } from '../support/office.ts';
import { credentials } from '../support/practice.ts';
import { fillIn, tabTo } from './keyboard.ts';

const box = (page: Page, name: string) =>
	page.getByRole('textbox', { name: new RegExp(`^${name}`) });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const save = async (page: Page) => page.keyboard.press('Control+Enter');

/** Finds a record in the list by `/` and opens it. */
async function find(page: Page, name: string): Promise<void> {
	await expect(page.locator('[role=grid] tr[tabindex="0"]')).toBeFocused();
	await page.keyboard.press('/');
	await page.keyboard.type(name);
	await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
	await tabTo(page, page.locator('[role=grid] tr[tabindex="0"]'));
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

test('a supplier is found and edited offline, and sent after a restart @night', async ({
	page,
	kitchen,
}) => {
	test.setTimeout(120_000);
	const { pc, service } = kitchen;
	await pc.stop();
	await service.goAway();
	await pc.start();

	await test.step('two fields are typed, and kept as each is left', async () => {
		await pc.show(page, '/supplier');
		await find(page, 'Copper Kettle Dairy');
		await expect(box(page, 'Name')).toBeFocused();
		await expect(page.getByText('Save sends it now, or later')).toBeVisible();
		await fillIn(page, box(page, 'Phone'), '555 0199');
		await fillIn(page, box(page, 'Payment days'), '12,');
		await page.keyboard.press('Shift+Tab');
		await expect(page.getByText('This is not a number.')).toBeVisible();
		await expect(page.getByText('Kept on this PC, not sent yet.')).toBeVisible();
	});

	await test.step('a restart loses none of it, not even what is no number', async () => {
		const { hash } = new URL(page.url());
		await page.goto('about:blank');
		await pc.stop();
		await pc.start();
		await pc.show(page, hash.slice(1));
		await expect(box(page, 'Phone')).toHaveValue('555 0199');
		await expect(box(page, 'Payment days')).toHaveValue('12,');
		await expect(row(page, 'Copper Kettle Dairy').getByText('Not sent yet')).toBeVisible();
	});

	await test.step('Save stops at input that cannot be intended', async () => {
		await save(page);
		await expect(box(page, 'Payment days')).toBeFocused();
		await page.keyboard.press('Control+A');
		await page.keyboard.type('400');
		await page.keyboard.press('Tab');
		await expect(page.getByText('Usually between 0 and 365.')).toBeVisible();
		await fillIn(page, box(page, 'Payment days'), '21');
		await save(page);
		await expect(page.getByText('Saved. Will be sent when online.')).toBeVisible();
		await expect(row(page, 'Copper Kettle Dairy').getByText('Waiting')).toBeVisible();
	});

	await test.step('it is sent when the service is back, and read back', async () => {
		await service.comeBack();
		await page.getByRole('link', { name: /Client secret needed|Open outbox/ }).waitFor();
		await pc.call('session.connect', {
			serviceUrl: service.url,
			clientId: credentials.clientId,
			clientSecret: credentials.clientSecret,
		});
		await pc.until(drained);
		await expect(page.getByText(/· Confirmed/)).toBeVisible();
		await expect(page.getByText('Payment days: empty → 21')).toBeVisible();
		await service.signIn();
		const suppliers = await service.all<{ name: string }>('supplier.list');
		const sent = suppliers.find(({ name }) => name === 'Copper Kettle Dairy');
		expect(sent).toMatchObject({ phone: '555 0199', paymentDays: 21 });
		await expect(row(page, 'Copper Kettle Dairy').getByText('Waiting')).toHaveCount(0);
	});
});
