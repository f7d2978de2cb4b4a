// Who may do what, by keyboard: rights both ways, the approval matrix tried out, and a role given and taken away.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/office.ts';
import { tabTo } from './keyboard.ts';

const view = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

test('a person has rights because of roles, and each right has its people', async ({
	page,
	kitchen,
}) => {
	await kitchen.pc.show(page, '/access');
	await expect(page.getByText('Stillroom explains rights').first()).toBeVisible();
	const rights = page.getByRole('table', { name: 'Rights of Kitchen Lead' });
	await expect(rights.getByRole('row', { name: /Count stock/ })).toContainText('Kitchen lead');
	await expect(rights.getByRole('row', { name: /Order from suppliers/ })).toContainText('Buyer');
	await tabTo(page, view(page, 'People'));
	await page.keyboard.press('ArrowRight');
	const holders = page.getByRole('table', { name: 'People with the right: Count stock' });
	await expect(holders.getByRole('row', { name: /Kitchen Lead/ })).toBeVisible();
});

test('a role is given and taken away while the service answers', async ({ page, kitchen }) => {
	const { pc, service } = kitchen;
	await pc.show(page, '/access?view=roles');
	await tabTo(page, page.getByRole('combobox', { name: 'Give Approver to a person' }));
	await page.keyboard.type('Kitchen');
	await expect(page.getByRole('option', { name: 'Kitchen Lead' })).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('alertdialog')).toContainText('Give the role Approver');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Done, and confirmed by the service.')).toBeVisible();
	await service.signIn();
	const roles = await service.all<{ id: string; name: string }>('role.list');
	const approver = roles.find(({ name }) => name === 'Approver')!;
	const people = async () => (await service.call('role.users', { path: { id: approver.id } })).text;
	expect(await people()).toContain('Kitchen Lead');
	await page.getByRole('button', { name: 'Take Approver from Kitchen Lead' }).click();
	await page.getByRole('button', { name: 'Take the role' }).click();
	await expect.poll(people).not.toContain('Kitchen Lead');
});

test('an order is tried out against the approval matrix', async ({ page, kitchen }) => {
	await kitchen.pc.show(page, '/access?view=approvals');
	await page.getByRole('combobox', { name: 'Documents' }).first().selectOption('Purchase requests');
	await expect(page.getByRole('listitem').filter({ hasText: 'Kitchen lead' })).toBeVisible();
	await expect(page.getByRole('row', { name: 'Kitchen Lead Yes' })).toBeVisible();
	await expect(
		page.getByRole('row', { name: /Store Keeper No: .*none of the roles/ }),
	).toBeVisible();
});
