// A count sheet under the mouse: scrolling, dragging, and little room.
import type { Sheet } from '../../src/shared/bridge/stocktake.ts';
import { expect, test } from '../support/office.ts';
import { pressOn, tabTo } from './keyboard.ts';

test('rows keep their place while one scrolls, and areas and lines are dragged @night', async ({
	page,
	kitchen,
}) => {
	const { pc, locationId } = kitchen;
	const { stocktakeId } = await pc.call('stocktake.open', {
		locationId,
		name: 'Night count',
		plan: { scope: { kind: 'full' } },
		intentId: crypto.randomUUID(),
	});
	const sheet = (): Promise<Sheet> => pc.call('stocktake.sheet', { stocktakeId });
	const { areas, lines } = await sheet();
	const [first, second] = areas;
	const [line, below] = lines;
	if (!first || !second || !line || !below) throw new Error('There is too little to count.');
	await pc.show(page, `/counts/${stocktakeId}`);
	const inBox = page.getByRole('grid').locator('input:focus');
	await expect(inBox).toBeVisible();
	const tab = (name: string) => page.getByRole('tab').filter({ hasText: name });
	const tabs = async () => (await sheet()).areas.map(({ name }) => name);

	await test.step('half a number stays in its row however far one scrolls', async () => {
		await page.keyboard.press('7');
		await expect(inBox).toHaveValue('7');
		const name = (await inBox.getAttribute('aria-label')) ?? '';
		const grid = page.getByRole('grid');
		for (const top of [340, 5_000, 100_000, 4_000, 0]) {
			const rows = await grid.evaluateHandle((table, to) => {
				if (table.parentElement) table.parentElement.scrollTop = to;
				return table;
			}, top);
			await expect.poll(() => rows.evaluate(standing)).toEqual({ inOrder: true, filled: true });
			await expect(inBox).toHaveAttribute('aria-label', name);
			await expect(inBox).toHaveValue('7');
			expect(await grid.getByRole('textbox').evaluateAll(howManySay, '7')).toBe(1);
		}
		await page.keyboard.press('Escape');
		await expect(inBox).toHaveValue('');
	});

	await test.step('an area is dragged before another', async () => {
		await tab(second.name).dragTo(tab(first.name), { targetPosition: { x: 4, y: 10 } });
		await expect(page.getByRole('tab').first()).toContainText(second.name);
		await tab(first.name).dragTo(tab(second.name), { targetPosition: { x: 4, y: 10 } });
		await expect.poll(async () => (await tabs())[0]).toBe(first.name);
	});

	await test.step('a line is dragged after another by its number', async () => {
		const handle = page.getByRole('img', { name: String(line.lineNo), exact: true });
		const target = page.getByRole('row').filter({ hasText: below.code });
		const { height } = (await target.boundingBox()) ?? { height: 0 };
		await handle.dragTo(target, { targetPosition: { x: 90, y: height - 3 } });
		await expect
			.poll(async () => (await sheet()).lines.slice(0, 2).map(({ lineNo }) => lineNo))
			.toEqual([below.lineNo, line.lineNo]);
	});

	await test.step('a box has the focus again when a dialog moved its line', async () => {
		await page.keyboard.press('Alt+KeyM');
		const dialog = page.getByRole('alertdialog');
		await tabTo(page, dialog.getByLabel('Shelf'));
		await page.keyboard.press('Control+A');
		await page.keyboard.type('By the door');
		await pressOn(page, dialog.getByRole('button', { name: /^Move/ }));
		await expect(page.getByRole('row').filter({ hasText: 'By the door' })).toBeVisible();
		await expect(inBox).toBeVisible();
	});

	await test.step('at 200 % zoom the current line is visible, and Ctrl Enter leads to the review', async () => {
		await page.setViewportSize({ width: 683, height: 384 });
		await page.keyboard.press('Control+Home');
		await expect(inBox).toBeInViewport({ ratio: 1 });
		const wider = () => document.documentElement.scrollWidth - window.innerWidth;
		expect(await page.evaluate(wider)).toBeLessThanOrEqual(0);
		await page.keyboard.press('Control+F');
		await page.keyboard.press('Escape');
		await expect(inBox).toBeFocused();
		await page.keyboard.press('Control+Enter');
		await expect(page.getByRole('heading', { name: /^Review/ })).toBeVisible();
	});
});

/** Whether page rows are in order, and one is in the middle of the view. */
function standing(table: Element): { inOrder: boolean; filled: boolean } {
	const rows = [...table.querySelectorAll('tbody tr')];
	const places = rows.map((row) => ({
		number: Number(row.getAttribute('aria-rowindex')),
		top: row.getBoundingClientRect().top,
	}));
	const inOrder = places.every(({ number, top }, at) => {
		const before = places[at - 1];
		return before === undefined || (number > before.number && top > before.top);
	});
	const { x, y, width, height } = (table.parentElement ?? table).getBoundingClientRect();
	const middle = document.elementFromPoint(x + width / 2, y + height / 2);
	return { inOrder, filled: middle?.closest('tr[aria-rowindex]') !== null };
}

const howManySay = (boxes: Element[], typed: string): number =>
	boxes.filter((box) => box instanceof HTMLInputElement && box.value === typed).length;
