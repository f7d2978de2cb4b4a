// When a lookup can be trusted: which record it shows, how new it is, and how long it stays valid.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	answer,
	body,
	create,
	known,
	lane,
	listAnswer,
	openQueue,
	submit,
	type Queue,
} from '../../../../test/support/queue.ts';
import {
	applied,
	noReply,
	notSent,
	refused,
	unreachable,
} from '../../../../test/support/verdicts.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import type { NewAction } from './outbox.ts';
import { serverId } from './outbox.ts';

let queue: Queue;
beforeEach(() => {
	queue = openQueue();
});
afterEach(() => queue.remove());

const hour = 3_600_000;
const stateOf = (laneId: string, at = 0) => queue.rows(laneId)[at];
const marked = (laneId: string, more: object = {}) => ({
	...{ id: 'W-9', number: 'WST-9', locationId: 'L1' },
	...more,
	description: `Dropped a tray [${queue.referenceOf(laneId)}]`,
});
const draftId = '0190c1f0-1111-7000-8000-000000000001';
const shown = { id: 'W-1', number: 'WST-W-1', locationId: 'L1', status: 'Submitted' };
const decide = (verb: 'approve' | 'reject'): NewAction => ({
	intentId: verb,
	operation: `wastage.${verb}`,
	payload: { path: { id: serverId } },
	base: shown,
});
const enqueueDecision = (verb: 'approve' | 'reject') =>
	queue.enqueueIn({ ...lane('service:W-1'), server: { id: 'W-1', number: 'WST-W-1' } }, [
		decide(verb),
	]);
const transfer = (quantityReceived: string) => ({
	...{ id: 'T1', fromLocationId: 'L2', toLocationId: 'L1', date: body.date, status: 'InTransit' },
	items: [{ id: 'TI1', itemId: 'I1', quantity: '5', quantityReceived }],
});
const enqueueReceipt = (quantity: string, base: unknown) =>
	queue.enqueueIn(
		{ ...lane('service:T1'), document: 'transfer-in', server: { id: 'T1', number: 'TRI-1' } },
		[
			{
				intentId: `receive ${quantity}`,
				operation: 'transferIn.receive',
				payload: {
					body: {
						transferId: 'T1',
						date: body.date,
						items: [
							{
								transferItemId: 'TI1',
								itemId: 'I1',
								quantities: [{ uomId: 1, quantity }],
								quantity,
							},
						],
					},
				},
				base,
			},
		],
	);
const enqueueCount = () =>
	queue.enqueueIn({ ...lane('count'), document: 'stocktake' }, [
		{
			intentId: 'count',
			operation: 'inventoryItem.changeStock',
			payload: {
				body: {
					locationId: 'L1',
					date: body.date,
					items: [{ itemId: 'I1', storageAreaId: 'S1', quantity: '5' }],
				},
			},
		},
	]);
const stockOf = (quantity: string, locationId = 'L1') =>
	answer([{ itemId: 'I1', locationId, storageAreaId: 'S1', quantity }]);

describe('the settings change while a step is not confirmed', () => {
	test('a document is still found by the field that carried its reference', async () => {
		queue.service.verdicts = [noReply];
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		queue.profile = serviceProfile.parse({ behaviour: known, reference: { wastage: 'note' } });
		queue.service.reads['wastage.list'] = () => listAnswer(marked(laneId));
		await queue.clock.pass(91_000);
		expect(stateOf(laneId)).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
		expect(queue.written()).toHaveLength(1);
	});

	test('observations about the new field prove nothing about the old one', async () => {
		queue.service.verdicts = [noReply, applied('W-2')];
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		queue.profile = serviceProfile.parse({ behaviour: known, reference: { wastage: 'note' } });
		queue.service.reads['wastage.list'] = () => listAnswer();
		await queue.clock.pass(hour);
		expect(stateOf(laneId)).toMatchObject({ state: 'attention' });
		expect(queue.written()).toHaveLength(1);
	});

	test('a missing document needs attention if fields have other names now', async () => {
		queue.service.verdicts = [noReply, applied('W-2')];
		queue.service.reads['wastage.list'] = () => listAnswer();
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		queue.profile = serviceProfile.parse({
			behaviour: known,
			fields: { Wastage: { description: 'remarks' } },
		});
		await queue.clock.pass(hour);
		expect(stateOf(laneId)).toMatchObject({ attention: 'not-confirmed-undecided' });
		expect(queue.written()).toHaveLength(1);
	});

	test('a state word with a new meaning decides nothing', async () => {
		let status = 'Draft';
		queue.service.reads['wastage.get'] = () => answer({ ...shown, status });
		queue.service.verdicts = [applied('W-1'), noReply];
		const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
		await queue.clock.settle();
		const { states } = queue.profile;
		queue.profile = {
			...queue.profile,
			states: { ...states, wastage: { ...states.wastage, draft: ['New'], submitted: ['Draft'] } },
		};
		status = 'Draft';
		await queue.clock.pass(91_000);
		expect(stateOf(laneId, 1)).toMatchObject({ attention: 'not-confirmed-undecided' });
	});
});

describe('enqueueing the same intent again', () => {
	test('queues an undone step again', async () => {
		queue.online = false;
		const laneId = queue.enqueue('d1', create('i1'));
		queue.outbox.cancel(queue.targetOf(laneId), 'Kit');
		expect(queue.enqueue('d1', create('i1'))).toBe(laneId);
		expect(queue.states(laneId)).toEqual(['cancelled', 'queued']);
	});

	test('queues a discarded step again', async () => {
		queue.service.verdicts = [refused];
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		queue.outbox.discard({ ...queue.targetOf(laneId), reason: 'No' }, 'Kit');
		queue.online = false;
		queue.enqueue('d1', create('i1'));
		expect(queue.states(laneId)).toEqual(['discarded', 'queued']);
	});

	test('needs attention if the content differs from what is done', async () => {
		const first = create(`${draftId}/1/create`);
		const laneId = queue.enqueue(draftId, first);
		await queue.clock.settle();
		queue.service.reads['wastage.list'] = () => listAnswer(marked(laneId, body));
		const items = [{ itemId: 'I1', uomId: 1, quantity: '20' }];
		queue.enqueue(draftId, { ...first, payload: { body: { ...body, items } } });
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['confirmed', 'attention']);
		expect(queue.written()).toHaveLength(1);
	});

	test('treats a superseded step as its successor', () => {
		queue.online = false;
		const update = (quantity: string): NewAction => ({
			intentId: `u${quantity}`,
			operation: 'wastage.update',
			payload: {
				body: { ...body, id: 'W-1', items: [{ itemId: 'I1', uomId: 1, quantity }] },
			},
			base: shown,
		});
		const there = { ...lane('service:W-1'), server: { id: 'W-1', number: 'WST-W-1' } };
		const laneId = queue.enqueueIn(there, [update('1')]);
		queue.enqueueIn(there, [update('2')]);
		queue.enqueueIn(there, [update('1')]);
		expect(queue.states(laneId)).toEqual(['superseded', 'queued']);
	});
});

test('quantities do not prove a lost stock change while our receipt moved the same item there', async () => {
	let there = '10';
	queue.service.reads['inventoryItem.currentStock'] = () => stockOf(there);
	queue.service.reads['transferIn.get'] = () => answer(transfer('0'));
	queue.service.verdicts = [
		noReply,
		() => {
			there = '15';
			return applied(null);
		},
	];
	const lost = enqueueCount();
	await queue.clock.settle();
	const receipt = enqueueReceipt('5', transfer('0'));
	await queue.clock.pass(hour);
	expect(queue.states(receipt)).toEqual(['confirmed']);
	expect(stateOf(lost)).toMatchObject({ attention: 'not-confirmed-undecided' });
});

describe('a document sent before under the same reference', () => {
	const again = (quantity: string): NewAction => ({
		...create('d1/2/create'),
		payload: { body: { ...body, items: [{ itemId: 'I1', uomId: 1, quantity }] } },
	});
	async function refusedAndEdited(quantity: string) {
		queue.service.verdicts = [refused, applied('W-2')];
		const laneId = queue.enqueue(draftId, create(`${draftId}/1/create`));
		await queue.clock.settle();
		queue.outbox.edit(queue.targetOf(laneId), 'Kit');
		return {
			laneId,
			sendAgain: async () => {
				queue.enqueue(draftId, { ...again(quantity), intentId: `${draftId}/2/create` });
				await queue.clock.settle();
			},
		};
	}

	test('is looked for before sending, and needs attention if its content differs', async () => {
		const { laneId, sendAgain } = await refusedAndEdited('20');
		// The refusal came from a gateway: the service had applied it.
		queue.service.reads['wastage.list'] = () => listAnswer(marked(laneId, body));
		await sendAgain();
		expect(stateOf(laneId, 1)).toMatchObject({ attention: 'maybe-elsewhere' });
		expect(queue.written()).toHaveLength(1);
	});

	test('is confirmed if it has the content to be sent', async () => {
		const { laneId, sendAgain } = await refusedAndEdited('2');
		queue.service.reads['wastage.list'] = () => listAnswer(marked(laneId, body));
		await sendAgain();
		expect(stateOf(laneId, 1)).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
		expect(queue.written()).toHaveLength(1);
	});

	test('is not taken for the new one if the first arrives late, and is watched for a duplicate', async () => {
		const { laneId, sendAgain } = await refusedAndEdited('20');
		queue.service.reads['wastage.list'] = () => listAnswer();
		queue.service.verdicts = [noReply];
		await sendAgain();
		expect(queue.states(laneId)).toEqual(['superseded', 'ambiguous']);
		queue.service.reads['wastage.list'] = () => listAnswer(marked(laneId, body));
		await queue.clock.pass(91_000);
		expect(stateOf(laneId, 1)).toMatchObject({ attention: 'not-confirmed-undecided' });
		queue.outbox.markDone(
			{ ...queue.targetOf(laneId), ...targetOfLast(laneId), serverId: null },
			'Kit',
		);
		const watched = queue.store.durable.prepare('SELECT action_id FROM twin_watch').pluck().all();
		expect(watched).toEqual([stateOf(laneId, 1)?.action_id]);
	});

	test('is watched for a duplicate once it is confirmed', async () => {
		const { laneId, sendAgain } = await refusedAndEdited('20');
		queue.service.reads['wastage.list'] = () => listAnswer();
		await sendAgain();
		expect(queue.states(laneId)).toEqual(['superseded', 'confirmed']);
		const watched = queue.store.durable.prepare('SELECT action_id FROM twin_watch').pluck().all();
		expect(watched).toEqual([stateOf(laneId, 1)?.action_id]);
	});

	const targetOfLast = (laneId: string) => {
		const { action_id: actionId, revision } = queue.rows(laneId).at(-1)!;
		return { actionId, revision };
	};
});

describe('an answer for another document, or older than the request', () => {
	const dated = (value: unknown, serverDate: number) => ({ ...answer(value), serverDate });

	test('another document does not confirm an unsent submit', async () => {
		queue.service.reads['wastage.get'] = () => answer({ ...shown, id: 'W-77' });
		const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['confirmed', 'queued']);
		queue.service.reads['wastage.get'] = () => answer({ ...shown, status: 'Draft' });
		await queue.clock.pass(60_000);
		expect(queue.written()).toEqual(['wastage.create', 'wastage.submit']);
	});

	test('a cached answer does not confirm an unsent decision', async () => {
		queue.service.now = () => queue.clock.now();
		const old = queue.clock.now() - hour;
		queue.service.reads['wastage.get'] = () => dated({ ...shown, status: 'Rejected' }, old);
		const laneId = enqueueDecision('reject');
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['queued']);
		queue.service.reads['wastage.get'] = () => dated(shown, queue.clock.now());
		await queue.clock.pass(60_000);
		expect(queue.written()).toEqual(['wastage.reject']);
	});

	test('a cached first answer after a start does not either, if the sign-in told the time', async () => {
		let told: number | null = null;
		queue.service.now = () => told;
		queue.service.reads['wastage.get'] = () => {
			told = queue.clock.now();
			return dated({ ...shown, status: 'Rejected' }, queue.clock.now() - hour);
		};
		const laneId = enqueueDecision('reject');
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['queued']);
	});

	test('a lost decision is not found in a cached answer or in another document', async () => {
		queue.service.now = () => queue.clock.now();
		queue.service.verdicts = [noReply];
		queue.service.reads['wastage.get'] = () => dated(shown, queue.clock.now());
		const laneId = enqueueDecision('reject');
		await queue.clock.settle();
		const before = queue.clock.now() - 2_000;
		queue.service.reads['wastage.get'] = () => dated({ ...shown, status: 'Rejected' }, before);
		await queue.clock.pass(91_000);
		expect(queue.states(laneId)).toEqual(['ambiguous']);
		queue.service.reads['wastage.get'] = () =>
			dated({ ...shown, id: 'W-77', status: 'Rejected' }, queue.clock.now());
		await queue.clock.pass(60_000);
		expect(queue.states(laneId)).toEqual(['ambiguous']);
	});

	test('stock of another location does not count', async () => {
		queue.service.reads['inventoryItem.currentStock'] = () => stockOf('10', 'L2');
		const laneId = enqueueCount();
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['queued']);
		expect(queue.written()).toEqual([]);
	});
});

test('an absent submit needs attention: a late one could submit what was rejected since', async () => {
	queue.service.reads['wastage.get'] = () => answer({ ...shown, status: 'Draft' });
	queue.service.verdicts = [applied('W-1'), noReply, applied(null)];
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.pass(hour);
	expect(stateOf(laneId, 1)).toMatchObject({ attention: 'not-confirmed-absent' });
	expect(queue.written()).toEqual(['wastage.create', 'wastage.submit']);
});

test('an absent approval is sent again if the service refuses a second one', async () => {
	queue.service.reads['wastage.get'] = () => answer(shown);
	queue.service.verdicts = [noReply, applied(null)];
	const laneId = enqueueDecision('approve');
	await queue.clock.pass(160_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(2);
});

describe('an absence expires', () => {
	test('finds a late document before a delayed second attempt', async () => {
		queue.service.verdicts = [noReply, notSent, applied('W-2')];
		queue.service.reads['wastage.list'] = () => listAnswer();
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.pass(150_100);
		expect(queue.states(laneId)).toEqual(['queued']);
		queue.online = false;
		await queue.clock.pass(20 * hour);
		queue.service.reads['wastage.list'] = () => listAnswer(marked(laneId));
		queue.online = true;
		queue.outbox.wake();
		await queue.clock.pass(1_000);
		expect(stateOf(laneId)).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
		expect(queue.written()).toHaveLength(2);
	});

	const unreadable = () => ({ ...unreachable, kind: 'unreadable' as const, said: 'No list.' });

	test('looks once more after a person sends again despite unusable answers', async () => {
		queue.service.verdicts = [noReply, applied('W-2')];
		queue.service.reads['wastage.list'] = unreadable;
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.pass(3 * hour);
		expect(stateOf(laneId)).toMatchObject({ attention: 'not-confirmed-undecided' });
		queue.service.reads['wastage.list'] = () => listAnswer(marked(laneId));
		queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['confirmed']);
		expect(queue.written()).toHaveLength(1);
	});

	test("a person's order suffices if the answer is unusable again", async () => {
		queue.service.verdicts = [noReply, applied('W-2')];
		queue.service.reads['wastage.list'] = unreadable;
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.pass(3 * hour);
		queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['confirmed']);
		expect(queue.written()).toHaveLength(2);
	});
});

describe('a receipt that waited', () => {
	test("needs attention if a colleague received the same lines, and goes by the person's order", async () => {
		queue.service.reads['transferIn.get'] = () => answer(transfer('5'));
		const laneId = enqueueReceipt('5', transfer('0'));
		await queue.clock.settle();
		expect(stateOf(laneId)).toMatchObject({ attention: 'moved-meanwhile' });
		expect(queue.written()).toEqual([]);
		queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['confirmed']);
	});

	test('can be edited then, and is sent as edited', async () => {
		queue.service.reads['transferIn.get'] = () => answer(transfer('2'));
		const laneId = enqueueReceipt('5', transfer('0'));
		await queue.clock.settle();
		expect(queue.outbox.edit(queue.targetOf(laneId), 'Kit')).toMatchObject({ ok: true });
		expect(queue.reopened).toEqual(['service:T1']);
		enqueueReceipt('3', transfer('2'));
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['superseded', 'confirmed']);
	});

	test('is sent if only our own earlier receipt moved the lines', async () => {
		let received = '0';
		queue.service.reads['transferIn.get'] = () => answer(transfer(received));
		queue.service.verdicts = [
			() => {
				received = '2';
				return applied(null);
			},
			applied(null),
		];
		queue.online = false;
		enqueueReceipt('2', transfer('0'));
		const laneId = enqueueReceipt('3', transfer('0'));
		queue.online = true;
		queue.outbox.wake();
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['confirmed', 'confirmed']);
	});
});

describe('after a start that may have lost the last commits', () => {
	async function startedWithout(events: number | null) {
		queue.online = false;
		const laneId = queue.enqueue('d1', create('d1/1/create'));
		await queue.outbox.stop();
		queue.service.reads['wastage.list'] = () => listAnswer(marked(laneId, body));
		queue.lostEvents = events;
		queue.online = true;
		queue.start();
		await queue.clock.settle();
		return laneId;
	}

	test('looks for a create of an earlier run before sending it', async () => {
		const laneId = await startedWithout(3);
		expect(stateOf(laneId)).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
		expect(queue.written()).toEqual([]);
	});

	test('looks for nothing if no commit was lost', async () => {
		await startedWithout(null);
		expect(queue.written()).toEqual(['wastage.create']);
	});
});

test('every event based on a lookup records what was read, when, and which record', async () => {
	queue.service.now = () => queue.clock.now();
	let status = 'Draft';
	queue.service.reads['wastage.get'] = () => ({
		...answer({ ...shown, status }),
		...{ serverDate: queue.clock.now(), readNo: 7 },
	});
	queue.service.reads['wastage.list'] = () => ({
		...listAnswer(),
		...{ serverDate: queue.clock.now(), readNo: 8 },
	});
	queue.service.verdicts = [noReply, applied('W-1'), noReply];
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.pass(160_000);
	status = 'Submitted';
	await queue.clock.pass(100_000);
	expect(queue.states(laneId)).toEqual(['confirmed', 'confirmed']);
	const events = queue.store.durable
		.prepare<[], { code: string; lookup: string | null }>(
			'SELECT code, lookup FROM action_event ORDER BY event_id',
		)
		.all()
		.map(({ code, lookup }) => {
			const seen = lookup === null ? null : (JSON.parse(lookup) as Record<string, unknown>);
			return [code, seen?.['read'] ?? null, seen?.['readNo'] ?? null];
		});
	expect(events).toEqual([
		...[
			['sent', null, null],
			['not-confirmed', null, null],
			['asking', null, null],
		],
		...[
			['none-is-ours', 'wastage.list', 8],
			['asking', null, null],
		],
		...[
			['none-is-ours', 'wastage.list', 8],
			['sent', 'wastage.list', 8],
			['answered', null, null],
		],
		...[
			['sent', 'wastage.get', 7],
			['not-confirmed', null, null],
			['asking', null, null],
		],
		['shows', 'wastage.get', 7],
	]);
});

test('an edit ignores a look that was in flight while the PC slept', async () => {
	const first = Promise.withResolvers<ReturnType<typeof answer>>();
	const looks = [first.promise];
	const draft = { ...shown, ...body, status: 'Draft' };
	const record = answer(draft);
	queue.service.reads['wastage.get'] = () => looks.pop() ?? record;
	const laneId = queue.enqueueIn(
		{ ...lane('service:W-1'), server: { id: 'W-1', number: 'WST-W-1' } },
		[
			{
				intentId: 'edit',
				operation: 'wastage.update',
				payload: { path: { id: serverId }, body: { ...body, description: 'Corrected' } },
				base: draft,
			},
		],
	);
	await queue.clock.settle();
	queue.clock.sleep(hour);
	first.resolve(record);
	await queue.clock.settle();
	expect(queue.written()).toEqual([]);
	expect(queue.outbox.tables.lastEventOf(queue.rows(laneId)[0]!.action_id)).toMatchObject({
		code: 'older-than-request',
	});
	await queue.clock.pass(hour);
	expect(queue.written()).toEqual(['wastage.update']);
});
