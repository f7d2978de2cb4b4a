// Settings by keyboard: language and direction, appearance, and how few keys find one.
import { expect, test } from '../support/office.ts';
import { keysFor, tabTo } from './keyboard.ts';

test('language, theme, density and text size apply at once, and outlive a reload @night', async ({
	page,
	kitchen,
}) => {
	const root = page.locator('html');
	const chosen = (group: string) =>
		page.getByRole('radiogroup', { name: group }).getByRole('radio', { checked: true });
	await kitchen.pc.show(page, '/settings');

	await tabTo(page, page.getByRole('radio', { name: 'English' }));
	await page.keyboard.press('ArrowRight');
	await expect(root).toHaveAttribute('dir', 'rtl');
	await expect(page.getByRole('heading', { level: 1, name: 'الإعدادات' })).toBeVisible();
	const rail = await page.getByRole('navigation').first().boundingBox();
	expect(rail?.x, 'the rail stands on the right').toBeGreaterThan(1000);
	await page.keyboard.press('ArrowRight');
	await expect(root).toHaveAttribute('dir', 'ltr');

	await tabTo(page, chosen('Theme'));
	await page.keyboard.press('End');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowRight');
	await expect(root).toHaveAttribute('data-theme', 'dark');
	const paper = await page
		.locator('body')
		.evaluate((body) => getComputedStyle(body).backgroundColor);
	expect(Math.max(...(paper.match(/\d+/g) ?? []).slice(0, 3).map(Number))).toBeLessThan(80);

	await tabTo(page, chosen('Density'));
	await page.keyboard.press('ArrowRight');
	await expect(root).toHaveAttribute('data-density', 'touch');
	await page.getByLabel('Text size').selectOption('200');
	await expect(root).toHaveCSS('font-size', '32px');

	await page.reload();
	await expect(root).toHaveAttribute('data-theme', 'dark');
	await expect(root).toHaveAttribute('data-density', 'touch');
	await expect(root).toHaveCSS('font-size', '32px');
});

test('each setting takes at most five keys to find @night', async ({ page, kitchen }) => {
	await kitchen.pc.show(page, '/settings');
	const search = page.getByRole('combobox', { name: 'Find a setting' });
	await expect(search, 'the page starts there').toBeFocused();
	for (const [letters, target] of [
		['tex', page.getByLabel('Text size')],
		['dens', page.getByRole('radio', { name: 'Default' })],
		['pre', page.getByLabel('Prefix before a code')],
		[
			'undo',
			page
				.getByRole('radiogroup', { name: 'Undo after submitting' })
				.getByRole('radio', { checked: true }),
		],
		['name', page.getByRole('textbox', { name: 'Names of the staff' })],
	] as const) {
		await search.focus();
		const keys = await keysFor(page, async () => {
			await page.keyboard.type(letters);
			await page.keyboard.press('Enter');
			await expect(target).toBeFocused();
		});
		expect(keys, letters).toBeLessThanOrEqual(5);
	}
});
