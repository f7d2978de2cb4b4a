// Settings by keyboard: language and direction, appearance, and practice faults.
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, fetched, test } from '../support/office.ts';
import { keysFor, pressOn, tabTo } from './keyboard.ts';

test('language, theme and density apply at once and persist @night', async ({ page, kitchen }) => {
	const { pc, locationId } = kitchen;
	const root = page.locator('html');
	const { reasons } = await pc.call('wasteReason.list', {});
	const labels = ['Binned', 'Spilt'].map((words, at) => {
		return { words, reasonId: reasons[at]?.reasonId ?? '' };
	});
	await pc.call('waste.saveLabels', { locationId, labels });
	await pc.call('settings.set', { staff: ['Noor Haddad', 'Ana Silva'] });
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
	await expect(page.getByLabel('Text size').locator('option:checked')).toHaveText('100%');

	await test.step('a setting is found by its name', async () => {
		await page.getByRole('combobox', { name: 'Find a setting' }).focus();
		await page.keyboard.type('dens');
		await page.keyboard.press('Enter');
		await expect(page.getByRole('radio', { name: 'Touch' })).toBeFocused();
	});

	await test.step('words for waste have the keys of their order', async () => {
		await pressOn(page, page.getByRole('button', { name: 'Move Spilt up' }));
		const words = async () => (await pc.call('waste.labels', { locationId })).labels;
		await expect.poll(async () => (await words())[0]?.words).toBe('Spilt');
		expect(await words()).toHaveLength(2);
	});

	await test.step('somebody of the staff takes over', async () => {
		await tabTo(page, page.getByRole('button', { name: /Noor Haddad works here/ }), 'Shift+Tab');
		await page.keyboard.press('Enter');
		await tabTo(page, page.getByRole('menuitem', { name: 'Ana Silva' }), 'ArrowDown');
		await page.keyboard.press('Enter');
		await expect(page.getByRole('button', { name: /Ana Silva works here/ })).toBeVisible();
	});

	await test.step('a service check writes what is ticked', async () => {
		await pc.show(page, '/settings/service-check');
		await tabTo(page, page.getByRole('switch', { name: 'Also write test documents' }));
		await page.keyboard.press('Space');
		const waste = page.getByRole('checkbox', { name: 'Waste' });
		await expect(waste).toBeChecked();
		await tabTo(page, waste);
		await page.keyboard.press('Space');
		await expect(waste).not.toBeChecked();
	});
});

test('settings are found by name, and the person is chosen for this window @night', async ({
	page,
	kitchen,
}) => {
	const { pc } = kitchen;
	await pc.show(page, '/settings');
	const search = page.getByRole('combobox', { name: 'Find a setting' });
	await expect(search, 'the page starts there').toBeFocused();
	await expect(page.getByRole('region', { name: 'Person, location and appearance' })).toBeVisible();

	await test.step('each setting takes at most five keys', async () => {
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

	await test.step('the text size scales rows and columns', async () => {
		await page.getByLabel('Text size').selectOption('200');
		await expect
			.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
			.toBe('32px');
		await page.getByLabel('Text size').selectOption('100');
	});

	await test.step('a new person in the header', async () => {
		await tabTo(page, page.getByRole('button', { name: 'Noor Haddad works here' }), 'Shift+Tab');
		await page.keyboard.press('Enter');
		await tabTo(page, page.getByRole('menuitem', { name: 'Someone else' }), 'ArrowDown');
		await page.keyboard.press('Enter');
		await expect(page.getByRole('alertdialog').getByRole('textbox')).toBeFocused();
		await page.keyboard.type('Ana Silva');
		await page.keyboard.press('Enter');
		const person = page.getByRole('button', { name: 'Ana Silva works here' });
		await expect(person).toBeVisible();
		await expect(person, 'focus returns').toBeFocused();
	});

	await test.step('does not change the person of another window', async () => {
		await pc.call('settings.set', { person: 'Ben Osei' });
		await expect(page.getByRole('textbox', { name: 'Names of the staff' })).toHaveValue(/Ben Osei/);
		await expect(page.getByRole('button', { name: 'Ana Silva works here' })).toBeVisible();
	});
});

test('practice faults are switched on and off @browser @night', async ({ page, pc, stocked }) => {
	const practiceFolder = join(pc.dataFolder, 'practice');
	await mkdir(practiceFolder);
	await copyFile(await stocked('small'), join(practiceFolder, 'practice.db'));
	await pc.start(['--practice', '--data-set', 'small']);
	await pc.until(fetched);
	const pill = page.getByRole('link', { name: 'Open outbox' });
	await pc.show(page, '/settings');

	const offline = page.getByRole('switch', { name: 'No network' });
	await pressOn(page, page.getByRole('button', { name: 'Turn all off' }));
	await expect(page.getByText('No faults are on.')).toBeVisible();
	await expect(offline, 'the button leads to the cause').toBeFocused();
	await page.keyboard.press('Space');
	await expect(offline).toBeChecked();
	// The service has the fault a moment after the switch shows it.
	const times = async () => (await pc.call('practice.faults', {})).faults.map((each) => each.times);
	await expect.poll(times).toEqual([null]);
	await tabTo(page, page.getByRole('combobox', { name: 'How often' }));
	await page.keyboard.press('End');
	await expect.poll(times).toEqual([10]);
	await page.keyboard.press('Home');
	await expect.poll(times).toEqual([null]);
	await tabTo(page, page.getByRole('button', { name: 'Check the network' }), 'Shift+Tab');
	await page.keyboard.press('Enter');
	await expect(page.getByText('The service did not answer.')).toBeVisible();
	await expect(pill).toContainText('Offline');
	await expect(page.getByRole('banner').getByText('PRACTICE', { exact: true })).toBeVisible();

	await pressOn(page, page.getByRole('button', { name: 'Turn all off' }));
	await expect(offline).not.toBeChecked();
	await expect(pill).toContainText('Online');
});
