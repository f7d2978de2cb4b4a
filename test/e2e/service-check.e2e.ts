// The report of a service check, by keyboard.
import { expect, settleIn, test } from '../support/office.ts';
import { axeFaults } from './axe.ts';
import { pressOn, tabTo } from './keyboard.ts';

test('axe finds nothing in a report of a service and its proposed profile @night', async ({
	page,
	pc,
	service,
}) => {
	await pc.start();
	await settleIn(pc, service, {});
	await pc.show(page, '/settings');
	await pressOn(page, page.getByRole('link', { name: 'Service check' }));
	await pressOn(page, page.getByRole('button', { name: 'Check the service' }));
	const answers = page.getByRole('table', { name: 'Answers' }).getByRole('row');
	const signIn = answers.filter({ hasText: 'Can this PC sign in?' });
	await pressOn(page, signIn.getByRole('button'));
	await expect(page.getByText('POST /api/Account/Login')).toBeVisible();
	await tabTo(page, page.getByRole('combobox', { name: /because it is too busy/ }), 'Shift+Tab');
	await page.keyboard.press('ArrowDown');
	await pressOn(page, page.getByRole('button', { name: 'Add answers to the profile' }));
	await expect(page.getByText('Your answers are in the proposed profile.')).toBeVisible();
	expect(await axeFaults(page)).toEqual([]);
});
