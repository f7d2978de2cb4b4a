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
const { enter, explain, settle, price, invoice, receive, list, find, decide, claims } =
	receivingDesk(() => kitchen);

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

/** What the supplier says about the only claim. */
function settling() {
	const [claim] = claims();
	const { creditId } = claim!;
	let version = 0;
	return (state: 'credited' | 'refused', amount: string) => {
		const step = { creditId, version, state, businessDate: '2026-11-20', amount, note: '' };
		kitchen.call('credit.change', step);
		version += 1;
	};
}

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

	test('are those of the price on the return, of two prices on one invoice', async () => {
		// One case at 6.60 and one at 7.20, ordered at 6.00: the dearer one goes back.
		cameAt('6.60', '7.20');
		await goBack('1', { line: { price: '7.2' } });
		expect(amounts()).toEqual([
			['claim-price', '0.6'],
			['claim-return', '7.2'],
		]);
		await goBack('1', { line: { price: '6.6' } });
		expect(amounts()).toEqual([
			['claim-price', '1.2'],
			['claim-return', '6.6'],
		]);
		// A service may round: one of the nearest price, and half of the other.
		await goBack('1.5', { line: { price: '7.19' } });
		expect(amounts()).toEqual([
			['claim-price', '0.3'],
			['claim-return', '10.79'],
		]);
	});
});

describe('goods that went back are claimed', () => {
	test('at the price that was paid, for a line with a discount and free goods', async () => {
		kitchen.service.there = true;
		const items = [milk, { ...butter, discount: '1' }];
		await kitchen.shows({ 'purchaseOrder.list': [orderOfTwo({ items })] });
		enter('l-1', '2', '3');
		enter('l-2', '11');
		explain('l-2');
		settle('l-2', 'keep-free');
		invoice('INV-1');
		receive();
		// Ten at 2.00 less 1.00 were paid for eleven.
		const line = { itemId: '2', uomId: 1, purchaseOrderItemId: 'l-2', price: '1.818182' };
		await goBack('11', { line });
		expect(amounts()).toEqual([['claim-return', '19']]);
		await goBack('1', { line });
		expect(amounts()).toEqual([['claim-return', '1.73']]);
	});

	test('without the rise, if it was credited before they went back', async () => {
		cameAt('6.60');
		decide('confirmed', find('claim-price'));
		const credit = settling();
		credit('credited', '1.20');
		expect(amounts()).toEqual([]);
		await goBack('1');
		// One case cost 6.60, of which 0.60 came back already.
		expect(amounts()).toEqual([['claim-return', '6']]);
		await goBack('2');
		expect(amounts()).toEqual([['claim-return', '12']]);
		credit('credited', '0.50');
		expect(amounts()).toEqual([['claim-return', '12.7']]);
		credit('refused', '1.20');
		expect(amounts()).toEqual([['claim-return', '13.2']]);
	});

	test('whole, if they went back before the rise was credited', async () => {
		cameAt('6.60');
		await goBack('1');
		decide('confirmed', find('claim-price'));
		settling()('credited', '0.60');
		expect(amounts()).toEqual([['claim-return', '6.6']]);
		const first = returnRecord('R-1', 'submitted', [{ quantity: '1' }], { invoiceNumber: 'INV-1' });
		const later = { invoiceNumber: 'INV-1', returnDate: '2026-11-20T08:00:00Z' };
		const second = returnRecord('R-2', 'submitted', [{ quantity: '1' }], later);
		await kitchen.shows({ 'returnOrder.list': [first, second] });
		expect(amounts().toSorted()).toEqual([
			['claim-return', '6'],
			['claim-return', '6.6'],
		]);
	});
});
