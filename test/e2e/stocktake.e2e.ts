// A count from the list to the service's stock, by keyboard.
import type { Locator, Page } from '@playwright/test';
import type { SheetLine } from '../../src/shared/bridge/stocktake.ts';
import type { Snapshot } from '../support/practice.ts';
import { acknowledgeCutOff, drained, expect, test, type Pc } from '../support/office.ts';
import { fillIn, pressOn, tabTo } from './keyboard.ts';

/** A line's base unit box. */
const boxOf = (page: Page, line: SheetLine): Locator =>
	page.getByRole('textbox', { name: `Each / weight, line ${String(line.lineNo)}, ${line.name}` });

const rowOf = (page: Page, line: SheetLine): Locator =>
	page.getByRole('row').filter({ has: boxOf(page, line) });

const keptIn =
	(kind: 'each' | 'weight') =>
	({ units, baseUnitName }: SheetLine): boolean =>
		units.some((unit) => unit.kind === kind && unit.name === baseUnitName);

/** Finds a line with Ctrl+F and goes to its base unit box. */
async function goTo(page: Page, line: SheetLine): Promise<void> {
	await page.keyboard.press('Control+F');
	await page.keyboard.type(line.code);
	await expect(page.getByRole('option', { name: line.code })).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(rowOf(page, line).locator('input:focus')).toBeVisible();
	await tabTo(page, boxOf(page, line));
}

/** Lines of the open count. */
async function openLines(pc: Pc, locationId: string): Promise<SheetLine[]> {
	const { stocktakes } = await pc.call('stocktake.list', { locationId });
	const stocktakeId = stocktakes[0]?.stocktakeId ?? '';
	return (await pc.call('stocktake.sheet', { stocktakeId })).lines;
}

function stockOf({ stock }: Snapshot, locationId: string, line: SheetLine): string | undefined {
	return stock.find(
		(row) =>
			row.locationId === locationId &&
			row.storageAreaId === line.areaId &&
			row.itemId === line.itemId,
	)?.quantity;
}

test("a count goes from the first box to the service's stock", async ({ page, kitchen }) => {
	const { pc, service, locationId } = kitchen;
	await pc.show(page, '/counts');

	await test.step('a new count of all areas but one', async () => {
		await pressOn(page, page.getByRole('link', { name: 'New count' }).first());
		await fillIn(page, page.getByLabel('Name'), 'Evening count');
		await tabTo(page, page.getByRole('checkbox', { name: 'Cleaning store' }));
		await page.keyboard.press('Space');
		await expect(page.getByText('5 areas')).toBeVisible();
		await pressOn(page, page.getByRole('button', { name: 'Save as template' }));
		await pressOn(page, page.getByRole('button', { name: 'Save template' }));
		await expect(page.getByText('Template Evening count saved.')).toHaveCount(2);
		const { templates } = await pc.call('countTemplate.list', { locationId });
		expect(
			templates.map(({ name }) => name),
			'once',
		).toEqual(['Evening count']);
		const approval = page.getByLabel('Approval');
		await tabTo(page, approval);
		const start = await page.getByRole('button', { name: 'Start counting' }).boundingBox();
		const box = await approval.boundingBox();
		expect((box?.y ?? 0) + (box?.height ?? 0), 'not under the start button').toBeLessThan(
			start?.y ?? 0,
		);
		await pressOn(page, page.getByRole('button', { name: 'Start counting' }));
		await expect(page.getByRole('heading', { level: 1, name: 'Evening count' })).toBeVisible();
		await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();
	});

	await test.step('areas are moved one place, and nobody is told of herself', async () => {
		const tabs = page.getByRole('tab');
		const [area = '', next = ''] = await tabs.locator('bdi').allTextContents();
		await tabTo(page, tabs.first(), 'Shift+Tab');
		await page.keyboard.press('Control+ArrowRight');
		await expect(tabs.locator('bdi').first()).toHaveText(next);
		await expect(tabs.filter({ hasText: area })).toBeFocused();
		await page.keyboard.press('Control+ArrowLeft');
		await expect(tabs.locator('bdi').first()).toHaveText(area);
		await expect(tabs.filter({ hasText: 'Noor Haddad' })).toHaveCount(0);
		await page.keyboard.press('Alt+PageUp');
		await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
		await page.keyboard.press('Alt+PageDown');
		await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
	});

	const lines = await openLines(pc, locationId);
	const inStock = lines.filter(({ expected }) => Number(expected) > 0);
	const [first, second, blank] = inStock.filter(keptIn('each'));
	const weighed = lines.find(keptIn('weight'));
	if (!first || !second || !blank || !weighed) throw new Error('Too few lines to count.');

	await test.step('an expression is evaluated while typing and saved when left', async () => {
		await goTo(page, first);
		await page.keyboard.type('3*12+4');
		await expect(rowOf(page, first)).toContainText(`40${first.baseUnitName}`);
		await page.keyboard.press('Enter');
		await expect(
			rowOf(page, first).getByRole('img', { name: /^Counted .* by Noor Haddad$/ }),
		).toBeVisible();
		await expect(page.getByText('last entry saved')).toBeVisible();
		await expect(boxOf(page, first)).toHaveValue('3*12+4');
	});

	await test.step('zero is counted, and passing a box is not', async () => {
		await goTo(page, second);
		await page.keyboard.type('0');
		await page.keyboard.press('Enter');
		await expect(rowOf(page, second).getByRole('img', { name: /^Counted/ })).toBeVisible();
		await expect(rowOf(page, second).locator('.amount.down')).toContainText('−');
		await goTo(page, blank);
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('ArrowUp');
		await expect(boxOf(page, blank)).toBeFocused();
		await expect(boxOf(page, blank)).toHaveAttribute('placeholder', '–');
	});

	await test.step('an ambiguous number offers both readings and keeps the text', async () => {
		await goTo(page, weighed);
		await page.keyboard.type('1,250');
		const readings = rowOf(page, weighed).getByRole('button');
		await expect(readings).toHaveText([/1,250/, /1\.25/]);
		await page.keyboard.press('Enter');
		await expect(boxOf(page, weighed)).toHaveAttribute('aria-invalid', 'true');
		await expect(boxOf(page, weighed)).toHaveValue('1,250');
		await page.keyboard.press('F8');
		await expect(boxOf(page, weighed)).toBeFocused();
		await page.keyboard.press('Alt+B');
		await expect(boxOf(page, weighed)).toHaveValue('1.25');
		await expect(rowOf(page, weighed).getByRole('img', { name: /^Counted/ })).toBeVisible();
	});

	await test.step('Esc restores the saved text', async () => {
		await goTo(page, first);
		await page.keyboard.type('99');
		await expect(boxOf(page, first)).toHaveValue('99');
		await page.keyboard.press('Escape');
		await expect(boxOf(page, first)).toHaveValue('3*12+4');
	});

	await test.step('a reload loses nothing', async () => {
		await page.reload();
		await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();
		await goTo(page, first);
		await expect(boxOf(page, first)).toHaveValue('3*12+4');
		await goTo(page, blank);
		await expect(boxOf(page, blank)).toHaveValue('');
	});

	await test.step('the review shows variances, and zero for uncounted lines is an explicit action', async () => {
		await page.keyboard.press('Control+F');
		await pressOn(page, page.getByRole('button', { name: 'Review' }));
		const counted = page.getByRole('row').filter({ hasText: first.code });
		await expect(counted).toContainText('3*12+4');
		await expect(counted).toContainText('40');
		await expect(page.getByRole('row').filter({ hasText: blank.code })).toHaveCount(0);
		for (const [sign, mark] of Object.entries({ up: '+', down: '−' })) {
			const amounts = await page.locator(`tr[data-line] .amount.${sign}`).allTextContents();
			expect(amounts.length, 'a quantity and its money').toBeGreaterThan(1);
			expect(amounts.filter((text) => !text.trim().startsWith(mark))).toEqual([]);
		}

		const sum = (name: RegExp) => page.locator('.sums div').filter({ hasText: name });
		await expect(sum(/^Surplus/)).toContainText('+');
		await expect(sum(/^Loss/)).toContainText('−');

		await page.keyboard.press('Control+F');
		await expect(page.getByRole('searchbox', { name: 'Find a line' })).toBeFocused();
		await page.keyboard.type(first.code);
		await expect(page.getByRole('row').filter({ hasText: weighed.code })).toHaveCount(0);
		await page.keyboard.press('Enter');
		await expect(counted.getByRole('link')).toBeFocused();
		await page.keyboard.press('Control+F');
		await page.keyboard.press('Escape');
		await expect(page.getByRole('row').filter({ hasText: weighed.code })).toBeVisible();

		await tabTo(page, page.getByRole('radio', { name: /^Differences/ }));
		await page.keyboard.press('ArrowRight');
		await tabTo(page, page.getByRole('checkbox', { name: `Tick ${blank.name}` }));
		await page.keyboard.press('Space');
		const confirm = page.getByRole('button', { name: 'Confirm this line as zero' });
		await tabTo(page, confirm, 'Shift+Tab');
		await page.keyboard.press('Enter');
		await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: /^Confirm/ }));
		await expect(page.getByText('1 line was entered as zero.')).toBeVisible();
	});

	await test.step('submitting posts the variances once', async () => {
		const { stocktakes } = await pc.call('stocktake.list', { locationId });
		await acknowledgeCutOff(pc, stocktakes[0]?.stocktakeId ?? '');
		const submit = page.getByRole('button', { name: 'Submit count' });
		await expect(submit).toBeEnabled();
		await page.keyboard.press('Control+Enter');
		const dialog = page.getByRole('alertdialog');
		await expect(dialog).toContainText('The adjustments of 4 lines are sent to the service');
		await pressOn(page, dialog.getByRole('button', { name: 'Submit count' }));
		await expect(page.getByText('This count is sent and confirmed.')).toBeVisible();
		await pc.until(drained);

		const shown = await service.snapshot();
		expect(shown.stockChanges).toHaveLength(1);
		expect(stockOf(shown, locationId, first)).toBe('40');
		expect(stockOf(shown, locationId, second)).toBe('0');
		expect(stockOf(shown, locationId, blank)).toBe('0');
		expect(stockOf(shown, locationId, weighed)).toBe('1.25');
	});
});
