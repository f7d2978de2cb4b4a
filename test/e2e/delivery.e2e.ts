// Receiving an order by exception, by keyboard alone: offline, with a lost reply, and in two parts.
import type { Page } from '@playwright/test';
import { drained, expect, test, type Pc } from '../support/office.ts';
import { CountedKeys, fillIn, openRow, pressOn, scan } from './keyboard.ts';

const ofOrder = (documentId: string): string => documentId.split(':')[2] ?? '';

/** The first delivery with several lines, and the order at the service. */
async function expected(pc: Pc, locationId: string) {
	const { deliveries } = await pc.call('delivery.list', { locationId });
	const found = deliveries.find(({ due, lines }) => due === lines && lines > 2);
	if (found === undefined) throw new Error('Nothing is expected here.');
	const { lines } = await pc.call('delivery.get', { documentId: found.documentId });
	return { ...found, first: lines[0]!, all: lines };
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
		await fillIn(page, box, '0');
		await page.keyboard.press('Enter');
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
		await expect(page.getByRole('columnheader', { name: 'Received earlier' })).toBeVisible();
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

test('unrecognised barcodes are given to a line and to an item that nobody ordered, later @night', async ({
	page,
	kitchen,
}) => {
	const { pc, locationId } = kitchen;
	const { documentId, first, all } = await expected(pc, locationId);
	const { items } = await pc.call('item.search', { text: 's', locationId, limit: 50 });
	const extra = items.find(({ itemId }) => all.every(({ item }) => item.itemId !== itemId))!;
	const codes = ['4006381333931', '5901234123457'] as const;
	for (const code of [codes[0], ...codes]) await pc.call('scan.keep', { documentId, code });
	await pc.show(page, `/deliveries/${documentId}`);
	await expect(page.getByText('4006381333931 × 2')).toBeVisible();
	const boxOf = ({ name }: { name: string }) =>
		page.getByRole('grid').getByRole('textbox', { name }).first();
	const choose = async (code: string, { code: itsCode }: { code: string }) => {
		const words = `Choose item of ${code}`;
		await pressOn(page, page.getByRole('button', { name: words }));
		await expect(page.getByRole('combobox', { name: words })).toBeFocused();
		await page.keyboard.type(itsCode);
		await expect(page.getByRole('option').first()).toBeVisible();
		await page.keyboard.press('Enter');
	};

	await test.step('the code of a line leads there, and is not unrecognised any more', async () => {
		await choose(codes[0], first.item);
		await expect(boxOf(first.item)).toBeFocused();
		await expect(page.getByText(codes[0])).toHaveCount(0);
		expect((await pc.call('scan.list', { documentId })).codes).toMatchObject([{ code: codes[1] }]);
	});

	await test.step('an item that is not added leaves its code', async () => {
		await choose(codes[1], extra);
		await expect(page.getByRole('alertdialog')).toContainText(extra.name);
		await page.keyboard.press('Escape');
		await expect(page.getByRole('alertdialog')).toHaveCount(0);
		await expect(page.getByText(codes[1])).toBeVisible();
	});

	await test.step('and is an extra item once it is added', async () => {
		await choose(codes[1], extra);
		await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Add' }));
		await expect(boxOf(extra)).toBeFocused();
		await expect(page.getByText(codes[1])).toHaveCount(0);
		expect((await pc.call('scan.list', { documentId })).codes).toEqual([]);
	});
});

test('forty lines with six differences take at most 110 keys', async ({ page, kitchen }) => {
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

test('another PC received the same order meanwhile: nothing is sent before a person marks it as done @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service, locationId } = kitchen;
	const { documentId, all } = await expected(pc, locationId);
	const purchaseOrderId = ofOrder(documentId);
	const dearer = all.find(({ orderedPrice }) => Number(orderedPrice) > 2)!;
	const typed = (Number(dearer.orderedPrice) * 1.04).toFixed(2);
	const line = { documentId, lineId: dearer.lineId, typed, locale: 'en-GB' };
	await pc.call('delivery.price', line);
	await pc.show(page, `/deliveries/${documentId}`);
	await expect(page.locator('[role=grid] input').first()).toBeFocused();
	await expect(page.getByText('Price up')).toHaveCount(1);
	await page.keyboard.press('Alt+s');
	await expect(page.getByText(/blank lines? filled with/)).toBeVisible();

	await test.step('one of what is not on the order is scanned: its box is next', async () => {
		const { items } = await pc.call('item.search', { text: 's', locationId, limit: 100 });
		const scanned = items
			.filter(
				({ itemId, units }) =>
					!all.some(({ item }) => item.itemId === itemId) &&
					units.some(({ kind }) => kind === 'case'),
			)
			.flatMap(({ units, barcodes, name }) =>
				barcodes
					.filter(({ unitId }) => units.find((unit) => unit.unitId === unitId)?.kind === 'each')
					.map(({ barcode }) => ({ barcode, name })),
			)[0]!;
		await scan(await page.context().newCDPSession(page), [...scanned.barcode, 'Enter']);
		await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Add' }));
		await expect(
			page.getByRole('textbox', { name: `Each / weight, ${scanned.name}` }),
		).toBeFocused();
		await pressOn(page, page.getByRole('button', { name: `Remove ${scanned.name}` }));
		await expect(page.getByRole('textbox', { name: scanned.name })).toHaveCount(0);
	});
	await alone(page, 'Invoice number', 'SAME-1');
	await page.keyboard.press('Tab');

	await test.step('the other PC sends its receipt first', async () => {
		await service.signIn();
		const { purchaseOrder } = await service.snapshot();
		const { items } = purchaseOrder.find(({ id }) => id === purchaseOrderId) as unknown as {
			items: { id: string; itemId: string; uomId: number; quantity: string }[];
		};
		const [first] = items.map(({ id, ...line }) => ({ ...line, purchaseOrderItemId: id }));
		const date = new Date().toISOString();
		const body = { purchaseOrderId, invoiceNumber: 'same-1', date, items: [first] };
		const answer = await service.call('purchaseOrder.receive', { body });
		expect(answer.status).toBeLessThan(300);
	});

	await test.step('ours is kept back, and marked as done', async () => {
		await page.keyboard.press('Control+Enter');
		await pc.until(({ outbox }) => outbox.needYou === 1);
		await pc.show(page, '/outbox');
		await expect(
			page.getByText('Receiving: someone else changed the same lines after you entered this'),
		).toBeVisible();
		await pressOn(page, page.getByRole('button', { name: 'Mark as done' }));
		const dialog = page.getByRole('dialog', { name: 'Mark as done' });
		await pressOn(page, dialog.getByRole('button', { name: 'Mark as done' }));
		await pc.until(drained);
		const { orderReceipts } = await service.snapshot();
		expect(
			orderReceipts.filter((each) => each['purchaseOrderId'] === purchaseOrderId),
		).toHaveLength(1);
	});
});
