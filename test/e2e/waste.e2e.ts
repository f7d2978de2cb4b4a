// Logging waste, from the list to the service, by keyboard.
import type { Page } from '@playwright/test';
import { draftWaste, drained, expect, test, twoItems } from '../support/office.ts';
import { holdBack } from './hold-back.ts';
import { fillIn, pressOn, scan, tabTo } from './keyboard.ts';

/** Finds an item by code in the focused box and takes it. */
async function take(page: Page, code: string): Promise<void> {
	await page.keyboard.type(code);
	await expect(page.getByRole('option', { name: code })).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('row').filter({ hasText: code })).toBeVisible();
}

test('two lines are logged, fixed and submitted, and the service has them once @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service, locationId } = kitchen;
	const [first, second] = await twoItems(pc, locationId);
	const quantity = (name: string) => page.getByRole('textbox', { name: `Each / weight, ${name}` });
	const reason = (name: string) => page.getByRole('combobox', { name: `Reason for ${name}` });
	const before = await service.snapshot();
	await pc.show(page, '/waste');

	await test.step('two items, one without a quantity, both without a reason', async () => {
		await pressOn(page, page.getByRole('link', { name: 'Log waste' }).first());
		await expect(page.getByRole('combobox', { name: 'Add an item' })).toBeFocused();
		const answerSearch = await holdBack(page, 'item.search');
		const answerSave = await holdBack(page, 'wastage.save');
		// The space distinguishes it from a scan.
		await page.keyboard.type(`${first.code} `);
		await page.keyboard.press('Enter');
		await page.keyboard.type('2');
		await answerSearch();
		await expect(page.getByRole('combobox', { name: 'Add an item' })).toHaveValue('');
		await page.keyboard.type('+1');
		await answerSave();
		await expect(quantity(first.name)).toBeFocused();
		await expect(quantity(first.name), 'typed before there was a box').toHaveValue('2+1');
		await tabTo(page, page.getByRole('combobox', { name: 'Add an item' }));
		await take(page, second.code);
		await expect(quantity(second.name)).toBeFocused();
		await expect(page.getByText(/^Saved at /)).toBeVisible();
		await expect(page.getByText(/^2 lines · €[\d.]+$/), 'a blank line costs nothing').toBeVisible();
	});

	await test.step('F8 shows every problem before the first attempt, and leads to each', async () => {
		await page.keyboard.press('F8');
		await expect(page.getByText('Fix 3 problems before you submit')).toBeVisible();
		await expect(reason(second.name)).toBeFocused();
		await expect(page.locator('[aria-invalid="true"]')).toHaveCount(3);
		await page.keyboard.press('Control+Enter');
		await expect(reason(first.name)).toBeFocused();
		await page.keyboard.press('F8');
		await expect(quantity(second.name)).toBeFocused();
		await page.keyboard.press('F8');
		await expect(reason(second.name)).toBeFocused();
		expect((await service.snapshot()).wastage).toHaveLength(before.wastage.length);
	});

	await test.step('they are fixed', async () => {
		await fillIn(
			page,
			page.getByRole('textbox', { name: 'What happened' }),
			'Fridge 2 failed overnight',
		);
		await tabTo(page, reason(first.name));
		await page.keyboard.type('Fri');
		await fillIn(page, quantity(second.name), '1,5,');
		await fillIn(page, quantity(second.name), '4');
		// The reason of the line in hand.
		await page.keyboard.press('Alt+1');
		await tabTo(page, reason(second.name));
		await page.keyboard.type('Spo');
		await expect(reason(first.name).locator('option:checked')).toHaveText('Fridge failure');
		await expect(reason(second.name).locator('option:checked')).toHaveText('Spoiled');
		await page.keyboard.press('Tab');
		await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
	});

	await test.step('a second unit adds to the line, and is undone and redone', async () => {
		// The box beside singles.
		const column = first.units.some(({ kind }) => kind === 'pack') ? 'Pack' : 'Case';
		const box = page.getByRole('textbox', { name: `${column}, ${first.name}` });
		const row = page.getByRole('row').filter({ hasText: first.code });
		const total = row.getByRole('gridcell').filter({ hasText: first.baseUnitName });
		const before = await total.innerText();
		await tabTo(page, quantity(second.name));
		await page.keyboard.press('ArrowUp');
		await page.keyboard.press('ArrowLeft');
		await expect(box).toBeFocused();
		await page.keyboard.type('1/2');
		await expect(total, 'while it is typed').not.toHaveText(before);
		await page.keyboard.press('Enter');
		await page.keyboard.press('Control+Z');
		await expect(box).toHaveValue('');
		await expect(box).toBeFocused();
		await expect(page.locator('form.saved').filter({ has: box }), 'no dot').toHaveCount(0);
		await expect(total).toHaveText(before);
		await page.keyboard.press('Control+Shift+Z');
		await expect(box).toHaveValue('1/2');
		await page.keyboard.press('Control+Z');
		await expect(box).toHaveValue('');
	});

	await test.step('unreadable text stays in its box and blocks nothing else', async () => {
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('ArrowRight');
		await expect(quantity(second.name)).toBeFocused();
		await page.keyboard.type('1,234');
		await page.keyboard.press('Shift+Enter');
		await expect(quantity(second.name)).toHaveAttribute('aria-invalid', 'true');
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('This entry is not saved yet.')).toBeVisible();
		await expect(quantity(second.name)).toBeFocused();
		await page.keyboard.press('Alt+A');
		await expect(page.getByText('This is ten times the usual or more.').first()).toBeVisible();
		await expect(quantity(second.name)).toHaveValue('1234');
		await page.keyboard.press('Enter');
		await expect(quantity(second.name)).not.toHaveAttribute('aria-invalid');
		await page.keyboard.press('Control+Z');
		await expect(quantity(second.name)).toHaveValue('4');
	});

	await test.step('a reload loses nothing', async () => {
		await expect(page.getByText(/^Saved at /)).toBeVisible();
		await page.reload();
		await expect(quantity(first.name)).toHaveValue('2+1');
		await expect(reason(second.name).locator('option:checked')).toHaveText('Spoiled');
		await expect(quantity(second.name), 'the box of before').toBeFocused();
	});

	await test.step('an unknown barcode stays with the document, as often as it was scanned', async () => {
		const cdp = await page.context().newCDPSession(page);
		const unknown = page.getByRole('group', { name: 'Unrecognised barcodes' });
		await scan(cdp, [...'4006381333931', 'Enter']);
		await expect(unknown).toContainText('4006381333931 × 1');
		await scan(cdp, [...'4006381333931', 'Enter']);
		await expect(unknown).toContainText('4006381333931 × 2');
		await pressOn(page, unknown.getByRole('button', { name: 'Remove 4006381333931' }));
		await expect(unknown).toHaveCount(0);
	});

	await test.step('once submitted, it is at the service once', async () => {
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('Saved. Will be sent in a moment.')).toBeVisible();
		await pc.until(drained);
		const ours = (await service.snapshot()).wastage.filter(({ description }) =>
			description?.includes('Fridge 2 failed overnight'),
		);
		expect(ours).toHaveLength(1);
		expect(ours[0]).toMatchObject({
			status: 'submitted',
			items: [{ itemId: first.itemId }, { itemId: second.itemId }],
		});
		const row = page.getByRole('row').filter({ hasText: ours[0]?.number ?? '' });
		await expect(row).toContainText('Submitted');
	});
});

test('the buttons of a draft look disabled once it was discarded elsewhere @night', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	const documentId = await draftWaste(pc, locationId, 'Discarded elsewhere');
	await pc.show(page, `/waste/${documentId}`);
	const looks = [];
	for (const name of ['Add photos', /^Remove /]) {
		const button = page.getByRole('button', { name });
		looks.push({ button, color: await button.evaluate((each) => getComputedStyle(each).color) });
	}
	await pc.call('wastage.discard', { documentId });
	await expect(page.getByText('Discarded in another window')).toBeVisible();
	for (const { button, color } of looks) {
		await expect(button).toBeDisabled();
		await expect(button).toHaveCSS('cursor', 'default');
		await expect(button).not.toHaveCSS('color', color);
	}
});
