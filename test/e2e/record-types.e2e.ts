// Records of the catalogue, the organisation and of access by keyboard: created offline, changed, and sent while somebody waits.
import { drained, expect, test } from '../support/office.ts';
import { credentials } from '../support/practice.ts';
import { fillIn } from './keyboard.ts';
import { box, find, row, save, saved } from './record-pages.ts';

interface Named {
	readonly name: string;
	readonly description?: string;
	readonly rate?: number;
}

test('a dining option is created offline, and sent when the service is back @night', async ({
	page,
	kitchen,
}) => {
	test.setTimeout(120_000);
	const { pc, service } = kitchen;
	await pc.stop();
	await service.goAway();
	await pc.start();
	await pc.show(page, '/diningOption');
	await expect(page.locator('[role=grid] tr[tabindex="0"]')).toBeFocused();
	await page.keyboard.press('Alt+KeyN');
	await expect(box(page, 'Name')).toBeFocused();
	await page.keyboard.type('Terrace');
	await save(page);
	await expect(page.getByText('Saved, will be sent when online.')).toBeVisible();
	await expect(row(page, 'Terrace').getByText('Waiting')).toBeVisible();

	await service.comeBack();
	await page.getByRole('link', { name: /Client secret needed|Open outbox/ }).waitFor();
	await pc.call('session.connect', {
		serviceUrl: service.url,
		clientId: credentials.clientId,
		clientSecret: credentials.clientSecret,
	});
	await pc.until(drained);
	await expect(row(page, 'Terrace').getByText('Waiting')).toHaveCount(0);
	await service.signIn();
	const there = await service.all<Named>('diningOption.list');
	expect(there.filter(({ name }) => name === 'Terrace')).toHaveLength(1);
});

test('the rate of a tax is changed @night', async ({ page, kitchen }) => {
	const { pc, service } = kitchen;
	await pc.show(page, '/systemTaxSetting');
	await find(page, 'Reduced');
	await fillIn(page, box(page, 'Rate in %'), '5.5');
	await save(page);
	await saved(page);
	await pc.until(drained);
	await service.signIn();
	const taxes = await service.all<Named>('systemTaxSetting.list');
	expect(taxes.find(({ name }) => name === 'Reduced')).toMatchObject({ rate: 5.5 });
});

test('the description of a role is saved while somebody waits @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service } = kitchen;
	await pc.show(page, '/role');
	await find(page, 'Approver');
	await expect(page.getByText('Save needs the network.')).toBeVisible();
	await fillIn(page, box(page, 'Description'), 'Approves orders');
	await save(page);
	await expect(page.getByText('Saved at the service.')).toBeVisible();
	await service.signIn();
	const roles = await service.all<Named>('role.list');
	expect(roles.find(({ name }) => name === 'Approver')?.description).toBe('Approves orders');
});

test('a list that can only be read has no button for a new record @night', async ({
	page,
	kitchen,
}) => {
	await kitchen.pc.show(page, '/admin');
	await find(page, 'Office');
	await expect(page.getByText('The service shows no way to change this.')).toBeVisible();
	await expect(page.getByText('office@business.example').last()).toBeVisible();
	await expect(page.getByRole('button', { name: 'New administrator' })).toHaveCount(0);
});
