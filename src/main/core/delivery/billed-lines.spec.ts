// What lines of a receipt come to: as sent, with the tax of each line, and beside items that nobody ordered.
import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { harbour } from '../../../../test/support/kitchen.ts';
import {
	butter,
	documentId,
	milk,
	orderOfTwo,
	receivingDesk,
} from '../../../../test/support/receiving-desk.ts';

const kitchen = eachKitchen({ lists: { 'purchaseOrder.list': [orderOfTwo()] } });
const { enter, explain, price, invoice, receive, list } = receivingDesk(() => kitchen);

const shows = (currency: string, items: readonly object[], more: object = {}) =>
	kitchen.shows({
		'location.list': [{ ...harbour, currency }],
		'purchaseOrder.list': [orderOfTwo({ items, ...more })],
	});
const lastReceipt = () => kitchen.call('delivery.receipts', { documentId }).receipts.at(-1);

test('three thirds of a case cost what the case costs', async () => {
	await shows('VND', [{ ...milk, quantity: '1', price: '3000000' }]);
	const amounts = ['I-1', 'I-2', 'I-3'].map((number) => {
		enter('l-1', '4');
		if (number !== 'I-3') explain('l-1');
		const { sum } = invoice(number).invoice;
		receive();
		return [sum, lastReceipt()?.invoice.sum, lastReceipt()?.lines[0]?.amount];
	});
	expect(amounts).toEqual([
		['999999', '999999', '999999'],
		['999999', '999999', '999999'],
		['1000002', '1000002', '1000002'],
	]);
});

test('a part of a case costs the same whether the service states totals or not, ordered or not', async () => {
	// Seven of twelve at 0.90 are 0.525.
	await shows('EUR', [{ ...milk, price: '0.90' }]);
	enter('l-1', '7');
	expect(invoice('I-1').invoice.sum).toBe('0.53');
	await shows('EUR', [{ ...milk, price: '0.90', totalAmount: '1.80' }]);
	expect(invoice('I-1').invoice.sum).toBe('0.53');
	// And at 0.30 they are 0.175.
	const added = { itemId: '3', unitId: '3', instead: null };
	const { lineId } = kitchen.call('delivery.add', { documentId, ...added }).lines.at(-1)!;
	enter(lineId, '7');
	price(lineId, '0.30');
	expect(invoice('I-1').invoice.sum).toBe('0.71');
});

test('items that nobody ordered allow for the same rounding on the sheet and on paper', async () => {
	await shows('EUR', [butter]);
	const added = { itemId: '3', unitId: '1', instead: null };
	const { lineId } = kitchen.call('delivery.add', { documentId, ...added }).lines.at(-1)!;
	enter('l-2', '9');
	explain('l-2');
	enter(lineId, '1');
	price(lineId, '5');
	const { invoice: typed } = invoice('I-1', { total: '23.02' });
	expect(typed).toMatchObject({ sum: '23', difference: '0.02', isRounding: true });
	receive();
	expect(lastReceipt()?.invoice).toMatchObject({ difference: '0.02', differenceIs: 'rounding' });
	expect(list()).toMatchObject([{ kind: 'wait' }]);
});

test.each([
	{ states: 'no totals', isInclusive: undefined, sum: '14.4' },
	{ states: 'no totals', isInclusive: false, sum: '14.4' },
	{ states: 'no totals', isInclusive: true, sum: '12' },
	{ states: 'totals before tax', isInclusive: true, sum: '14.4' },
	{ states: 'totals with tax', isInclusive: false, sum: '12' },
])(
	'with $states on its lines and a tax that says isInclusive: $isInclusive, an order at 12 costs $sum',
	async ({ states, isInclusive, sum }) => {
		const all = { 'no totals': undefined, 'totals before tax': '14.4', 'totals with tax': '12' };
		const setting = { id: 'T-1', name: 'VAT', taxId: 1, rate: '20', isInclusive };
		await kitchen.shows({ 'systemTaxSetting.list': isInclusive === undefined ? [] : [setting] });
		const taxes = [{ taxId: 1, rate: '20', taxableAmount: '0', taxAmount: '0' }];
		const totalAmount = all[states as keyof typeof all];
		await shows('EUR', [{ ...milk, taxId: 1, totalAmount }], { taxes });
		enter('l-1', '2', '3');
		expect(invoice('I-1').invoice.sum).toBe(sum);
	},
);

test('a line that its discount made free is taxed once the invoice has a higher price', async () => {
	const taxes = [{ taxId: 1, rate: '20', taxableAmount: '0', taxAmount: '0' }];
	await shows('EUR', [{ ...milk, taxId: 1, discount: '12', totalAmount: '0' }], { taxes });
	enter('l-1', '2', '3');
	price('l-1', '7');
	expect(invoice('I-1').invoice.sum).toBe('2.4');
	receive();
	expect(list()).toMatchObject([{ kind: 'claim-price', amount: '2.4' }]);
});

test('the discount of a part is not rounded before its tax', async () => {
	const taxes = [{ taxId: 1, rate: '19', taxableAmount: '0', taxAmount: '0' }];
	const seven = { ...butter, quantity: '7', price: '0.93', discount: '0.01', taxId: 1 };
	await shows('EUR', [seven], { taxes });
	enter('l-2', '1');
	// 1.19 × (0.93 − 0.01 ÷ 7) is 1.105.
	expect(invoice('I-1').invoice.sum).toBe('1.11');
});

test('goods that did not come are billed although each line was rounded', async () => {
	// 2 × 1.05 with 10 % tax are 2.31 on each line, and half of it is 1.155.
	const taxes = [{ taxId: 1, rate: '10', taxableAmount: '0', taxAmount: '0' }];
	const lineIds = ['l-1', 'l-2'];
	const items = lineIds.map((id) => ({ ...milk, id, price: '1.05', taxId: 1 }));
	await shows('EUR', items, { taxes });
	for (const lineId of lineIds) {
		enter(lineId, '1', '3');
		explain(lineId);
	}
	invoice('I-1', { total: '4.62', differenceIs: 'line' });
	receive();
	expect(list().filter(({ kind }) => kind === 'claim-shortage')).toMatchObject([
		{ amount: '1.16', isBilled: true },
		{ amount: '1.16', isBilled: true },
	]);
});

test('taxes a line that its discount made free on the order, and the other lines', async () => {
	const taxes = [{ taxId: 1, rate: '20', taxableAmount: '0', taxAmount: '0' }];
	const over = { ...milk, taxId: 1, discount: '15', totalAmount: '0' };
	await shows('EUR', [over, { ...butter, taxId: 1 }], { taxes });
	enter('l-1', '2', '3');
	price('l-1', '9');
	enter('l-2', '10');
	// (18 − 15) × 1.2 and 20 × 1.2.
	expect(invoice('I-1').invoice.sum).toBe('27.6');
});
