// Imports by keyboard: a price list comes as a workbook, and its rows in error leave as a file.
import { readFile } from 'node:fs/promises';
import type { FileChooser, Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { drained, expect, test, type Service } from '../support/office.ts';
import { pressOn, tabTo } from './keyboard.ts';

interface Option {
	readonly id: string;
	readonly itemId: string;
	readonly supplierId: string;
	readonly uomId: number;
	readonly price: string;
}
interface Named {
	readonly id: string;
	readonly name: string;
	readonly units?: readonly { readonly uomId: number; readonly name: string }[];
}

/** A price list as a supplier sends it: a merged title, then headings. The second price has a letter in it. */
async function priceList(service: Service) {
	const options = (await service.all<Option>('purchaseOption.list')).slice(0, 3);
	const items = await service.all<Named>('inventoryItem.list');
	const suppliers = await service.all<Named>('supplier.list');
	const rows = options.map(({ itemId, supplierId, uomId }, at) => {
		const item = items.find(({ id }) => id === itemId);
		return [
			suppliers.find(({ id }) => id === supplierId)?.name ?? '',
			item?.name ?? '',
			item?.units?.find((unit) => unit.uomId === uomId)?.name ?? '',
			at === 1 ? '1O.75' : 31.5 + at,
		];
	});
	const bytes = await writeXlsx({
		sheets: [
			{
				name: 'March',
				rows: [['Prices in March'], [], ['Supplier', 'Item', 'Unit', 'Price'], ...rows],
				merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 3 }],
			},
		],
	});
	return { options, buffer: Buffer.from(bytes) };
}

async function pricesOf(service: Service, options: readonly Option[]): Promise<number[]> {
	const all = await service.all<Option>('purchaseOption.list');
	return options.map(({ id }) => Number(all.find((each) => each.id === id)?.price));
}

async function chooseFile(page: Page, file: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
	const chooser = page.waitForEvent('filechooser');
	await pressOn(page, page.getByRole('button', { name: 'Choose a file' }));
	await (await chooser).setFiles(file);
	await expect(page.getByRole('combobox', { name: 'Field of Price' })).toHaveValue('price');
}

test('a price list is imported; its error file is corrected and imported too @night', async ({
	page,
	kitchen,
}) => {
	test.setTimeout(180_000);
	const { pc, service } = kitchen;
	await service.signIn();
	const { options, buffer } = await priceList(service);
	const before = await pricesOf(service, options);
	const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

	const corrected = await test.step('the rows in error are saved as a file', async () => {
		await pc.show(page, '/imports/new?type=purchaseOption');
		await chooseFile(page, { name: 'March.xlsx', mimeType, buffer });
		await expect(page.getByText('2 rows above the headings are not imported.')).toBeVisible();
		await page.keyboard.press('Control+Enter');
		const wrong = page.getByRole('row').filter({ hasText: 'Price “1O.75”' });
		await expect(wrong).toBeFocused();
		const saved = page.waitForEvent('download');
		await pressOn(page, page.getByRole('button', { name: 'Save error file' }));
		return (await readFile(await (await saved).path(), 'utf8')).replaceAll('1O.75', '10.75');
	});

	await test.step('the others are sent', async () => {
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('Finished')).toBeVisible();
		await pc.until(drained);
		expect(await pricesOf(service, options)).toEqual([31.5, before[1], 33.5]);
	});

	await test.step('the corrected file changes the rest', async () => {
		await pressOn(page, page.getByRole('link', { name: 'Imports', exact: true }).last());
		await pressOn(page, page.getByRole('link', { name: 'Import', exact: true }));
		const records = page.getByRole('combobox', { name: 'Records' });
		await tabTo(page, records);
		await page.keyboard.type('Purchase options');
		await expect(records).toHaveValue('purchaseOption');
		await chooseFile(page, {
			name: 'corrected.csv',
			mimeType: 'text/csv',
			buffer: Buffer.from(corrected),
		});
		await page.keyboard.press('Control+Enter');
		await expect(page.getByRole('row').filter({ hasText: '→ 10.75' })).toBeVisible();
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('Finished')).toBeVisible();
		await pc.until(drained);
		expect(await pricesOf(service, options)).toEqual([31.5, 10.75, 33.5]);
	});
});
