// What follows from receipts of orders, over a real store.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStockedKitchen, valueOf, type Kitchen } from '../../../../test/support/kitchen.ts';
import { refused } from '../../../../test/support/verdicts.ts';
import type { CallInput } from '../../../shared/bridge/contract.ts';
import type { FollowUp } from '../../../shared/bridge/follow-up.ts';
import type { FollowUpKind, FollowUpState } from '../../../shared/follow-up/follow-up.ts';

/** Two cases of twelve milk at 6.00 a case, and ten butter at 2.00 each. */
const milk = { id: 'l-1', itemId: '1', uomId: 3, quantity: '2', price: '6', quantityReceived: '0' };
const butter = { ...milk, id: 'l-2', itemId: '2', uomId: 1, quantity: '10', price: '2' };
const order = (more: object = {}) => ({
	id: 'O-1',
	number: 'PO-7',
	locationId: 'L-1',
	supplierId: 'P-1',
	date: '2026-11-18T10:00:00Z',
	deliveryDate: '2026-11-20',
	status: 'approved',
	items: [milk, butter],
	...more,
});
const option = (id: string, supplierId: string, itemId: string, uomId: number, price: string) => ({
	id,
	itemId,
	supplierId,
	uomId,
	price,
});
const documentId = 'service:purchaseOrder:O-1';

let kitchen: Kitchen;
beforeEach(async () => {
	kitchen = await openStockedKitchen({
		lists: {
			'supplier.list': [
				{ id: 'P-1', name: 'Riverside Dairy' },
				{ id: 'P-2', name: 'Green Fields' },
				{ id: 'P-3', name: 'Hill Farm' },
			],
			'purchaseOption.list': [
				option('N-1', 'P-1', '1', 3, '6'),
				option('N-2', 'P-2', '1', 1, '0.51'),
				option('N-3', 'P-3', '1', 3, '6.1'),
				option('N-4', 'P-3', '2', 1, '2.2'),
			],
			'purchaseOrder.list': [order()],
		},
	});
	kitchen.service.there = false;
});
afterEach(() => kitchen.end());

const enter = (lineId: string, typed: string, unitId = '1') =>
	kitchen.call('delivery.enter', { documentId, lineId, unitId, typed, locale: 'en-GB' });
const explain = (lineId: string, reason = 'Not in the delivery') =>
	kitchen.call('delivery.explain', { documentId, lineId, reason });
const settle = (lineId: string, settlement: CallInput<'delivery.settle'>['settlement']) =>
	kitchen.call('delivery.settle', { documentId, lineId, settlement });
const price = (lineId: string, typed: string) =>
	kitchen.call('delivery.price', { documentId, lineId, typed, locale: 'en-GB' });
const invoice = (number: string, more: Partial<CallInput<'delivery.invoice'>['invoice']> = {}) =>
	kitchen.call('delivery.invoice', {
		documentId,
		locale: 'en-GB',
		invoice: { number, day: null, total: '', differenceIs: '', isAnother: false, ...more },
	});
const receive = () => kitchen.call('delivery.receive', { documentId, intentId: 'intent-0001' });
/** One of two cases of milk came, and all of the butter. */
function receiveShort(
	settlement: CallInput<'delivery.settle'>['settlement'] = 'close-short',
	more: Parameters<typeof invoice>[1] = {},
): void {
	enter('l-1', '1', '3');
	explain('l-1');
	settle('l-1', settlement);
	enter('l-2', '10');
	invoice('INV-1', more);
	receive();
}

const list = (state: FollowUpState = 'open') =>
	kitchen.call('followUp.list', { locationId: 'L-1', state }).followUps;
const kindsOf = (): FollowUpKind[] => list().map(({ kind }) => kind);
const find = (kind: FollowUpKind): FollowUp => list().find((each) => each.kind === kind)!;
const decide = (decision: FollowUpState, ...followUps: FollowUp[]) =>
	kitchen.call('followUp.decide', { locationId: 'L-1', decision, followUps }).outcomes;
const claims = () => kitchen.call('credit.list', { locationId: 'L-1' }).claims;

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

	test('may be billed while no total was entered', () => {
		receiveShort();
		expect(find('claim-shortage')).toMatchObject({ amount: '6', isBilled: null });
	});

	test.each([
		['is what came', { total: '26.00' }],
		['is above it by freight', { total: '36.00', differenceIs: 'freight' }],
		['is above it by less than they cost', { total: '29.00', differenceIs: 'line' }],
	] as const)('are not claimed if the printed total %s', (_case, more) => {
		receiveShort('close-short', more);
		expect(kindsOf()).toEqual([]);
	});

	test('are claimed with the tax and the discount of the order', async () => {
		// 2 × 6.00 less 1.20, and 20 % tax: 12.96. One case is half.
		const items = [{ ...milk, discount: '1.2', totalAmount: '12.96' }, butter];
		kitchen.service.there = true;
		await kitchen.shows({ 'purchaseOrder.list': [order({ items })] });
		kitchen.service.there = false;
		receiveShort();
		expect(find('claim-shortage').amount).toBe('6.48');
	});

	test('wait until the rest came in a second receipt', () => {
		receiveShort('none');
		expect(find('wait')).toMatchObject({ quantity: '1', unitName: 'case' });
		enter('l-1', '1', '3');
		invoice('INV-2');
		receive();
		expect(kindsOf()).toEqual(['claim-shortage']);
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

	test.each([
		['rejected', { status: 'rejected' }],
		['a draft', { status: 'draft' }],
		['older than sixty days', { returnDate: '2026-09-01T10:00:00Z' }],
	] as const)('that is %s is not claimed', async (_case, more) => {
		await shows('2', more);
		expect(list()).toEqual([]);
	});
});

describe('a decision', () => {
	test('makes nothing before it, and one claim however often it is confirmed', () => {
		receiveShort();
		expect(claims()).toEqual([]);
		const claim = find('claim-shortage');
		const [once] = decide('confirmed', claim);
		expect(decide('confirmed', claim)).toEqual([once]);
		expect(claims()).toMatchObject([
			{
				creditId: once?.resultId,
				kind: 'shortage',
				amount: '6',
				documentNumber: 'PO-7 / INV-1',
				note: 'Not in the delivery',
			},
		]);
		expect(list('confirmed')).toMatchObject([
			{ decided: { by: 'Noor' }, resultId: once?.resultId },
		]);
	});

	test('of another window stays', () => {
		receiveShort();
		const claim = find('claim-shortage');
		decide('discarded', claim);
		expect(decide('confirmed', claim)).toMatchObject([{ outcome: 'changed' }]);
		expect(claims()).toEqual([]);
		decide('open', claim);
		decide('confirmed', claim);
		expect(decide('discarded', claim)).toMatchObject([{ outcome: 'changed' }]);
		expect(claims()).toHaveLength(1);
	});

	test('to discard can be taken back', () => {
		receiveShort();
		const claim = find('claim-shortage');
		decide('discarded', claim);
		expect(list()).toEqual([]);
		decide('open', ...list('discarded'));
		expect(kindsOf()).toEqual(['claim-shortage']);
	});

	test('is about what the person saw: other figures are asked about', () => {
		receiveShort();
		const seen = find('claim-shortage');
		kitchen.undo('purchaseOrder', documentId);
		enter('l-1', '6');
		receive();
		expect(decide('confirmed', seen)).toMatchObject([{ outcome: 'changed' }]);
		expect(claims()).toEqual([]);
	});

	test('that fails does not stop the others', () => {
		price('l-1', '6.40');
		receiveShort();
		const draftId = '00000000-0000-7000-8000-000000000001';
		const step = 'keep' as const;
		const changes = [{ at: 'price', was: '6', to: '7' }];
		// Somebody has the purchase option open.
		kitchen.call('record.save', {
			type: 'purchaseOption',
			id: 'N-1',
			draftId,
			revision: 0,
			step,
			changes,
		});
		const outcomes = decide('confirmed', find('accept-price'), find('claim-shortage'));
		expect(outcomes.map(({ outcome }) => outcome)).toEqual(['refused', 'confirmed']);
		expect(kindsOf()).toContain('accept-price');
	});
});

describe('an undone receipt', () => {
	test('takes its proposals with it', () => {
		receiveShort();
		kitchen.undo('purchaseOrder', documentId);
		expect(list()).toEqual([]);
		receive();
		expect(kindsOf()).toEqual(['claim-shortage']);
	});

	test('sent again as it was does not ask again', () => {
		receiveShort();
		decide('confirmed', find('claim-shortage'));
		kitchen.undo('purchaseOrder', documentId);
		receive();
		expect(list()).toEqual([]);
		expect(claims()).toHaveLength(1);
	});

	test('sent again with other figures changes the claim instead of making a second one', () => {
		receiveShort();
		decide('confirmed', find('claim-shortage'));
		kitchen.undo('purchaseOrder', documentId);
		// Six of twenty-four came: 1.5 cases are missing.
		enter('l-1', '', '3');
		enter('l-1', '6');
		explain('l-1');
		settle('l-1', 'close-short');
		receive();
		const again = find('claim-shortage');
		expect(again).toMatchObject({ amount: '9', isChanged: true });
		expect(decide('confirmed', again)).toMatchObject([{ outcome: 'confirmed' }]);
		expect(claims()).toMatchObject([{ amount: '9', claimed: '6', state: 'open' }]);
	});

	test('does not change a settled claim', () => {
		receiveShort();
		decide('confirmed', find('claim-shortage'));
		const [{ creditId } = { creditId: '' }] = claims();
		const credited = {
			state: 'credited',
			amount: '6',
			note: '',
			businessDate: '2026-11-20',
		} as const;
		kitchen.call('credit.change', { creditId, version: 0, ...credited });
		kitchen.undo('purchaseOrder', documentId);
		enter('l-1', '', '3');
		enter('l-1', '6');
		explain('l-1');
		settle('l-1', 'close-short');
		receive();
		expect(decide('confirmed', find('claim-shortage'))).toMatchObject([{ outcome: 'refused' }]);
	});
});

test('a receipt that was discarded in the outbox proposes nothing', async () => {
	receiveShort();
	kitchen.service.there = true;
	kitchen.service.verdict = refused;
	await kitchen.send();
	const step = kitchen.outbox.stepsOf('purchaseOrder', documentId).at(-1)!;
	valueOf(kitchen.outbox.discard({ ...step, reason: 'Wrong order' }, 'Noor'));
	expect(list()).toEqual([]);
});

test('the rail counts open follow-ups of the last sixty days, and the list has all', () => {
	receiveShort();
	const count = () =>
		kitchen.call('followUp.list', { locationId: 'L-1', state: 'open', kind: 'claim-price' });
	expect(count()).toMatchObject({ total: 0, open: 1 });
	expect(kitchen.followUps()).toBe(1);
	kitchen.clock.setWallClock(kitchen.clock.now() + 61 * 86_400_000);
	expect(kitchen.followUps()).toBe(0);
	expect(list()).toHaveLength(1);
});
