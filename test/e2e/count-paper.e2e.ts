// A count on paper: printed, and typed in later, by keyboard.
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

test('prints a count sheet on which each area starts a page with its name and counter @browser', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	const stocktakeId = await openCount(pc, locationId);
	const { areas, lines } = await pc.call('stocktake.sheet', { stocktakeId });
	await pc.show(page, `/counts/${stocktakeId}`);
	await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();
	await tabTo(page, page.getByRole('button', { name: 'More', exact: true }), 'Shift+Tab');
	await page.keyboard.press('Enter');
	await tabTo(page, page.getByRole('menuitem', { name: 'Count sheets on paper…' }), 'ArrowDown');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('dialog')).toContainText(`${String(lines.length)} lines`);
	await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Print…' }));
	await expect(page.getByRole('dialog')).toContainText('Print “Count sheet: Evening count”');
	expect(await pagesOf(page, 'test-results/count-sheet.pdf')).toBeGreaterThanOrEqual(areas.length);
	await page.emulateMedia({ media: 'print' });
	const table = page.locator('.printed table').first();
	await expect(table).toContainText(areas[0]?.name ?? '');
	await expect(table).toContainText('Counted by');
	await expect(table.locator('tbody tr').first()).toContainText(lines[0]?.name ?? '');
	await page.emulateMedia({ media: null });
	await page.keyboard.press('Escape');
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
