// Moves an unfinished count to another PC by file and back, by keyboard.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { filePart } from '../../src/shared/bridge/rescue.ts';
import { expect, openPc, settleIn, test, type Pc } from '../support/office.ts';
import { choose, pressOn, tabTo } from './keyboard.ts';

const enter = async (pc: Pc, stocktakeId: string, lineNo: number, typed: string) => {
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
	const unitId = lines.find((line) => line.lineNo === lineNo)?.units.at(-1)?.unitId ?? '';
	await pc.call('stocktake.enter', { stocktakeId, lineNo, unitId, typed, locale: 'en-GB' });
};
const states = async (pc: Pc, stocktakeId: string) =>
	(await pc.call('stocktake.sheet', { stocktakeId })).lines
		.slice(0, 3)
		.map(({ boxes }) => boxes.map(({ typed }) => typed).join('+'));

async function give(page: Page, label: string, file: string): Promise<void> {
	const choosing = page.waitForEvent('filechooser');
	await pressOn(page, page.getByRole('button', { name: label }));
	await (await choosing).setFiles(file);
}

test('moves an unfinished count to another PC and back, counting nothing twice @browser @night', async ({
	page,
	folder,
	kitchen: { pc, service, locationId },
}) => {
	const other = await openPc(join(folder, 'other-data'));
	await other.start();
	await settleIn(other, service);
	await other.call('settings.set', { person: 'Ben Osei' });
	const { stocktakeId } = await pc.call('stocktake.open', {
		locationId,
		name: 'Evening count',
		plan: { scope: { kind: 'full' } },
		intentId: crypto.randomUUID(),
	});
	await enter(pc, stocktakeId, 1, '3*4');

	const saved = await test.step('it leaves this PC with its file', async () => {
		await pc.show(page, `/counts/${stocktakeId}`);
		await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();
		await tabTo(page, page.getByRole('button', { name: 'More', exact: true }), 'Shift+Tab');
		await page.keyboard.press('Enter');
		await tabTo(page, page.getByRole('menuitem', { name: 'Move or copy to a file…' }), 'ArrowDown');
		await page.keyboard.press('Enter');
		const dialog = page.getByRole('alertdialog');
		await tabTo(page, dialog.getByRole('radio', { name: /^Backup copy/ }));
		await choose(page, dialog.getByRole('radio', { name: /^Move/ }));
		const download = page.waitForEvent('download');
		await pressOn(page, dialog.getByRole('button', { name: 'Move work' }));
		await expect(page.getByText('This count was moved to another PC')).toBeVisible();
		return (await download).path();
	});
	await expect(enter(pc, stocktakeId, 2, '1')).rejects.toThrow('not-possible-now');

	await test.step('it continues at the other PC', async () => {
		await other.show(page, '/counts');
		await give(page, 'Import from a file', saved);
		const dialog = page.getByRole('alertdialog');
		await expect(dialog).toContainText('1 open count');
		await pressOn(page, dialog.getByRole('button', { name: 'Import' }));
		await expect(page.getByRole('link', { name: 'Evening count' })).toBeVisible();
		expect(await states(other, stocktakeId)).toEqual(['3*4', '', '']);
		await enter(other, stocktakeId, 2, '7');
		await enter(other, stocktakeId, 3, '5');
	});

	await test.step('resumed here after a warning, both continue, and a line counted at both is asked about', async () => {
		await pc.show(page, `/counts/${stocktakeId}/review`);
		await pressOn(page, page.getByRole('button', { name: 'Continue here…' }));
		const warning = page.getByRole('alertdialog');
		await expect(warning).toContainText('posted twice');
		await pressOn(page, warning.getByRole('button', { name: 'Continue here' }));
		await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();
		await enter(pc, stocktakeId, 2, '10');
		const { text } = await other.call('rescue.exportCount', { stocktakeId, mode: 'copy' });
		expect(text.length).toBeLessThan(filePart);
		await pc.show(page, '/counts');
		const choosing = page.waitForEvent('filechooser');
		await pressOn(page, page.getByRole('button', { name: 'Import from a file' }));
		await (
			await choosing
		).setFiles({
			name: 'count.json',
			mimeType: 'application/json',
			buffer: Buffer.from(text),
		});
		const dialog = page.getByRole('alertdialog');
		await expect(dialog).toContainText('1 line was counted on both PCs.');
		await tabTo(page, dialog.getByRole('radio').first());
		await choose(page, dialog.getByRole('radio').nth(1));
		await pressOn(page, dialog.getByRole('button', { name: 'Import' }));
		await expect(page.getByText('The work was imported.')).toBeVisible();
		expect(await states(pc, stocktakeId)).toEqual(['3*4', '10', '5']);
	});
	await other.stop();
});
