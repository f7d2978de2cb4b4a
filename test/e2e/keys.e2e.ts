// The keys of every screen: the palette's actions, the sheet of keys, and one key for each meaning.
import { expect, test, twoItems } from '../support/office.ts';
import { axeFaults } from './axe.ts';
import { keysFor } from './keyboard.ts';

test('the palette begins empty, and runs actions, settings and screens @night', async ({
	page,
	kitchen,
}) => {
	const { pc, locationId } = kitchen;
	await pc.show(page, '/counts');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	const field = page.getByRole('combobox', { name: 'Find a document, item, screen or action' });
	const options = page.getByRole('dialog').getByRole('option');

	await test.step('a document is found by a word of its description', async () => {
		const [item] = await twoItems(pc, locationId);
		const { documentId } = await pc.call('wastage.save', {
			documentId: null,
			revision: 0,
			locationId,
			description: 'Burnt zabaglione',
			locale: 'en-GB',
			lines: [
				{
					lineId: crypto.randomUUID(),
					itemId: item.itemId,
					reasonId: null,
					note: '',
					boxes: [{ unitId: item.units.at(-1)?.unitId ?? '', typed: '2' }],
				},
			],
		});
		await page.keyboard.press('Control+K');
		await expect(field).toBeFocused();
		await page.keyboard.type('zaba');
		await expect(options).toHaveText([/Burnt zabaglione/]);
		await page.keyboard.press('Enter');
		await expect(page).toHaveURL(new RegExp(`#/waste/${documentId}$`));
		await page.keyboard.press('Alt+ArrowLeft');
		await expect(page).toHaveURL(/#\/counts$/);
	});

	await test.step('the dark theme takes four keys', async () => {
		const keys = await keysFor(page, async () => {
			await page.keyboard.press('Control+K');
			await expect(field).toBeFocused();
			await page.keyboard.type('da');
			await expect(options.first()).toHaveText('Dark theme');
			await page.keyboard.press('Enter');
			await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
		});
		expect(keys).toBeLessThanOrEqual(4);
	});

	await test.step('it opens empty again, with what to do first', async () => {
		await page.keyboard.press('Control+K');
		await expect(field).toHaveValue('');
		await expect(page.getByRole('group', { name: 'Actions' })).toContainText('New count');
		await expect(page.getByRole('option', { name: /^Receive from / }).first()).toBeVisible();
	});

	await test.step('a whole word comes before a longer one, and Enter opens the setting', async () => {
		await page.keyboard.type('scanner');
		await page.keyboard.press('ArrowDown');
		await expect(page.locator('[aria-selected=true]')).toHaveText('Settings: Barcode scanner');
		await page.keyboard.press('Enter');
		await expect(page.getByLabel('Prefix before a code')).toBeFocused();
	});

	await test.step('Log waste', async () => {
		await page.keyboard.press('Control+K');
		await page.keyboard.type('log');
		await page.keyboard.press('Enter');
		await expect(page.getByRole('heading', { level: 1, name: 'Log waste' })).toBeVisible();
	});

	await test.step('a list starts in its first row', async () => {
		await page.keyboard.press('Control+K');
		await page.keyboard.type('transfers');
		await page.keyboard.press('Enter');
		await expect(page.getByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible();
		await expect(page.locator('[role=grid] tr[tabindex="0"]')).toBeFocused();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Control+K');
		await page.keyboard.press('Escape');
		await expect(page.locator('[role=grid] tr[tabindex="0"]'), 'and goes on there').toBeFocused();
	});

	await test.step('and Arabic, with two letters', async () => {
		const keys = await keysFor(page, async () => {
			await page.keyboard.press('Control+K');
			await expect(field).toBeFocused();
			await page.keyboard.type('ar');
			await expect(options.first()).toContainText('Switch to Arabic');
			await page.keyboard.press('Enter');
			await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
		});
		expect(keys).toBeLessThanOrEqual(4);
	});
});

test('? and F1 show the keys of the screen, and the first screen says so @night', async ({
	page,
	kitchen,
}) => {
	const { pc } = kitchen;
	await pc.show(page, '/counts');
	const hint = page.getByRole('button', { name: 'shows the keys of each screen' });
	await expect(hint).toBeVisible();
	await page.keyboard.press('?');
	const sheet = page.getByRole('dialog', { name: 'Keys' });
	await expect(sheet.getByText('Search screens, actions, items and documents')).toBeVisible();
	expect(await axeFaults(page)).toEqual([]);
	await page.keyboard.press('Escape');
	await expect(sheet).toBeHidden();
	await expect(hint).toHaveCount(0);
	await pc.show(page, '/waste/new');
	const adding = page.getByRole('combobox', { name: 'Add an item' });
	await expect(adding).toBeFocused();
	await page.keyboard.press('?');
	await expect(adding).toHaveValue('?');
	await page.keyboard.press('F1');
	await expect(sheet.getByText('Choose the reason of the line')).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(adding).toBeFocused();
});

test('a reload keeps the line and the half-typed digits', async ({ page, kitchen }) => {
	const { pc, locationId } = kitchen;
	const plan = { scope: { kind: 'full' as const } };
	const intentId = crypto.randomUUID();
	const input = { locationId, name: 'Night count', plan, intentId };
	const { stocktakeId } = await pc.call('stocktake.open', input);
	await pc.show(page, `/counts/${stocktakeId}`);
	const box = page.getByRole('grid').locator('input:focus');
	await expect(box).toBeVisible();
	for (let line = 0; line < 4; line++) await page.keyboard.press('ArrowDown');
	await page.keyboard.type('1');
	// The arrows have arrived at their line by then.
	await expect(box).toHaveValue('1');
	const name = await box.getAttribute('aria-label');
	await page.reload();
	await expect(box).toHaveAttribute('aria-label', name ?? '');
	await expect(box).toHaveValue('1');
	await page.keyboard.type('2');
	await expect(box).toHaveValue('12');
});

test('digits right after Ctrl K are searched, and never counted', async ({ page, kitchen }) => {
	const { pc, locationId } = kitchen;
	const plan = { scope: { kind: 'full' as const } };
	const input = { locationId, name: 'Night count', plan, intentId: crypto.randomUUID() };
	const { stocktakeId } = await pc.call('stocktake.open', input);
	await pc.show(page, `/counts/${stocktakeId}`);
	await expect(page.locator('[role=grid] input:focus')).toBeVisible();
	const cdp = await page.context().newCDPSession(page);
	const control = { code: 'KeyK', windowsVirtualKeyCode: 75, modifiers: 2 };
	await Promise.all([
		cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'k', ...control }),
		cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'k', ...control }),
		...['1', '2'].flatMap((key) => [
			cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }),
			cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
		]),
	]);
	await expect(page.getByRole('combobox', { name: /^Find a document/ })).toHaveValue('12');
	await page.keyboard.press('Escape');
	await expect(page.locator('[role=grid] input:focus'), 'back where it was').toHaveValue('');
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
	expect(lines.filter(({ state }) => state !== 'uncounted')).toEqual([]);
});
