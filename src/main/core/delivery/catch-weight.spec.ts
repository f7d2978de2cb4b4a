import { expect, test } from 'vitest';
import { typedInvoice } from '../../../../test/support/invoice.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf, itemRecord } from '../../../../test/support/kitchen.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';

/** Ducks are stocked by weight; one is 2.5 kg as a rule, and a case has four. */
const duck = itemRecord('4', 'Duck', {
	baseUomId: 7,
	units: [
		{ uomId: 7, name: 'kg', type: 'weight', conversionFactor: '1', decimals: 3 },
		{ uomId: 8, name: 'duck', type: 'each', conversionFactor: '2.5', decimals: 0 },
		{ uomId: 9, name: 'case of 4', type: 'case', conversionFactor: '10', decimals: 0 },
	],
	transactionUnits: [{ transaction: 'Catch-weight', uomId: 7 }],
});
const order = (uomId: number, quantity: string, price: string) => ({
	id: 'O-1',
	number: 'PO-7',
	locationId: 'L-1',
	supplierId: 'P-1',
	date: '2026-11-18T10:00:00Z',
	status: 'approved',
	items: [{ id: 'l-1', itemId: '4', uomId, quantity, price, quantityReceived: '0' }],
});
const documentId = 'service:purchaseOrder:O-1';
const lineId = 'l-1';

const kitchen = eachKitchen();

async function expects(record: object, item = duck): Promise<void> {
	await kitchen.shows({
		'purchaseOrder.list': [record],
		'inventoryItem.list': [item],
		'purchaseOrder.receivings': [],
	});
}
const line = () => kitchen.call('delivery.get', { documentId }).lines[0]!;
const problems = () => kitchen.call('delivery.get', { documentId }).problems;
const sum = () => kitchen.call('delivery.get', { documentId }).invoice.sum;
const typed = (text: string) => ({ documentId, lineId, typed: text, locale: 'en-GB' });
const enter = (text: string, unitId = '8') =>
	kitchen.call('delivery.enter', { ...typed(text), unitId });
const weigh = (text: string) => kitchen.call('delivery.weigh', typed(text));
const price = (text: string) => kitchen.call('delivery.price', typed(text));
const confirm = () => kitchen.call('delivery.confirmWeight', { documentId, lineId });
const inCasesOfSix = (unit: (typeof duck.units)[number]) =>
	unit.uomId === 9 ? { ...unit, conversionFactor: '15' } : unit;
const claims = () =>
	kitchen
		.call('followUp.list', { locationId: 'L-1', state: 'open' })
		.followUps.flatMap(({ kind, amount }) => (amount === null ? [] : [[kind, amount]]));
async function receive() {
	const invoice = typedInvoice('INV-1');
	kitchen.call('delivery.invoice', { documentId, locale: 'en-GB', invoice });
	kitchen.call('delivery.receive', { documentId, intentId: 'intent-0001' });
	await kitchen.send();
	return kitchen.service.writes.at(-1)?.body['items'];
}

test('two cases ordered and received are no difference, whatever they weigh', async () => {
	await expects(order(9, '2', '60'));
	enter('2', '9');
	weigh('20.65');
	expect(line()).toMatchObject({
		item: { baseUnitName: 'duck', units: [{ unitId: '8' }, { unitId: '9' }] },
		entry: { due: '8', total: '8', difference: '0' },
		weighed: { measure: 'weight', unitName: 'kg', typed: '20.65', nominal: '20', isOdd: false },
		unitName: 'kg',
		orderedPrice: '6',
	});
	// 20.65 kg at 6.00.
	expect(sum()).toBe('123.9');
	expect(await receive()).toEqual([
		{ purchaseOrderItemId: 'l-1', itemId: '4', uomId: 9, quantity: '2', price: '61.95' },
	]);
});

test('the price is per weight, and comes to a price of the unit ordered', async () => {
	await expects(order(8, '2', '15'));
	enter('2');
	weigh('5.2');
	price('6.50');
	expect(line()).toMatchObject({ orderedPrice: '6', priceFlag: 'red' });
	expect(sum()).toBe('33.8');
	expect(await receive()).toMatchObject([{ uomId: 8, quantity: '2', price: '16.9' }]);
});

test('without a weight the nominal one counts', async () => {
	await expects(order(8, '2', '15'));
	enter('2');
	price('6.50');
	expect(sum()).toBe('32.5');
	expect(await receive()).toMatchObject([{ quantity: '2', price: '16.25' }]);
});

test('an amount is exactly the weight at its price', async () => {
	// Five ducks of a case of six: 11.255 kg at 3.00 are 33.765, where 0.833333 cases at 40.518016 are less.
	await expects(order(9, '4', '10'), { ...duck, units: duck.units.map(inCasesOfSix) });
	enter('5');
	weigh('11.255');
	price('3');
	expect(sum()).toBe('33.77');
});

test('pieces that were rejected and kept weigh the same as the others', async () => {
	await expects(order(8, '4', '15'));
	enter('2');
	weigh('5.2');
	price('6.50');
	kitchen.call('delivery.explain', { documentId, lineId, reason: 'Warm', cause: 'warm' });
	kitchen.call('delivery.settle', { documentId, lineId, settlement: 'keep-rejected' });
	// 10.4 kg at 6.50.
	expect(sum()).toBe('67.6');
	expect(await receive()).toMatchObject([{ uomId: 8, quantity: '4', price: '16.9' }]);
	// Two good ones: 5.2 kg at 0.50 too much.
	expect(claims()).toEqual([['claim-price', '2.6']]);
});

test('pieces that did not come are claimed at their usual weight', async () => {
	const { items, ...head } = order(8, '2', '15');
	const other = { id: 'l-2', itemId: '1', uomId: 3, quantity: '1', price: '6' };
	await kitchen.shows({
		'inventoryItem.list': [duck, itemRecord('1', 'Milk')],
		'purchaseOrder.list': [{ ...head, items: [...items, { ...other, quantityReceived: '0' }] }],
	});
	kitchen.call('delivery.enter', { ...typed('1'), lineId: 'l-2', unitId: '3' });
	enter('0');
	price('6.50');
	kitchen.call('delivery.explain', { documentId, lineId, reason: 'Missing' });
	kitchen.call('delivery.settle', { documentId, lineId, settlement: 'close-short' });
	await receive();
	// 5 kg at 6.50.
	expect(claims()).toEqual([['claim-shortage', '32.5']]);
});

test('a weight more than 15 % off is asked about once, until the entry changes', async () => {
	await expects(order(8, '2', '15'));
	enter('2');
	weigh('5.75');
	expect(line().weighed?.isOdd).toBe(false);
	weigh('5.751');
	expect(line().weighed?.isOdd).toBe(true);
	expect(problems()).toContainEqual({ path: 'lines.l-1.weight', message: 'odd-weight' });
	confirm();
	expect(line().weighed?.isOdd).toBe(false);
	enter('1');
	expect(line().weighed?.isOdd).toBe(true);
	enter('2');
	confirm();
	expect(await receive()).toMatchObject([{ quantity: '2' }]);
});

test('ordered by weight, the weight is sent, and a little more or less is no difference', async () => {
	await expects(order(7, '40', '6'));
	enter('41.3', '7');
	weigh('16');
	expect(line()).toMatchObject({
		item: { baseUnitName: 'kg', units: [{ unitId: '7' }] },
		entry: { due: '40', total: '41.3', difference: '0' },
		weighed: { measure: 'pieces', unitName: 'duck', nominal: '16.52', isOdd: false },
	});
	expect(await receive()).toMatchObject([{ uomId: 7, quantity: '41.3', price: '6' }]);
});

test('the price of an item ordered by weight can be accepted into its purchase option', async () => {
	await expects(order(7, '40', '6'));
	const option = { id: 'N-1', itemId: '4', supplierId: 'P-1', uomId: 7, price: '6' };
	await kitchen.shows({ 'purchaseOption.list': [option] });
	enter('40', '7');
	price('6.60');
	await receive();
	const { followUps } = kitchen.call('followUp.list', { locationId: 'L-1', state: 'open' });
	expect(followUps).toMatchObject([
		{ kind: 'claim-price', amount: '24' },
		{ kind: 'accept-price', unitName: 'kg', price: '6.6', listed: '6' },
	]);
});

test('does not wait for a shortfall within the limit if ordered by weight', async () => {
	await expects(order(7, '40', '6'));
	enter('36', '7');
	kitchen.service.there = false;
	await receive();
	expect(line()).toMatchObject({ closedShort: '4' });
	expect(kitchen.call('delivery.get', { documentId }).isOpen).toBe(false);
});

test('ordered by weight, more than the limit is a difference', async () => {
	await expects(order(7, '40', '6'));
	enter('33', '7');
	expect(line().entry).toMatchObject({ difference: '-7' });
	expect(problems()).toContainEqual({ path: 'lines.l-1.reason', message: 'missing' });
});

test.each([
	['with a receipt', '1', { received: '1', closedShort: '1' }, '4', '10'],
	['on the order', '0', { received: '0', closedShort: '2' }, '8', '0'],
])(
	'closed short %s, the rest is the same in deliveries, orders and suggestions',
	async (...row) => {
		const [how, came, ofOrder, ducks, kilos] = row;
		await expects(order(9, '2', '60'));
		const offer = { id: 'N-1', itemId: '4', supplierId: 'P-1', uomId: 9, price: '60' };
		await kitchen.shows({ 'purchaseOption.list': [offer] });
		kitchen.service.there = false;
		if (how === 'on the order') {
			kitchen.call('purchasing.closeLine', { documentId, lineId, reason: 'Sold out' });
		} else {
			enter(came, '9');
			kitchen.call('delivery.explain', { documentId, lineId, reason: 'Sold out' });
			kitchen.call('delivery.settle', { documentId, lineId, settlement: 'close-short' });
			await receive();
		}
		expect(line()).toMatchObject({ closedShort: ducks });
		const { lines } = kitchen.call('purchasing.ofOrder', { documentId });
		expect(lines).toMatchObject([{ ...ofOrder, open: '0' }]);
		const asked = { locationId: 'L-1', supplierId: 'P-1', deliveryDate: null };
		expect(kitchen.call('ordering.suggestion', asked).lines).toMatchObject([
			{ terms: { due: kilos } },
		]);
	},
);

test('the profile can mark an item, and send the other measure as text', async () => {
	await expects(order(8, '2', '15'), { ...duck, transactionUnits: [] });
	expect(line().weighed).toBeNull();
	kitchen.useProfile(
		serviceProfile.parse({ purchasing: { catchWeight: { items: ['DA-4'], sendsText: true } } }),
	);
	enter('2');
	weigh('5.2');
	expect(await receive()).toMatchObject([{ quantity: '2', description: '5.2 kg' }]);
});

test('text is no weight', async () => {
	await expects(order(8, '2', '15'));
	expect(failureOf(() => weigh('five')).code).toBe('not-a-quantity');
});
