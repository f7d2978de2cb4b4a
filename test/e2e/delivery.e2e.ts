// Receiving an order by exception, by keyboard alone: offline, with a lost reply, and in two parts.
import type { Page } from '@playwright/test';
import { drained, expect, test, type Pc } from '../support/office.ts';
import { CountedKeys, fillIn, openRow, pressOn } from './keyboard.ts';

const ofOrder = (documentId: string): string => documentId.split(':')[2] ?? '';

/** The first delivery with several lines, and the order at the service. */
async function expected(pc: Pc, locationId: string) {
	const { deliveries } = await pc.call('delivery.list', { locationId });
	const found = deliveries.find(({ due, lines }) => due === lines && lines > 2);
	if (found === undefined) throw new Error('Nothing is expected here.');
	const { lines } = await pc.call('delivery.get', { documentId: found.documentId });
	return { ...found, first: lines[0]! };
}

const alone = async (page: Page, name: string, text: string): Promise<void> =>
	fillIn(page, page.getByRole('textbox', { name }), text);

test('an order is received in two parts: a lost reply, and nothing twice', async ({
	page,
	kitchen,
}) => {
	const { pc, service, locationId } = kitchen;
	const { documentId, number, supplierName, first } = await expected(pc, locationId);
	const receipts = async () =>
		(await service.snapshot()).orderReceipts.filter(
			({ purchaseOrderId }) => purchaseOrderId === ofOrder(documentId),
		);
	await pc.show(page, '/deliveries');

	await test.step('opened from the list', async () => {
		await fillIn(page, page.getByRole('searchbox', { name: 'Find a delivery' }), number);
		await openRow(page, number);
		await expect(
			page.getByRole('heading', { level: 1, name: `Receive from ${supplierName}` }),
		).toBeVisible();
	});

	await test.step('everything as ordered, but the first line did not come', async () => {
		await page.keyboard.press('Alt+s');
		await expect(page.getByText(/blank lines? filled with/)).toBeVisible();
		const box = page.getByRole('textbox', { name: first.item.name }).first();
		const ordered = await box.inputValue();
		await fillIn(page, box, '0');
		await page.keyboard.press('Enter');
		const typed = async () =>
			(await pc.call('delivery.get', { documentId })).lines[0]?.entry?.boxes[0]?.typed;
		await expect.poll(typed).toBe('0');
		// Saved before the box is left: it is not the browser's own undo.
		await page.keyboard.press('Control+Z');
		await expect.poll(typed).toBe(ordered);
		await expect(box).toBeFocused();
		await page.keyboard.press('Control+Shift+Z');
		await expect.poll(typed).toBe('0');
		const reason = page
			.getByRole('row')
			.filter({ hasText: first.item.name })
			.getByRole('button', { name: 'Choose a reason' });
		await pressOn(page, reason);
		await expect(page.getByRole('menuitem', { name: 'Not in the delivery' })).toBeFocused();
		await page.keyboard.press('Enter');
		await expect(page.getByRole('button', { name: 'Not in the delivery' })).toBeVisible();
		await expect(page.getByRole('button', { name: 'Wait for the rest' })).toBeVisible();
		const { lines } = await pc.call('delivery.get', { documentId });
		expect(lines[0]?.entry).toMatchObject({ reason: 'Not in the delivery', cause: 'missing' });
	});

	await test.step('without the number of the invoice it does not go', async () => {
		await page.keyboard.press('Control+Enter');
		await expect(page.getByRole('textbox', { name: 'Invoice number' })).toBeFocused();
		await page.keyboard.type('INV-77');
		await page.keyboard.press('Tab');
	});

	await test.step('the reply is lost, and the receipt is at the service once', async () => {
		await service.setFaults({
			kind: 'drop-reply',
			operation: 'purchaseOrder.receive',
			times: 1,
		});
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('Added to the outbox.')).toBeVisible();
		await pc.until(drained);
		expect(await receipts()).toMatchObject([{ invoiceNumber: 'INV-77' }]);
	});

	await test.step('the same invoice again is a question', async () => {
		await pc.show(page, `/deliveries/${documentId}`);
		await expect(page.getByText('48 earlier')).toBeVisible();
		await page.keyboard.press('Alt+s');
		await alone(page, 'Invoice number', 'INV-77');
		await page.keyboard.press('Tab');
		await expect(page.getByText('was received before')).toBeVisible();
		await page.keyboard.press('Control+Enter');
		await expect(page.getByRole('button', { name: 'Other goods with this number' })).toBeFocused();
		await expect(page.getByText('Enter the number of the invoice')).toHaveCount(0);
		expect(await receipts()).toHaveLength(1);
		await alone(page, 'Invoice number', 'INV-78');
	});

	await test.step('the rest comes, and the order is received', async () => {
		// The number is still being typed.
		await page.keyboard.press('Control+Enter');
		await expect(page.getByRole('heading', { level: 1, name: 'Deliveries' })).toBeVisible();
		await pc.until(drained);
		expect(await receipts()).toHaveLength(2);
		const { purchaseOrder } = await service.snapshot();
		expect(purchaseOrder.find(({ id }) => id === ofOrder(documentId))?.status).toBe('received');
	});
});

test('forty lines with six differences take at most 110 keys @night', async ({ page, kitchen }) => {
	const { pc, service, locationId } = kitchen;
	await service.signIn();
	const [supplier] = await service.all<{ id: string }>('supplier.list');
	const all = await service.all<{ id: string; units: { uomId: number }[] }>('inventoryItem.list');
	const items = all.slice(0, 40).map(({ id, units }) => {
		return { itemId: id, uomId: units.at(-1)!.uomId, quantity: 4, price: 5 };
	});
	expect(items).toHaveLength(40);
	const day = new Date().toISOString();
	const head = { locationId, supplierId: supplier!.id, date: day, deliveryDate: day };
	const made = await service.call('purchaseOrder.create', {
		body: { ...head, isDraft: false, items },
	});
	const { id } = made.json as { id: string };
	await service.call('purchaseOrder.approve', { path: { id } });
	await pc.call('sync.pull', {});
	const documentId = `service:purchaseOrder:${id}`;
	await expect
		.poll(async () => (await pc.call('delivery.list', { locationId })).deliveries.length)
		.toBeGreaterThan(0);
	await pc.show(page, `/deliveries/${documentId}`);
	await expect(page.getByRole('row')).not.toHaveCount(0);

	const keys = new CountedKeys(page);
	const boxes = page.locator('[role=grid] input');
	await expect(boxes.first()).toBeFocused();
	await keys.press('Alt+s');
	await expect(page.getByText(/40 blank lines filled/)).toBeVisible();
	for (let line = 0; line < 6; line += 1) {
		// The first box has the focus already, and typing replaces what was filled in under it.
		if (line > 0) await keys.press('Enter');
		await keys.type('3');
		await keys.press('Tab');
		const reason = page.getByRole('button', { name: 'Choose a reason' });
		await expect(reason).toBeVisible();
		// Items have one, two or three boxes.
		const isFocused = () => reason.evaluate((button) => button === document.activeElement);
		for (let box = 0; box < 3 && !(await isFocused()); box += 1) await keys.press('Tab');
		await expect(reason).toBeFocused();
		await keys.press('Enter');
		await expect(page.getByRole('menuitem', { name: 'Not in the delivery' })).toBeFocused();
		await keys.press('Enter');
		await expect(page.getByRole('button', { name: 'Not in the delivery' })).toHaveCount(line + 1);
		await keys.press('Home');
	}
	await keys.press('Control+Enter');
	await expect(page.getByRole('textbox', { name: 'Invoice number' })).toBeFocused();
	await keys.type('4711');
	await keys.press('Control+Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'Deliveries' })).toBeVisible();
	await pc.until(drained);
	expect(keys.pressed).toBeLessThanOrEqual(110);
});
