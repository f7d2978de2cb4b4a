// A count on paper: printed, typed in by line number, typed a second time, by keyboard.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { expect, settleIn, test, type Pc } from '../support/office.ts';
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

test('compares a sheet counted earlier with the book of that time @night', async ({
	page,
	kitchen: { pc, service, locationId },
}) => {
	const stocktakeId = await openCount(pc, locationId);
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
	const line = lines.find(
		({ expected, units, baseUnitName }) =>
			Number(expected) > 20 && units.at(-1)?.name === baseUnitName,
	);
	if (!line) throw new Error('There is no line to count.');
	const reviewed = async () => {
		const review = await pc.call('stocktake.review', { stocktakeId });
		const found = review.lines.find(({ lineNos }) => lineNos.includes(line.lineNo));
		if (!found) throw new Error('The line is not in the review.');
		return found;
	};
	const halfAnHourAgo = Date.now() - 30 * 60_000;

	await test.step('the stock was read an hour ago, and twelve were used since', async () => {
		await pc.stop();
		const cache = new Database(join(pc.dataFolder, 'cache.db'));
		cache.prepare('UPDATE stock_reading SET as_of = as_of - 3600000').run();
		cache.close();
		await service.signIn();
		const { itemId, stockAreaId: storageAreaId } = line;
		const items = [{ itemId, storageAreaId, quantity: -12 }];
		const date = new Date().toISOString();
		await service.call('inventoryItem.changeStock', { body: { locationId, date, items } });
		await pc.start();
		// The secret is not stored here.
		await settleIn(pc, service);
		await pc.call('sync.pull', {});
		await expect.poll(async () => (await reviewed()).bookNow).not.toBe(line.expected);
	});

	const time = page.getByLabel('Time counted');
	const typeLine = async (number: number, typed: string) => {
		await tabTo(page, page.getByLabel('Line number'));
		await page.keyboard.type(String(number));
		await page.keyboard.press('Enter');
		for (let box = 1; box < line.units.length; box += 1) await page.keyboard.press('Tab');
		await page.keyboard.type(typed);
		await page.keyboard.press('Enter');
	};

	await test.step('without a valid time nothing is entered', async () => {
		await pc.show(page, `/counts/${stocktakeId}/paper`);
		await expect(page.getByLabel('Line number')).toBeFocused();
		await tabTo(page, page.getByRole('radio', { name: 'Now', exact: true }), 'Shift+Tab');
		await page.keyboard.press('ArrowRight');
		await typeLine(line.lineNo, line.expected ?? '');
		await expect(time).toBeFocused();
		await expect(page.getByText(/^Enter a time, for example/)).toBeVisible();
		await tabTo(page, page.getByLabel('Date counted'), 'Shift+Tab');
		await page.keyboard.type('1/1/2099');
		await fillIn(page, time, '9.30 pm');
		await page.keyboard.press('Enter');
		await page.keyboard.press('Enter');
		await expect(time).toBeFocused();
		await expect(page.getByText('This time is in the future.')).toBeVisible();
	});

	await test.step('the time shows its book, and Enter leads back to the line', async () => {
		const of = (shape: Intl.DateTimeFormatOptions) =>
			new Intl.DateTimeFormat('en-GB', { ...shape, timeZone: 'Europe/Paris' }).format(
				halfAnHourAgo,
			);
		await tabTo(page, page.getByLabel('Date counted'), 'Shift+Tab');
		await page.keyboard.type(of({ dateStyle: 'short' }));
		await fillIn(page, time, of({ timeStyle: 'short' }));
		await page.keyboard.press('Enter');
		await expect(
			page.getByText(/^Compared with the book quantity at that time, as of/),
		).toBeVisible();
		await expect(page.getByText('This time is in the future.')).toHaveCount(0);
		for (const theme of ['dark', 'light'] as const) {
			await pc.call('settings.set', { theme });
			await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
			expect(await axeFaults(page)).toEqual([]);
			await page.screenshot({ path: `test-results/screens/count-paper-earlier-${theme}.png` });
		}
		await page.keyboard.press('Enter');
		await expect(page.getByRole('row', { name: line.name })).toContainText('saved');
	});

	await test.step('the time survives a reload', async () => {
		await page.reload();
		await expect(time).toHaveValue(/\d\d:\d\d/);
		await expect(
			page.getByText(/^Compared with the book quantity at that time, as of/),
		).toBeVisible();
	});

	await test.step('the review shows nothing missing, and twelve moved since', async () => {
		expect(await reviewed()).toMatchObject({ book: line.expected, variance: '0', moved: '-12' });
		await pc.show(page, `/counts/${stocktakeId}/review`);
		await expect(page.getByRole('button', { name: 'stock moved since: 1' })).toBeVisible();
	});
});
