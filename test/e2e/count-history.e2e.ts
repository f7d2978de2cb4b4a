// Past counts by keyboard: compare two, follow an item, export evidence, count again.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { readXlsx } from 'hucre/xlsx';
import { acknowledgeCutOff, expect, test, type Pc } from '../support/office.ts';
import { pressOn, tabTo } from './keyboard.ts';

/** A submitted count with this quantity on its first line. */
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

test('compares two past counts, follows an item, and counts one again @browser @night', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	await counted(pc, locationId, 'First week', '3*4');
	const last = await counted(pc, locationId, 'Second week', '7');
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId: last });
	const [item] = lines;
	if (item === undefined) throw new Error('Nothing to count.');
	await pc.show(page, '/counts');
	await pressOn(page, page.getByRole('link', { name: 'Past counts' }));

	await test.step('the later one is beside the earlier one', async () => {
		await tabTo(page, page.getByRole('row', { name: 'Second week' }));
		await page.keyboard.press('Space');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Space');
		await tabTo(page, page.getByRole('button', { name: 'Compare counts' }), 'Shift+Tab');
		await page.keyboard.press('Enter');
		const row = page.getByRole('row', { name: item.name });
		await expect(row.getByRole('cell').nth(2)).toContainText('12');
		const totals = page.getByRole('row', { name: 'Total of items counted in both' });
		const apart = async () => {
			const [above, below] = [await row.boundingBox(), await totals.boundingBox()];
			return (below?.y ?? 0) - (above?.y ?? 0);
		};
		await expect.poll(apart, 'each row has its own height').toBeGreaterThan(10);
		await expect(row.getByRole('cell').nth(3)).toContainText('7');
		await expect(row.getByRole('cell').nth(4)).toContainText('−5');
	});

	await test.step('the item is followed through both, in a chart and in numbers', async () => {
		await pressOn(page, page.getByRole('link', { name: item.name }));
		await expect(page.getByRole('heading', { level: 1, name: item.name })).toBeVisible();
		await expect(
			page.getByRole('img', { name: `Variance of ${item.name} in 2 counts` }),
		).toBeVisible();
		await pressOn(page, page.getByRole('link', { name: 'First week' }));
	});

	await test.step('the evidence has one fingerprint in file, workbook and on paper', async () => {
		const evidence = async (entry: string) => {
			await pressOn(page, page.getByRole('button', { name: 'Evidence' }));
			await expect(page.getByRole('menu')).toBeVisible();
			await tabTo(page, page.getByRole('menuitem', { name: entry }), 'ArrowDown');
			await page.keyboard.press('Enter');
			await expect(page.getByRole('menu')).toBeHidden();
		};
		const csv = page.waitForEvent('download');
		await evidence('Save as a verifiable file (CSV)');
		const file = await (await csv).path();
		const text = await readFile(file, 'utf8');
		const [content = ''] = text.split('SHA-256,');
		const sha256 = createHash('sha256').update(content).digest('hex');
		expect(text).toContain(`SHA-256,${sha256}`);

		const xlsx = page.waitForEvent('download');
		await evidence('Save for Excel (XLSX)');
		const { sheets } = await readXlsx(await readFile(await (await xlsx).path()));
		expect(sheets[0]?.rows).toContainEqual(['Fingerprint (SHA-256)', sha256]);
		const [columns = [], line] = sheets.find(({ name }) => name === 'Lines')?.rows ?? [];
		const cell = (label: string) => line?.[columns.indexOf(label)];
		expect(cell('When')).toBeInstanceOf(Date);
		expect(cell('Counted')).toBe(12);
		expect(cell('Unit cost, EUR')).toEqual(expect.any(Number));
		expect(sheets.find(({ name }) => name === 'Posting')?.rows).toHaveLength(2);
		const [head, entry] = sheets.find(({ name }) => name === 'Entries')?.rows ?? [];
		expect(entry?.[head?.indexOf('PC') ?? -1]).toBe(hostname());

		await evidence('Print…');
		await expect(page.getByRole('dialog').getByRole('radio', { name: 'A4' })).toBeFocused();
		await expect(page.locator('.printed')).toContainText(sha256);
		const footed = await page.evaluate(
			(words) =>
				document.adoptedStyleSheets.some(({ cssRules }) =>
					[...cssRules].some(({ cssText }) => cssText.includes(words)),
				),
			`SHA-256 ${sha256}`,
		);
		expect(footed, 'it stands at the foot of every page').toBe(true);
		await page.keyboard.press('Escape');
		await expect(page.getByRole('dialog')).toBeHidden();

		const chooser = page.waitForEvent('filechooser');
		await evidence('Verify a file…');
		await (await chooser).setFiles(file);
		await expect(page.getByText('is unchanged and matches this count')).toBeVisible();
	});

	await test.step('counted again, its boxes keep the earlier texts', async () => {
		await pressOn(page, page.getByRole('button', { name: 'Count again…' }));
		const dialog = page.getByRole('alertdialog');
		await tabTo(page, dialog.getByRole('radio', { name: /^Empty/ }));
		await page.keyboard.press('ArrowDown');
		await pressOn(page, dialog.getByRole('button', { name: 'Open new count' }));
		const box = page.getByRole('textbox', { name: `line 1, ${item.name}` }).last();
		await expect(box).toHaveValue('3*4');
		const { stocktakes } = await pc.call('stocktake.list', { locationId });
		expect(stocktakes.map(({ state }) => state)).toEqual(['open', 'submitted', 'submitted']);
	});
});
