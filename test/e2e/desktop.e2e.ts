// The desktop program's part of the screens, by keyboard: updates, policy, the support report, and the moment
// before the PC sleeps. The window's bridge is made up; test/e2e/electron has the real one.
import { mkdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Policy } from '../../src/shared/bridge/policy.ts';
import { expect, test } from '../support/office.ts';
import { asWindow, idle, made, tell } from './window-page.ts';
import { axeFaults } from './axe.ts';
import { pressOn } from './keyboard.ts';

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
	{ theme: 'light', language: 'en' },
	{ theme: 'dark', language: 'ar' },
] as const) {
	test(`the policy is shown read-only, and axe finds nothing: ${look.theme}, ${look.language} @night`, async ({
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
		await page
			.getByRole('button', { name: 'Do not install when I close Stillroom' })
			.press('Enter');
		await expect
			.poll(async () => (await made(page)).asked)
			.toEqual([['install', { when: 'later' }]]);
	});
}

test('axe finds nothing in the support report @night', async ({ page, kitchen }) => {
	await asWindow(page);
	await kitchen.pc.show(page, '/settings');
	await page.getByRole('button', { name: 'Report for support…' }).press('Enter');
	await expect(page.getByRole('dialog').getByRole('document')).toContainText('== Program ==');
	await inspect(page, 'desktop-report');
});

test('the open box is saved before the PC sleeps, and the person stays in it @night', async ({
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
