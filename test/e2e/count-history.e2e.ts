// Past counts: the table that compares two, and evidence as a file.
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

test('two compared counts have rows of their own height, and a file is verified @browser @night', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	const first = await counted(pc, locationId, 'First week', '3*4');
	const last = await counted(pc, locationId, 'Second week', '7');
	const [item] = (await pc.call('stocktake.sheet', { stocktakeId: last })).lines;

	await test.step('each row has its own height', async () => {
		await pc.show(page, `/counts/${first}/compare/${last}`);
		const row = page.getByRole('row', { name: item?.name ?? '' });
		const totals = page.getByRole('row', { name: 'Total of items counted in both' });
		await expect(row).toBeVisible();
		const apart = async () => {
			const [above, below] = [await row.boundingBox(), await totals.boundingBox()];
			return (below?.y ?? 0) - (above?.y ?? 0);
		};
		await expect.poll(apart).toBeGreaterThan(10);
	});

	await test.step('the downloaded evidence is verified', async () => {
		const evidence = async (entry: string) => {
			await pressOn(page, page.getByRole('button', { name: 'Evidence' }));
			await tabTo(page, page.getByRole('menuitem', { name: entry }), 'ArrowDown');
			await page.keyboard.press('Enter');
		};
		await pc.show(page, `/counts/${first}/review`);
		const csv = page.waitForEvent('download');
		await evidence('Save as a verifiable file (CSV)');
		const file = await (await csv).path();
		await expect(page.getByRole('menu')).toBeHidden();
		const chooser = page.waitForEvent('filechooser');
		await evidence('Verify a file…');
		await (await chooser).setFiles(file);
		await expect(page.getByText('is unchanged and matches this count')).toBeVisible();
	});
});
