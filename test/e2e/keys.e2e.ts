// The keys of every screen: the palette's actions, the sheet of keys, and one key for each meaning.
import type { Page } from '@playwright/test';
import { expect, test, type Pc } from '../support/office.ts';
import { axeFaults } from './axe.ts';
import { keysFor } from './keyboard.ts';

const focusedBox = (page: Page) => page.getByRole('grid').locator('input:focus');

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

async function openCount(page: Page, pc: Pc, locationId: string): Promise<string> {
	const plan = { scope: { kind: 'full' as const } };
	const input = { locationId, name: 'Night count', plan, intentId: crypto.randomUUID() };
	const { stocktakeId } = await pc.call('stocktake.open', input);
	await pc.show(page, `/counts/${stocktakeId}`);
	await expect(focusedBox(page)).toBeVisible();
	return stocktakeId;
}

test('digits right after Ctrl K are only searched, and a reload keeps the line and half-typed digits', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	const stocktakeId = await openCount(page, pc, locationId);
	const box = focusedBox(page);
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
	await expect(box, 'back where it was').toHaveValue('');
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
	expect(lines.filter(({ state }) => state !== 'uncounted')).toEqual([]);

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

test('a page reloaded while an entry is being saved shows whether it arrived @browser', async ({
	page,
	kitchen: { pc, locationId },
	complaints,
}) => {
	complaints.expect(/ERR_/);
	await openCount(page, pc, locationId);
	const box = focusedBox(page);
	const entryNotAccepted = page.getByText('1 entry not accepted');
	const lastSaved = page.getByText('last entry saved');
	const reloadWhileSaving = async (typed: string, arrives: boolean) => {
		const label = (await box.getAttribute('aria-label')) ?? '';
		const saving = Promise.withResolvers<undefined>();
		await page.route('**/call/stocktake.enter', async (route) => {
			// The reload ends the request without an answer.
			if (arrives) await route.fetch();
			saving.resolve(undefined);
		});
		await page.keyboard.type(typed);
		await page.keyboard.press('Enter');
		await saving.promise;
		await page.reload();
		await page.unroute('**/call/stocktake.enter');
		await expect(box).toBeVisible();
		const entered = page.getByLabel(label, { exact: true });
		await expect(entered).toHaveValue(typed);
		return entered;
	};

	await test.step('one that arrived is shown saved', async () => {
		const entered = await reloadWhileSaving('6', true);
		await expect(lastSaved).toBeVisible();
		await expect(entryNotAccepted).toHaveCount(0);
		await expect(entered).not.toHaveAttribute('aria-invalid');
	});

	await test.step('one that did not arrive is still offered', async () => {
		const entered = await reloadWhileSaving('7', false);
		await expect(entryNotAccepted).toBeVisible();
		await expect(entered).toHaveAccessibleDescription(/^Not saved: the page was left before/);
		await entered.press('Enter');
		await expect(entryNotAccepted).toHaveCount(0);
		await expect(entered).not.toHaveAttribute('aria-invalid');
	});
});
