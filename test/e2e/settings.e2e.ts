// Settings by keyboard: language and direction, appearance, and practice faults.
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, fetched, test } from '../support/office.ts';
import { pressOn, tabTo } from './keyboard.ts';

test('language, theme and density apply at once and persist', async ({ page, kitchen }) => {
	const { pc } = kitchen;
	const root = page.locator('html');
	await pc.show(page, '/settings');

	await tabTo(page, page.getByRole('radio', { name: 'English' }));
	await page.keyboard.press('ArrowRight');
	await expect(root).toHaveAttribute('dir', 'rtl');
	await expect(root).toHaveAttribute('lang', 'ar');
	await expect(page.getByRole('heading', { level: 1, name: 'الإعدادات' })).toBeVisible();
	const rail = await page.getByRole('navigation').first().boundingBox();
	expect(rail?.x, 'the rail stands on the right').toBeGreaterThan(1000);

	await page.keyboard.press('ArrowRight');
	await expect(root).toHaveAttribute('dir', 'ltr');

	await tabTo(
		page,
		page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { checked: true }),
	);
	await page.keyboard.press('End');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowRight');
	await expect(root).toHaveAttribute('data-theme', 'dark');
	const paper = await page
		.locator('body')
		.evaluate((body) => getComputedStyle(body).backgroundColor);
	expect(Math.max(...(paper.match(/\d+/g) ?? []).slice(0, 3).map(Number))).toBeLessThan(80);

	await tabTo(
		page,
		page.getByRole('radiogroup', { name: 'Density' }).getByRole('radio', { checked: true }),
	);
	await page.keyboard.press('ArrowRight');
	await expect(root).toHaveAttribute('data-density', 'touch');

	await page.reload();
	await expect(root).toHaveAttribute('data-theme', 'dark');
	await expect(root).toHaveAttribute('data-density', 'touch');
});

test('practice faults are switched on and off', async ({ page, pc, stocked }) => {
	const practiceFolder = join(pc.dataFolder, 'practice');
	await mkdir(practiceFolder);
	await copyFile(await stocked('small'), join(practiceFolder, 'practice.db'));
	await pc.start(['--practice']);
	await pc.until(fetched);
	const pill = page.getByRole('link', { name: 'Open outbox' });
	await pc.show(page, '/settings');

	const offline = page.getByRole('switch', { name: 'No network' });
	await pressOn(page, page.getByRole('button', { name: 'Turn all off' }));
	await expect(page.getByText('No faults are on.')).toBeVisible();
	await expect(offline, 'the button leads to the cause').toBeFocused();
	await page.keyboard.press('Space');
	await expect(offline).toBeChecked();
	await tabTo(page, page.getByRole('button', { name: 'Check the network' }), 'Shift+Tab');
	await page.keyboard.press('Enter');
	await expect(page.getByText('The service did not answer.')).toBeVisible();
	await expect(pill).toContainText('Offline');
	await expect(page.getByRole('banner').getByText('PRACTICE', { exact: true })).toBeVisible();

	await pressOn(page, page.getByRole('button', { name: 'Turn all off' }));
	await expect(offline).not.toBeChecked();
	await expect(pill).toContainText('Online');
});
