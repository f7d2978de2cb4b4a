// A list as a sheet, by keyboard: thirty prices are pasted, looked at and sent.
import { drained, expect, test } from '../support/office.ts';
import { keysFor } from './keyboard.ts';

interface Option {
	readonly id: string;
	readonly price: string;
}

const prices = Array.from({ length: 30 }, (_, at) => `${String(100 + at)}.50`);

test('thirty prices are pasted, reviewed and sent in at most 25 keys @night', async ({
	page,
	kitchen,
}) => {
	test.setTimeout(300_000);
	const { pc, service } = kitchen;
	await service.signIn();
	await pc.show(page, '/purchaseOption');
	await expect(page.locator('[role=grid] tr[tabindex="0"]')).toBeFocused();

	const keys = await keysFor(page, async () => {
		await page.keyboard.press('g');
		await expect(page.getByRole('textbox', { name: /^Supplier’s code,/ }).first()).toBeFocused();
		await page.keyboard.press('Tab');
		await expect(page.getByRole('textbox', { name: /^Price,/ }).first()).toBeFocused();
		await page.evaluate((text) => {
			const clipboardData = new DataTransfer();
			clipboardData.setData('text/plain', text);
			document.activeElement?.dispatchEvent(
				new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
			);
		}, prices.join('\n'));
		await expect(page.getByText('● Price').first()).toBeVisible();
		await expect(page.getByRole('button', { name: 'Review 30 changes' })).toBeEnabled();
		await page.keyboard.press('Control+Enter');
		await expect(page.getByRole('button', { name: 'Send 30 records' })).toBeEnabled();
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('Finished')).toBeVisible({ timeout: 180_000 });
	});
	// Pasting is one key that the page does not see here.
	expect(keys + 1).toBeLessThanOrEqual(25);
	await pc.until(drained);
	const sent = (await service.all<Option>('purchaseOption.list')).map(({ price }) => Number(price));
	expect(sent.filter((price) => price >= 100).toSorted((a, b) => a - b)).toEqual(
		prices.map(Number),
	);
});
