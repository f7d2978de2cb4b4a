// The service check by keyboard: reading, allowed writing, evidence, and the proposed profile.
import type { Page } from '@playwright/test';
import { expect, settleIn, test } from '../support/office.ts';
import { axeFaults } from './axe.ts';
import { fillIn, pressOn, tabTo } from './keyboard.ts';

const answer = (page: Page, question: string | RegExp) =>
	page.getByRole('table', { name: 'Answers' }).getByRole('row').filter({ hasText: question });

test('checks a service, writes only if allowed, and uses its profile @night', async ({
	page,
	pc,
	service,
}) => {
	await pc.start();
	await settleIn(pc, service, {});
	await pc.show(page, '/settings');
	await pressOn(page, page.getByRole('link', { name: 'Service check' }));
	await expect(page.getByRole('heading', { level: 1, name: 'Service check' })).toBeVisible();
	await expect(page.getByText('This service has not been checked yet')).toBeVisible();

	await pressOn(page, page.getByRole('button', { name: 'Check the service' }));
	await expect(answer(page, 'Where does a list have its rows?')).toContainText('At items.');
	await expect(answer(page, 'Does the service keep our reference?')).toContainText(
		'needs permission to write',
	);
	const drafts = async () => {
		const { wastage } = await service.snapshot();
		return wastage.filter(({ description }) => description?.includes('service check'));
	};
	expect(await drafts()).toEqual([]);

	await tabTo(page, page.getByRole('switch', { name: 'Also write test documents' }));
	await page.keyboard.press('Space');
	const begin = page.getByRole('button', { name: 'Check and write test documents' });
	await tabTo(page, begin, 'Shift+Tab');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Choose a location.')).toBeVisible();
	await tabTo(page, page.getByRole('combobox', { name: 'Location for test documents' }));
	await page.keyboard.type('Harbour');
	await tabTo(page, begin, 'Shift+Tab');
	await page.keyboard.press('Enter');
	const reference = answer(page, /Does the service keep our reference\?\s*Waste/);
	await expect(reference).toContainText('Yes, in the field description.');
	expect(await drafts()).toHaveLength(1);

	await pressOn(page, answer(page, 'Can this PC sign in?').getByRole('button'));
	await expect(page.getByText('POST /api/Account/Login')).toBeVisible();
	expect(await axeFaults(page)).toEqual([]);

	const setting = (name: RegExp) =>
		page.getByRole('table', { name: 'Settings' }).getByRole('row').filter({ hasText: name });
	await expect(setting(/How a document is changed/)).toContainText('From a test document.');
	const busy = page.getByRole('combobox', { name: /because it is too busy/ });
	await tabTo(page, busy, 'Shift+Tab');
	await page.keyboard.press('ArrowDown');
	await pressOn(page, page.getByRole('button', { name: 'Add answers to the profile' }));
	await expect(page.getByText('Your answers are in the proposed profile.')).toBeVisible();
	await expect(setting(/means that nothing was done/)).toContainText('From your answer.');
	expect(await axeFaults(page)).toEqual([]);

	const whole = page.getByRole('checkbox', { name: 'Show and edit the whole profile' });
	await tabTo(page, whole);
	await page.keyboard.press('Space');
	const box = page.getByRole('textbox', { name: 'Service profile' });
	const wrong = '{ "paging": { "style": "scroll" }, "ping": "nothing" }';
	await fillIn(page, box, wrong);
	const use = async () => {
		await tabTo(page, page.getByRole('button', { name: 'Use this profile' }), 'Shift+Tab');
		await page.keyboard.press('Enter');
		const dialog = page.getByRole('alertdialog');
		await pressOn(page, dialog.getByRole('button', { name: 'Use this profile' }));
		await expect(dialog).toHaveCount(0);
	};
	await use();
	await expect(page.getByText('The profile has 2 errors. Nothing was changed.')).toBeVisible();
	await expect(page.getByRole('listitem').filter({ hasText: 'paging.style' })).toBeVisible();
	await expect(box).toHaveValue(wrong);

	await fillIn(page, box, '{ "lists": { "rows": "items" } }');
	await use();
	await expect(page.getByText('The profile is now in use.')).toBeVisible();
	await expect(page.getByText('The profile has changed since this check')).toBeVisible();
	const { json } = await pc.call('session.profile', {});
	expect(JSON.parse(json)).toMatchObject({ lists: { rows: 'items', total: null } });
});
