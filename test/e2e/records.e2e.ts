// Suppliers and waste reasons by keyboard: found, edited offline, sent and read back, merged with what others changed.
import { drained, expect, test, type Pc, type Service } from '../support/office.ts';
import { credentials } from '../support/practice.ts';
import { holdBack } from './hold-back.ts';
import { choose, fillIn, pressOn, tabTo } from './keyboard.ts';
import { box, find, row, save, saved } from './record-pages.ts';

interface Supplier {
	readonly id: string;
	readonly name: string;
	readonly phone?: string;
	readonly email?: string;
	readonly isActive?: boolean;
}

async function suppliersOf(service: Service): Promise<Supplier[]> {
	await service.signIn();
	return service.all<Supplier>('supplier.list');
}

/** Somebody else changes a supplier, and this PC reads it. */
async function changeElsewhere(pc: Pc, service: Service, changed: Supplier): Promise<void> {
	const answer = await service.call('supplier.update', { body: changed });
	expect(answer.status).toBeLessThan(300);
	await pc.call('sync.pull', { lists: ['supplier'] });
}

test('a supplier is found and edited offline, and sent after a restart', async ({
	page,
	kitchen,
}) => {
	test.setTimeout(120_000);
	const { pc, service } = kitchen;
	await pc.stop();
	await service.goAway();
	await pc.start();

	await test.step('two fields are typed, and kept as each is left', async () => {
		await pc.show(page, '/supplier');
		await find(page, 'Copper Kettle Dairy');
		await expect(box(page, 'Name')).toBeFocused();
		await expect(page.getByText('Save sends it now, or later')).toBeVisible();
		await fillIn(page, box(page, 'Phone'), '555 0199');
		await fillIn(page, box(page, 'Payment days'), '12,');
		await page.keyboard.press('Shift+Tab');
		await expect(page.getByText('This is not a number.')).toBeVisible();
		await expect(page.getByText('Kept on this PC, not sent yet.')).toBeVisible();
	});

	await test.step('a restart loses none of it, not even what is no number', async () => {
		const { hash } = new URL(page.url());
		await page.goto('about:blank');
		await pc.stop();
		await pc.start();
		await pc.show(page, hash.slice(1));
		await expect(box(page, 'Phone')).toHaveValue('555 0199');
		await expect(box(page, 'Payment days')).toHaveValue('12,');
		await expect(row(page, 'Copper Kettle Dairy').getByText('Not sent yet')).toBeVisible();
	});

	await test.step('Save stops at input that cannot be intended', async () => {
		await save(page);
		await expect(box(page, 'Payment days')).toBeFocused();
		await page.keyboard.press('Control+A');
		await page.keyboard.type('400');
		await page.keyboard.press('Tab');
		await expect(page.getByText('Usually between 0 and 365.')).toBeVisible();
		await fillIn(page, box(page, 'Payment days'), '21');
		await save(page);
		await expect(page.getByText('Saved, will be sent when online.')).toBeVisible();
		await expect(row(page, 'Copper Kettle Dairy').getByText('Waiting')).toBeVisible();
	});

	await test.step('it is sent when the service is back, and read back', async () => {
		await service.comeBack();
		await page.getByRole('link', { name: /Client secret needed|Open outbox/ }).waitFor();
		await pc.call('session.connect', {
			serviceUrl: service.url,
			clientId: credentials.clientId,
			clientSecret: credentials.clientSecret,
		});
		await pc.until(drained);
		await expect(page.getByText(/· Confirmed/)).toBeVisible();
		await expect(page.getByText('Payment days: empty → 21')).toBeVisible();
		const sent = (await suppliersOf(service)).find(({ name }) => name === 'Copper Kettle Dairy');
		expect(sent).toMatchObject({ phone: '555 0199', paymentDays: 21 });
		await expect(row(page, 'Copper Kettle Dairy').getByText('Waiting')).toHaveCount(0);
	});
});

test('a field that both changed is decided by field, and others are merged @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service } = kitchen;
	const theirs = (await suppliersOf(service)).find(({ name }) => name === 'Blue Pier Seafood');
	if (theirs === undefined) throw new Error('There is no such supplier.');
	await pc.show(page, '/supplier');
	await find(page, theirs.name);
	await fillIn(page, box(page, 'Phone'), '555 0101');
	await fillIn(page, box(page, 'Code'), 'SEA-1');
	await page.keyboard.press('Tab');
	await expect(page.getByText('Kept on this PC, not sent yet.')).toBeVisible();

	await test.step('the open form shows what others changed', async () => {
		await changeElsewhere(pc, service, { ...theirs, phone: '555 0777', email: 'a@example.com' });
		await expect(box(page, 'Email')).toHaveValue('a@example.com');
		await expect(box(page, 'Phone')).toHaveValue('555 0101');
		await expect(page.getByText('Changed by someone else to: 555 0777')).toBeVisible();
	});

	await test.step('Save waits for a choice', async () => {
		await save(page);
		await expect(page.getByText('Choose a version of each field first.')).toBeVisible();
		const table = page.getByRole('table', { name: 'Changed by both' });
		await expect(table.getByRole('row')).toHaveCount(2);
		await expect(table.getByRole('radio').first()).toBeFocused();
		await page.keyboard.press('Space');
		await choose(page, page.getByRole('radio', { name: /^Phone, Theirs/ }));
		await expect(box(page, 'Phone')).toHaveValue('555 0777');
		await save(page);
		await saved(page);
		await pc.until(drained);
		const now = (await suppliersOf(service)).find(({ id }) => id === theirs.id);
		expect(now).toMatchObject({ phone: '555 0777', email: 'a@example.com', code: 'SEA-1' });
	});
});

test('what the service changed in a write is said on the record @night', async ({
	page,
	kitchen,
}) => {
	const { pc } = kitchen;
	const told = [{ at: 'phone', what: 'changed', sent: '555 0101', now: '5550101' }];
	await pc.show(page, '/supplier');
	await find(page, 'Old Orchard Fruit');
	await fillIn(page, box(page, 'Phone'), '555 0101');
	await save(page);
	await saved(page);
	await pc.until(drained);
	await expect(page.getByText('Phone: empty → 555 0101')).toBeVisible();
	// The practice service keeps every digit, so its answer is changed on the way to the page.
	await page.route('**/call/record.get', async (route) => {
		const response = await route.fetch();
		const reply = (await response.json()) as { value: { history: { told: object[] }[] } };
		for (const edit of reply.value.history) edit.told = told;
		await route.fulfill({ response, json: reply });
	});
	await page.reload();
	const notice = page.getByRole('status').filter({ hasText: 'The service changed some of this' });
	await expect(notice).toContainText('Phone: the service kept 5550101 instead of 555 0101.');
});

test('a clash found at sending is decided in the outbox, by the names of the form @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service } = kitchen;
	const theirs = (await suppliersOf(service)).find(({ name }) => name === 'Old Orchard Fruit');
	if (theirs === undefined) throw new Error('There is no such supplier.');
	await pc.show(page, '/supplier');
	await find(page, theirs.name);
	await fillIn(page, box(page, 'Phone'), '555 0101');
	await page.keyboard.press('Tab');
	await expect(page.getByText('Kept on this PC, not sent yet.')).toBeVisible();
	// This PC has not read it when the step is queued.
	await service.call('supplier.update', { body: { ...theirs, phone: '555 0777' } });
	await save(page);
	await expect(row(page, theirs.name).getByText('Needs attention')).toBeVisible();
	await expect(page.getByText('The last change needs attention')).toBeVisible();
	await pressOn(page, page.getByRole('link', { name: 'Open outbox', exact: true }));
	const mine = page.getByRole('radio', { name: 'Phone: Yours, 555 0101' });
	await tabTo(page, mine);
	await page.keyboard.press('ArrowRight');
	await expect(page.getByRole('radio', { name: 'Phone: Theirs, 555 0777' })).toBeChecked();
	// Send right after the choice waits for it, however late its answer.
	const answerChoice = await holdBack(page, 'outbox.choose');
	await page.keyboard.press('ArrowLeft');
	await pressOn(page, page.getByRole('button', { name: 'Send', exact: true }));
	await answerChoice();
	await pc.until(drained);
	const now = (await suppliersOf(service)).find(({ id }) => id === theirs.id);
	expect(now).toMatchObject({ phone: '555 0101' });

	await test.step('one that the open form shows is decided there, all in one', async () => {
		await pc.show(page, `/supplier/${theirs.id}`);
		await fillIn(page, box(page, 'Phone'), '555 0202');
		await page.keyboard.press('Tab');
		await changeElsewhere(pc, service, { ...theirs, phone: '555 0303' });
		await pressOn(page, page.getByRole('button', { name: 'Use all of theirs' }));
		await expect(box(page, 'Phone')).toHaveValue('555 0303');
	});
});

test('several suppliers are deactivated, each by itself, and one is activated again @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service } = kitchen;
	await pc.show(page, '/supplier');
	await expect(page.locator('[role=grid] tr[tabindex="0"]')).toBeFocused();
	await page.keyboard.press('Space');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Space');
	await pressOn(page, page.getByRole('button', { name: 'Deactivate 2' }));
	const dialog = page.getByRole('alertdialog');
	await expect(dialog.getByRole('link', { name: 'Blue Pier Seafood' })).toBeVisible();
	await expect(dialog.getByRole('link', { name: /^Purchase options: \d/ }).first()).toBeVisible();
	await pressOn(page, dialog.getByRole('button', { name: 'Deactivate', exact: true }));
	const results = page.getByRole('dialog', { name: '2 records were changed' });
	await expect(results.getByRole('row')).toHaveCount(3);
	await page.keyboard.press('Escape');
	await expect(row(page, 'Amber Cellar Wines')).toHaveCount(0);
	await pc.until(drained);
	const inactive = async () =>
		(await suppliersOf(service))
			.filter(({ isActive }) => isActive === false)
			.map(({ name }) => name);
	expect(await inactive()).toEqual(
		expect.arrayContaining(['Amber Cellar Wines', 'Blue Pier Seafood']),
	);

	await tabTo(page, page.getByRole('combobox', { name: 'Active' }), 'Shift+Tab');
	await page.keyboard.type('Ina');
	await expect(row(page, 'Amber Cellar Wines')).toBeVisible();
	await expect(page).toHaveURL(/active=inactive/);
	await page.reload();
	await find(page, 'Amber Cellar Wines');
	await tabTo(page, page.getByRole('checkbox', { name: 'Active' }));
	await page.keyboard.press('Space');
	await save(page);
	await saved(page);
	await pc.until(drained);
	expect(await inactive()).not.toContain('Amber Cellar Wines');
});

test('a new waste reason is offered when waste is logged @night', async ({ page, kitchen }) => {
	const { pc, locationId } = kitchen;
	await pc.show(page, '/wasteReason');
	await expect(page.locator('[role=grid] tr[tabindex="0"]')).toBeFocused();
	await page.keyboard.press('Alt+KeyN');
	await expect(box(page, 'Name')).toBeFocused();
	await save(page);
	await expect(page.getByText('Enter this.')).toBeVisible();
	await expect(box(page, 'Name')).toBeFocused();
	await page.keyboard.type('Power cut');
	await save(page);
	await saved(page);
	await pc.until(drained);
	await expect(page.getByText('The service shows no way to change this.')).toBeVisible();

	const { items } = await pc.call('item.search', { text: 's', locationId });
	await pc.show(page, '/waste/new');
	await expect(page.getByRole('combobox', { name: 'Add an item' })).toBeFocused();
	await page.keyboard.type(items[0]?.code ?? '');
	await expect(page.getByRole('option').first()).toBeVisible();
	await page.keyboard.press('Enter');
	const reason = page.getByRole('combobox', { name: /^Reason for/ });
	await tabTo(page, reason);
	await page.keyboard.type('Power');
	await expect(reason.locator('option:checked')).toHaveText('Power cut');
});
