// Goods on order: each is counted once, in whole pieces. And the last order of an item.
import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { typedInvoice } from '../../../../test/support/invoice.ts';
import { itemRecord, stockRecord } from '../../../../test/support/kitchen.ts';
import { openOrderingKitchen, orderingAt } from '../../../../test/support/ordering-desk.ts';

/** Milk by the piece, and in whole cases of twelve. */
const milk = itemRecord('1', 'Whole milk', {
	units: [
		{ uomId: 3, name: 'case', type: 'case', conversionFactor: '12', decimals: 0 },
		{ uomId: 1, name: 'each', type: 'each', conversionFactor: '1', decimals: 0 },
	],
});
const line = (id: string, more: object = {}) => {
	return {
		id,
		itemId: '1',
		uomId: 3,
		quantity: '1',
		quantityReceived: '0',
		price: '6.50',
		...more,
	};
};
const order = (items: object[], more: object = {}) => ({
	id: 'O-1',
	locationId: 'L-1',
	supplierId: 'S-1',
	date: '2026-11-18T09:00:00Z',
	status: 'Approved',
	items,
	...more,
});
const documentId = 'service:purchaseOrder:O-1';

const kitchen = eachKitchen(() => openOrderingKitchen({ 'inventoryItem.list': [milk] }));
const { save } = orderingAt(() => kitchen);

const suggested = () => {
	const asked = { locationId: 'L-1', supplierId: 'S-1', deliveryDate: null };
	return kitchen.call('ordering.suggestion', asked).lines[0]!;
};

test('the rest of a case that came in part is whole pieces, and no further case is ordered for it', async () => {
	await kitchen.shows({
		'inventoryItem.currentStock': [stockRecord('A-1', '1', '5', 1)],
		'purchaseOrder.list': [order([line('l-1', { quantityReceived: '0.416667' })])],
	});
	save('par', { itemId: '1', par: '24' });
	expect(suggested()).toMatchObject({ terms: { due: '7' }, suggestion: { quantity: '1' } });
});

test('a change of an order that waits to be sent is on order', async () => {
	await kitchen.shows({ 'purchaseOrder.list': [order([line('l-1')])] });
	kitchen.service.there = false;
	const draft = kitchen.call('purchaseOrder.edit', { documentId });
	const lines = draft.lines.map((each) => {
		return { ...each, itemId: each.item.itemId, boxes: [{ unitId: '3', typed: '5' }] };
	});
	kitchen.call('purchaseOrder.save', { ...draft, lines, locale: 'en-GB' });
	expect(suggested().terms.due).toBe('12');
	kitchen.call('purchaseOrder.submit', { documentId: draft.documentId, intentId: 'intent-1' });
	expect(suggested().terms.due).toBe('60');
});

/** Due, quantity of the last order, and how many orders there are already. */
function found() {
	const asked = { locationId: 'L-1', supplierId: 'S-1', deliveryDate: null };
	const { supplier, lines: suggestions } = kitchen.call('ordering.suggestion', asked);
	const [milkLine] = suggestions;
	return [milkLine!.terms.due, milkLine!.last, supplier.ordered.length];
}

test('an order that waits to be cancelled is neither on order nor the last one', async () => {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 18, 9));
	await kitchen.shows({ 'purchaseOrder.list': [order([line('l-1')], { status: 'Submitted' })] });
	expect(found()).toEqual(['12', '1', 1]);
	kitchen.service.there = false;
	const { version } = kitchen.call('purchaseOrder.get', { documentId });
	kitchen.call('purchaseOrder.cancel', { documentId, version, intentId: 'intent-1' });
	expect(found()).toEqual(['0', null, 0]);
	kitchen.undo('purchaseOrder', documentId);
	expect(found()).toEqual(['12', '1', 1]);
});

test('a rejected order that waits to be sent again is on order until that is undone', async () => {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 18, 9));
	await kitchen.shows({ 'purchaseOrder.list': [order([line('l-1')], { status: 'Rejected' })] });
	kitchen.service.there = false;
	const draft = kitchen.call('purchaseOrder.edit', { documentId });
	const lines = draft.lines.map((each) => {
		return { ...each, itemId: each.item.itemId, boxes: [{ unitId: '3', typed: '5' }] };
	});
	kitchen.call('purchaseOrder.save', { ...draft, lines, locale: 'en-GB' });
	expect(found()).toEqual(['0', null, 0]);
	kitchen.call('purchaseOrder.submit', { documentId: draft.documentId, intentId: 'intent-1' });
	// Five cases of twelve.
	expect(found()).toEqual(['60', '5', 1]);
	kitchen.undo('purchaseOrder', documentId);
	expect(found()).toEqual(['0', null, 0]);
});

test('an order that was rejected here is on order once it was sent again', async () => {
	await kitchen.shows({ 'purchaseOrder.list': [order([line('l-1')], { status: 'Submitted' })] });
	const { version } = kitchen.call('purchaseOrder.get', { documentId });
	const decision = { documentId, version, intentId: 'intent-1', reason: 'Too much' };
	kitchen.call('purchaseOrder.reject', decision);
	expect(suggested().terms.due).toBe('0');
	await kitchen.send();
	await kitchen.shows({ 'purchaseOrder.list': [order([line('l-1')], { status: 'Rejected' })] });
	expect(suggested().terms.due).toBe('0');
	await kitchen.shows({ 'purchaseOrder.list': [order([line('l-1')], { status: 'Submitted' })] });
	expect(suggested().terms.due).toBe('12');
});

test('an order made for a receipt that waits for its approval is on order once', async () => {
	kitchen.settings.anotherApproves = ['purchaseOrder'];
	const asked = { locationId: 'L-1', supplierId: 'S-1', intentId: 'intent-1' };
	const of = { documentId: kitchen.call('delivery.begin', asked).documentId, locale: 'en-GB' };
	const added = { ...of, itemId: '1', unitId: '3', instead: null };
	const lineId = kitchen.call('delivery.add', added).lines[0]!.lineId;
	kitchen.call('delivery.enter', { ...of, lineId, unitId: '3', typed: '1' });
	const invoice = typedInvoice('INV-1');
	kitchen.call('delivery.invoice', { ...of, invoice });
	kitchen.call('delivery.receive', { ...of, intentId: 'intent-2' });
	expect(suggested().terms.due).toBe('12');
	await kitchen.send();
	const [made] = kitchen.service.lists['purchaseOrder.list'] as object[];
	const submitted = { ...made, status: 'Submitted', items: [line('l-1')] };
	await kitchen.shows({ 'purchaseOrder.list': [submitted] });
	expect(suggested().terms.due).toBe('12');
});

test('the last order of an item is the sum of its lines', async () => {
	const lines = [line('l-1'), line('l-2', { quantity: '2' })];
	await kitchen.shows({ 'purchaseOrder.list': [order(lines, { status: 'Received' })] });
	expect(suggested().last).toBe('3');
});

test('a standing order of pieces is ordered in whole cases', () => {
	save('standing', { supplierId: 'S-1', weekday: '5', itemId: '1', quantity: '10', unitId: '1' });
	expect(suggested().suggestion).toMatchObject({ quantity: '1', raised: 'standing' });
});
