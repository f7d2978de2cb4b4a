// Past counts by keyboard alone: two of them compared, an item followed, and one counted again.
import { acknowledgeCutOff, expect, test, type Pc } from '../support/office.ts';
import { pressOn, tabTo } from './keyboard.ts';

/** A submitted count in which its first line came to so many. */
async function counted(pc: Pc, locationId: string, name: string, typed: string): Promise<string> {
	const { stocktakeId } = await pc.call('stocktake.open', {
		locationId,
		name,
		plan: { scope: { kind: 'full' } },
		intentId: crypto.randomUUID(),
	});
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
	const unitId = lines[0]?.units.at(-1)?.unitId ?? '';
	await pc.call('stocktake.enter', { stocktakeId, lineNo: 1, unitId, typed, locale: 'en-GB' });
	await acknowledgeCutOff(pc, stocktakeId);
	await pc.call('stocktake.submit', { stocktakeId, intentId: crypto.randomUUID() });
	return stocktakeId;
}

test('two past counts are compared, an item is followed, and one is counted again', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	await counted(pc, locationId, 'First week', '3*4');
	const last = await counted(pc, locationId, 'Second week', '7');
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId: last });
	const [item] = lines;
	if (item === undefined) throw new Error('Nothing to count.');
	await pc.show(page, '/stocktake');
	await pressOn(page, page.getByRole('link', { name: 'Past counts' }));

	await test.step('the later one stands beside the earlier one', async () => {
		await tabTo(page, page.getByRole('row', { name: 'Second week' }));
		await page.keyboard.press('Space');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Space');
		await tabTo(page, page.getByRole('button', { name: 'Compare two' }), 'Shift+Tab');
		await page.keyboard.press('Enter');
		const row = page.getByRole('row', { name: item.name });
		await expect(row.getByRole('cell').nth(2)).toContainText('12');
		await expect(row.getByRole('cell').nth(3)).toContainText('7');
		await expect(row.getByRole('cell').nth(4)).toContainText('−5');
	});

	await test.step('the item is followed through both, in a picture and in numbers', async () => {
		await pressOn(page, page.getByRole('link', { name: item.name }));
		await expect(page.getByRole('heading', { level: 1, name: item.name })).toBeVisible();
		await expect(
			page.getByRole('img', { name: `Variance of ${item.name} in 2 counts` }),
		).toBeVisible();
		await pressOn(page, page.getByRole('link', { name: 'First week' }));
	});

	await test.step('counted again, its boxes hold what was typed then', async () => {
		await pressOn(page, page.getByRole('button', { name: 'Count again…' }));
		const dialog = page.getByRole('alertdialog');
		await tabTo(page, dialog.getByRole('radio', { name: /^Empty/ }));
		await page.keyboard.press('ArrowDown');
		await pressOn(page, dialog.getByRole('button', { name: 'Open the new count' }));
		const box = page.getByRole('textbox', { name: `line 1, ${item.name}` }).last();
		await expect(box).toHaveValue('3*4');
		const { stocktakes } = await pc.call('stocktake.list', { locationId });
		expect(stocktakes.map(({ state }) => state)).toEqual(['open', 'submitted', 'submitted']);
	});
});
