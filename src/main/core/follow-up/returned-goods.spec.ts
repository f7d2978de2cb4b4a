// Goods that cost more than ordered, and went back later.
import { beforeEach, describe, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import {
	butter,
	milk,
	openReceivingKitchen,
	orderOfTwo,
	receivingDesk,
} from '../../../../test/support/receiving-desk.ts';
import { returnRecord } from '../../../../test/support/returns.ts';

const kitchen = eachKitchen(openReceivingKitchen);
const { enter, explain, price, invoice, receive, list, find, decide, claims } = receivingDesk(
	() => kitchen,
);

beforeEach(() => {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
});

/** Of two receipts under one invoice, the second asks first whether it is meant. */
function cameAt(...prices: readonly string[]) {
	prices.forEach((typed, at) => {
		if (at > 0) invoice('INV-1');
		enter('l-1', String(2 / prices.length), '3');
		if (at < prices.length - 1) explain('l-1');
		price('l-1', typed);
		if (at === 0) enter('l-2', '10');
		invoice('INV-1', { isAnother: at > 0 });
		receive();
	});
}

async function goBack(
	quantity: string,
	more: { status?: string; invoiceNumber?: string; line?: object } = {},
) {
	const { status = 'submitted', invoiceNumber = 'INV-1', line = {} } = more;
	const returned = returnRecord('R-1', status, [{ quantity }], { invoiceNumber });
	const items = returned.items.map((item) => ({ ...item, ...line }));
	kitchen.service.there = true;
	await kitchen.shows({ 'returnOrder.list': [{ ...returned, items }] });
}
const amounts = () =>
	list().flatMap(({ kind, amount }) => (amount === null ? [] : [[kind, amount]]));

describe('goods that cost more than ordered and went back', () => {
	test('are claimed at their whole price, without a claim for the rise', async () => {
		cameAt('6.60');
		expect(amounts()).toEqual([['claim-price', '1.2']]);
		await goBack('1');
		expect(amounts()).toEqual([
			['claim-price', '0.6'],
			['claim-return', '6.6'],
		]);
		await goBack('2');
		expect(amounts()).toEqual([['claim-return', '13.2']]);
		// Of another receipt of the order.
		await goBack('2', { invoiceNumber: 'INV-2' });
		expect(find('claim-price')).toMatchObject({ quantity: '2', amount: '1.2' });
	});

	test('change the claim that was made for the rise', async () => {
		cameAt('6.60');
		decide('confirmed', find('claim-price'));
		await goBack('2');
		expect(find('claim-price')).toMatchObject({ amount: '0', isChanged: true });
		decide('confirmed', find('claim-price'), find('claim-return'));
		expect(claims()).toMatchObject([{ kind: 'return', amount: '13.2' }]);
		expect(amounts()).toEqual([]);
		await goBack('2', { status: 'rejected' });
		decide('confirmed', find('claim-price'));
		expect(claims()).toContainEqual(expect.objectContaining({ kind: 'price', amount: '1.2' }));
	});

	test('belong to one of two receipts with one invoice', async () => {
		cameAt('6.60', '6.60');
		await goBack('1');
		expect(amounts()).toEqual([
			['claim-price', '0.6'],
			['claim-return', '6.6'],
		]);
		await goBack('1.5');
		expect(amounts()).toEqual([
			['claim-price', '0.3'],
			['claim-return', '9.9'],
		]);
	});

	test('are the cheaper ones first, of two receipts with one invoice', async () => {
		cameAt('7.20', '6.60');
		await goBack('1');
		expect(find('claim-price').amount).toBe('1.2');
		await goBack('1.5');
		expect(find('claim-price').amount).toBe('0.6');
	});

	test('count in any unit of the return', async () => {
		const taxes = [{ taxId: 1, rate: '20', taxableAmount: '0', taxAmount: '0' }];
		const items = [{ ...milk, taxId: 1, discount: '1.20' }, butter];
		kitchen.service.there = true;
		await kitchen.shows({ 'purchaseOrder.list': [orderOfTwo({ items, taxes })] });
		cameAt('6.60');
		expect(amounts()).toEqual([['claim-price', '1.44']]);
		await goBack('12', { line: { uomId: 1, price: '0.55' } });
		// One case of 6.60, less 0.60, with its tax.
		expect(amounts()).toEqual([
			['claim-price', '0.72'],
			['claim-return', '7.2'],
		]);
		// In a unit that the item does not have, it is claimed as the service says.
		await goBack('12', { line: { uomId: 77, price: '0.55' } });
		expect(amounts()[0]).toEqual(['claim-price', '1.44']);
	});

	test('are claimed as they were billed, although the order has changed since', async () => {
		const items = (more: object) => [{ ...milk, ...more }, butter];
		kitchen.service.there = true;
		await kitchen.shows({
			'purchaseOrder.list': [orderOfTwo({ items: items({ discount: '2' }) })],
		});
		cameAt('6');
		await kitchen.shows({
			'purchaseOrder.list': [orderOfTwo({ items: items({ quantity: '8', discount: '0' }) })],
		});
		await goBack('1', { line: { price: '6' } });
		expect(amounts()).toEqual([['claim-return', '5']]);
		// With an invoice that was not received here, the order is all that is known.
		await goBack('1', { line: { price: '6' }, invoiceNumber: 'INV-2' });
		expect(amounts()).toEqual([['claim-return', '6']]);
	});
});
