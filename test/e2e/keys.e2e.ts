// The keys of every screen: the palette's actions, the sheet of keys, and one key for each meaning.
import { expect, test } from '../support/office.ts';
import { axeFaults } from './axe.ts';
import { keysFor } from './keyboard.ts';

test('the palette takes four keys for a setting, and gives a list its row back @night', async ({
	page,
	kitchen,
}) => {
	await kitchen.pc.show(page, '/counts');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	const field = page.getByRole('combobox', { name: 'Find a document, item, screen or action' });
	const options = page.getByRole('dialog').getByRole('option');
	const choose = (typed: string, found: string) =>
		keysFor(page, async () => {
			await page.keyboard.press('Control+K');
			await expect(field).toBeFocused();
			await page.keyboard.type(typed);
			await expect(options.first()).toContainText(found);
			await page.keyboard.press('Enter');
			await expect(page.getByRole('dialog')).toHaveCount(0);
		});

	expect(await choose('da', 'Dark theme')).toBeLessThanOrEqual(4);
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

	await test.step('a setting is opened where it is', async () => {
		await page.keyboard.press('Control+K');
		await page.keyboard.type('scanner');
		await page.keyboard.press('ArrowDown');
		await expect(page.locator('[aria-selected=true]')).toHaveText('Settings: Barcode scanner');
		await page.keyboard.press('Enter');
		await expect(page.getByLabel('Prefix before a code')).toBeFocused();
	});

	await test.step('it opens empty again, with what to do first', async () => {
		await page.keyboard.press('Control+K');
		await expect(field).toHaveValue('');
		await expect(page.getByRole('group', { name: 'Actions' })).toContainText('New count');
		await expect(page.getByRole('option', { name: /^Receive from / }).first()).toBeVisible();
		await page.keyboard.press('Escape');
	});

	await test.step('a list starts in its first row, and goes on there', async () => {
		const row = page.locator('[role=grid] tr[tabindex="0"]');
		await choose('transfers', 'Transfers');
		await expect(page.getByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible();
		await expect(row).toBeFocused();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Control+K');
		await page.keyboard.press('Escape');
		await expect(row).toBeFocused();
	});

	expect(await choose('ar', 'Switch to Arabic')).toBeLessThanOrEqual(4);
	await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
});

test('axe finds nothing in the keys of a screen, which give the focus back @night', async ({
	page,
	kitchen,
}) => {
	await kitchen.pc.show(page, '/counts');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await page.keyboard.press('?');
	const sheet = page.getByRole('dialog', { name: 'Keys' });
	await expect(sheet).toBeVisible();
	expect(await axeFaults(page)).toEqual([]);
	await page.keyboard.press('Escape');
	await kitchen.pc.show(page, '/waste/new');
	const adding = page.getByRole('combobox', { name: 'Add an item' });
	await expect(adding).toBeFocused();
	await page.keyboard.press('?');
	await expect(adding).toHaveValue('?');
	await page.keyboard.press('F1');
	await expect(sheet).toBeVisible();
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

for (const [arrives, shown] of [
	[true, 'shows it saved'],
	[false, 'still offers it'],
] as const) {
	const whether = arrives ? 'arrived' : 'did not arrive';
	test(`a page reloaded while an entry that ${whether} is being saved ${shown} @browser`, async ({
		page,
		kitchen,
		complaints,
	}) => {
		complaints.expect(/ERR_/);
		const { pc, locationId } = kitchen;
		const plan = { scope: { kind: 'full' as const } };
		const input = { locationId, name: 'Night count', plan, intentId: crypto.randomUUID() };
		const { stocktakeId } = await pc.call('stocktake.open', input);
		await pc.show(page, `/counts/${stocktakeId}`);
		const box = page.getByRole('grid').locator('input:focus');
		await expect(box).toBeVisible();
		const first = page.getByLabel((await box.getAttribute('aria-label')) ?? '', { exact: true });
		const saving = Promise.withResolvers<undefined>();
		await page.route('**/call/stocktake.enter', async (route) => {
			// The reload ends the request without an answer.
			if (arrives) await route.fetch();
			saving.resolve(undefined);
		});
		await page.keyboard.type('6');
		await page.keyboard.press('Enter');
		await saving.promise;
		await page.reload();
		await page.unroute('**/call/stocktake.enter');
		await expect(box).toBeVisible();
		await expect(first).toHaveValue('6');
		const entryNotAccepted = page.getByText('1 entry not accepted');
		if (arrives) {
			await expect(page.getByText('last entry saved')).toBeVisible();
			await expect(entryNotAccepted).toHaveCount(0);
			await expect(first).not.toHaveAttribute('aria-invalid');
			return;
		}
		await expect(entryNotAccepted).toBeVisible();
		await expect(first).toHaveAccessibleDescription(/^Not saved: the page was left before/);
		await first.press('Enter');
		await expect(page.getByText('last entry saved')).toBeVisible();
		await expect(entryNotAccepted).toHaveCount(0);
	});
}

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
