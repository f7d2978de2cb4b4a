import { describe, expect, test } from 'vitest';
import { typedInvoice } from '../../../../test/support/invoice.ts';
import { written } from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';
import { documentId, orderOfTwo, receivingDesk } from '../../../../test/support/receiving-desk.ts';
import { refused } from '../../../../test/support/verdicts.ts';
import type { CallInput } from '../../../shared/bridge/contract.ts';

const order = (more: object = {}, milkCame = '0', butterCame = '0') =>
	orderOfTwo({ totalCost: '32', ...more }, milkCame, butterCame);

const kitchen = eachKitchen({ lists: { 'purchaseOrder.list': [order()] } });
const { enter, explain, settle, price, invoice, receive } = receivingDesk(() => kitchen);

const list = (more: Partial<CallInput<'delivery.list'>> = {}) =>
	kitchen
		.call('delivery.list', { locationId: 'L-1', ...more })
		.deliveries.map(({ number, group, due, waiting }) => ({ number, group, due, waiting }));
const get = () => kitchen.call('delivery.get', { documentId });
const line = (lineId: string) => get().lines.find((each) => each.lineId === lineId)!;
const all = () => kitchen.call('delivery.enterAllAsDue', { documentId });
const zeros = () => kitchen.call('delivery.confirmBlanksAsZero', { documentId });
const sent = (at = 0) => kitchen.service.writes[at]?.body;
/** One case of milk came, and all of the butter. */
function receivePart(number = 'INV-1'): void {
	enter('l-1', '1', '3');
	explain('l-1');
	enter('l-2', '10');
	invoice(number);
	receive();
}

test('an order shows its description without our reference', async () => {
	const description = 'For the weekend [SR-NVBE4R80JH]';
	await kitchen.shows({ 'purchaseOrder.list': [order({ description })] });
	expect(get().description).toBe('For the weekend');
});

describe('the list of deliveries', () => {
	test('has open orders by their day, and nothing that was received', async () => {
		await kitchen.shows({
			'purchaseOrder.list': [
				order(),
				order({ id: 'O-2', number: 'PO-8', deliveryDate: '2026-11-02' }),
				order({ id: 'O-3', number: 'PO-9', deliveryDate: undefined }, '1'),
				order({ id: 'O-4', number: 'PO-10', status: 'received' }, '2', '10'),
				order({ id: 'O-5', number: 'PO-11', status: 'submitted' }),
				order({ id: 'O-6', number: 'PO-12', deliveryDate: '2030-01-01' }),
			],
		});
		expect(list()).toEqual([
			{ number: 'PO-8', group: 'late', due: 2, waiting: 0 },
			{ number: 'PO-7', group: 'today', due: 2, waiting: 0 },
			{ number: 'PO-9', group: 'partly', due: 2, waiting: 0 },
			{ number: 'PO-12', group: 'later', due: 2, waiting: 0 },
		]);
	});

	test('finds a delivery by its number, supplier and item, and by a scanned barcode', () => {
		for (const text of ['PO-7', 'riverside', 'butt']) expect(list({ text })).toHaveLength(1);
		expect(list({ text: 'Cream' })).toEqual([]);
		expect(list({ code: '036000291452' })).toHaveLength(1);
		expect(list({ code: '4006381333931' })).toEqual([]);
	});

	test('takes off what waits in the outbox, and asks for entries that were begun', () => {
		kitchen.service.there = false;
		receivePart();
		expect(list()).toEqual([{ number: 'PO-7', group: 'today', due: 1, waiting: 1 }]);
		enter('l-1', '1', '3');
		expect(list()).toEqual([{ number: 'PO-7', group: 'check', due: 1, waiting: 1 }]);
	});

	test('keeps a delivery with a rest to come while its order was not read since', async () => {
		kitchen.service.onWrite = () => {
			kitchen.service.there = false;
		};
		receivePart();
		await kitchen.send();
		expect(written(kitchen)).toEqual(['purchaseOrder.receive']);
		expect(list()).toEqual([{ number: 'PO-7', group: 'today', due: 1, waiting: 1 }]);
	});
});

describe('a receipt', () => {
	test('of everything as ordered sends each line in the unit of the order', async () => {
		all();
		invoice('INV-1');
		receive();
		await kitchen.send();
		expect(written(kitchen)).toEqual(['purchaseOrder.receive']);
		expect(sent()).toMatchObject({
			purchaseOrderId: 'O-1',
			invoiceNumber: 'INV-1',
			items: [
				{ purchaseOrderItemId: 'l-1', itemId: '1', uomId: 3, quantity: '2', price: '6' },
				{ purchaseOrderItemId: 'l-2', itemId: '2', uomId: 1, quantity: '10', price: '2' },
			],
		});
	});

	test('converts loose pieces to the unit of the order, and reads the rounded part back as pieces', async () => {
		enter('l-1', '7');
		explain('l-1');
		enter('l-2', '10');
		invoice('INV-1');
		receive();
		await kitchen.send();
		expect(sent()).toMatchObject({ items: [{ uomId: 3, quantity: '0.583333' }, {}] });
		await kitchen.shows({
			'purchaseOrder.list': [order({ status: 'partly-received' }, '0.583333', '10')],
		});
		expect(line('l-1').entry).toMatchObject({ before: '7', due: '17' });
	});

	test('does not go while lines are blank, differences lack a reason, or the invoice has no number', () => {
		enter('l-1', '1', '3');
		expect(failureOf(receive).details).toEqual([
			{ path: 'lines.l-1.reason', message: 'missing' },
			{ path: 'lines.l-2.entry', message: 'missing' },
			{ path: 'invoice.number', message: 'missing' },
		]);
		zeros();
		expect(line('l-2').entry).toMatchObject({ total: '0', difference: '-10' });
	});

	test('of nothing is not sent', () => {
		zeros();
		explain('l-1');
		explain('l-2');
		invoice('INV-1');
		expect(failureOf(receive).details).toEqual([{ path: 'lines', message: 'nothing-came' }]);
	});

	test('of more than the profile allows is not sent', () => {
		all();
		enter('l-2', '12');
		explain('l-2', 'Too many');
		invoice('INV-1');
		expect(failureOf(receive).details).toEqual([
			{ path: 'lines.l-2.entry', message: 'over-tolerance' },
		]);
	});

	test('leaves out lines of which nothing came', async () => {
		enter('l-2', '10');
		zeros();
		explain('l-1');
		invoice('INV-1');
		receive();
		await kitchen.send();
		expect(sent()).toMatchObject({ items: [{ purchaseOrderItemId: 'l-2' }] });
		expect(sent()!['items']).toHaveLength(1);
	});

	test('undone is open again with everything that was typed', () => {
		kitchen.service.there = false;
		receivePart();
		kitchen.undo('purchaseOrder', documentId);
		expect(line('l-1').entry).toMatchObject({ before: '0', total: '12', due: '24' });
		expect(get().invoice.number).toBe('INV-1');
	});
});

test('a photo of the delivery note stays with its receipt on the page of the order', async () => {
	const picture = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64');
	const { draftId } = kitchen.call('delivery.keep', { documentId });
	const { photoId } = kitchen.call('photo.add', {
		documentId: draftId!,
		picture,
	});
	receivePart();
	await kitchen.send();
	expect(get().receipts).toEqual([{ draftId, invoiceNumber: 'INV-1' }]);
	expect(kitchen.call('photo.list', { documentId: draftId! }).photos).toMatchObject([{ photoId }]);
	expect(JSON.stringify(kitchen.service.writes)).not.toContain(picture);
});

test('making a place for photos keeps entries from another window', () => {
	enter('l-1', '5');
	kitchen.call('delivery.keep', { documentId });
	expect(line('l-1').entry?.total).toBe('5');
});

describe('several receipts of an order', () => {
	test('wait in its lane, and the second is compared with what the first leaves', async () => {
		kitchen.service.there = false;
		receivePart('INV-1');
		expect(line('l-1').entry).toMatchObject({ before: '12', due: '12' });
		expect(line('l-2').entry).toMatchObject({ before: '10', due: '0' });
		all();
		invoice('INV-2');
		receive();
		expect(list()).toEqual([{ number: 'PO-7', group: 'today', due: 0, waiting: 2 }]);
		kitchen.service.there = true;
		await kitchen.send();
		expect(written(kitchen)).toEqual(['purchaseOrder.receive', 'purchaseOrder.receive']);
		expect(sent(1)).toMatchObject({
			invoiceNumber: 'INV-2',
			items: [{ purchaseOrderItemId: 'l-1', quantity: '1' }],
		});
	});

	test('of the same invoice raise a question', () => {
		kitchen.service.there = false;
		receivePart('INV-1');
		all();
		invoice(' inv-1 ');
		expect(failureOf(receive).details).toEqual([
			{ path: 'invoice.number', message: 'same-invoice' },
		]);
		invoice('inv-1', { isAnother: true });
		expect(receive().waiting).toBe(2);
	});

	test('are not sent by a repeated call for the one before', () => {
		kitchen.service.there = false;
		enter('l-1', '1', '3');
		explain('l-1');
		enter('l-2', '10');
		invoice('INV-1');
		receive('intent-0001');
		all();
		invoice('INV-2');
		expect(receive('intent-0001')).toMatchObject({ waiting: 1, invoice: { number: 'INV-2' } });
		expect(receive('intent-0002').waiting).toBe(2);
	});

	test('are both open after the first is undone, and finished in their order', () => {
		kitchen.service.there = false;
		receivePart('INV-1');
		all();
		invoice('INV-2');
		kitchen.undo('purchaseOrder', documentId);
		expect(get()).toMatchObject({ invoice: { number: 'INV-1' }, waiting: 0 });
		receive();
		expect(get()).toMatchObject({ invoice: { number: 'INV-2' }, waiting: 1 });
		expect(receive().waiting).toBe(2);
	});

	test('of the same invoice on another order of the supplier raise a question that names the order', async () => {
		const other = { id: 'O-2', number: 'PO-8' };
		await kitchen.shows({
			'purchaseOrder.list': [
				order(),
				order(other),
				order({ ...other, id: 'O-3', supplierId: 'P-2' }),
			],
		});
		kitchen.service.there = false;
		receivePart('INV-1');
		const enterAt = (documentId: string, isAnother = false) => {
			kitchen.call('delivery.enterAllAsDue', { documentId });
			const typed = typedInvoice(' inv-1', { isAnother });
			return kitchen.call('delivery.invoice', { documentId, locale: 'en-GB', invoice: typed });
		};
		const second = 'service:purchaseOrder:O-2';
		expect(enterAt(second)).toMatchObject({
			problems: [{ path: 'invoice.number', message: 'same-invoice' }],
			invoice: { receivedWith: 'PO-7' },
		});
		expect(enterAt(second, true).problems).toEqual([]);
		expect(enterAt('service:purchaseOrder:O-3').problems).toEqual([]);
		kitchen.undo('purchaseOrder', documentId);
		expect(enterAt(second).problems).toEqual([]);
	});

	test('forget the answer about the same invoice with another number', () => {
		kitchen.service.there = false;
		receivePart('INV-1');
		all();
		invoice('INV-2');
		invoice('INV-1', { isAnother: true });
		expect(failureOf(receive).details).toMatchObject([{ message: 'same-invoice' }]);
	});
});

describe('an invoice that another PC received', () => {
	const receipt = (more: object = {}) => ({
		id: 'G-9',
		number: 'GRN-9',
		purchaseOrderId: 'O-9',
		supplierId: 'P-1',
		locationId: 'L-1',
		date: '2026-11-18T10:00:00Z',
		invoiceNumber: ' inv-1',
		items: [],
		...more,
	});

	test('of the same supplier raises a question, though without an order', async () => {
		await kitchen.shows({ 'purchaseOrder.receivings': [receipt()] });
		all();
		invoice('INV-1');
		expect(failureOf(receive).details).toEqual([
			{ path: 'invoice.number', message: 'same-invoice' },
		]);
		invoice('INV-1', { isAnother: true });
		expect(receive().waiting).toBe(1);
	});

	test('of another supplier, or with another number, raises none', async () => {
		await kitchen.shows({
			'purchaseOrder.receivings': [
				receipt({ supplierId: 'P-2' }),
				receipt({ id: 'G-8', invoiceNumber: 'INV-2' }),
			],
		});
		all();
		invoice('INV-1');
		expect(receive().waiting).toBe(1);
	});
});

describe('the rest of a line', () => {
	test('is due until somebody closes it short', () => {
		kitchen.service.there = false;
		enter('l-1', '1', '3');
		explain('l-1');
		settle('l-1', 'close-short');
		enter('l-2', '10');
		invoice('INV-1');
		receive();
		expect(line('l-1')).toMatchObject({ ordered: '24', closedShort: '12' });
		expect(get().isOpen).toBe(false);
		kitchen.undo('purchaseOrder', documentId);
		expect(line('l-1')).toMatchObject({ closedShort: '0', entry: { due: '24' } });
	});

	test('stays with its receipt while a person decides on a refusal', async () => {
		kitchen.service.verdict = refused;
		enter('l-1', '1', '3');
		explain('l-1');
		settle('l-1', 'order-elsewhere');
		enter('l-2', '10');
		invoice('INV-1');
		receive();
		await kitchen.send();
		expect(list()).toMatchObject([{ group: 'check', waiting: 1 }]);
		expect(line('l-1').closedShort).toBe('12');
	});

	test('that came free lowers the price of each unit, so that the line costs what was ordered', async () => {
		all();
		enter('l-2', '11');
		explain('l-2', 'One free');
		settle('l-2', 'keep-free');
		expect(get().invoice.sum, 'nothing free is billed').toBe('32');
		invoice('INV-1');
		receive();
		await kitchen.send();
		expect(sent()).toMatchObject({ items: [{}, { quantity: '11', price: '1.818182' }] });
	});
});

describe('the invoice', () => {
	test('is compared with the lines, and a difference needs a name', () => {
		all();
		invoice('INV-1', { total: '32.02' });
		expect(get().invoice).toMatchObject({ sum: '32', difference: '0.02', isRounding: true });
		invoice('INV-1', { total: '38.40' });
		expect(get().invoice).toMatchObject({ difference: '6.4', isRounding: false });
		expect(failureOf(receive).details).toEqual([
			{ path: 'invoice.differenceIs', message: 'missing' },
		]);
		invoice('INV-1', { total: '38.40', differenceIs: 'tax' });
		expect(get().problems).toEqual([]);
	});

	test('allows rounding only for lines that are billed', () => {
		enter('l-2', '10');
		zeros();
		explain('l-1');
		invoice('INV-1', { total: '20.01' });
		expect(get().invoice).toMatchObject({ sum: '20', isRounding: true });
		invoice('INV-1', { total: '20.02' });
		expect(get().invoice.isRounding).toBe(false);
	});

	test('agrees with a total that differs by less than the smallest coin', () => {
		all();
		invoice('INV-1', { total: '96.01/3' });
		expect(get().invoice).toMatchObject({ sum: '32', difference: '0', isRounding: true });
	});

	test('has prices of its own, and higher ones are marked', async () => {
		all();
		expect(line('l-1').priceFlag).toBe('none');
		price('l-1', '6.05');
		expect(line('l-1').priceFlag).toBe('none');
		price('l-1', '6.20');
		expect(line('l-1').priceFlag).toBe('amber');
		price('l-1', '6.40');
		expect(line('l-1').priceFlag).toBe('red');
		expect(get().invoice.sum).toBe('32.8');
		invoice('INV-1');
		receive();
		await kitchen.send();
		expect(sent()).toMatchObject({ items: [{ price: '6.4' }, { price: '2' }] });
	});

	test('asks about a price that fits another unit of the item better', () => {
		all();
		price('l-1', '6.20');
		expect(line('l-1').likelierUnit).toBe('');
		price('l-1', '0.52');
		expect(line('l-1').likelierUnit).toBe('each');
		price('l-1', '');
		expect(line('l-1').likelierUnit).toBe('');
	});

	test('has no text as a price', () => {
		expect(failureOf(() => price('l-1', 'six')).code).toBe('not-a-quantity');
	});
});
