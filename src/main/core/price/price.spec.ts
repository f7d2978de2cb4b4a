// Prices of a location, over a real store and the real pull.
import { beforeEach, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';

const receipt = (id: string, date: string, price: string | undefined, more: object = {}) => ({
	id,
	number: `GRN-${id}`,
	purchaseOrderId: 'PO-1',
	locationId: 'L-1',
	supplierId: 'S-1',
	date: `${date}T09:00:00Z`,
	items: [
		{
			id: `${id}-1`,
			purchaseOrderItemId: 'POL-1',
			itemId: '1',
			uomId: 3,
			quantity: '2',
			...(price === undefined ? {} : { price }),
		},
	],
	...more,
});
const option = (id: string, supplierId: string, price: string, more: object = {}) => ({
	id,
	itemId: '1',
	supplierId,
	uomId: 3,
	price,
	...more,
});

const kitchen = eachKitchen({
	lists: {
		'supplier.list': [
			{ id: 'S-1', name: 'Harbour Dairy' },
			{ id: 'S-2', name: 'Green Fields' },
		],
		'purchaseOption.list': [option('PO-1', 'S-1', '6.00')],
		'purchaseOrder.receivings': [
			receipt('1', '2026-10-25', '5.80'),
			receipt('2', '2026-11-08', '6.00'),
			receipt('3', '2026-11-19', '6.60'),
		],
	},
});
beforeEach(() => {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
});

const list = (more: { text?: string; marked?: boolean } = {}) =>
	kitchen.call('price.list', { locationId: 'L-1', ...more });
const history = (itemId = '1') => kitchen.call('price.history', { locationId: 'L-1', itemId });

test('the last price is beside the listed one, the one before and the four-week mean', () => {
	const { rows, currency, marked } = list();
	expect(rows).toMatchObject([
		{
			itemName: 'Whole milk',
			supplierName: 'Harbour Dairy',
			unit: { unitId: '3' },
			listed: '6.00',
			paid: '6.60',
			paidOn: '2026-11-19',
			compared: {
				listed: { price: '6.00', over: '10' },
				before: { price: '6.00', over: '10' },
				mean: { price: '5.9' },
				cheapest: null,
			},
			mark: 'red',
			likelierUnit: null,
			canAccept: true,
		},
	]);
	expect([currency, marked]).toEqual(['EUR', 1]);
});

test('a rise is marked as when receiving, by the percentages of the profile', async () => {
	const marked = async (option1: string, paid: string) => {
		await kitchen.shows({
			'purchaseOption.list': [option('PO-1', 'S-1', option1)],
			'purchaseOrder.receivings': [receipt('1', '2026-11-19', paid)],
		});
		return list().rows[0]?.mark;
	};
	// 0.02 more than 0.30 are 6.7 %.
	expect(await marked('0.30', '0.32')).toBe('red');
	expect(await marked('10.00', '10.40')).toBe('amber');
	const { purchasing } = kitchen.account().profile;
	kitchen.useProfile({ purchasing: { ...purchasing, priceAmberPercent: 4, priceRedPercent: 8 } });
	expect(await marked('10.00', '10.40')).toBeNull();
	expect(await marked('10.00', '10.80')).toBe('amber');
	expect(await marked('10.00', '10.81')).toBe('red');
});

test('another supplier is compared in the unit of the price', async () => {
	await kitchen.shows({
		'purchaseOption.list': [
			option('PO-1', 'S-1', '6.00'),
			option('PO-2', 'S-2', '0.50', { uomId: 1 }),
		],
	});
	const ours = list({ text: 'harbour' }).rows[0];
	expect(ours?.compared.cheapest).toEqual({ price: '6', over: '10', supplierName: 'Green Fields' });
	const theirs = list({ text: 'green' }).rows[0];
	expect(theirs?.compared.cheapest).toMatchObject({ price: '0.55', supplierName: 'Harbour Dairy' });
});

test('a price that fits a single asks which unit was meant', async () => {
	await kitchen.shows({
		'purchaseOrder.receivings': [
			receipt('1', '2026-11-08', '6.00'),
			receipt('2', '2026-11-19', '0.52'),
		],
	});
	expect(list({ marked: true }).rows).toMatchObject([{ paid: '0.52', likelierUnit: '1' }]);
});

test('prices of another location, and receipts without a price, are left out', async () => {
	await kitchen.shows({
		'purchaseOrder.receivings': [
			receipt('1', '2026-11-08', '9.00', { locationId: 'L-2' }),
			receipt('2', '2026-11-19', undefined),
		],
	});
	expect(list().rows).toMatchObject([{ paid: null, listed: '6.00', mark: null, canAccept: false }]);
});

test('the price listed in the currency of the location is the listed one, and is not taken over', async () => {
	const prices = [
		{ price: '9.00', currency: 'GBP', fromDate: '2026-01-01T00:00:00Z' },
		{ price: '6.20', currency: 'EUR', fromDate: '2026-01-01T00:00:00Z' },
		{ price: '6.60', currency: 'EUR', fromDate: '2026-11-01T00:00:00Z' },
		{ price: '7.00', currency: 'EUR', fromDate: '2027-01-01T00:00:00Z' },
	];
	await kitchen.shows({ 'purchaseOption.list': [option('PO-1', 'S-1', '6.00', { prices })] });
	expect(list().rows).toMatchObject([{ listed: '6.60', mark: null, canAccept: false }]);
});

test('a price listed in another currency only does not count here, and ours can be taken over', async () => {
	const prices = [{ price: '26.00', currency: 'AED' }];
	await kitchen.shows({ 'purchaseOption.list': [option('PO-1', 'S-1', '6.00', { prices })] });
	expect(list().rows).toMatchObject([{ listed: '6.00', canAccept: true }]);
});

test('a suggested order uses the price listed in the currency of the location', async () => {
	const prices = [{ price: '6.20', currency: 'EUR' }];
	await kitchen.shows({ 'purchaseOption.list': [option('PO-1', 'S-1', '2.00', { prices })] });
	const asked = { locationId: 'L-1', supplierId: 'S-1', deliveryDate: null };
	expect(kitchen.call('ordering.suggestion', asked).lines).toMatchObject([{ price: '6.20' }]);
});

test('of two receipts on a day the later one has the last price, also if the service dates both by the day', async () => {
	const at = (time: string) => ({ date: `2026-11-19T${time}:00Z` });
	await kitchen.shows({
		'purchaseOrder.receivings': [
			receipt('4', '2026-11-19', '6.30', at('16:00')),
			receipt('5', '2026-11-19', '6.60', at('08:00')),
		],
	});
	expect(history().offers[0]).toMatchObject({
		paid: '6.30',
		compared: { before: { price: '6.60' } },
	});
	await kitchen.shows({
		'purchaseOrder.receivings': [
			receipt('10', '2026-11-19', '6.40'),
			receipt('9', '2026-11-19', '6.50'),
		],
	});
	expect(history().offers[0]).toMatchObject({
		paid: '6.40',
		history: [{ number: 'GRN-10' }, { number: 'GRN-9' }],
	});
});

test('the history has every receipt, newest first, and an unknown item is refused', () => {
	expect(history().offers).toMatchObject([
		{
			history: [
				{ on: '2026-11-19', price: '6.60', number: 'GRN-3' },
				{ on: '2026-11-08', price: '6.00' },
				{ on: '2026-10-25', price: '5.80' },
			],
		},
	]);
	expect(failureOf(() => history('9')).code).toBe('not-found');
});
