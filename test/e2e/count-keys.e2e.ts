// How many keys a count takes, each task with its ceiling.
import { drained, expect, test } from '../support/office.ts';
import { CountedKeys } from './keyboard.ts';

test('a count of one area takes few keys, and another like it one', async ({ page, kitchen }) => {
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
			page.getByRole('button', { name: /^Review \d+ open documents? first/ }),
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
});
