// Steps that are undone or resumed together: parts of a count, receipts, and documents that wait for them.
import { describe, expect, test } from 'vitest';
import {
	answer,
	body,
	create,
	eachQueue,
	lane,
	submit,
	transfer,
} from '../../../../test/support/queue.ts';
import { applied, noReply, refused } from '../../../../test/support/verdicts.ts';
import type { NewAction, Outbox } from './outbox.ts';

const queue = eachQueue();
const reason = 'Not wanted';
const inLane = (laneId: string, at: number) => {
	const { action_id: actionId, revision } = queue.rows(laneId)[at]!;
	return { actionId, revision };
};
const goOnline = async () => {
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.settle();
};

const items = (quantity: string) => [{ itemId: 'I1', storageAreaId: 'S1', quantity }];
const stockBody = (quantity: string) => ({
	locationId: 'L1',
	date: body.date,
	items: items(quantity),
});
const there = [{ itemId: 'I1', locationId: 'L1', storageAreaId: 'S1', quantity: '10' }];
const part = (n: string, quantity: string): NewAction => ({
	intentId: `c1/${n}`,
	operation: 'inventoryItem.changeStock',
	payload: { body: stockBody(quantity) },
	base: there,
});
async function refusedPart(...verdicts: typeof queue.service.verdicts): Promise<string> {
	queue.service.reads['inventoryItem.currentStock'] = () => answer(there);
	queue.service.verdicts = [refused, ...verdicts, applied(null)];
	const laneId = queue.enqueueIn({ ...lane('c1'), document: 'stocktake' }, [
		part('1', '2'),
		part('2', '3'),
	]);
	await queue.clock.settle();
	return laneId;
}
const amend = (laneId: string, more: Partial<Parameters<Outbox['amend']>[0]> = {}) =>
	queue.outbox.amend({
		...inLane(laneId, 0),
		body: stockBody('1'),
		by: 'Kit',
		reason: 'Typed twice',
		alsoRecord: () => queue.reopened.push('recorded with it'),
		label: () => ({ cost: '7.00' }),
		...more,
	});
const sentLines = () =>
	queue.service.writes.map(({ input }) => (input as { body: { items: object } }).body.items);
const event = (laneId: string, to: string) =>
	queue.outbox.tables.history(laneId).findLast(({ to_state }) => to_state === to);

describe('a count in two parts, of which the first is refused', () => {
	test.each([
		['Typed twice', 'lines-changed', '{"reason":"Typed twice"}'],
		['', 'sent-again', '{}'],
	])('sends its part as changed, and then the next (%s)', async (why, code, args) => {
		const laneId = await refusedPart();
		expect(queue.ends(laneId)).toEqual(['rejected', 'queued']);
		expect(queue.outbox.stepsOf('stocktake', 'c1').map((each) => each.mayBeAmended)).toEqual([
			true,
			false,
		]);
		const before = queue.rows(laneId)[0]!;
		expect(amend(laneId, { reason: why })).toEqual({ ok: true, value: {} });
		expect(queue.rows(laneId)[0]).toMatchObject({
			base: JSON.stringify(there),
			base_hash: before.base_hash,
			revision: before.revision + 1,
		});
		expect(event(laneId, 'queued')).toMatchObject({ by: 'Kit', code, args });
		const { label } = queue.outbox.tables.lane(laneId)!;
		expect(JSON.parse(label)).toMatchObject({ ...lane('c1').label, cost: '7.00' });
		expect(queue.reopened).toEqual(['recorded with it']);
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
		expect(sentLines()).toEqual([items('2'), items('1'), items('3')]);
	});

	test('leaves out a part of which nothing remains, and sends the next', async () => {
		const laneId = await refusedPart();
		expect(amend(laneId, { body: null })).toMatchObject({ ok: true });
		expect(queue.rows(laneId)[0]).toMatchObject({
			state: 'discarded',
			resolution: 'Typed twice',
		});
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['discarded', 'confirmed']);
		expect(sentLines()).toEqual([items('2'), items('3')]);
		expect(queue.reopened).toEqual(['recorded with it']);
	});

	test('sends the next part after this one is discarded, and reopens no draft meanwhile', async () => {
		const laneId = await refusedPart();
		queue.outbox.discard({ ...inLane(laneId, 0), reason }, 'Kit');
		expect(queue.ends(laneId)).toEqual(['discarded', 'queued']);
		expect(event(laneId, 'discarded')).toMatchObject({ by: 'Kit', args: `{"reason":"${reason}"}` });
		expect(queue.reopened).toEqual([]);
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['discarded', 'confirmed']);
	});

	test('does not become a draft again if a part discarded before may be at the service', async () => {
		queue.service.reads['inventoryItem.currentStock'] = () => answer(there);
		queue.service.verdicts = [noReply, refused];
		const laneId = queue.enqueueIn({ ...lane('c1'), document: 'stocktake' }, [
			part('1', '2'),
			part('2', '3'),
		]);
		await queue.clock.pass(3_600_000);
		expect(queue.ends(laneId)).toEqual(['not-confirmed-absent', 'queued']);
		queue.outbox.discard({ ...inLane(laneId, 0), reason }, 'Kit');
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['discarded', 'rejected']);
		queue.outbox.discard({ ...inLane(laneId, 1), reason }, 'Kit');
		expect(queue.reopened).toEqual([]);
	});

	test('is a whole draft again if a person edits it before any part was done', async () => {
		const laneId = await refusedPart();
		expect(queue.outbox.edit(inLane(laneId, 0), 'Kit')).toMatchObject({ ok: true });
		expect(queue.ends(laneId)).toEqual(['superseded', 'superseded']);
		expect(queue.reopened).toEqual(['c1']);
		await queue.clock.pass(1_000_000);
		expect(queue.written()).toHaveLength(1);
	});

	test('can change neither a part that may be at the service, nor a step that is not a part', async () => {
		const laneId = await refusedPart(noReply);
		queue.outbox.sendAgain(inLane(laneId, 0), 'Kit');
		await queue.clock.pass(1_000_000);
		expect(queue.states(laneId)).toEqual(['attention', 'queued']);
		expect(amend(laneId)).toMatchObject({ code: 'not-possible-now' });
		// Even if it was refused since.
		queue.store.durable.exec(`UPDATE action SET attention = 'rejected' WHERE state = 'attention'`);
		expect(amend(laneId)).toMatchObject({ code: 'not-possible-now' });
		expect(queue.outbox.edit(inLane(laneId, 0), 'Kit')).toMatchObject({ code: 'not-possible-now' });
		queue.service.verdicts = [refused];
		const waste = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		expect(amend(waste)).toMatchObject({ code: 'not-possible-now' });
		expect(queue.ends(waste)).toEqual(['rejected']);
	});
});

describe('documents that wait for a receipt', () => {
	/** A receipt, waste that waits for it, and waste that waits for that waste. */
	function queueWaiting() {
		queue.service.reads['transferIn.get'] = () => answer(transfer('0'));
		const receipt = queue.enqueueReceipt('5', transfer('0'));
		const after = (laneId: string, id: string, ...actions: NewAction[]) =>
			queue.enqueueIn({ ...lane(id), waitsFor: inLane(laneId, 0).actionId }, actions);
		const waste = after(receipt, 'w1', create('w1/create'), submit('w1/submit'));
		const second = after(waste, 'w2', create('w2/create'));
		return { receipt, waste, second };
	}

	test('become drafts with it when it is undone', async () => {
		queue.online = false;
		const { receipt, waste, second } = queueWaiting();
		queue.told.length = 0;
		expect(queue.outbox.cancel(queue.targetOf(receipt), 'Kit')).toMatchObject({ ok: true });
		expect([receipt, waste, second].map(queue.ends)).toEqual([
			['cancelled'],
			['cancelled', 'cancelled'],
			['cancelled'],
		]);
		expect(queue.reopened).toEqual(['service:transferIn:T1', 'w1', 'w2']);
		expect(queue.told).toEqual(expect.arrayContaining([receipt, waste, second]));
		expect(queue.codes(receipt).at(-1)).toBe('undone');
		expect(queue.outbox.tables.history(waste).at(-1)).toMatchObject({
			by: 'Kit',
			code: 'undone-with-it',
		});
		await goOnline();
		await queue.clock.pass(1_000_000);
		expect(queue.written()).toEqual([]);
	});

	test('need a person when it is discarded, who sends them alone or makes them drafts', async () => {
		queue.service.verdicts = [
			refused,
			() => {
				const { length } = queue.written().filter((name) => name === 'wastage.create');
				return applied(`W-${String(length)}`);
			},
		];
		queue.shows({ id: 'W-1', status: 'Draft' });
		const { receipt, waste, second } = queueWaiting();
		await queue.clock.settle();
		expect([receipt, waste, second].map(queue.ends)).toEqual([
			['rejected'],
			['queued', 'queued'],
			['queued'],
		]);
		queue.outbox.discard({ ...queue.targetOf(receipt), reason }, 'Kit');
		await queue.clock.settle();
		expect(queue.ends(waste)).toEqual(['earlier-step-discarded', 'queued']);
		expect(queue.ends(second)).toEqual(['queued']);
		queue.outbox.sendAgain(queue.targetOf(waste), 'Kit');
		await queue.clock.settle();
		expect([waste, second].map(queue.ends)).toEqual([['confirmed', 'confirmed'], ['confirmed']]);
		expect(queue.reopened).toEqual(['service:transferIn:T1']);
	});

	test('can be edited once it is discarded, together with what waits for them', async () => {
		queue.service.verdicts = [refused];
		const { receipt, waste, second } = queueWaiting();
		await queue.clock.settle();
		queue.outbox.discard({ ...queue.targetOf(receipt), reason }, 'Kit');
		await queue.clock.settle();
		expect(queue.outbox.edit(queue.targetOf(waste), 'Kit')).toMatchObject({ ok: true });
		expect([waste, second].map(queue.ends)).toEqual([['superseded', 'superseded'], ['cancelled']]);
		expect(queue.reopened).toEqual(['service:transferIn:T1', 'w1', 'w2']);
	});
});

test('one of two receipts is undone, edited or discarded without the other', async () => {
	queue.service.reads['transferIn.get'] = () => answer(transfer('0'));
	queue.online = false;
	const laneId = queue.enqueueReceipt('2', transfer('0'));
	queue.enqueueReceipt('3', transfer('0'));
	expect(queue.outbox.cancel(inLane(laneId, 1), 'Kit')).toMatchObject({ ok: true });
	expect(queue.ends(laneId)).toEqual(['queued', 'cancelled']);
	queue.enqueueReceipt('1', transfer('0'));
	queue.service.verdicts = [refused, refused, applied(null)];
	await goOnline();
	expect(queue.ends(laneId)).toEqual(['rejected', 'cancelled', 'queued']);
	expect(queue.outbox.edit(inLane(laneId, 0), 'Kit')).toMatchObject({ ok: true });
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['superseded', 'cancelled', 'rejected']);
	queue.enqueueReceipt('4', transfer('0'));
	queue.outbox.discard({ ...inLane(laneId, 2), reason }, 'Kit');
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['superseded', 'cancelled', 'discarded', 'confirmed']);
});
