// A day of purchasing by keyboard alone, partly without the network: of every write the first reply is lost, and at the
// end the service has each document once, as it was typed.
import type { Page } from '@playwright/test';
import type { OperationName } from '../../src/shared/service/index.ts';
import { drained, expect, test, type Pc, type Service } from '../support/office.ts';
import { addItem, fillIn, openRow, pressOn, tabTo } from './keyboard.ts';

interface Item {
	readonly id: string;
	readonly code: string;
	readonly name: string;
	/** The biggest is the last here, and the first on screen. */
	readonly units: readonly { uomId: number; conversionFactor: string }[];
	readonly transactionUnits?: readonly unknown[];
}

/** A supplier sells one item that is bought by the box and weighed, and two others, each by its biggest unit. */
async function sold(service: Service, pc: Pc) {
	await service.signIn();
	const [supplier] = await service.all<{ id: string; name: string }>('supplier.list');
	const items = await service.all<Item>('inventoryItem.list');
	const isWeighed = ({ transactionUnits = [] }: Item): boolean => transactionUnits.length > 0;
	const weighed = items.find(isWeighed);
	const [other, third] = items.filter((item) => !isWeighed(item) && item.units.length > 1);
	if (!supplier || !weighed || !other || !third) throw new Error('The service has too little.');
	for (const { id: itemId, units } of [weighed, other, third]) {
		const { uomId } = units.at(-1)!;
		const body = { itemId, supplierId: supplier.id, uomId, price: '8', isActive: true };
		const answer = await service.call('purchaseOption.create', { body });
		expect(answer.status).toBeLessThan(500);
	}
	await pc.call('sync.pull', { lists: ['purchaseOption'] });
	await pc.until(({ sync }) => !sync.running);
	return { supplier, weighed, other, third };
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Goes down the sheet to the line of an item, and types a quantity in its biggest unit. */
async function quantity(page: Page, item: Pick<Item, 'name'>, typed: string): Promise<void> {
	const box = page.getByRole('grid').getByRole('textbox', { name: item.name }).first();
	await expect(box).toBeVisible();
	await tabTo(page, page.locator('[role=grid] [tabindex="0"]').first());
	await page.keyboard.press('Control+Home');
	await tabTo(page, box, 'ArrowDown');
	await page.keyboard.type(typed);
}

const sent = async (pc: Pc): Promise<void> => {
	await pc.until(drained);
	await pc.call('sync.pull', {});
	await pc.until(({ sync }) => !sync.running);
};

const writes = [
	'purchaseRequest.create',
	'purchaseRequest.submit',
	'purchaseRequest.approve',
	'purchaseOrder.create',
	'purchaseOrder.submit',
	'purchaseOrder.approve',
	'purchaseOrder.update',
	'purchaseOrder.receive',
	'purchaseOrder.close',
	'returnOrder.create',
	'returnOrder.submit',
	'returnOrder.approve',
] as const satisfies readonly OperationName[];

test('the first reply of every write is lost on a day of purchasing, and the service has everything once @night', async ({
	page,
	kitchen,
}) => {
	test.setTimeout(400_000);
	const { pc, service, locationId } = kitchen;
	const { supplier, weighed, other, third } = await sold(service, pc);
	const before = await service.snapshot();
	const lost = writes.map((operation) => ({ kind: 'drop-reply' as const, operation, times: 1 }));
	await service.setFaults(...lost);
	const journal: Awaited<ReturnType<Service['journal']>> = [];
	const leave = async () => {
		journal.push(...(await service.journal()));
		await service.goAway();
		await pc.call('network.check', {});
	};
	const comeBack = async () => {
		await service.comeBack();
		await pc.call('network.check', {});
	};
	const approve = async (path: string) => {
		await pc.show(page, path);
		await pressOn(page, button(page, 'Approve'));
		await expect(button(page, 'Approve')).toHaveCount(0);
		await sent(pc);
	};

	const requestPath = await test.step('a request is written, sent and approved', async () => {
		await pc.show(page, '/requests/new');
		for (const [item, typed] of [
			[weighed, '2'],
			[other, '4'],
		] as const) {
			await addItem(page, item.code);
			await quantity(page, item, typed);
			const of = page.getByRole('combobox', { name: `Supplier for ${item.name}` });
			await tabTo(page, of);
			await page.keyboard.type(supplier.name);
			await expect(of).toHaveValue(supplier.id);
		}
		await page.keyboard.press('Control+Enter');
		await expect(heading(page)).toHaveText('Purchase requests');
		await sent(pc);
		const [made] = (await pc.call('purchaseRequest.list', { locationId })).documents;
		const path = `/requests/${made?.documentId ?? ''}`;
		await approve(path);
		return path;
	});

	const orderId = await test.step('it is ordered from, and the order is approved', async () => {
		const orderFrom = button(page, 'Order from this request…');
		await expect(orderFrom).toBeEnabled();
		await pressOn(page, orderFrom);
		await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Create 1 draft' }));
		await expect(heading(page)).toHaveText('Order draft');
		await page.keyboard.press('Control+Enter');
		await expect(heading(page)).not.toHaveText('Order draft');
		await sent(pc);
		const { orders } = await pc.call('purchasing.ofRequest', {
			documentId: requestPath.replace('/requests/', ''),
		});
		const id = orders[0]?.documentId ?? '';
		await approve(`/orders/${id}`);
		return id;
	});
	const serverId = orderId.split(':')[2] ?? '';

	await test.step('it is amended, and approved again', async () => {
		await expect(page.getByText('Approved, not sent')).toBeVisible();
		await expect(button(page, 'Edit')).toBeVisible();
		await page.keyboard.press('F2');
		await quantity(page, other, '6');
		await page.keyboard.press('Enter');
		await expect(page.getByText(/^After this change the order needs approval again/)).toBeVisible();
		await page.keyboard.press('Control+Enter');
		await expect(heading(page)).toHaveText(/^Purchase order/);
		await sent(pc);
		await approve(`/orders/${orderId}`);
	});

	await test.step('offline, a part comes, weighed, with a substitute', async () => {
		await leave();
		await pc.show(page, `/deliveries/${orderId}`);
		await expect(heading(page)).toHaveText(`Receive from ${supplier.name}`);
		await quantity(page, weighed, '2');
		await fillIn(
			page,
			page.getByRole('textbox', { name: `Weight, ${weighed.name}` }),
			String(Number(weighed.units.at(-1)?.conversionFactor) * 2 + 0.4),
		);
		await page.keyboard.press('Enter');
		await quantity(page, other, '2');
		await page.keyboard.press('Alt+1');
		await expect(button(page, 'Not in the delivery')).toBeVisible();
		await addItem(page, third.code, 'Find a line or add an item');
		const dialog = page.getByRole('alertdialog');
		await tabTo(page, dialog.getByRole('combobox', { name: 'Receive it as' }));
		await page.keyboard.type(`Instead of ${other.name}`);
		await pressOn(page, dialog.getByRole('button', { name: 'Add' }));
		await expect(dialog).toBeHidden();
		await quantity(page, third, '1');
		await fillIn(page, page.getByRole('textbox', { name: 'Invoice number' }), 'DAY-1');
		await page.keyboard.press('Control+Enter');
		await expect(heading(page)).toHaveText('Deliveries');
	});

	await test.step('goods come without an order, still offline', async () => {
		await pc.show(page, '/deliveries/new');
		await tabTo(page, page.getByRole('combobox', { name: 'Supplier' }));
		await page.keyboard.type(supplier.name);
		await expect(page.getByRole('option', { name: supplier.name })).toBeVisible();
		await page.keyboard.press('Enter');
		await expect(heading(page)).toHaveText(`Receive from ${supplier.name}`);
		await addItem(page, third.code, 'Find a line or add an item');
		await quantity(page, third, '3');
		await fillIn(page, page.getByRole('textbox', { name: 'Invoice number' }), 'DAY-2');
		await page.keyboard.press('Control+Enter');
		await expect(heading(page)).toHaveText('Deliveries');
		await comeBack();
		await service.setFaults(
			...lost.filter(({ operation }) => !journal.some((each) => each.operation === operation)),
		);
		await sent(pc);
	});

	await test.step('the rest comes but for one, on another invoice than the first', async () => {
		await pc.show(page, `/deliveries/${orderId}`);
		await quantity(page, other, '3');
		await page.keyboard.press('Alt+1');
		const then = button(page, 'Wait for the rest');
		await pressOn(page, then);
		await tabTo(page, page.getByRole('menuitem', { name: 'Close short' }), 'ArrowDown');
		await page.keyboard.press('Enter');
		await expect(button(page, 'Close short')).toBeVisible();
		await fillIn(page, page.getByRole('textbox', { name: 'Invoice number' }), 'DAY-1');
		await page.keyboard.press('Tab');
		await expect(page.getByText('was received before')).toBeVisible();
		await fillIn(page, page.getByRole('textbox', { name: 'Invoice number' }), 'DAY-3');
		await page.keyboard.press('Control+Enter');
		await expect(heading(page)).toHaveText('Deliveries');
		await sent(pc);
	});

	await test.step('the order is closed', async () => {
		await pc.show(page, `/orders/${orderId}`);
		await pressOn(page, page.getByRole('status').getByRole('button', { name: 'Close order' }));
		await sent(pc);
	});

	const confirm = async (kind: string, item: Item) => {
		await pc.show(page, '/follow-ups');
		const row = page.getByRole('row').filter({ hasText: kind }).filter({ hasText: item.name });
		await tabTo(page, page.locator('[role=grid] tr[tabindex="0"]'));
		await tabTo(page, row, 'ArrowDown');
		await page.keyboard.press('Alt+c');
		await expect(page.getByText('1 follow-up confirmed.')).toBeVisible();
	};

	await test.step('what is missing is claimed, and one of the first goes back, written offline', async () => {
		await leave();
		await confirm('Claim: not delivered', other);
		await pc.show(page, `/returns/new/${orderId}`);
		await openRow(page, 'DAY-1');
		await tabTo(page, page.getByRole('checkbox', { name: other.name }).first());
		await page.keyboard.press('Space');
		await page.keyboard.press('Control+Enter');
		await expect(heading(page)).toHaveText('Return draft');
		await quantity(page, other, '1');
		await page.keyboard.press('Alt+3');
		await tabTo(page, page.getByRole('combobox', { name: `Reason to return ${other.name}` }));
		await page.keyboard.press('5');
		await page.keyboard.press('Control+Enter');
		await expect(heading(page)).toHaveText('Returns');
		await comeBack();
		await service.setFaults(
			...lost.filter(({ operation }) => operation.startsWith('returnOrder.')),
		);
		await sent(pc);
		const { documents } = await pc.call('returnOrder.list', { locationId });
		await approve(`/returns/${documents[0]?.documentId ?? ''}`);
		await confirm('Claim: sent back', other);
	});

	await test.step('both are asked for in one letter', async () => {
		await pc.show(page, '/credits');
		await openRow(page, 'DAY-3');
		await pressOn(page, page.getByRole('link', { name: 'Letter' }));
		await pressOn(page, button(page, 'Mark 2 claims as asked for'));
		await expect(page.getByRole('cell', { name: 'Asked for', exact: true })).toHaveCount(2);
	});

	await test.step('the service has each document once, as it was typed', async () => {
		journal.push(...(await service.journal()));
		const unanswered = journal.filter(({ committed, answered }) => committed && !answered);
		expect(new Set(unanswered.map(({ operation }) => operation))).toEqual(new Set(writes));
		const after = await service.snapshot();
		const isNew = ({ id }: { id: string }, among: readonly { id: string }[]) =>
			!among.some((each) => each.id === id);
		const orders = after.purchaseOrder.filter((each) => isNew(each, before.purchaseOrder));
		const line = (item: Item, typed: string) => ({ itemId: item.id, quantity: typed });
		expect(orders.find(({ id }) => id === serverId)).toMatchObject({
			status: 'closed',
			items: [line(weighed, '2'), line(other, '6')],
		});
		expect(orders).toHaveLength(3);
		const receipts = after.orderReceipts.filter((each) => isNew(each, before.orderReceipts));
		const received = receipts.map(({ invoiceNumber, items }) => ({ invoiceNumber, items }));
		expect(received).toHaveLength(4);
		expect(received).toEqual(
			expect.arrayContaining(
				[
					['DAY-1', [line(weighed, '2'), line(other, '2')]] as const,
					['DAY-1', [line(third, '1')]] as const,
					['DAY-2', [line(third, '3')]] as const,
					['DAY-3', [line(other, '3')]] as const,
				].map(([invoiceNumber, items]) =>
					expect.objectContaining({
						invoiceNumber,
						items: items.map((each) => expect.objectContaining(each)),
					}),
				),
			),
		);
		const returns = after.returnOrder.filter((each) => isNew(each, before.returnOrder));
		expect(returns).toMatchObject([
			{ status: 'approved', items: [{ itemId: other.id, returnQuantity: '1' }] },
		]);
		const requests = journal.filter(
			({ operation, committed }) => operation === 'purchaseRequest.create' && committed,
		);
		expect(requests).toHaveLength(1);
	});
});
