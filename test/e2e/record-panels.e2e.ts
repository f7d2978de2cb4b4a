// What the service answers on demand, by keyboard: what this PC does not have yet, a stock change that is reversed,
// what is asked again when the network is back, a view from another program, and people made inactive together.
import type { Page } from '@playwright/test';
import { expect, test, type Pc, type Service } from '../support/office.ts';
import { axeFaults } from './axe.ts';
import { tabTo } from './keyboard.ts';

/** Others make a preparation at the service. */
async function made(service: Service, name: string): Promise<void> {
	await service.signIn();
	const [first] = await service.all<Record<string, unknown>>('prepItem.list');
	const { id: _id, code: _code, ...body } = first!;
	const answer = await service.call('prepItem.create', { body: { ...body, name } });
	expect(answer.status).toBe(200);
}

const offline = async ({ pc, service }: { pc: Pc; service: Service }): Promise<void> => {
	await service.goAway();
	await pc.call('lookup.count', { type: 'supplier' });
	await pc.until(({ network }) => network.state === 'offline');
};
const online = async ({ pc, service }: { pc: Pc; service: Service }): Promise<void> => {
	await service.comeBack();
	await pc.until(({ network }) => network.state === 'online');
};
const noFaults = async (page: Page) => expect(await axeFaults(page)).toEqual([]);
const notHere = (page: Page) => page.getByText('not on this PC yet');

test('finds records that only the service has, below a recipe and by Ctrl K, and fetches them @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service } = kitchen;
	await made(service, 'Nettle pesto');
	const { rows } = await pc.call('record.list', { type: 'prepItem' });
	await pc.show(page, `/prepItem/${rows[0]!.id}`);
	const search = page.getByRole('textbox', { name: 'Find more ingredients at the service' });
	await tabTo(page, search);
	await page.keyboard.type('no such thing');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Nothing at the service matches these words.')).toBeVisible();
	await service.setFaults({ kind: 'refused', operation: 'prepItem.ingredients' });
	await search.selectText();
	await page.keyboard.type('refused');
	await page.keyboard.press('Enter');
	await expect(page.getByText(/^The service did not show this: \S/)).toBeVisible();
	await noFaults(page);
	await service.setFaults();
	await tabTo(page, page.getByRole('button', { name: 'Try again' }));
	await page.keyboard.press('Enter');
	await expect(page.getByText('Nothing at the service matches these words.')).toBeVisible();
	await search.focus();
	await search.selectText();
	await page.keyboard.type('nettle');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Preparation · not on this PC yet')).toBeVisible();
	await expect(page.getByText('Harbour Kitchen:')).toBeVisible();
	await noFaults(page);

	await offline(kitchen);
	await expect(page.getByText('Only the service knows this.').first()).toBeVisible();
	await noFaults(page);
	await online(kitchen);
	await expect(page.getByText('Only the service knows this.')).toHaveCount(0);

	await page.keyboard.press('Control+k');
	await page.keyboard.type('nettle');
	await expect(page.getByText('No matches')).toBeVisible();
	await page.keyboard.press('Enter');
	const palette = page.getByRole('dialog');
	await expect(notHere(palette.page())).not.toHaveCount(0);
	await tabTo(page, palette.getByRole('button', { name: 'Refresh' }));
	await noFaults(page);
	await page.keyboard.press('Enter');
	await tabTo(page, palette.getByRole('link', { name: 'Nettle pesto' }));
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 2, name: 'Nettle pesto' })).toBeVisible();
});

test('a pasted view lists the fields that are missing here @night', async ({ page, kitchen }) => {
	await kitchen.pc.show(page, '/inventoryItem');
	await expect(page.locator('[role=grid] tr[tabindex="0"]')).toBeFocused();
	await page.keyboard.press('v');
	await tabTo(page, page.getByRole('textbox', { name: 'Paste a view' }));
	await page.keyboard.insertText('Milk #/inventoryItem?categoryId=C-9&colour=red&cols=name,weight');
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByText('leaves them out: colour and weight')).toBeVisible();
	await expect(dialog.getByText('so it may find nothing: Category')).toBeVisible();
	await expect(dialog.getByRole('button', { name: 'Milk', exact: true })).toBeVisible();
	await noFaults(page);
});
test('axe finds nothing where a stock change is reversed, or a view is pasted @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service, locationId } = kitchen;
	await service.signIn();
	const [stock] = await service.all<Record<string, string>>('inventoryItem.currentStock', {
		locationId,
	});
	const { itemId, storageAreaId } = stock!;
	const items = [{ itemId, storageAreaId, quantity: '5' }];
	const date = new Date().toISOString();
	await service.call('inventoryItem.changeStock', { body: { locationId, date, items } });
	const { record } = await pc.call('record.get', { type: 'inventoryItem', id: itemId! });

	await pc.show(page, `/inventoryItem/${itemId!}`);
	await tabTo(page, page.getByRole('button', { name: 'Reverse the last stock change…' }));
	await page.keyboard.press('Enter');
	const question = page.getByRole('alertdialog');
	const area = question.getByRole('combobox', { name: 'Storage area' });
	await expect(area).toBeFocused();
	await area.selectOption(storageAreaId!);
	await page.keyboard.press('Tab');
	await page.keyboard.type(`${String(record['name'])}?`);
	const confirm = question.getByRole('button', { name: 'Reverse the last stock change' });
	await confirm.press('Enter');
	await expect(question.getByText(/to confirm$/).last()).toBeVisible();
	await noFaults(page);
	await page.keyboard.press('End');
	await page.keyboard.press('Backspace');
	await confirm.press('Enter');
	await expect(page.getByText('Last stock change reversed by Noor Haddad')).toBeVisible();
	await noFaults(page);

	await pc.show(page, '/inventoryItem');
	await expect(page.locator('[role=grid] tr[tabindex="0"]')).toBeFocused();
	await page.keyboard.press('v');
	const dialog = page.getByRole('dialog');
	await dialog
		.getByRole('textbox', { name: 'Paste a view' })
		.fill('Milk #/inventoryItem?categoryId=C-9&colour=red&cols=name,weight');
	await page.keyboard.press('Enter');
	await expect(dialog.getByText('leaves them out: colour and weight')).toBeVisible();
	await noFaults(page);
});

test('several people are made inactive only after it was said who is left @night', async ({
	page,
	kitchen,
}) => {
	const { pc } = kitchen;
	const { people } = await pc.call('access.read', { people: true });
	await pc.call('settings.set', { person: people[0]!.name });
	await pc.show(page, '/buyerUser');
	await expect(page.locator('[role=grid] tr[tabindex="0"]')).toBeFocused();
	for (const { name } of people) {
		await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
		await page.keyboard.press('Space');
		await page.keyboard.press('ArrowDown');
	}
	await tabTo(page, page.getByRole('button', { name: `Deactivate ${String(people.length)}` }));
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('alertdialog');
	await expect(dialog.getByText(/^The role .* has no active people\.$/).first()).toBeVisible();
	await expect(dialog.getByText('changes your own access', { exact: false })).toBeVisible();
	await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
	await noFaults(page);
	await page.keyboard.press('Escape');

	await page.keyboard.press('b');
	await page.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Active' });
	await page.getByRole('combobox', { name: 'Value' }).selectOption({ label: 'No' });
	await tabTo(page, page.getByRole('button', { name: 'Preview' }));
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
	await expect(page.getByText(/^The role .* has no active people\.$/).first()).toBeVisible();
	await noFaults(page);
});
