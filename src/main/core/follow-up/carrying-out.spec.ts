// Decisions about follow-ups of receipts, and receipts that are undone, over a real store.
import { describe, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { accountId, valueOf } from '../../../../test/support/kitchen.ts';
import { openTestStore } from '../../../../test/support/store.ts';
import { refused } from '../../../../test/support/verdicts.ts';
import { importInto, writtenWork } from '../../../../test/support/work-import.ts';
import { followUpTables } from '../store/follow-ups.ts';
import { workTables } from '../store/work-tables.ts';
import {
	documentId,
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

/** Corrects a receipt that was undone: six of twenty-four came, so 1.5 cases are missing. */
function receiveSix(): void {
	enter('l-1', '', '3');
	enter('l-1', '6');
	explain('l-1');
	settle('l-1', 'close-short');
	receive();
}

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
		receiveSix();
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
		receiveSix();
		expect(decide('confirmed', find('claim-shortage'))).toMatchObject([{ outcome: 'refused' }]);
	});
});

describe('a rest that was waited for', () => {
	test('is claimed once it is closed on the order', async () => {
		receiveShort('none');
		const come = (milkCame: string, more: object = {}) =>
			kitchen.shows({
				'purchaseOrder.list': [orderOfTwo({ status: 'partly-received', ...more }, milkCame, '10')],
			});
		kitchen.service.there = true;
		await kitchen.send();
		await come('1');
		expect(kindsOf()).toEqual(['wait']);
		decide('confirmed', find('wait'));
		const line = { documentId, lineId: 'l-1' };
		kitchen.call('purchasing.closeLine', { ...line, reason: 'Out of stock' });
		// One of two cases at 6.00.
		expect(list()).toMatchObject([
			{ kind: 'claim-shortage', quantity: '1', amount: '6', isBilled: null },
		]);
		kitchen.call('purchasing.reopenLine', line);
		expect(kindsOf()).toEqual([]);
		// The change of an order that waits for its approval takes no goods, and nothing is closed.
		await come('1', { status: 'submitted' });
		expect(kindsOf()).toEqual([]);
		// Half a case came to another PC before the order was closed at the service.
		await come('1.5', { status: 'closed' });
		expect(list()).toMatchObject([{ kind: 'claim-shortage', quantity: '0.5', amount: '3' }]);
		await come('2', { status: 'closed' });
		expect(kindsOf()).toEqual([]);
	});

	test('is not claimed if the printed total covers only the goods received', async () => {
		receiveShort('none', { total: '26.00' });
		kitchen.service.there = true;
		await kitchen.send();
		await kitchen.shows({
			'purchaseOrder.list': [orderOfTwo({ status: 'closed' }, '1', '10')],
		});
		expect(kindsOf()).toEqual([]);
	});
});

test('five pieces of a case that did not come are five pieces elsewhere', async () => {
	kitchen.service.there = true;
	await kitchen.shows({ 'purchaseOption.list': [option('N-2', 'P-2', '1', 1, '0.51')] });
	enter('l-1', '19');
	explain('l-1');
	settle('l-1', 'order-elsewhere');
	enter('l-2', '10');
	invoice('INV-1');
	receive();
	expect(find('order-elsewhere').offer).toMatchObject({ unitName: 'each', quantity: '5' });
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
	// Counted again after the next pull.
	kitchen.store.cache.exec('UPDATE read_counter SET last = last + 1');
	expect(kitchen.followUps()).toBe(0);
	expect(list()).toHaveLength(1);
});

test('decisions go along to another PC, and the later one of two stays', () => {
	const other = openTestStore('account-2');
	const take = () => {
		const file = writtenWork(workTables(kitchen.store.durable).waiting(accountId));
		other.durable.transaction(() => importInto(other, 'account-2', file))();
	};
	receiveShort();
	const claim = find('claim-shortage');
	decide('discarded', claim);
	take();
	decide('open', claim);
	decide('confirmed', claim);
	take();
	const [receiptId] = JSON.parse(claim.followUpId) as [string];
	expect(followUpTables(other.durable).ofReceipt('account-2', receiptId)).toMatchObject([
		{ kind: 'claim-shortage', decision: 'confirmed' },
	]);
	other.end();
});
