// When a lookup can be trusted: which record it shows, how new it is, and how long it stays valid.
import { describe, expect, test } from 'vitest';
import {
	answer,
	body,
	create,
	eachQueue,
	known,
	listAnswer,
	serviceLane,
	step,
	submit,
	textLimits,
} from '../../../../test/support/queue.ts';
import {
	applied,
	noReply,
	notSent,
	refused,
	unreachable,
} from '../../../../test/support/verdicts.ts';

const queue = eachQueue();
const hour = 3_600_000;
const marked = (laneId: string, more: object = {}) => ({
	id: 'W-9',
	number: 'WST-9',
	locationId: 'L1',
	...more,
	description: `Dropped a tray [${queue.referenceOf(laneId)}]`,
});
const draftId = '0190c1f0-1111-7000-8000-000000000001';
const shown = { id: 'W-1', number: 'WST-W-1', locationId: 'L1', status: 'Submitted' };
const decide = (verb: 'approve' | 'reject') =>
	queue.enqueueIn(serviceLane(), [step(verb, { base: shown })]);
const lines = (quantity: string) => [{ itemId: 'I1', uomId: 1, quantity }];
const confirmedByProbe = { state: 'confirmed', confirmed_by: 'probe' };

describe('the settings change while a step is not confirmed', () => {
	const otherField = { behaviour: known, reference: { wastage: 'note' } };
	async function lostThen(profile: object): Promise<string> {
		queue.service.verdicts = [noReply, applied('W-2')];
		queue.lists();
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		queue.useProfile(profile);
		return laneId;
	}

	test('a document is still found by the field that carried its reference', async () => {
		const laneId = await lostThen(otherField);
		queue.lists(marked(laneId));
		await queue.clock.pass(91_000);
		expect(queue.rows(laneId)).toMatchObject([confirmedByProbe]);
		expect(queue.written()).toHaveLength(1);
	});

	test.each([
		['observations about the new field prove nothing about the old one', otherField],
		[
			'a missing document needs attention if fields have other names now',
			{ behaviour: known, fields: { Wastage: { description: 'remarks' } } },
		],
	])('%s', async (_, profile) => {
		const laneId = await lostThen(profile);
		await queue.clock.pass(hour);
		expect(queue.ends(laneId)).toEqual(['not-confirmed-undecided']);
		expect(queue.codes(laneId).at(-1)).toBe('documents-not-recorded');
		expect(queue.written()).toHaveLength(1);
	});

	test('a state word with a new meaning decides nothing', async () => {
		queue.shows({ ...shown, status: 'Draft' });
		queue.service.verdicts = [applied('W-1'), noReply];
		const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
		await queue.clock.settle();
		const { states } = queue.profile;
		queue.profile = {
			...queue.profile,
			states: { ...states, wastage: { ...states.wastage, draft: ['New'], submitted: ['Draft'] } },
		};
		await queue.clock.pass(91_000);
		expect(queue.ends(laneId)).toEqual(['confirmed', 'not-confirmed-undecided']);
	});
});

describe('enqueueing the same intent again', () => {
	test('queues an undone or discarded step again', async () => {
		queue.service.verdicts = [refused];
		const discarded = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		queue.outbox.discard({ ...queue.targetOf(discarded), reason: 'No' }, 'Kit');
		queue.online = false;
		const undone = queue.enqueue('d2', create('i2'));
		queue.outbox.cancel(queue.targetOf(undone), 'Kit');
		queue.enqueue('d1', create('i1'));
		expect(queue.ends(discarded)).toEqual(['discarded', 'queued']);
		expect(queue.enqueue('d2', create('i2'))).toBe(undone);
		expect(queue.ends(undone)).toEqual(['cancelled', 'queued']);
	});

	test('needs attention if the content differs from what is done', async () => {
		const first = create(`${draftId}/1/create`);
		const laneId = queue.enqueue(draftId, first);
		await queue.clock.settle();
		queue.lists(marked(laneId, body));
		queue.enqueue(draftId, { ...first, payload: { body: { ...body, items: lines('20') } } });
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['confirmed', 'attention']);
		expect(queue.written()).toHaveLength(1);
	});

	test('treats a superseded step as its successor', () => {
		queue.online = false;
		const update = (quantity: string) => {
			const payload = { body: { ...body, id: 'W-1', items: lines(quantity) } };
			const intentId = `u${quantity}`;
			return queue.enqueueIn(serviceLane(), [step('update', { intentId, payload, base: shown })]);
		};
		const laneId = update('1');
		update('2');
		update('1');
		expect(queue.ends(laneId)).toEqual(['superseded', 'queued']);
	});
});

describe('a document sent before under the same reference', () => {
	/** A refused create that a person edits. @returns sends it again with this quantity */
	async function refusedAndEdited(quantity: string) {
		queue.service.verdicts = [refused, applied('W-2')];
		const laneId = queue.enqueue(draftId, create(`${draftId}/1/create`));
		await queue.clock.settle();
		queue.outbox.edit(queue.targetOf(laneId), 'Kit');
		return {
			laneId,
			sendAgain: async () => {
				const payload = { body: { ...body, items: lines(quantity) } };
				queue.enqueue(draftId, { ...create(`${draftId}/2/create`), payload });
				await queue.clock.settle();
			},
		};
	}
	const watched = () =>
		queue.store.durable.prepare('SELECT action_id FROM twin_watch').pluck().all();

	const { items: _, ...withoutLines } = body;
	test.each([
		['needs attention if its content differs', '20', body, { attention: 'maybe-elsewhere' }],
		['is confirmed if it has the content to be sent', '2', body, confirmedByProbe],
		['is confirmed if the list shows no lines', '20', withoutLines, confirmedByProbe],
		[
			'needs attention if the list shows no date',
			'2',
			{ items: body.items },
			{ attention: 'maybe-elsewhere' },
		],
	])('is looked for before sending, and %s', async (_name, quantity, listed, end) => {
		const { laneId, sendAgain } = await refusedAndEdited(quantity);
		// The refusal came from a gateway: the service had applied it.
		queue.lists(marked(laneId, listed));
		await sendAgain();
		expect(queue.rows(laneId)[1]).toMatchObject(end);
		expect(queue.written()).toHaveLength(1);
	});

	test('is not taken for the new one if the first arrives late, and is watched for a duplicate', async () => {
		const { laneId, sendAgain } = await refusedAndEdited('20');
		queue.lists();
		queue.service.verdicts = [noReply];
		await sendAgain();
		expect(queue.ends(laneId)).toEqual(['superseded', 'ambiguous']);
		queue.lists(marked(laneId, body));
		await queue.clock.pass(91_000);
		expect(queue.ends(laneId)).toEqual(['superseded', 'not-confirmed-undecided']);
		expect(queue.outbox.tables.history(laneId).at(-1)).toMatchObject({
			code: 'sent-as-other',
			args: '{"number":"WST-9"}',
		});
		const { action_id: actionId, revision } = queue.rows(laneId)[1]!;
		queue.outbox.markDone({ actionId, revision, serverId: null }, 'Kit');
		expect(watched()).toEqual([actionId]);
	});

	test('is watched for a duplicate once it is confirmed', async () => {
		const { laneId, sendAgain } = await refusedAndEdited('20');
		queue.lists();
		await sendAgain();
		expect(queue.ends(laneId)).toEqual(['superseded', 'confirmed']);
		expect(watched()).toEqual([queue.rows(laneId)[1]?.action_id]);
	});
});

describe('an answer for another document, or older than the request', () => {
	/** @param agoMs age of the answer by the service's clock */
	const showsAsOf = (record: object, agoMs = 0) => {
		queue.service.now = () => queue.clock.now();
		const serverDate = queue.clock.now() - agoMs;
		queue.service.reads['wastage.get'] = () => ({ ...answer(record), serverDate });
	};

	test('another document does not confirm an unsent submit', async () => {
		queue.shows({ ...shown, id: 'W-77' });
		const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['confirmed', 'queued']);
		queue.shows({ ...shown, status: 'Draft' });
		await queue.clock.pass(60_000);
		expect(queue.written()).toEqual(['wastage.create', 'wastage.submit']);
	});

	test('a cached answer does not confirm an unsent decision', async () => {
		showsAsOf({ ...shown, status: 'Rejected' }, hour);
		const laneId = decide('reject');
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['queued']);
		showsAsOf(shown);
		await queue.clock.pass(60_000);
		expect(queue.written()).toEqual(['wastage.reject']);
	});

	test('a cached first answer after a start does not either, if the sign-in told the time', async () => {
		let told: number | null = null;
		queue.service.now = () => told;
		queue.service.reads['wastage.get'] = () => {
			told = queue.clock.now();
			return { ...answer({ ...shown, status: 'Rejected' }), serverDate: told - hour };
		};
		const laneId = decide('reject');
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['queued']);
	});

	test('a lost decision is not found in a cached answer or in another document', async () => {
		queue.service.verdicts = [noReply];
		showsAsOf(shown);
		const laneId = decide('reject');
		await queue.clock.settle();
		showsAsOf({ ...shown, status: 'Rejected' }, 2_000);
		await queue.clock.pass(91_000);
		expect(queue.ends(laneId)).toEqual(['ambiguous']);
		showsAsOf({ ...shown, id: 'W-77', status: 'Rejected' });
		await queue.clock.pass(60_000);
		expect(queue.ends(laneId)).toEqual(['ambiguous']);
	});
});

describe('an absence expires', () => {
	test.each([
		['finds a late document', ['W-9'], {}, 'confirmed'],
		['needs attention if two are there', ['W-9', 'W-10'], {}, 'not-confirmed-undecided'],
		[
			'needs attention if fields have other names now',
			[],
			{ fields: { Wastage: { description: 'remarks' } } },
			'not-confirmed-undecided',
		],
	])('%s before a delayed second attempt', async (_, ids, profile, end) => {
		queue.service.verdicts = [noReply, notSent, applied('W-2')];
		queue.lists();
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.pass(150_100);
		expect(queue.ends(laneId)).toEqual(['queued']);
		queue.online = false;
		await queue.clock.pass(20 * hour);
		queue.lists(...ids.map((id) => ({ ...marked(laneId), id })));
		queue.useProfile({ behaviour: known, textLimits, ...profile });
		queue.online = true;
		queue.outbox.wake();
		await queue.clock.pass(1_000);
		expect(queue.ends(laneId)).toEqual([end]);
		expect(queue.written()).toHaveLength(2);
	});

	test.each([
		['looks once more after a person sends again despite unusable answers', true, 1],
		["a person's order suffices if the answer is unusable again", false, 2],
	])('%s', async (_, isThere, requests) => {
		queue.service.verdicts = [noReply, applied('W-2')];
		queue.service.reads['wastage.list'] = () => ({
			...unreachable,
			kind: 'unreadable',
			said: 'No list.',
		});
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.pass(3 * hour);
		expect(queue.ends(laneId)).toEqual(['not-confirmed-undecided']);
		if (isThere) queue.lists(marked(laneId));
		queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['confirmed']);
		expect(queue.written()).toHaveLength(requests);
	});
});

test('every event based on a lookup records what was read, when, and which record', async () => {
	queue.service.now = () => queue.clock.now();
	let status = 'Draft';
	const read = (value: ReturnType<typeof answer>, readNo: number) => ({
		...value,
		readNo,
		serverDate: queue.clock.now(),
	});
	queue.service.reads['wastage.get'] = () => read(answer({ ...shown, status }), 7);
	queue.service.reads['wastage.list'] = () => read(listAnswer(), 8);
	queue.service.verdicts = [noReply, applied('W-1'), noReply];
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.pass(160_000);
	status = 'Submitted';
	await queue.clock.pass(100_000);
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
	const events = queue.store.durable
		.prepare<[], object>(
			`SELECT code, lookup ->> 'read', lookup ->> 'readNo' FROM action_event ORDER BY event_id`,
		)
		.all()
		.map((event) => Object.values<unknown>({ ...event }));
	const without = (...codes: string[]) => codes.map((code) => [code, null, null]);
	const list = (code: string) => [code, 'wastage.list', 8];
	const get = (code: string) => [code, 'wastage.get', 7];
	expect(events).toEqual([
		...without('sent', 'not-confirmed', 'asking'),
		list('none-is-ours'),
		...without('asking'),
		list('none-is-ours'),
		list('sent'),
		...without('answered'),
		get('sent'),
		...without('not-confirmed', 'asking'),
		get('shows'),
	]);
});

test('an edit ignores a look that was in flight while the PC slept', async () => {
	const first = Promise.withResolvers<ReturnType<typeof answer>>();
	const looks = [first.promise];
	const draft = { ...shown, ...body, status: 'Draft' };
	const record = answer(draft);
	queue.service.reads['wastage.get'] = () => looks.pop() ?? record;
	const { payload } = step('update');
	const edited = { ...payload, body: { ...body, description: 'Corrected' } };
	const laneId = queue.enqueueIn(serviceLane(), [step('update', { payload: edited, base: draft })]);
	await queue.clock.settle();
	queue.clock.sleep(hour);
	first.resolve(record);
	await queue.clock.settle();
	expect(queue.written()).toEqual([]);
	expect(queue.codes(laneId).at(-1)).toBe('older-than-request');
	await queue.clock.pass(hour);
	expect(queue.written()).toEqual(['wastage.update']);
});
