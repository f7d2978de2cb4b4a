// The review of a count: where the focus goes, and what stays in sight.
import { acknowledgeCutOff, expect, test } from '../support/office.ts';
import { fillIn, pressOn } from './keyboard.ts';

test('a review keeps the focus where buttons go, and the panel of a line in sight @night', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	const plan = { scope: { kind: 'full' as const }, approval: 'another' as const };
	const input = { locationId, name: 'Month end', plan, intentId: crypto.randomUUID() };
	const { stocktakeId } = await pc.call('stocktake.open', input);
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
	for (const { lineNo, units } of lines.slice(0, 3)) {
		const entry = { lineNo, unitId: units.at(-1)?.unitId ?? '', typed: '901', locale: 'en-GB' };
		await pc.call('stocktake.enter', { stocktakeId, ...entry });
	}
	await acknowledgeCutOff(pc, stocktakeId);
	await pc.show(page, `/counts/${stocktakeId}/review`);
	const question = page.getByRole('alertdialog');
	const heading = page.getByRole('heading', { level: 1 });

	await test.step('the heading has the focus of a button that is gone', async () => {
		await pressOn(page, page.getByRole('button', { name: 'Approve', exact: true }));
		await fillIn(page, question.getByLabel('Approver'), 'Samir Kaya');
		await expect(page.getByRole('option', { name: 'Samir Kaya' })).toBeVisible();
		// Enter in a chosen name presses the button, as in any form.
		await page.keyboard.press('Enter');
		await page.keyboard.press('Enter');
		await expect(question).toBeHidden();
		await expect(heading).toBeFocused();
		await pressOn(page, page.getByRole('button', { name: 'Withdraw approval' }));
		await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
		await expect(heading).toBeFocused();
	});

	await test.step("the table never hides a line's panel", async () => {
		await page.locator('tr[data-line] a').first().focus();
		const panel = page.getByRole('region', { name: /^Line \d+: / });
		await expect(panel.getByRole('heading')).toBeInViewport({ ratio: 1 });
		const onTop = (title: HTMLElement) => {
			const { left, top, height } = title.getBoundingClientRect();
			return title.contains(document.elementFromPoint(left + 4, top + height / 2));
		};
		await expect.poll(() => panel.getByRole('heading').evaluate(onTop)).toBe(true);
	});
});
