// What follows from a receipt, by keyboard and offline: a shortage is claimed, asked for in a letter, and credited.
import { expect, test, type Pc } from '../support/office.ts';
import { openRow, pressOn, tabTo } from './keyboard.ts';

/** Receives an order without its first line, and its second line above the ordered price. */
async function receiveWithDifferences(pc: Pc, locationId: string) {
	const { deliveries } = await pc.call('delivery.list', { locationId });
	const found = deliveries.find(({ due, lines }) => due === lines && lines > 2);
	if (found === undefined) throw new Error('Nothing is expected here.');
	const { documentId } = found;
	const { lines } = await pc.call('delivery.get', { documentId });
	const [short, dearer] = lines;
	if (short === undefined || dearer === undefined) throw new Error('The order has too few lines.');
	const line = { documentId, lineId: short.lineId };
	const unitId = short.item.units.at(-1)?.unitId ?? '';
	await pc.call('delivery.enter', { ...line, unitId, typed: '0', locale: 'en-GB' });
	await pc.call('delivery.explain', { ...line, reason: 'Not in the delivery' });
	await pc.call('delivery.settle', { ...line, settlement: 'close-short' });
	await pc.call('delivery.price', {
		documentId,
		lineId: dearer.lineId,
		typed: String(Number(dearer.orderedPrice) * 2),
		locale: 'en-GB',
	});
	await pc.call('delivery.enterAllAsDue', { documentId });
	const invoice = { number: 'INV-9', day: null, total: '', differenceIs: '', isAnother: false };
	await pc.call('delivery.invoice', {
		documentId,
		locale: 'en-GB',
		invoice: { ...invoice, differenceIs: '' as const },
	});
	await pc.call('delivery.receive', { documentId, intentId: crypto.randomUUID() });
	return { ...found, short, dearer };
}

test('a shortage is confirmed as a claim, asked for in a letter and credited, offline @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service, locationId } = kitchen;
	await service.goAway();
	await pc.call('network.check', {});
	const { number, supplierName, short } = await receiveWithDifferences(pc, locationId);
	await pc.show(page, '/follow-ups');

	await test.step('nothing is claimed before it is confirmed, one or several at once', async () => {
		const shortage = page.getByRole('row').filter({ hasText: 'Claim: not delivered' });
		await expect(shortage).toContainText(short.item.name);
		expect((await pc.call('credit.list', { locationId })).claims).toEqual([]);
		await tabTo(page, page.locator('[role=grid] tr[tabindex="0"]'));
		await tabTo(page, shortage, 'ArrowDown');
		await page.keyboard.press('Alt+c');
		await expect(page.getByText('1 follow-up confirmed.')).toBeVisible();
		await expect(shortage).toHaveCount(0);
		await tabTo(page, page.locator('[role=grid] tr[tabindex="0"]'));
		await page.keyboard.press('Control+A');
		await page.keyboard.press('Alt+x');
		await expect(page.getByText('No open follow-ups')).toBeVisible();
	});

	const claims = async () =>
		(await pc.call('credit.list', { locationId, state: 'all' })).claims.map(({ state }) => state);
	await test.step('the letter lists it, and it is asked for', async () => {
		expect(await claims()).toEqual(['open']);
		await pc.show(page, '/credits');
		await openRow(page, supplierName);
		await pressOn(page, page.getByRole('link', { name: 'Letter' }));
		await expect(
			page.getByRole('heading', { level: 1, name: `Credit request to ${supplierName}` }),
		).toBeVisible();
		await expect(page.getByRole('textbox', { name: 'E-mail text' })).toHaveValue(
			new RegExp(`${number} / INV-9.*${short.item.name}`),
		);
		await pressOn(page, page.getByRole('button', { name: 'Mark 1 claim as asked for' }));
		await expect(page.getByRole('cell', { name: 'Asked for', exact: true })).toBeVisible();
		expect(await claims()).toEqual(['asked']);
	});

	await test.step('the credit arrives', async () => {
		await pressOn(page, page.getByRole('link', { name: `${number} / INV-9` }));
		await tabTo(page, page.getByRole('combobox', { name: 'State' }));
		await page.keyboard.type('Credited');
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('The step was saved.')).toBeVisible();
		expect(await claims()).toEqual(['credited']);
	});
});
