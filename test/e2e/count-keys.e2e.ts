// How many keys a count takes, each task with its ceiling, and what is done with counts after that.
import { drained, expect, test } from '../support/office.ts';
import { CountedKeys, pressOn, tabTo } from './keyboard.ts';

test('a count of one area takes few keys, and another like it one @night', async ({
	page,
	kitchen,
}) => {
	const { pc, locationId } = kitchen;
	// Hears the sounds that the page makes.
	await page.addInitScript(() => {
		const start = OscillatorNode.prototype.start;
		OscillatorNode.prototype.start = function (...when) {
			const { dataset } = document.documentElement;
			dataset['sounds'] = `${dataset['sounds'] ?? ''}♪`;
			start.apply(this, when);
		};
	});
	await pc.show(page, '/counts');
	const { locations } = await pc.call('location.list', {});
	const areas = locations.find((each) => each.locationId === locationId)?.areas ?? [];
	const place = areas.findIndex(({ items }) => items > 20);
	const area = areas[place]?.name ?? '';
	const heading = page.getByRole('heading', { level: 1 });
	const box = page.getByRole('grid').locator('input:focus');
	await expect(heading).toHaveText('Counts');

	await test.step('a new count of one area: 6 keys', async () => {
		const keys = new CountedKeys(page);
		await keys.press('Alt+N');
		await expect(page.getByRole('checkbox', { name: 'All areas' })).toBeFocused();
		for (let at = 0; at <= place; at += 1) await keys.press('Tab');
		await keys.press('Alt+O');
		await expect(page.getByText('1 area', { exact: false }).first()).toBeVisible();
		await expect(page.getByLabel('Name')).toHaveValue(new RegExp(`: ${area}$`));
		await keys.press('Control+Enter');
		await expect(heading).toHaveText(new RegExp(`: ${area}$`));
		await expect(box).toBeVisible();
		expect(keys.pressed).toBeLessThanOrEqual(6);
	});

	const stocktakeId = new URL(page.url()).hash.split('/')[2] ?? '';
	const sheet = () => pc.call('stocktake.sheet', { stocktakeId });
	const counted = async () => (await sheet()).summary.counted;

	await test.step('an entry that is not accepted is heard, and stays in sight', async () => {
		await page.keyboard.type('x');
		await page.keyboard.press('Enter');
		await page.keyboard.press('Enter');
		const refused = page.getByRole('button', { name: /^1 entry not accepted/ });
		await expect(refused).toBeVisible();
		await expect(page.locator('html[data-sounds$="♪"]')).toBeVisible();
		await page.keyboard.press('F8');
		await page.keyboard.press('Escape');
		await expect(refused).toBeHidden();
		await expect(box).toHaveAttribute('aria-label', /line 1,/);
	});

	await test.step('15 lines: 67 keys', async () => {
		const keys = new CountedKeys(page);
		const { lines } = await sheet();
		for (const line of lines.slice(0, 15)) {
			const label = (await box.getAttribute('aria-label')) ?? '';
			expect(label).toContain(line.name);
			const unit = line.units.find(({ name }) => label.toLowerCase().startsWith(name));
			await keys.type(unit === undefined || unit.places > 0 ? '2' : '12');
			await keys.press('Enter');
		}
		await expect.poll(counted).toBeGreaterThan(10);
		expect(keys.pressed).toBeLessThanOrEqual(67);
	});

	await test.step('from the review to the submit: 30 keys', async () => {
		const keys = new CountedKeys(page);
		const dialog = page.getByRole('dialog');
		await keys.press('Control+Enter');
		await expect(
			page.getByRole('button', { name: /^Acknowledge \d+ open documents? first/ }),
		).toBeVisible();
		await keys.press('Control+Enter');
		await expect(dialog.getByRole('button', { name: /^Acknowledge/ }).first()).toBeFocused();
		await keys.press('Control+Enter');
		await expect(dialog).toBeHidden();
		await expect(page.getByRole('button', { name: 'Submit count' })).toBeVisible();
		await keys.press('Control+Enter');
		const submit = page.getByRole('alertdialog').getByRole('button', { name: 'Submit count' });
		await expect(submit).toBeFocused();
		await keys.press('Enter');
		await expect(page.getByText('This count is sent and confirmed.')).toBeVisible();
		await pc.until(drained);
		expect(keys.pressed).toBeLessThanOrEqual(30);
	});

	await test.step('the same count again: one key', async () => {
		await pc.show(page, '/counts');
		await expect(page.getByRole('row').filter({ hasText: area })).toBeVisible();
		await page.keyboard.press('Alt+R');
		await expect(heading).toHaveText(new RegExp(`: ${area} \\(2\\)$`));
		await expect(box).toHaveValue('');
	});

	await test.step('two past counts are compared from the earlier to the later one', async () => {
		const again = new URL(page.url()).hash.split('/')[2] ?? '';
		await pc.call('stocktake.discard', { stocktakeId: again, reason: 'Opened twice' });
		await pc.show(page, '/counts/history');
		const row = page.locator('[role=grid] tr[tabindex="0"]');
		await expect(row).toBeVisible();
		const state = page.getByRole('combobox', { name: 'State' });
		await state.selectOption('discarded');
		await expect(page).toHaveURL(/state=discarded/);
		await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
		await state.selectOption('all');
		await expect(page.getByRole('grid').getByRole('row')).toHaveCount(3);
		await row.focus();
		for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
		await tabTo(page, page.getByRole('button', { name: 'Compare counts' }), 'Shift+Tab');
		await page.keyboard.press('Enter');
		await expect(page).toHaveURL(new RegExp(`/counts/${stocktakeId}/compare/${again}$`));
	});

	await test.step('a past count is repeated with its boxes', async () => {
		await pc.show(page, `/counts/${stocktakeId}/review`);
		await pressOn(page, page.getByRole('button', { name: 'Count again…' }));
		const dialog = page.getByRole('alertdialog');
		await tabTo(page, dialog.getByRole('radio', { checked: true }));
		await page.keyboard.press('ArrowDown');
		await pressOn(page, dialog.getByRole('button', { name: 'Open new count' }));
		await expect(heading).toHaveText(new RegExp(`: ${area} \\(\\d\\)$`));
		const { stocktakes } = await pc.call('stocktake.list', { locationId });
		expect(stocktakes[0]?.counted).toBeGreaterThan(10);
		await expect(box).toBeVisible();
	});

	const plan = { scope: { kind: 'full' as const } };
	const another = { locationId, name: 'Night count', plan, intentId: crypto.randomUUID() };
	const { stocktakeId: other } = await pc.call('stocktake.open', another);
	const otherLine = async (number: number) =>
		(await pc.call('stocktake.sheet', { stocktakeId: other })).lines.find(
			({ lineNo }) => lineNo === number,
		);
	const question = page.getByRole('alertdialog');

	await test.step('two counts of a line are what the person says', async () => {
		await pc.show(page, `/counts/${other}`);
		await expect(box).toHaveAttribute('aria-label', /line 1,/);
		const unit = (await otherLine(1))?.units.at(-1);
		const entry = { lineNo: 1, unitId: unit?.unitId ?? '', typed: '5', locale: 'en-GB', by: 'Sam' };
		await pc.call('stocktake.enter', { stocktakeId: other, ...entry });
		await page.keyboard.press('End');
		await page.keyboard.type('7');
		await page.keyboard.press('Enter');
		await expect(question).toContainText('Sam has already counted');
		await tabTo(page, question.getByRole('radio', { checked: true }));
		await page.keyboard.press('ArrowDown');
		await pressOn(page, question.getByRole('button', { name: 'Use for this count' }));
		await expect.poll(async () => (await otherLine(1))?.total, 'the later one').toBe('7');
		await expect(question).toHaveCount(0);
	});

	await test.step('a line is added, moved, and removed after a question', async () => {
		const { itemId = '', areaId = '', units = [] } = (await otherLine(1)) ?? {};
		const place = { itemId, areaId, shelf: '', behind: 1 };
		const { lineNo } = await pc.call('stocktake.addLine', { stocktakeId: other, ...place });
		const entry = { lineNo, unitId: units.at(-1)?.unitId ?? '', typed: '5', locale: 'en-GB' };
		await pc.call('stocktake.enter', { stocktakeId: other, ...entry });
		const number = page.getByRole('img', { name: String(lineNo), exact: true });
		const added = page.getByRole('row').filter({ has: number }).locator('input').first();
		await added.focus();
		await page.keyboard.press('Alt+KeyM');
		await tabTo(page, question.getByLabel('Shelf'));
		await page.keyboard.type('By the door');
		await pressOn(page, question.getByRole('button', { name: /^Move/ }));
		await expect.poll(async () => (await otherLine(lineNo))?.shelf).toBe('By the door');
		await expect(question).toHaveCount(0);
		await added.focus();
		await page.keyboard.press('Control+F');
		await pressOn(page, page.getByRole('button', { name: 'More' }));
		await tabTo(page, page.getByRole('menuitem', { name: 'Remove line' }), 'ArrowDown');
		await page.keyboard.press('Enter');
		await pressOn(page, question.getByRole('button', { name: 'Remove' }));
		await expect.poll(() => otherLine(lineNo)).toBeUndefined();
		await expect(question).toHaveCount(0);
	});
});
