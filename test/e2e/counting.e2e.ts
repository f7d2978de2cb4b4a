// Counting in the store room: a long count by keyboard, a scanner, two people at once.
import type { Locator, Page } from '@playwright/test';
import type { SheetLine } from '../../src/shared/bridge/stocktake.ts';
import type { CountPlanInput } from '../../src/shared/bridge/count-plan.ts';
import { openService, settleIn, expect, test as base, type Pc } from '../support/office.ts';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdBack } from './hold-back.ts';
import { pressOn, tabTo, scan } from './keyboard.ts';

const columnOf = { case: 'Case', pack: 'Pack', each: 'Each / weight' } as const;

const boxOf = (page: Page, line: SheetLine, unit: keyof typeof columnOf): Locator =>
	page.getByRole('textbox', {
		name: `${columnOf[unit]}, line ${line.lineNo.toLocaleString('en-GB')}, ${line.name}`,
		exact: true,
	});

const has = (line: SheetLine, kind: string): boolean =>
	line.units.some((unit) => unit.kind === kind);

async function openCount(pc: Pc, locationId: string, plan: CountPlanInput): Promise<string> {
	const intentId = crypto.randomUUID();
	const input = { locationId, name: 'Night count', plan, intentId };
	return (await pc.call('stocktake.open', input)).stocktakeId;
}

const linesOf = async (pc: Pc, stocktakeId: string): Promise<SheetLine[]> =>
	(await pc.call('stocktake.sheet', { stocktakeId })).lines;

async function goTo(page: Page, line: SheetLine): Promise<void> {
	await page.keyboard.press('Control+F');
	await page.keyboard.type(line.code);
	await expect(page.getByRole('option', { name: line.code }).first()).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(
		page.getByRole('row').filter({ hasText: line.code }).locator('input:focus'),
	).toBeVisible();
}

base.describe('a long count', () => {
	const test = base.extend({
		service: async ({ folder, stocked }, use) => {
			const file = join(folder, 'service.db');
			await copyFile(await stocked('demo'), file);
			const { service, close } = await openService(file);
			await use(service);
			await close();
		},
	});

	test('counts 300 lines by keyboard @night', async ({ page, pc, service }) => {
		test.setTimeout(120_000);
		await pc.start();
		const locationId = await settleIn(pc, service);
		await pc.show(page, '/counts/new');

		await test.step('a guided count by category that asks about uncounted lines', async () => {
			await tabTo(page, page.getByRole('radio', { name: 'Areas', exact: true }));
			await page.keyboard.press('ArrowRight');
			for (const category of ['Dry goods', 'Oils and sauces', 'Tins and jars', 'Vegetables']) {
				await tabTo(page, page.getByRole('checkbox', { name: category }));
				await page.keyboard.press('Space');
			}
			await expect(page.getByText(/^3\d\d lines, /)).toBeVisible();
			await tabTo(page, page.getByLabel('Uncounted items'));
			await page.keyboard.type('Ask');
			await tabTo(page, page.getByRole('checkbox', { name: 'Guided' }));
			await page.keyboard.press('Space');
			await pressOn(page, page.getByRole('button', { name: 'Start counting' }));
			await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();
		});

		const { stocktakes } = await pc.call('stocktake.list', { locationId });
		const stocktakeId = stocktakes[0]?.stocktakeId ?? '';
		const lines = await linesOf(pc, stocktakeId);
		expect(lines.length).toBeGreaterThanOrEqual(300);

		const uncounted = async () =>
			(await linesOf(pc, stocktakeId)).filter(({ state }) => state === 'uncounted').length;

		await test.step('a few wheel turns render no line before painting, and the rest after it', async () => {
			const beyond = () => page.evaluate(linesBelowSight);
			await expect.poll(beyond).toBeGreaterThanOrEqual(10);
			expect(await page.evaluate(writesOfScrolling, 300)).toBe(0);
			await expect.poll(beyond).toBeGreaterThanOrEqual(10);
		});

		await test.step('the first lines one by one, the others filled down by shelf', async () => {
			for (let line = 0; line < 40; line += 1) await page.keyboard.type('1\r');
			// A case is ten times the usual of a few items: those are asked about, and filled below.
			await expect.poll(uncounted).toBeLessThanOrEqual(lines.length - 38);
			const here = page.getByRole('row').filter({ has: page.locator('input:focus') });
			for (const line of lines.slice(40, 42)) {
				await expect(here).toContainText(line.code);
				await expect(here).toBeInViewport({ ratio: 1 });
				await expect.poll(() => page.evaluate(linesAhead)).toBe(3);
				await page.keyboard.press('Enter');
			}
			await page.keyboard.press('Control+Home');
			const guide = page
				.getByRole('status')
				.filter({ hasText: /lines? left · |^Every line is counted/ });
			for (let left = await uncounted(); left > 0; left = await uncounted()) {
				await expect(guide).toContainText(`${String(left)} line`);
				await page.keyboard.press('F9');
				await page.keyboard.type('2');
				await page.keyboard.press('Control+Shift+D');
				await expect.poll(uncounted).toBeLessThan(left);
			}
			await expect(guide).toContainText('Every line is counted');
		});

		await test.step('the last one is cleared again', async () => {
			const last = lines.at(-1);
			if (last === undefined) throw new Error('There are no lines.');
			await goTo(page, last);
			await page.keyboard.press('Home');
			for (let box = 0; box < 3; box += 1) {
				await page.keyboard.press('Delete');
				await page.keyboard.press('ArrowRight');
			}
			await page.keyboard.press('Enter');
			await expect.poll(uncounted).toBe(1);
			const row = page.getByRole('row').filter({ hasText: last.code });
			await expect(row.getByRole('img', { name: /^Counted/ })).toHaveCount(0);
		});

		await test.step('a line being saved is not the next uncounted one', async () => {
			const last = lines.at(-1);
			if (last === undefined) throw new Error('There are no lines.');
			await goTo(page, last);
			const release = await holdBack(page, 'stocktake.enter');
			for (const key of ['2', 'ArrowUp', 'F9']) await page.keyboard.press(key);
			await release();
			await expect(page.getByText('Every line is counted.', { exact: true })).toBeVisible();
			await expect.poll(uncounted).toBe(0);
			await page.keyboard.press('Control+Z');
			await expect.poll(uncounted).toBe(1);
		});
	});
});

base('undo and what was typed outlive a reload @browser @night', async ({ page, kitchen }) => {
	const { pc, locationId } = kitchen;
	const stocktakeId = await openCount(pc, locationId, { scope: { kind: 'full' } });
	const lines = await linesOf(pc, stocktakeId);
	const single = lines.find((line) => has(line, 'each') && Number(line.expected) > 20);
	if (single === undefined) throw new Error('Nothing is counted one by one.');
	await pc.show(page, `/counts/${stocktakeId}`);
	await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();

	await base.step('what is typed finds its best answer, wherever the mouse lies', async () => {
		const find = page.getByRole('combobox', { name: 'Find a line' });
		const place = await find.boundingBox();
		if (place === null) throw new Error('There is no box to find a line in.');
		const mouseLies = () => page.mouse.move(place.x + 40, place.y + 130);
		await mouseLies();
		await page.keyboard.press('Control+F');
		await page.keyboard.type('kg', { delay: 20 });
		const answers = page.getByRole('option');
		await expect(answers.nth(4)).toContainText('kg');
		// The browser reports what is now below the resting mouse.
		await mouseLies();
		await expect(answers.first()).toHaveAttribute('data-highlighted');
		await page.keyboard.press('ArrowDown');
		await expect(answers.nth(1)).toHaveAttribute('data-highlighted');
		await page.keyboard.press('Escape');
		await expect(answers).toHaveCount(0);
	});

	await base.step('undo after a reload takes it back, and redo puts it back', async () => {
		await goTo(page, single);
		await tabTo(page, boxOf(page, single, 'each'));
		await page.keyboard.type('5');
		await page.keyboard.press('Enter');
		await expect(page.getByText('last entry saved')).toBeVisible();
		await page.reload();
		await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();
		await page.keyboard.press('Control+Z');
		await expect(boxOf(page, single, 'each')).toHaveValue('');
		await page.keyboard.press('Control+Shift+Z');
		await expect(boxOf(page, single, 'each')).not.toHaveValue('');
		await page.keyboard.press('Control+Z');
		await expect(boxOf(page, single, 'each')).toHaveValue('');
	});

	await base.step(
		'an undo takes back the entry before it, even while that is being saved',
		async () => {
			const stateOfIt = async () =>
				(await linesOf(pc, stocktakeId)).find(({ lineNo }) => lineNo === single.lineNo)?.state;
			for (const after of [['Enter'], ['Enter', 'ArrowUp']]) {
				const release = await holdBack(page, 'stocktake.enter');
				await goTo(page, single);
				await tabTo(page, boxOf(page, single, 'each'));
				await page.keyboard.type('5');
				for (const key of [...after, 'Control+Z']) await page.keyboard.press(key);
				await release();
				await expect(boxOf(page, single, 'each')).toHaveValue('');
				await expect.poll(stateOfIt).toBe('uncounted');
				await page.keyboard.press('Control+Shift+Z');
				await expect.poll(stateOfIt).toBe('quantity');
				await page.keyboard.press('Control+Z');
				await expect.poll(stateOfIt).toBe('uncounted');
			}
		},
	);

	await base.step('an undo answered late leaves the focus where the person went', async () => {
		const other = lines.find(
			({ lineNo }) => lineNo !== lines[0]?.lineNo && lineNo !== single.lineNo,
		);
		if (other === undefined) throw new Error('There are two lines.');
		await goTo(page, single);
		await tabTo(page, boxOf(page, single, 'each'));
		await page.keyboard.type('5');
		await page.keyboard.press('Enter');
		await expect(boxOf(page, single, 'each')).toHaveValue('5');
		const held = Promise.withResolvers<undefined>();
		const path = '**/call/stocktake.undo';
		const answered = page.waitForResponse(path);
		const asked = page.waitForRequest(path, { timeout: 10_000 });
		await page.route(path, async (route) => {
			const response = await route.fetch();
			await held.promise;
			await route.fulfill({ response });
		});
		await page.keyboard.press('Control+Z');
		await asked;
		await goTo(page, other);
		const here = page.locator('input:focus');
		await page.keyboard.type('8');
		held.resolve(undefined);
		await (await answered).finished();
		await expect(boxOf(page, single, 'each')).toHaveValue('');
		await expect(here).toHaveValue('8');
		await page.keyboard.press('Escape');
		await page.unroute(path);
	});

	const stateOfFirst = async () => (await linesOf(pc, stocktakeId))[0]?.state;
	await base.step('what was refused stands there after a reload', async () => {
		await page.keyboard.press('Control+Home');
		await page.keyboard.type('3*');
		await page.keyboard.press('Enter');
		await expect(page.locator('input[aria-invalid=true]')).toHaveValue('3*');
		await page.reload();
		await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();
		await expect(page.locator('input[aria-invalid=true]')).toHaveValue('3*');
		await page.keyboard.press('F8');
		await page.keyboard.type('3');
		await page.keyboard.press('Enter');
		await expect(page.locator('input[aria-invalid=true]')).toHaveCount(0);
		await page.keyboard.press('Control+Z');
		await expect.poll(stateOfFirst).toBe('uncounted');
	});

	await base.step('what was typed in the open box is entered when the page goes', async () => {
		// As on a busy PC, the page is gone before its request is.
		const gone = Promise.withResolvers<undefined>();
		await page.route('**/call/stocktake.enter', async (route) => {
			await gone.promise;
			await route.continue();
		});
		await page.keyboard.press('Control+Home');
		await page.keyboard.type('6');
		await expect(page.locator('input:focus')).toHaveValue('6');
		await page.reload();
		gone.resolve(undefined);
		await expect.poll(stateOfFirst).toBe('quantity');
		await page.unroute('**/call/stocktake.enter');
		await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();
		await page.keyboard.press('Control+Z');
		await expect.poll(stateOfFirst).toBe('uncounted');
	});
});

base(
	'a scanner finds its line from anywhere and never types into a box',
	async ({ page, kitchen }) => {
		const { pc, locationId } = kitchen;
		const stocktakeId = await openCount(pc, locationId, { scope: { kind: 'full' } });
		const lines = await linesOf(pc, stocktakeId);
		const once = lines.filter(
			({ itemId }) => lines.filter((each) => each.itemId === itemId).length === 1,
		);
		const line = once.at(-1);
		if (line === undefined) throw new Error('Nothing stands in one place alone.');
		const item = await pc.call('item.get', { itemId: line.itemId, locationId });
		const [{ barcode } = { barcode: '' }] = item.barcodes;
		await pc.show(page, `/counts/${stocktakeId}`);
		await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();
		const cdp = await page.context().newCDPSession(page);

		await base.step('a known code', async () => {
			const before = page.locator('input:focus');
			const name = await before.getAttribute('aria-label');
			await scan(cdp, [...barcode, 'Enter']);
			const row = page.getByRole('row').filter({ hasText: line.code });
			await expect(row.locator('input:focus')).toBeVisible();
			await expect(row.locator('[data-flash]')).toBeVisible();
			await expect(row).toHaveCSS('animation-name', /^light-/);
			expect((await linesOf(pc, stocktakeId)).every(({ state }) => state === 'uncounted')).toBe(
				true,
			);
			expect(name).not.toBe(await page.locator('input:focus').getAttribute('aria-label'));
		});

		await base.step('what is typed behind a code waits for its line, or is told', async () => {
			await page.keyboard.press('Control+Home');
			const inHand = page.getByRole('row').filter({ has: page.locator('input:focus') });
			const first = lines.find(({ areaId }) => areaId === line.areaId) ?? line;
			await expect(inHand).toContainText(first.code);
			const answerUnknown = await holdBack(page, 'item.byBarcode');
			await scan(cdp, [...'4006381333931', 'Enter']);
			await page.keyboard.press('7');
			await page.keyboard.press('Enter');
			await answerUnknown();
			const told = page.getByText('“7” was not entered');
			await expect(told).toBeVisible();
			// The current item changes: the line, and no box, has the focus.
			const here = page.getByRole('rowheader').filter({ hasText: first.code });
			await expect(here).toBeFocused();
			await page.keyboard.press('8');
			await page.keyboard.press('Enter');
			await expect(here).toBeFocused();
			const answerKnown = await holdBack(page, 'item.byBarcode');
			await scan(cdp, [...barcode, 'Enter']);
			await page.keyboard.press('3');
			await page.keyboard.press('Enter');
			await answerKnown();
			const totalOf = async () =>
				(await linesOf(pc, stocktakeId)).find(({ lineNo }) => lineNo === line.lineNo)?.total;
			await expect.poll(totalOf).toBe('3');
			const counted = (await linesOf(pc, stocktakeId)).filter((each) => each.total !== null);
			expect(counted.map(({ lineNo }) => lineNo)).toEqual([line.lineNo]);
			await page.keyboard.press('Control+Z');
			await expect.poll(totalOf).not.toBe('3');
			// A scan restores the text that the box showed before the burst.
			const row = page.getByRole('row').filter({ hasText: line.code });
			await expect(row.locator('input:focus')).toHaveValue('');
		});

		await base.step('an unknown one is kept with how often it was scanned', async () => {
			await scan(cdp, [...'4006381333931', 'Enter']);
			await expect(page.getByText(/scanned 2 times/)).toBeVisible();
			await scan(cdp, [...'4006381333931', 'Enter']);
			await expect(page.getByText(/scanned 3 times/)).toBeVisible();
			await expect(page.getByRole('tabpanel')).toHaveCSS('animation-name', /warn-/);
			await expect(page.getByRole('rowheader').and(page.locator(':focus'))).toBeVisible();
		});

		await base.step('and entered into a line by keyboard', async () => {
			await page.keyboard.press('Control+F');
			await pressOn(page, page.getByRole('button', { name: '1 unrecognised barcode' }));
			const dialog = page.getByRole('dialog');
			await pressOn(page, dialog.getByRole('button', { name: 'Add to a line…' }));
			await tabTo(page, dialog.getByRole('combobox', { name: 'Line' }));
			await page.keyboard.type(line.code);
			await expect(page.getByRole('option', { name: line.code })).toBeVisible();
			await page.keyboard.press('Enter');
			await pressOn(page, dialog.getByRole('button', { name: 'Add', exact: true }));
			await expect
				.poll(
					async () =>
						(await linesOf(pc, stocktakeId)).find(({ lineNo }) => lineNo === line.lineNo)?.total,
				)
				.toBe('3');
		});
	},
);

base(
	'two people in two browsers see each other count @browser @night',
	async ({ page, browser, kitchen }) => {
		const { pc, locationId } = kitchen;
		const stocktakeId = await openCount(pc, locationId, { scope: { kind: 'full' } });
		const [first] = (await linesOf(pc, stocktakeId)).filter((line) => has(line, 'each'));
		if (first === undefined) throw new Error('Nothing is counted one by one.');
		const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
		const other = await context.newPage();
		for (const each of [page, other]) {
			await pc.show(each, `/counts/${stocktakeId}`);
			await expect(each.getByRole('grid').locator('input:focus')).toBeVisible();
		}

		const box = (each: Page) => boxOf(each, first, 'each');
		await base.step('an entry of one stands in the window of the other', async () => {
			await goTo(page, first);
			await tabTo(page, box(page));
			await page.keyboard.type('5');
			await page.keyboard.press('Enter');
			await expect(box(other)).toHaveValue('5');
		});

		await base.step(
			'a count that is closed elsewhere says what was not saved any more',
			async () => {
				await box(other).press('Control+A');
				await other.keyboard.type('9');
				await pc.call('stocktake.discard', { stocktakeId, reason: 'Opened twice' });
				await expect(other.getByText(`“9” for ${first.name} was not saved.`)).toBeVisible();
			},
		);
		await context.close();
	},
);

// Run in the page.

function linesBelowSight(): number {
	const grid = document.querySelector('[role=grid]');
	const end = grid?.parentElement?.getBoundingClientRect().bottom ?? 0;
	const rows = [...(grid?.querySelectorAll('tbody tr') ?? [])];
	return rows.filter((row) => row.getBoundingClientRect().top >= end).length;
}

/** Fully visible lines below the current one. */
function linesAhead(): number {
	const grid = document.querySelector('[role=grid]');
	const end = grid?.parentElement?.getBoundingClientRect().bottom ?? 0;
	const inHand = document.activeElement?.getBoundingClientRect().bottom ?? 0;
	const boxes = [...(grid?.querySelectorAll('tbody tr:has(input)') ?? [])];
	return boxes.filter((row) => {
		const { top, bottom } = row.getBoundingClientRect();
		return top >= inHand - 1 && bottom <= end + 1;
	}).length;
}

/** DOM writes to the rows by a scroll of so many px, until its frame is painted. */
function writesOfScrolling(px: number): Promise<number> {
	const grid = document.querySelector('[role=grid]');
	const viewport = grid?.parentElement;
	if (!grid || !viewport) throw new Error('There is no grid to scroll.');
	let writes = 0;
	const watch = new MutationObserver((records) => {
		writes += records.length;
	});
	watch.observe(grid, { subtree: true, childList: true, attributes: true, characterData: true });
	viewport.scrollTop += px;
	return new Promise((resolve) => {
		// The page handles a scroll, and writes its changes, before frame callbacks.
		requestAnimationFrame(() => {
			watch.disconnect();
			resolve(writes);
		});
	});
}
