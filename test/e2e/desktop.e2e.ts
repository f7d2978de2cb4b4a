// The desktop program's part of the screens, by keyboard: updates, policy, the support report, links and files, and
// the moment before the PC sleeps. The window's bridge is made up; test/e2e/electron has the real one.
import { mkdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Policy } from '../../src/shared/bridge/policy.ts';
import { expect, test } from '../support/office.ts';
import { asWindow, idle, made, tell } from './window-page.ts';
import { axeFaults } from './axe.ts';
import { pressOn, tabTo } from './keyboard.ts';

const ready = { ...idle, stage: 'ready', version: '0.2.0' } as const;
const policy: Policy = {
	source: '/etc/stillroom/policy.json',
	problem: null,
	settings: {
		updateFeed: 'https://it.kitchen.example/stillroom/',
		updates: 'on',
		serviceUrl: 'https://service.kitchen.example/',
		language: 'en',
	},
};

async function inspect(page: Page, name: string): Promise<void> {
	await mkdir('test-results/screens', { recursive: true });
	await page.screenshot({ path: `test-results/screens/${name}.png`, animations: 'disabled' });
	expect.soft(await axeFaults(page), name).toEqual([]);
}

for (const look of [
	{ theme: 'light', language: 'en', when: '' },
	{ theme: 'dark', language: 'ar', when: '@night' },
] as const) {
	test(`the policy is shown read-only, and axe finds nothing: ${look.theme}, ${look.language} ${look.when}`, async ({
		page,
		kitchen,
	}) => {
		const { theme, language } = look;
		await kitchen.pc.call('settings.set', { theme, language });
		const settings = { ...policy.settings, language };
		await asWindow(page, { updates: ready, policy: { ...policy, settings } });
		await kitchen.pc.show(page, '/settings');
		await expect(page.getByText('https://it.kitchen.example/stillroom/')).toBeVisible();
		await expect(page.getByText('/etc/stillroom/policy.json')).toBeVisible();
		await expect(page.getByRole('banner').locator('a[href="#/settings"]')).toBeVisible();
		// The administrator has chosen the language.
		await expect(page.getByRole('radio', { name: 'English' })).toHaveCount(0);
		await page.getByText('/etc/stillroom/policy.json').scrollIntoViewIfNeeded();
		await inspect(page, `desktop-${look.theme}`);
		if (language !== 'en') return;
		await page.getByRole('button', { name: 'Do not install on closing' }).press('Enter');
		await expect
			.poll(async () => (await made(page)).asked)
			.toEqual([['install', { when: 'later' }]]);
	});
}

test('the support report is shown before it is saved, and has no secrets @night', async ({
	page,
	kitchen,
}) => {
	await kitchen.pc.call('settings.set', { person: 'Noor' });
	await asWindow(page);
	await kitchen.pc.show(page, '/settings');
	await page.getByRole('button', { name: 'Report for support…' }).press('Enter');
	const dialog = page.getByRole('dialog');
	const text = (await dialog.getByRole('document').textContent()) ?? '';
	expect(text).toMatch(/^== Program ==\nWritten: \d{4}-/);
	expect(text).toContain('== State ==');
	expect(text).toContain('List inventoryItem:');
	expect(text).not.toMatch(/Noor|secret-of|clientSecret/);
	await inspect(page, 'desktop-report');
	await pressOn(page, dialog.getByRole('button', { name: 'Save report' }));
	await expect(dialog).toHaveCount(0);
});

test('a link, a menu command, an opened and a dropped file lead to their screens @night', async ({
	page,
	kitchen,
}) => {
	const opened = { name: 'work.json', text: '{"not":"a work file"}' };
	await asWindow(page, { opened });
	await kitchen.pc.show(page, '/waste');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	const { menu } = await made(page);
	expect(menu.title).toBe('Go');
	expect(menu.commands[0]).toMatchObject({ id: 'find' });
	const ids = menu.commands.map(({ id }) => id);
	for (const id of ['/outbox', '/waste/new', 'language']) expect(ids).toContain(id);

	await pressOn(page, page.getByRole('button', { name: 'Print or export' }));
	await tabTo(page, page.getByRole('menuitem', { name: 'Print…' }), 'ArrowDown');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('radio', { name: 'Landscape' })).toBeChecked();
	await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Print' }));
	await expect(page.getByRole('dialog')).toHaveCount(0);
	expect((await made(page)).asked).toEqual([['print', { size: 'A4', landscape: true }]]);

	await tell(page, 'desktop.chosen', { id: '/outbox' });
	await expect(page).toHaveURL(/#\/outbox$/);
	await tell(page, 'desktop.chosen', { id: 'dark' });
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	await tell(page, 'desktop.chosen', { id: 'find' });
	await expect(page.getByRole('dialog')).toBeVisible();
	await page.keyboard.press('Escape');
	await tell(page, 'desktop.opened', { path: '/settings/rescue' });
	await expect(page.getByRole('alert').filter({ hasText: /file/ })).toBeVisible();

	await tell(page, 'desktop.opened', { path: '/counts' });
	await expect(page).toHaveURL(/#\/counts$/);
	await page.evaluate(() => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File(['{"not":"a work file"}'], 'dropped.json'));
		window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
	});
	await expect(page).toHaveURL(/#\/settings\/rescue$/);
	await expect(page.getByRole('alert').filter({ hasText: /file/ })).toBeVisible();
});

test('the open box is saved before the PC sleeps, and the person stays in it', async ({
	page,
	kitchen,
}) => {
	const { pc, locationId } = kitchen;
	await asWindow(page);
	await pc.show(page, '/counts/new');
	await pressOn(page, page.getByRole('button', { name: 'Start counting' }));
	const box = page.getByRole('grid').locator('input:focus');
	await expect(box).toBeVisible();
	await page.keyboard.type('7');
	await tell(page, 'desktop.saveNow', {});
	await expect(box).toBeVisible();
	const { stocktakes } = await pc.call('stocktake.list', { locationId });
	const stocktakeId = stocktakes[0]?.stocktakeId ?? '';
	await expect
		.poll(async () => {
			const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
			return lines.filter(({ state }) => state === 'quantity').length;
		})
		.toBe(1);
});
