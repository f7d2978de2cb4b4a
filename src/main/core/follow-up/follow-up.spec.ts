// What follows from receipts of orders and from returns, over a real store.
import { beforeEach, describe, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { valueOf } from '../../../../test/support/kitchen.ts';
import {
	butter,
	documentId,
	milk,
	openReceivingKitchen,
	option,
	orderOfTwo,
	receivingDesk,
} from '../../../../test/support/receiving-desk.ts';

const kitchen = eachKitchen(openReceivingKitchen);
const {
	enter,
	explain,
	settle,
	price,
	invoice,
	receive,
	receiveShort,
	list,
	kindsOf,
	find,
	decide,
	claims,
} = receivingDesk(() => kitchen);

describe('goods that did not come', () => {
	test('are claimed at the price of the invoice, and shown as billed if the printed total has them', () => {
		price('l-1', '6.40');
		// 6.40 + 20 came; the invoice has 2 × 6.40 + 20.
		receiveShort('close-short', { total: '32.80', differenceIs: 'line' });
		expect(find('claim-shortage')).toMatchObject({
			quantity: '1',
			unitName: 'case',
			price: '6.4',
			amount: '6.4',
			isBilled: true,
			supplierName: 'Riverside Dairy',
			number: 'PO-7',
			invoiceNumber: 'INV-1',
			reason: 'Not in the delivery',
		});
	});

	test('on two lines are claimed in proportion if the printed total has only some of them', () => {
		enter('l-1', '1', '3');
		enter('l-2', '7');
		for (const lineId of ['l-1', 'l-2']) {
			explain(lineId);
			settle(lineId, 'close-short');
		}
		// 6 + 14 came; one case of milk is 6, three of butter are 6. The total has 7.01 of these 12.
		invoice('INV-1', { total: '27.01', differenceIs: 'line' });
		receive();
		expect(list()).toMatchObject([
			{ quantity: '0.585', amount: '3.51', isBilled: null },
			{ quantity: '1.75', amount: '3.5', isBilled: null },
		]);
	});

	test('are claimed in part if the printed total has a part of them', () => {
		// 6 + 20 came, and one case at 6.00 did not: half of it is billed.
		receiveShort('close-short', { total: '29.00', differenceIs: 'line' });
		expect(find('claim-shortage')).toMatchObject({
			quantity: '0.5',
			amount: '3',
			isBilled: null,
		});
	});

	test('may be billed while no total was entered', () => {
		receiveShort();
		expect(find('claim-shortage')).toMatchObject({ amount: '6', isBilled: null });
	});

	test.each([
		['is what came', { total: '26.00' }],
		['is above it by freight', { total: '36.00', differenceIs: 'freight' }],
		['is below it', { total: '20.00', differenceIs: 'line' }],
	] as const)('are not claimed if the printed total %s', (_case, more) => {
		receiveShort('close-short', more);
		expect(kindsOf()).toEqual([]);
	});

	test('are claimed with the tax rate itself, not one derived from a rounded total', async () => {
		// 2 × 3.835 is 7.67, with 20 % 9.204: the service says 9.20. Two cases of 40.625 are 97.50 with the tax.
		const taxed = { ...milk, price: '3.835', taxId: 1, totalAmount: '9.2' };
		// A price below the cent without tax: 10 × 0.0125 is 0.125, which the service rounds.
		const small = { ...butter, price: '0.0125', totalAmount: '0.13' };
		const taxes = [{ taxId: 1, rate: '20', taxableAmount: '7.67', taxAmount: '1.53' }];
		kitchen.service.there = true;
		await kitchen.shows({ 'purchaseOrder.list': [orderOfTwo({ items: [taxed, small], taxes })] });
		kitchen.service.there = false;
		enter('l-1', '2', '3');
		price('l-1', '40.625');
		enter('l-2', '10');
		price('l-2', '1');
		expect(kitchen.call('delivery.get', { documentId }).invoice.sum).toBe('107.5');
		invoice('INV-1');
		receive();
		expect(list().filter(({ kind }) => kind === 'claim-price')).toMatchObject([
			{ amount: '88.3' },
			{ amount: '9.87' },
		]);
	});

	test('are claimed with the tax and the discount of the order', async () => {
		// 2 × 6.00 less 1.20, and 20 % tax: 12.96. One case is half.
		const items = [{ ...milk, discount: '1.2', totalAmount: '12.96' }, butter];
		kitchen.service.there = true;
		await kitchen.shows({ 'purchaseOrder.list': [orderOfTwo({ items })] });
		kitchen.service.there = false;
		receiveShort();
		expect(find('claim-shortage').amount).toBe('6.48');
	});

	test('wait until the rest came in a second receipt', () => {
		receiveShort('none');
		expect(kindsOf()).toEqual(['wait']);
		expect(find('wait')).toMatchObject({ quantity: '1', unitName: 'case' });
		enter('l-1', '1', '3');
		invoice('INV-2');
		receive();
		expect(kindsOf()).toEqual([]);
	});

	test('and may still come are claimed once the printed total has them', () => {
		receiveShort('none', { total: '32.00', differenceIs: 'line' });
		expect(kindsOf()).toEqual(['wait', 'claim-shortage']);
	});

	test('of a second receipt are what the first one left', () => {
		receiveShort('none');
		enter('l-1', '4');
		explain('l-1');
		settle('l-1', 'close-short');
		invoice('INV-2');
		receive();
		const second = list().filter(({ invoiceNumber }) => invoiceNumber === 'INV-2');
		// Eight of twelve: 8 ÷ 12 × 6.00.
		expect(second).toMatchObject([{ kind: 'claim-shortage', quantity: '0.666667', amount: '4' }]);
	});
});

describe('goods that were rejected', () => {
	const reject = (settlement: 'close-short' | 'keep-rejected') => {
		enter('l-1', '1', '3');
		const line = { documentId, lineId: 'l-1', reason: 'Leaking', cause: 'damaged' as const };
		kitchen.call('delivery.explain', line);
		settle('l-1', settlement);
		enter('l-2', '10');
		invoice('INV-1', {
			total: '32.00',
			differenceIs: settlement === 'keep-rejected' ? '' : 'line',
		});
		receive();
	};

	test('at the door are claimed for their quality, if they are billed', () => {
		reject('close-short');
		expect(list()).toMatchObject([
			{ kind: 'claim-quality', quantity: '1', amount: '6', isBilled: true },
		]);
	});

	test('and kept came too, and go back', () => {
		reject('keep-rejected');
		expect(list()).toMatchObject([{ kind: 'return', quantity: '1' }]);
	});
});

describe('a price above the ordered one', () => {
	test('is claimed for what came, and offered to the purchase option', () => {
		price('l-1', '6.40');
		enter('l-1', '2', '3');
		enter('l-2', '10');
		invoice('INV-1');
		receive();
		expect(list()).toMatchObject([
			{ kind: 'claim-price', quantity: '2', orderedPrice: '6', price: '6.4', amount: '0.8' },
			{ kind: 'accept-price', price: '6.4', listed: '6', amount: null },
		]);
	});

	test('within the tolerance of the profile is not claimed', () => {
		price('l-1', '6.05');
		enter('l-1', '2', '3');
		enter('l-2', '10');
		invoice('INV-1');
		receive();
		expect(kindsOf()).toEqual(['accept-price']);
	});

	test('is accepted by an edit of the purchase option, and is not proposed again', async () => {
		price('l-1', '6.40');
		receiveShort();
		expect(decide('confirmed', find('accept-price'))).toMatchObject([
			{ outcome: 'confirmed', resultId: 'N-1' },
		]);
		expect(kindsOf()).not.toContain('accept-price');
		kitchen.service.there = true;
		await kitchen.send();
		expect(
			kitchen.service.writes.find(({ name }) => name === 'purchaseOption.update')?.body,
		).toMatchObject({ id: 'N-1', price: '6.4', supplierId: 'P-1' });
	});

	test('gives way to the price of a later receipt', () => {
		price('l-1', '6.40');
		receiveShort('none');
		enter('l-1', '1', '3');
		price('l-1', '6.30');
		invoice('INV-2');
		receive();
		const accepted = list().filter(({ kind }) => kind === 'accept-price');
		expect(accepted).toMatchObject([{ price: '6.3', invoiceNumber: 'INV-2' }]);
	});

	test('is not proposed once somebody gave the purchase option that price', async () => {
		price('l-1', '6.40');
		receiveShort();
		kitchen.service.there = true;
		await kitchen.shows({ 'purchaseOption.list': [option('N-1', 'P-1', '1', 3, '6.4')] });
		expect(kindsOf()).not.toContain('accept-price');
	});
});

describe('the rest that is ordered elsewhere', () => {
	test('goes to the supplier with the lowest price, in its unit', () => {
		receiveShort('order-elsewhere');
		// Twelve at 0.51 are 6.12; a case at 6.10 is cheaper.
		expect(find('order-elsewhere')).toMatchObject({
			quantity: '1',
			offer: { supplierName: 'Hill Farm', unitName: 'case', quantity: '1', price: '6.1' },
		});
	});

	test('becomes one draft for each supplier when several are confirmed', () => {
		enter('l-1', '1', '3');
		explain('l-1');
		settle('l-1', 'order-elsewhere');
		enter('l-2', '7');
		explain('l-2');
		settle('l-2', 'order-elsewhere');
		invoice('INV-1');
		receive();
		const elsewhere = list().filter(({ kind }) => kind === 'order-elsewhere');
		const outcomes = decide('confirmed', ...elsewhere);
		const [first, second] = outcomes.map(({ resultId }) => resultId);
		expect(first).toBe(second);
		const drafts = kitchen.calls['purchaseOrder.get'](
			{ documentId: first! },
			{ connection: 'test' },
		);
		expect(valueOf(drafts)).toMatchObject({
			standing: 'draft',
			supplierId: 'P-3',
			problems: [],
			lines: [
				{ item: { itemId: '1' }, total: '12', price: '6.1', note: 'PO-7' },
				{ item: { itemId: '2' }, total: '3', price: '2.2', note: 'PO-7' },
			],
		});
	});

	test('is drafted without a supplier if nobody else offers the item', async () => {
		kitchen.service.there = true;
		await kitchen.shows({ 'purchaseOption.list': [] });
		kitchen.service.there = false;
		receiveShort('order-elsewhere');
		expect(find('order-elsewhere').offer).toBeNull();
		const [outcome] = decide('confirmed', find('order-elsewhere'));
		const drafted = kitchen.calls['purchaseOrder.get'](
			{ documentId: outcome!.resultId! },
			{ connection: 'test' },
		);
		expect(valueOf(drafted)).toMatchObject({ lines: [{ total: '12' }] });
	});
});

describe('goods to send back', () => {
	test('become one draft of a return, which names the receipt', () => {
		enter('l-1', '2', '3');
		enter('l-2', '11');
		explain('l-2', 'One too many');
		settle('l-2', 'send-back');
		price('l-2', '2.50');
		invoice('INV-1');
		receive();
		expect(find('return')).toMatchObject({ quantity: '1', unitName: 'each' });
		// Ten are billed at 0.50 too much; the eleventh goes back.
		expect(find('claim-price')).toMatchObject({ quantity: '10', amount: '5' });
		const [outcome] = decide('confirmed', find('return'));
		const drafted = kitchen.call('returnOrder.get', { documentId: outcome!.resultId! });
		expect(drafted).toMatchObject({
			standing: 'draft',
			supplierId: 'P-1',
			purchaseOrderId: 'O-1',
			invoiceNumber: 'INV-1',
			lines: [{ item: { itemId: '2' }, total: '1', returnReason: 'One too many', price: '2.5' }],
		});
		expect(kindsOf()).not.toContain('return');
	});

	test('because they were rejected are in no price claim: their return is credited at the whole price', () => {
		enter('l-1', '2', '3');
		enter('l-2', '8');
		kitchen.call('delivery.explain', {
			documentId,
			lineId: 'l-2',
			reason: 'Warm',
			cause: 'warm',
		});
		settle('l-2', 'keep-rejected');
		price('l-2', '2.50');
		invoice('INV-1');
		receive();
		expect(find('return')).toMatchObject({ quantity: '2' });
		expect(find('claim-price')).toMatchObject({ quantity: '8', amount: '4' });
	});
});

describe('a return at the service', () => {
	const back = (returnQuantity: string, more: object = {}) => ({
		id: 'R-1',
		number: 'RO-3',
		locationId: 'L-1',
		supplierId: 'P-1',
		purchaseOrderId: 'O-1',
		invoiceNumber: 'INV-1',
		returnDate: '2026-11-19T10:00:00Z',
		status: 'submitted',
		items: [{ id: 'r-1', itemId: '1', uomId: 3, returnQuantity, price: '6', returnReason: 'Sour' }],
		...more,
	});
	const shows = async (...record: Parameters<typeof back>) => {
		kitchen.service.there = true;
		await kitchen.shows({ 'returnOrder.list': [back(...record)] });
	};
	beforeEach(() => {
		kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
	});

	test('is claimed at its price, and the claim follows another quantity', async () => {
		await shows('2');
		expect(find('claim-return')).toMatchObject({
			number: 'RO-3',
			quantity: '2',
			price: '6',
			amount: '12',
			reason: 'Sour',
		});
		decide('confirmed', find('claim-return'));
		expect(claims()).toMatchObject([
			{ kind: 'return', amount: '12', documentNumber: 'RO-3 / INV-1' },
		]);
		expect(list()).toEqual([]);
		await shows('3');
		expect(find('claim-return')).toMatchObject({ amount: '18', isChanged: true });
		decide('confirmed', find('claim-return'));
		expect(claims()).toMatchObject([{ amount: '18' }]);
	});

	test('is claimed as billed, with the tax and discount of the order line', async () => {
		// Two cases at 6.00 less 1.20 are 10.80, with 20 % 12.96: half of it went back.
		const taxed = { ...milk, taxId: 1, discount: '1.2', totalAmount: '12.96' };
		const taxes = [{ taxId: 1, rate: '20', taxableAmount: '10.8', taxAmount: '2.16' }];
		kitchen.service.there = true;
		await kitchen.shows({ 'purchaseOrder.list': [orderOfTwo({ items: [taxed], taxes })] });
		const line = { id: 'r-1', itemId: '1', uomId: 3, returnQuantity: '1', price: '6' };
		await shows('1', { items: [{ ...line, purchaseOrderItemId: 'l-1', totalCost: '6' }] });
		expect(find('claim-return')).toMatchObject({ price: '6', amount: '6.48' });
	});

	test.each(['rejected', 'cancelled'])(
		'that is %s after it was claimed is named on its claim, which a person withdraws',
		async (status) => {
			await shows('2');
			decide('confirmed', find('claim-return'));
			expect(claims()).toMatchObject([{ isReturnVoid: false }]);
			await shows('2', { status });
			const [claim] = claims();
			expect(claim).toMatchObject({ state: 'open', isReturnVoid: true });
			const withdrawn = kitchen.call('credit.change', {
				creditId: claim!.creditId,
				version: 0,
				state: 'withdrawn',
				businessDate: '2026-11-20',
				amount: '12',
				note: '',
			});
			expect(withdrawn).toMatchObject({ isReturnVoid: false });
			expect(claims()).toEqual([]);
			expect(list()).toEqual([]);
		},
	);

	test('that is sent again after its claim was withdrawn is proposed again, and the claim reopens', async () => {
		await shows('2');
		const [{ resultId } = { resultId: '' }] = decide('confirmed', find('claim-return'));
		const { version } = kitchen.call('credit.get', { creditId: resultId! });
		kitchen.call('credit.change', {
			creditId: resultId!,
			version,
			state: 'withdrawn',
			businessDate: '2026-11-20',
			amount: '12',
			note: '',
		});
		await shows('2', { status: 'approved' });
		decide('confirmed', find('claim-return'));
		expect(claims()).toMatchObject([{ creditId: resultId, state: 'open', amount: '12' }]);
		expect(list()).toEqual([]);
	});

	test.each([
		['rejected', { status: 'rejected' }],
		['a draft', { status: 'draft' }],
		['older than sixty days', { returnDate: '2026-09-01T10:00:00Z' }],
	] as const)('that is %s is not claimed', async (_case, more) => {
		await shows('2', more);
		expect(list()).toEqual([]);
	});
});

test('a part of a case is named in pieces', () => {
	enter('l-1', '1', '3');
	enter('l-1', '8', '1');
	enter('l-2', '10');
	explain('l-1');
	settle('l-1', 'close-short');
	invoice('INV-1');
	receive();
	expect(find('claim-shortage')).toMatchObject({
		quantity: '0.333333',
		unitName: 'case',
		pieces: { quantity: '4', unitName: 'each' },
	});
});
