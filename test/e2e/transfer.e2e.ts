// Sending to another location, and receiving a short delivery; by keyboard.
import { drained, expect, test, twoItems } from '../support/office.ts';
import { holdBack } from './hold-back.ts';
import { addItem, fillIn, openRow, pressOn, scan, tabTo } from './keyboard.ts';

test('a transfer is written, sent, and at the service once', async ({ page, kitchen }) => {
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

test('an arrival is received short, and a waste draft is created @browser @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service, locationId } = kitchen;
	const { documents } = await pc.call('transfer.list', { locationId });
	const arrival = documents.find(({ kind, move }) => kind === 'transferIn' && move === 'ours');
	if (!arrival) throw new Error('Nothing is on its way.');
	const { lines } = await pc.call('transfer.get', { documentId: arrival.documentId });
	const [short] = lines;
	if (!short) throw new Error('The arrival has no lines.');
	const stockNow = async () => {
		const { stock } = await service.snapshot();
		return (itemId: string) =>
			stock
				.filter((row) => row.locationId === locationId && row.itemId === itemId)
				.reduce((sum, row) => sum + Number(row.quantity), 0);
	};
	const before = await stockNow();
	await pc.show(page, '/transfers');

	await test.step('opened from the list', async () => {
		await openRow(page, arrival.number);
		await expect(
			page.getByRole('heading', { name: 'Receive from Mill Street Grill' }),
		).toBeVisible();
	});

	await test.step('a scan leads to its line, and an unrecognised barcode is kept', async () => {
		const last = lines.at(-1);
		const [{ barcode } = { barcode: '' }] = last?.item.barcodes ?? [];
		const cdp = await page.context().newCDPSession(page);
		await scan(cdp, [...barcode, 'Enter']);
		const row = page.getByRole('row').filter({ hasText: last?.item.code ?? '' });
		await expect(row.locator('input:focus')).toHaveValue('');
		await scan(cdp, [...'4006381333931', 'Enter']);
		await expect(page.getByText('Barcode 4006381333931 not recognised.')).toBeVisible();
		await page.reload();
		await pressOn(page, page.getByRole('button', { name: 'Remove 4006381333931' }));
		await expect(page.getByRole('group', { name: 'Unrecognised barcodes' })).toHaveCount(0);
	});

	await test.step('the first line is missing, the others are as sent', async () => {
		// The reload kept the place of the scanned line.
		await tabTo(page, page.locator('[role=grid] input[tabindex="0"]'));
		await page.keyboard.press('Control+Home');
		await expect(page.getByRole('textbox', { name: short.item.name }).first()).toBeFocused();
		await page.keyboard.type('0');
		// It is still pending when the others are filled, and is not one of them.
		const saved = Promise.withResolvers<undefined>();
		await page.route('**/call/transferIn.enter', async (route) => {
			await saved.promise;
			await route.continue();
		});
		await page.keyboard.press('Alt+KeyS');
		const all = page.getByRole('button', { name: 'Receive all as sent' });
		await expect(all).toHaveAttribute('aria-busy', 'true');
		saved.resolve(undefined);
		const filled = `${lines.length - 1} blank lines? filled with the quantit(y|ies) sent`;
		await expect(page.getByText(new RegExp(`^${filled}`))).toBeVisible();
	});

	await test.step('too much is said in the row and above the sheet, without an offer to keep it', async () => {
		const box = page.getByRole('textbox', { name: `Each / weight, ${short.item.name}` });
		await tabTo(page, box);
		await page.keyboard.type(String(Number(short.sent) * 2));
		await page.keyboard.press('Enter');
		const row = page.getByRole('row').filter({ hasText: short.item.code });
		await expect(row.getByText('Much more than expected')).toBeVisible();
		await expect(row.getByRole('button', { name: 'Keep it' })).toHaveCount(0);
		await expect(
			page.getByRole('status').filter({ hasText: 'Fix 1 problem before you receive' }),
		).toContainText(short.item.name);
		await page.keyboard.press('F8');
		await expect(box).toBeFocused();
		await expect(box).toHaveAccessibleDescription(/^This is much more than was sent/);
		await page.keyboard.type('0');
		await page.keyboard.press('Enter');
		await expect(row.getByText('Much more than expected')).toHaveCount(0);
	});

	await test.step('a difference needs a reason, to which F8 leads before the first attempt', async () => {
		await expect(page.getByRole('status').filter({ hasText: 'Enter a reason.' })).toBeVisible();
		const reason = page.getByRole('button', { name: 'Choose a reason' });
		await page.keyboard.press('F8');
		await expect(reason).toBeFocused();
		await page.keyboard.press('Enter');
		await expect(page.getByRole('menuitem', { name: 'Not in the delivery' })).toBeFocused();
		await tabTo(page, page.getByRole('menuitem', { name: 'Damaged' }), 'ArrowDown');
		await page.keyboard.press('Enter');
		await expect(page.getByRole('button', { name: 'Damaged' })).toBeVisible();
	});

	await test.step('damaged goods suggest waste or return, and are to be wasted', async () => {
		await tabTo(page, page.getByRole('button', { name: 'Waste or return?' }));
		await page.keyboard.press('Enter');
		await expect(page.getByRole('menuitem', { name: 'Wait for the rest' })).toBeFocused();
		await page.keyboard.type('Log');
		await expect(page.getByRole('menuitem', { name: 'Log as waste' })).toBeFocused();
		await page.keyboard.press('Enter');
		await expect(page.getByRole('button', { name: 'Log as waste' })).toBeVisible();
	});

	await test.step('refused text blocks receiving', async () => {
		await tabTo(page, page.getByRole('textbox', { name: short.item.name }).first(), 'Shift+Tab');
		await page.keyboard.type('0x');
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('This entry is not saved yet.')).toBeVisible();
		await expect(page.locator('input:focus')).toHaveValue('0x');
		await page.keyboard.press('Control+A');
		await page.keyboard.type('0');
	});

	await test.step("after receipt the service's stock rises by everything, and waste is drafted", async () => {
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('A draft was created')).toBeVisible();
		await pc.until(drained);
		expect((await service.snapshot()).receipts.length).toBeGreaterThan(0);
		const after = await stockNow();
		for (const line of lines) {
			const { itemId } = line.item;
			expect(after(itemId) - before(itemId)).toBeCloseTo(Number(line.sent), 6);
		}
		await pressOn(page, page.getByRole('link', { name: /as waste$/ }));
		await expect(page.getByRole('heading', { level: 1, name: 'Waste draft' })).toBeVisible();
		await expect(page.getByRole('textbox', { name: 'What happened' })).toHaveValue(
			`${arrival.number} · Mill Street Grill`,
		);
	});

	await test.step('the report has its period as soon as its location is chosen there', async () => {
		await pc.call('settings.set', { locationId: null });
		await pc.show(page, '/transfers/report');
		const here = page.getByRole('main').getByRole('button', { name: 'Harbour Kitchen' });
		await pressOn(page, here);
		await expect(page.getByRole('textbox', { name: 'From' })).not.toHaveValue('');
	});
});
