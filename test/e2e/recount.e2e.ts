// A review by keyboard: a blind recount by another person, stock that moved, and the decisions reaching the service.
import type { Page } from '@playwright/test';
import type { SheetLine } from '../../src/shared/bridge/stocktake.ts';
import { acknowledgeCutOff, drained, expect, fetched, test } from '../support/office.ts';
import { choose, fillIn, pressOn, tabTo } from './keyboard.ts';

const rowOf = (page: Page, { code }: SheetLine) => page.getByRole('row').filter({ hasText: code });

test('another person recounts lines outside tolerance, and the chosen counts are posted @night', async ({
	page,
	kitchen: { pc, service, locationId },
}) => {
	const { stocktakeId } = await pc.call('stocktake.open', {
		locationId,
		name: 'Night count',
		plan: { scope: { kind: 'full' }, recount: 'another' },
		intentId: crypto.randomUUID(),
	});
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
	const [off, moved] = lines.filter(
		({ units, baseUnitName, expected }) =>
			units.some(({ kind, name }) => kind === 'each' && name === baseUnitName) &&
			Number(expected) > 20 &&
			Number.isInteger(Number(expected)),
	);
	if (!off || !moved) throw new Error('There are no two lines to count.');
	const enter = (line: SheetLine, typed: string) =>
		pc.call('stocktake.enter', {
			stocktakeId,
			lineNo: line.lineNo,
			unitId: line.units.find(({ name }) => name === line.baseUnitName)?.unitId ?? '',
			typed,
			locale: 'en-GB',
		});
	await pc.call('settings.set', {
		counting: {
			tolerances: { all: { quantity: '3', percent: null, money: null }, byCategory: {} },
			reasons: ['Typed twice'],
		},
	});
	await enter(off, '1');
	await enter(moved, String(Number(moved.expected) - 2));

	await test.step('someone uses five of the second item after it was counted', async () => {
		await service.signIn();
		await service.call('inventoryItem.changeStock', {
			body: {
				locationId,
				date: new Date().toISOString(),
				items: [{ itemId: moved.itemId, storageAreaId: moved.stockAreaId, quantity: -5 }],
			},
		});
		await pc.call('sync.pull', {});
		await pc.until(fetched);
		await pc.show(page, `/counts/${stocktakeId}/review`);
		await expect(page.getByRole('button', { name: 'outside tolerance: 1' })).toBeVisible();
		await expect(page.getByRole('button', { name: 'moved since: 1' })).toBeVisible();
	});

	const panel = page.getByRole('region', { name: /^Line \d+: / });

	await test.step('a current line that another part lacks is deselected', async () => {
		await tabTo(page, page.getByRole('table').locator('a[tabindex="0"]'));
		await tabTo(page, rowOf(page, moved).getByRole('link'), 'ArrowDown');
		await expect(panel.getByRole('heading', { name: moved.name })).toBeVisible();
		await tabTo(page, page.getByRole('radio', { name: /^Differences/ }), 'Shift+Tab');
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('ArrowRight');
		await expect(rowOf(page, off)).toBeVisible();
		await expect(rowOf(page, moved)).toHaveCount(0);
		await expect(panel).toHaveCount(0);
	});

	await test.step('the number outside tolerance leads to the list of these lines', async () => {
		const outside = page.getByRole('radio', { name: /^Outside tolerance/ });
		await tabTo(page, outside, 'Shift+Tab');
		await page.keyboard.press('ArrowLeft');
		await expect(outside).not.toBeChecked();
		await tabTo(page, page.getByRole('button', { name: 'outside tolerance: 1' }), 'Shift+Tab');
		await page.keyboard.press('Enter');
		await expect(outside).toBeChecked();
		await expect(rowOf(page, off).getByRole('link')).toBeFocused();
		await tabTo(page, outside, 'Shift+Tab');
	});

	await test.step('lines outside tolerance go to another person, who may not be the first', async () => {
		await pressOn(page, page.getByRole('button', { name: 'Recount 1 line…' }));
		const who = page.getByLabel('Recounted by');
		await fillIn(page, who, 'Noor Haddad');
		await pressOn(page, page.getByRole('button', { name: 'Open sheet' }));
		await expect(page.getByText('Choose someone else.')).toBeVisible();
		await fillIn(page, who, 'Sam Osei');
		await pressOn(page, page.getByRole('button', { name: 'Open sheet' }));
	});

	await test.step("the recount's sheet hides the first count", async () => {
		await expect(page.getByRole('heading', { name: 'Recount 1: Night count' })).toBeVisible();
		const box = page.getByRole('textbox', { name: `Each / weight, line ${String(off.lineNo)},` });
		await tabTo(page, box);
		await expect(box).toHaveValue('');
		await page.keyboard.type(String(Number(off.expected) - 4));
		await page.keyboard.press('Enter');
		await expect(page.getByRole('img', { name: /^Counted .* by Sam Osei$/ })).toBeVisible();
		await tabTo(page, page.getByRole('button', { name: 'Finish recount' }), 'Shift+Tab');
		await page.keyboard.press('Enter');
	});

	await test.step('the recount is effective; the first count needs a reason', async () => {
		await expect(page.getByRole('heading', { name: 'Review: Night count' })).toBeVisible();
		await tabTo(page, page.getByRole('radio', { name: /^Differences/ }));
		for (let right = 0; right < 4; right += 1) await page.keyboard.press('ArrowRight');
		await tabTo(page, rowOf(page, off).getByRole('link'));
		const first = panel.getByRole('radio', { name: /^First count: 1 / });
		const second = panel.getByRole('radio', { name: /^Recount 1: / });
		await tabTo(page, second);
		await page.keyboard.press('ArrowUp');
		await expect(page.getByText('Give a reason for using an earlier count.')).toBeVisible();
		await expect(panel.getByLabel('Reason')).toBeFocused();
		await page.keyboard.type('Typed');
		await expect(rowOf(page, off)).not.toContainText('Recount 1');
		await expect(first).toBeChecked();
		await tabTo(page, first, 'Shift+Tab');
		await page.keyboard.press('ArrowDown');
		await expect(second).toBeChecked();
		await expect(rowOf(page, off)).toContainText('Recount 1');
	});

	await test.step('what moved since is kept as counted', async () => {
		// First the open documents, which block submitting too.
		await page.keyboard.press('F8');
		await page.keyboard.press('F8');
		await expect(panel.getByRole('heading', { name: moved.name })).toBeVisible();
		await tabTo(page, panel.getByRole('radio', { name: /^Keep the variance: adjust by −2/ }));
		await choose(page, panel.getByRole('radio', { name: /^Keep the count: adjust by \+3/ }));
		await expect(page.getByRole('button', { name: /^stock moved since/ })).toHaveCount(0);
	});

	await test.step('and the service gets that', async () => {
		await acknowledgeCutOff(pc, stocktakeId);
		await tabTo(page, page.getByRole('button', { name: 'Submit count' }), 'Shift+Tab');
		await page.keyboard.press('Enter');
		const dialog = page.getByRole('alertdialog');
		await pressOn(page, dialog.getByRole('button', { name: 'Submit count' }));
		await expect(page.getByText('This count is sent and confirmed.')).toBeVisible();
		await pc.until(drained);
		const { stock } = await service.snapshot();
		const of = (line: SheetLine) =>
			stock.find(
				(row) =>
					row.locationId === locationId &&
					row.storageAreaId === line.stockAreaId &&
					row.itemId === line.itemId,
			)?.quantity;
		expect(Number(of(off))).toBe(Number(off.expected) - 4);
		expect(Number(of(moved))).toBe(Number(moved.expected) - 2);
	});
});

test('lines of a review are ticked row by row, from the heading on @night', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	const plan = { scope: { kind: 'full' as const } };
	const input = { locationId, name: 'Night count', plan, intentId: crypto.randomUUID() };
	const { stocktakeId } = await pc.call('stocktake.open', input);
	await pc.show(page, `/counts/${stocktakeId}/review`);
	await expect(page.getByRole('radio', { name: /^Uncounted/ })).toBeChecked();
	await page.keyboard.press('ArrowDown');
	await expect(page.getByRole('row').nth(1).getByRole('link')).toBeFocused();
	for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Space', 'ArrowDown', 'Space', 'Space'])
		await page.keyboard.press(key);
	await expect(page.getByRole('checkbox', { name: /^Tick /, checked: true })).toHaveCount(2);
	// Not named like the strip above it, which counts more.
	await expect(page.getByRole('radio', { name: /^Questions/ })).toBeVisible();

	await test.step('in the largest text the title keeps its words', async () => {
		await pc.call('settings.set', { textSize: 200 });
		const heading = page.getByRole('heading', { level: 1 });
		const cutOff = (title: HTMLElement) => title.scrollWidth > title.clientWidth;
		await expect(page.locator('html')).toHaveCSS('font-size', '32px');
		await expect.poll(() => heading.evaluate(cutOff)).toBe(false);
	});
});
