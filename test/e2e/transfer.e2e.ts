// Sending to another location, by keyboard.
import { drained, expect, test, twoItems } from '../support/office.ts';
import { holdBack } from './hold-back.ts';
import { addItem, fillIn, pressOn, scan, tabTo } from './keyboard.ts';

test('a transfer is written, sent, and at the service once @night', async ({ page, kitchen }) => {
	const { pc, service, locationId } = kitchen;
	const [first, second] = await twoItems(pc, locationId);
	await pc.show(page, '/transfers');
	await pressOn(page, page.getByRole('link', { name: 'New transfer' }).first());

	await test.step('sending it empty lists everything missing', async () => {
		await expect(page.getByRole('heading', { level: 1, name: 'New transfer' })).toBeVisible();
		await fillIn(page, page.getByLabel('Note for the other location'), 'For the Saturday party');
		await page.keyboard.press('Control+Enter');
		await expect(page.locator('[aria-invalid="true"]')).toHaveCount(2);
		await expect(page.getByLabel('Send to')).toBeFocused();
	});

	await test.step('destination and two lines', async () => {
		await page.keyboard.type('Mill');
		await expect(page.getByLabel('Send to').locator('option:checked')).toHaveText(
			'Mill Street Grill',
		);
		const quantity = (name: string) =>
			page.getByRole('textbox', { name: `Each / weight, ${name}` });
		await tabTo(page, page.getByRole('combobox', { name: 'Add an item' }), 'Tab');
		await page.keyboard.type(first.code);
		await expect(page.getByRole('option', { name: first.code })).toBeVisible();
		await page.keyboard.press('Enter');
		await expect(quantity(first.name)).toBeFocused();
		await page.keyboard.type('1+1');
		await page.keyboard.press('Control+A');
		await page.keyboard.press('Control+C');
		await page.keyboard.press('Tab');
		// A scanner adds the other item, and a second scan only goes to its line.
		const [{ barcode } = { barcode: '' }] = second.barcodes;
		const cdp = await page.context().newCDPSession(page);
		const answerScan = await holdBack(page, 'item.byBarcode');
		await scan(cdp, [...barcode, 'Enter']);
		await page.keyboard.press('Control+V');
		await page.keyboard.press('Backspace');
		await answerScan();
		await expect(quantity(second.name)).toBeFocused();
		await expect(quantity(second.name), 'pasted before there was a box').toHaveValue('1+');
		await page.keyboard.type('0');
		await page.keyboard.press('Tab');
		await scan(cdp, [...barcode, 'Enter']);
		await expect(quantity(second.name)).toHaveValue('1+0');
		await expect(quantity(first.name)).toHaveValue('1+1');
		await expect(page.getByText(/^Saved at /)).toBeVisible();
	});

	await test.step('an item is on it once, and a draft is printed as it is', async () => {
		await addItem(page, first.code);
		await expect(page.getByText(`${first.name} is already on the list.`)).toBeVisible();
		await expect(page.getByRole('row').filter({ hasText: first.code })).toHaveCount(1);
		await pressOn(page, page.getByRole('button', { name: 'Print or export' }));
		await pressOn(page, page.getByRole('menuitem', { name: 'Print…' }));
		await expect(page.getByRole('dialog')).toContainText('2 lines');
		await page.keyboard.press('Escape');
		await expect(page.getByRole('dialog')).toHaveCount(0);
	});

	await test.step('once sent, it is at the service once', async () => {
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('Added to the outbox.')).toBeVisible();
		await pc.until(drained);
		const ours = (await service.snapshot()).transferOut.filter(({ description }) =>
			description?.includes('For the Saturday party'),
		);
		expect(ours).toHaveLength(1);
		expect(ours[0]?.status).toBe('submitted');
		await expect(page.getByRole('row').filter({ hasText: ours[0]?.number ?? '' })).toContainText(
			'Submitted',
		);
	});
});
