// A role given and taken away, by keyboard. Rights, warnings and approvals: src/renderer/screens/access/access.screen.spec.ts.
import { expect, test } from '../support/office.ts';
import { tabTo } from './keyboard.ts';

test('a role is given and taken away while the service answers @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service } = kitchen;
	await pc.show(page, '/access?view=roles');
	await tabTo(page, page.getByRole('combobox', { name: 'Assign Approver to someone' }));
	await page.keyboard.type('Kitchen');
	await expect(page.getByRole('option', { name: 'Kitchen Lead' })).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('alertdialog')).toContainText('Assign the role Approver');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Done, and confirmed by the service.')).toBeVisible();
	await service.signIn();
	const roles = await service.all<{ id: string; name: string }>('role.list');
	const approver = roles.find(({ name }) => name === 'Approver')!;
	const people = async () => (await service.call('role.users', { path: { id: approver.id } })).text;
	expect(await people()).toContain('Kitchen Lead');
	await page.getByRole('button', { name: 'Remove Approver from Kitchen Lead' }).click();
	await page.getByRole('button', { name: 'Remove role' }).click();
	await expect.poll(people).not.toContain('Kitchen Lead');
});
