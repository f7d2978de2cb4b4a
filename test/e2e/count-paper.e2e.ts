// A count on paper: printed, typed in by line number, typed a second time, by keyboard.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test, type Pc } from '../support/office.ts';
import { axeFaults } from './axe.ts';
import { fillIn, pressOn, tabTo } from './keyboard.ts';

async function openCount(pc: Pc, locationId: string): Promise<string> {
	const { stocktakeId } = await pc.call('stocktake.open', {
		locationId,
		name: 'Evening count',
		plan: { scope: { kind: 'full' } },
		intentId: crypto.randomUUID(),
	});
	return stocktakeId;
}

/** How many pages Chromium makes of the page as it is now. */
async function pagesOf(page: Page, path: string): Promise<number> {
	const pdf = await page.pdf({ preferCSSPageSize: true, path });
	return [...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length;
}

test('prints a count sheet, types it in by line number, and types it a second time @browser', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	const stocktakeId = await openCount(pc, locationId);
	const { areas, lines } = await pc.call('stocktake.sheet', { stocktakeId });
	const [first, second] = lines;
	if (!first || !second) throw new Error('Too few lines to count.');
	const total = page.getByRole('status');
	const focused = page.locator('input:focus');

	await test.step('on paper each area starts a page with its name and counter', async () => {
		await pc.show(page, `/counts/${stocktakeId}`);
		await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();
		await tabTo(page, page.getByRole('button', { name: 'More', exact: true }), 'Shift+Tab');
		await page.keyboard.press('Enter');
		await tabTo(page, page.getByRole('menuitem', { name: 'Count sheets on paper…' }), 'ArrowDown');
		await page.keyboard.press('Enter');
		await expect(page.getByRole('dialog')).toContainText(`${String(lines.length)} lines`);
		await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Print…' }));
		await expect(page.getByRole('dialog')).toContainText('Print “Count sheet: Evening count”');
		expect(await pagesOf(page, 'test-results/count-sheet.pdf')).toBeGreaterThanOrEqual(
			areas.length,
		);
		await page.emulateMedia({ media: 'print' });
		const table = page.locator('.printed table').first();
		await expect(table).toContainText(areas[0]?.name ?? '');
		await expect(table).toContainText('Counted by');
		await expect(table.locator('tbody tr').first()).toContainText(first.name);
		await page.emulateMedia({ media: null });
		await page.keyboard.press('Escape');
	});

	await test.step('the number leads to the line, and Enter to the next number', async () => {
		await pc.show(page, `/counts/${stocktakeId}/paper`);
		await expect(page.getByLabel('Line number')).toBeFocused();
		await page.keyboard.type('9999');
		await page.keyboard.press('Enter');
		await expect(page.getByText('There is no line 9999.')).toBeVisible();
		await expect(page.getByLabel('Line number')).toHaveValue('9999');
		await page.keyboard.press('Control+A');
		await page.keyboard.type(String(first.lineNo));
		await page.keyboard.press('Enter');
		await expect(page.getByRole('group', { name: first.name })).toBeVisible();
		for (let box = 1; box < first.units.length; box += 1) await page.keyboard.press('Tab');
		await page.keyboard.type('1,,2');
		await page.keyboard.press('Enter');
		await expect(focused).toHaveValue('1,,2');
		await expect(focused).toHaveAttribute('aria-invalid', 'true');
		await page.keyboard.press('Control+A');
		await page.keyboard.type('99999');
		await expect(total.filter({ hasText: 'times or more' })).toBeVisible();
		await page.keyboard.press('Control+A');
		await page.keyboard.type('3*4');
		await expect(total.filter({ hasText: '12' })).toBeVisible();
		// Enter alone goes on to the next line, however long this one takes; a blank line stays uncounted.
		const saved = Promise.withResolvers<undefined>();
		await page.route('**/call/stocktake.enterMany', async (route) => {
			await saved.promise;
			await route.continue();
		});
		await page.keyboard.press('Enter');
		await page.keyboard.press('Enter');
		saved.resolve(undefined);
		await expect(page.getByRole('row', { name: first.name })).toContainText('saved');
		await expect(page.getByRole('row', { name: first.name })).toContainText('3*4');
		await expect(page.getByRole('group', { name: second.name })).toBeVisible();
		await page.keyboard.press('Enter');
		await expect(page.getByRole('row', { name: second.name })).toContainText('left uncounted');
		const counted = await pc.call('stocktake.sheet', { stocktakeId });
		expect(counted.lines.slice(0, 2).map(({ state }) => state)).toEqual(['quantity', 'uncounted']);
	});

	await test.step('a second person sees differences and decides', async () => {
		await tabTo(page, page.getByRole('radio', { name: 'First time' }), 'Shift+Tab');
		await page.keyboard.press('ArrowRight');
		await tabTo(page, page.getByLabel('Line number'));
		await page.keyboard.type(String(first.lineNo));
		await page.keyboard.press('Enter');
		for (let box = 1; box < first.units.length; box += 1) await page.keyboard.press('Tab');
		await expect(focused).toHaveValue('');
		await page.keyboard.type('21');
		await page.keyboard.press('Enter');
		const differing = page.getByRole('table', { name: '1 line differs' });
		await expect(differing).toContainText(first.name);
		await pressOn(page, differing.getByRole('button', { name: /^Use the second/ }));
		await expect(differing).toHaveCount(0);
		const settled = await pc.call('stocktake.sheet', { stocktakeId });
		expect(settled.lines[0]?.boxes).toMatchObject([{ typed: '21' }]);
	});

	await test.step('the variances are exported from the review', async () => {
		await pc.show(page, `/counts/${stocktakeId}/review`);
		await pressOn(page, page.getByRole('button', { name: 'Print or export' }));
		await tabTo(page, page.getByRole('menuitem', { name: 'Save as CSV' }), 'ArrowDown');
		const [csv] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
		const rows = (await readFile(await csv.path(), 'utf8')).split('\r\n');
		expect(rows.find((row) => row.includes(first.code))).toContain(',counted,21,');
		expect(rows.find((row) => row.includes(`,${second.code},`))).toContain(',uncounted,,');
	});
});

test('axe finds nothing where a sheet was counted earlier, and its time survives a reload @night', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	const stocktakeId = await openCount(pc, locationId);
	await pc.show(page, `/counts/${stocktakeId}/paper`);
	await expect(page.getByLabel('Line number')).toBeFocused();
	await tabTo(page, page.getByRole('radio', { name: 'Now', exact: true }), 'Shift+Tab');
	await page.keyboard.press('ArrowRight');
	const time = page.getByLabel('Time counted');
	await fillIn(page, time, '00:01');
	await page.keyboard.press('Enter');
	await expect(page.getByText(/book quantity at that time/)).toBeVisible();
	for (const theme of ['dark', 'light'] as const) {
		await pc.call('settings.set', { theme });
		await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
		expect(await axeFaults(page)).toEqual([]);
		await page.screenshot({ path: `test-results/screens/count-paper-earlier-${theme}.png` });
	}
	await page.reload();
	await expect(time).toHaveValue(/^0?0:01$/);
});
