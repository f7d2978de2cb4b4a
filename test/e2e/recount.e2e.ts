// Lines of a review by keyboard, and its title in the largest text.
import { expect, test } from '../support/office.ts';

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
