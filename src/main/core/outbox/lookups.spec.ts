// What a look at the service may be trusted for: of which record it is, how new it is, and how long it holds.
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
/** A document of the service that carries the reference of a lane's create. */
const marked = (laneId: string, more: object = {}) => ({
	...{ id: 'W-9', number: 'WST-9', locationId: 'L1' },
	...more,
	description: `Dropped a tray [${queue.referenceOf(laneId)}]`,
});
const draftId = '0190c1f0-1111-7000-8000-000000000001';
/** A document of the service, as it was when it was decided about. */
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

describe('The settings change while a step is not confirmed', () => {
	test('a document is still found by the field in which its reference was sent', async () => {
		queue.service.verdicts = [noReply];
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		queue.profile = serviceProfile.parse({ behaviour: known, reference: { wastage: 'note' } });
		queue.service.reads['wastage.list'] = () => listAnswer(marked(laneId));
		await queue.clock.pass(91_000);
		expect(stateOf(laneId)).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
		expect(queue.written()).toHaveLength(1);
	});

	test('what is known of the new field says nothing of the one in which the reference was sent', async () => {
		queue.service.verdicts = [noReply, applied('W-2')];
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		queue.profile = serviceProfile.parse({ behaviour: known, reference: { wastage: 'note' } });
		queue.service.reads['wastage.list'] = () => listAnswer();
		await queue.clock.pass(hour);
		expect(stateOf(laneId)).toMatchObject({ state: 'attention' });
		expect(queue.written()).toHaveLength(1);
	});

	test('where fields have other names now, what is not found is left to a person', async () => {
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

	test('a word for a state that means something else now decides nothing', async () => {
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

describe('The same intent once more', () => {
	test('what was taken back is queued again', async () => {
		queue.online = false;
		const laneId = queue.enqueue('d1', create('i1'));
		queue.outbox.cancel(queue.targetOf(laneId), 'Kit');
		expect(queue.enqueue('d1', create('i1'))).toBe(laneId);
		expect(queue.states(laneId)).toEqual(['cancelled', 'queued']);
	});

	test('what a person gave up is queued again', async () => {
		queue.service.verdicts = [refused];
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		queue.outbox.drop({ ...queue.targetOf(laneId), reason: 'No' }, 'Kit');
		queue.online = false;
		queue.enqueue('d1', create('i1'));
		expect(queue.states(laneId)).toEqual(['dropped', 'queued']);
	});

	test('other content than what is done is not taken for done: a person decides', async () => {
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

	test('a step that a later one took the place of goes as that', () => {
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

test('a lost change of stock is not proved by the quantities while our receipt moved the same item there', async () => {
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

describe('A document that was sent before under the same reference', () => {
	const again = (quantity: string): NewAction => ({
		...create('d1/2/create'),
		payload: { body: { ...body, items: [{ itemId: 'I1', uomId: 1, quantity }] } },
	});
	/** Refused, changed, and on its way once more. */
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

	test('is looked for before it goes again, and one of other content is for a person', async () => {
		const { laneId, sendAgain } = await refusedAndEdited('20');
		// The refusal came of a gateway: the service had done it.
		queue.service.reads['wastage.list'] = () => listAnswer(marked(laneId, body));
		await sendAgain();
		expect(stateOf(laneId, 1)).toMatchObject({ attention: 'maybe-elsewhere' });
		expect(queue.written()).toHaveLength(1);
	});

	test('is confirmed where it has what is to be sent', async () => {
		const { laneId, sendAgain } = await refusedAndEdited('2');
		queue.service.reads['wastage.list'] = () => listAnswer(marked(laneId, body));
		await sendAgain();
		expect(stateOf(laneId, 1)).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
		expect(queue.written()).toHaveLength(1);
	});

	test('is not taken for the new one where the first comes late, and is watched for a second', async () => {
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

	test('is watched for a second once it is confirmed', async () => {
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

describe('An answer that is not of the document, or older than the request', () => {
	const dated = (value: unknown, serverDate: number) => ({ ...answer(value), serverDate });

	test('an unsent submit is not confirmed by another document', async () => {
		queue.service.reads['wastage.get'] = () => answer({ ...shown, id: 'W-77' });
		const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['confirmed', 'queued']);
		queue.service.reads['wastage.get'] = () => answer({ ...shown, status: 'Draft' });
		await queue.clock.pass(60_000);
		expect(queue.written()).toEqual(['wastage.create', 'wastage.submit']);
	});

	test('an unsent decision is not confirmed out of a cache', async () => {
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

	test('nor out of one whose answer is the first after a start, where the sign-in before it told the time', async () => {
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

	test('a lost decision is not found out of a cache, nor in another document', async () => {
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

	test('the stock of another place is none', async () => {
		queue.service.reads['inventoryItem.currentStock'] = () => stockOf('10', 'L2');
		const laneId = enqueueCount();
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['queued']);
		expect(queue.written()).toEqual([]);
	});
});

test('a submit that left no trace is for a person: a late one would hand in what was rejected since', async () => {
	queue.service.reads['wastage.get'] = () => answer({ ...shown, status: 'Draft' });
	queue.service.verdicts = [applied('W-1'), noReply, applied(null)];
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.pass(hour);
	expect(stateOf(laneId, 1)).toMatchObject({ attention: 'not-confirmed-absent' });
	expect(queue.written()).toEqual(['wastage.create', 'wastage.submit']);
});

test('an approval that left no trace goes again by itself where the service refuses a second one', async () => {
	queue.service.reads['wastage.get'] = () => answer(shown);
	queue.service.verdicts = [noReply, applied(null)];
	const laneId = enqueueDecision('approve');
	await queue.clock.pass(160_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(2);
});

describe('An absence expires', () => {
	test('what comes late while the second try is put off is found before it goes', async () => {
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

	test('a person who sends again after answers that cannot be used has it looked for once more', async () => {
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

	test('their order is enough where the answer cannot be used again', async () => {
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

describe('A receipt that waited', () => {
	test('is for a person where a colleague received the same lines meanwhile, and goes by their order', async () => {
		queue.service.reads['transferIn.get'] = () => answer(transfer('5'));
		const laneId = enqueueReceipt('5', transfer('0'));
		await queue.clock.settle();
		expect(stateOf(laneId)).toMatchObject({ attention: 'moved-meanwhile' });
		expect(queue.written()).toEqual([]);
		queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['confirmed']);
	});

	test('can be changed then, and goes as it was changed', async () => {
		queue.service.reads['transferIn.get'] = () => answer(transfer('2'));
		const laneId = enqueueReceipt('5', transfer('0'));
		await queue.clock.settle();
		expect(queue.outbox.edit(queue.targetOf(laneId), 'Kit')).toMatchObject({ ok: true });
		expect(queue.reopened).toEqual(['service:T1']);
		enqueueReceipt('3', transfer('2'));
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['superseded', 'confirmed']);
	});

	test('goes where only our own receipt before it moved the lines', async () => {
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

describe('After a start at which the last commits may be missing', () => {
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

	test('a create of an earlier run is looked for before it goes', async () => {
		const laneId = await startedWithout(3);
		expect(stateOf(laneId)).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
		expect(queue.written()).toEqual([]);
	});

	test('and nothing is looked for where none is missing', async () => {
		await startedWithout(null);
		expect(queue.written()).toEqual(['wastage.create']);
	});
});

test('each event that rests on a look at the service says which: what was read, when, and of which record', async () => {
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
		.prepare<[], { code: string; evidence: string | null }>(
			'SELECT code, evidence FROM action_event ORDER BY event_id',
		)
		.all()
		.map(({ code, evidence }) => {
			const seen = evidence === null ? null : (JSON.parse(evidence) as Record<string, unknown>);
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

test('a look that was on its way while the PC slept is not what an edit goes by', async () => {
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
