// Exporting a page: saved as a file and on paper, by keyboard.
import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import type { Page } from '@playwright/test';
import { expect, test, twoItems, type Pc } from '../support/office.ts';
import { pressOn, tabTo } from './keyboard.ts';

const picture = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64');

/** A waste document of so many lines and two photos, submitted. */
async function wasted(pc: Pc, locationId: string, lines: number): Promise<string> {
	const [item] = await twoItems(pc, locationId);
	const { reasons } = await pc.call('wasteReason.list', {});
	const { documentId } = await pc.call('wastage.save', {
		documentId: null,
		revision: 0,
		locationId,
		description: '=HYPERLINK("x")',
		locale: 'en-GB',
		lines: Array.from({ length: lines }, (_, at) => ({
			lineId: crypto.randomUUID(),
			itemId: item.itemId,
			boxes: [{ unitId: item.units.at(-1)?.unitId ?? '', typed: String(at + 1) }],
			reasonId: reasons[0]?.reasonId ?? null,
			note: at === 0 ? '=1+1' : '',
		})),
	});
	// The same photo twice.
	for (let each = 0; each < 2; each += 1) await pc.call('photo.add', { documentId, picture });
	await pc.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
	return documentId;
}

async function choose(page: Page, entry: string): Promise<void> {
	await pressOn(page, page.getByRole('button', { name: /^(Print or export|طباعة أو تصدير)$/ }));
	await expect(page.getByRole('menu')).toBeVisible();
	await tabTo(page, page.getByRole('menuitem', { name: entry }), 'ArrowDown');
	await page.keyboard.press('Enter');
}

/** How many pages Chromium makes of the page as it is now. */
async function pagesOf(page: Page, path?: string): Promise<number> {
	const pdf = await page.pdf({ preferCSSPageSize: true, ...(path === undefined ? {} : { path }) });
	return [...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length;
}

test('saves a waste document for Excel and as CSV, with nothing in it that runs @browser', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	const documentId = await wasted(pc, locationId, 3);
	await pc.show(page, `/waste/${documentId}`);

	const [csv] = await Promise.all([page.waitForEvent('download'), choose(page, 'Save as CSV')]);
	const text = await readFile(await csv.path(), 'utf8');
	expect(text).toContain(",'=1+1,");
	expect(text.split('\r\n')).toHaveLength(6);
	await expect(page.getByText('is in this browser’s downloads')).toBeVisible();

	const [xlsx] = await Promise.all([page.waitForEvent('download'), choose(page, 'Save for Excel')]);
	expect(xlsx.suggestedFilename()).toMatch(/^waste Harbour Kitchen .*\.xlsx$/);
	const { sheets } = await readXlsx(await readFile(await xlsx.path()));
	const [head, ...rows] = sheets[0]?.rows ?? [];
	expect(head?.slice(0, 3)).toEqual(['Code', 'Item', 'Quantity']);
	expect(rows.slice(0, 3).map((row) => row[2])).toEqual([1, 2, 3]);
	expect(rows[0]?.[5]).toBe('=1+1');

	await choose(page, 'Print…');
	await expect(page.locator('.printed tr.totals')).toHaveText(/^Total.*\d/);
	await expect(page.locator('.printed img')).toHaveCount(2);
});

test('prints pages with headers, on A4 and Letter, right to left in Arabic @browser @night', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	const documentId = await wasted(pc, locationId, 120);
	await pc.show(page, `/waste/${documentId}`);
	await choose(page, 'Print…');
	const dialog = page.getByRole('dialog');
	await expect(dialog).toContainText('120 lines');
	await expect(dialog.getByRole('radio', { name: 'A4' })).toBeChecked();
	const upright = await pagesOf(page, 'test-results/waste-a4.pdf');
	expect(upright).toBeGreaterThan(2);
	await page.emulateMedia({ media: 'print' });
	await expect(page.locator('.printed')).toBeVisible();
	await expect(page.getByRole('dialog')).toBeHidden();
	await page.emulateMedia({ media: null });

	await tabTo(page, dialog.getByRole('radio', { name: 'Portrait' }));
	await page.keyboard.press('ArrowRight');
	expect(await pagesOf(page)).toBeGreaterThan(upright);

	await page.evaluate(() => {
		window.print = () => document.body.setAttribute('data-printed', '');
	});
	await pressOn(page, dialog.getByRole('button', { name: 'Print' }));
	await expect(page.locator('body[data-printed]')).toBeAttached();
	await expect(dialog).toBeHidden();

	await pc.call('settings.set', { language: 'ar', locale: 'ar-AE' });
	await choose(page, 'طباعة…');
	await expect(page.getByRole('dialog')).toBeVisible();
	expect(await pagesOf(page, 'test-results/waste-a4-arabic.pdf')).toBeGreaterThan(2);
});
