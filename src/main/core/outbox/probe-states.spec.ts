// What the state of a document and its content say about a step: before it is sent, and after a lost answer.
import { expect, test } from 'vitest';
import {
	answer,
	body,
	eachQueue,
	known,
	serviceLane,
	step,
} from '../../../../test/support/queue.ts';
import { applied, noReply, unreachable } from '../../../../test/support/verdicts.ts';
import type { ReadFailure } from '../api/verdict.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import { serverId, type NewAction } from './outbox.ts';

const queue = eachQueue();
const hour = 3_600_000;
const [undecided, absent] = ['not-confirmed-undecided', 'not-confirmed-absent'];
const submitting: NewAction = {
	intentId: 'submit',
	operation: 'wastage.submit',
	payload: { path: { id: serverId } },
};
const failing = (kind: ReadFailure['kind']): ReadFailure => ({ ...unreachable, kind, said: 'No.' });
const shown = (status: string, more: object = {}) => ({ ...body, id: 'W-1', status, ...more });
const reads = (read: () => ReturnType<typeof answer>) => {
	queue.service.reads['wastage.get'] = read;
};
const enter = (...actions: NewAction[]) => queue.enqueueIn(serviceLane(), actions);
const sayAgain = async (laneId: string) => {
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.settle();
};

/** Sends a submit that gets no answer, after which the service shows this. */
async function loseSubmit(then: ReturnType<typeof answer>): Promise<string> {
	queue.shows(shown('Draft'));
	queue.service.verdicts = [
		() => {
			reads(() => then);
			return noReply;
		},
		applied(null),
	];
	const laneId = enter(submitting);
	await queue.clock.pass(hour);
	return laneId;
}

test.each<[string, ReturnType<typeof answer>, string, string]>([
	['that is submitted', answer(shown('Submitted')), 'confirmed', 'shows'],
	['in an unknown state', answer(shown('Frozen')), undecided, 'shows'],
	['that is not shown any more', failing('not-found'), undecided, 'not-shown'],
	['still in its old state', answer(shown('Draft')), absent, 'still-shows'],
	['that is out of reach', failing('unreachable'), 'ambiguous', 'could-not-ask'],
	['that may not be read', failing('refused'), undecided, 'answers-not-usable'],
])(
	'a submit without an answer is told by what the service shows: a document %s',
	async (_, then, end, code) => {
		const laneId = await loseSubmit(then);
		expect(queue.ends(laneId)).toEqual([end]);
		const { code: last, args } = queue.outbox.tables.history(laneId).at(-1)!;
		expect(last).toBe(code);
		if (then.ok && code !== 'confirmed') {
			expect(JSON.parse(args)).toEqual({ state: (then.value as { status: string }).status });
		}
		expect(queue.written()).toHaveLength(1);
	},
);

test('an unusable answer is asked for ten times before a person decides', async () => {
	let asked = 0;
	queue.shows(shown('Draft'));
	queue.service.verdicts = [noReply];
	const laneId = enter(submitting);
	await queue.clock.settle();
	reads(() => {
		asked += 1;
		return failing('unreadable');
	});
	await queue.clock.pass(3 * hour);
	expect(asked).toBe(10);
	expect(queue.ends(laneId)).toEqual([undecided]);
});

test('a submit that may have been sent without a trace here goes to a rejected document only on a person’s order', async () => {
	queue.shows(shown('Rejected'));
	queue.service.verdicts = [applied(null)];
	expect(queue.ends(enter(submitting))).toEqual(['queued']);
	await queue.clock.settle();
	expect(queue.written()).toEqual(['wastage.submit']);
	alsoElsewhere(queue.store.durable).add('draft-2', 0);
	queue.service.verdicts = [applied(null)];
	const laneId = enter({ ...submitting, intentId: 'draft-2/1/submit' });
	await queue.clock.settle();
	expect(queue.ends(laneId).at(-1)).toBe('maybe-elsewhere');
	expect(queue.written()).toHaveLength(1);
	await sayAgain(laneId);
	expect(queue.ends(laneId).at(-1)).toBe('confirmed');
	expect(queue.written()).toHaveLength(2);
});

test('a submit that is not found is sent again only on an order, and not in an unknown state', async () => {
	const laneId = await loseSubmit(answer(shown('Draft')));
	expect(queue.ends(laneId)).toEqual([absent]);
	queue.shows(shown('Frozen'));
	await sayAgain(laneId);
	expect(queue.ends(laneId)).toEqual([undecided]);
	expect(queue.outbox.tables.history(laneId).at(-1)).toMatchObject({ args: '{"state":"Frozen"}' });
	expect(queue.written()).toHaveLength(1);
	// The person has seen the word, and sends it all the same.
	await sayAgain(laneId);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(2);
});

test.each([
	['is submitted already', 'Submitted', 'confirmed', 'already-shows', 0],
	['is approved already', 'Approved', 'confirmed', 'already-shows', 0],
	['is in an unknown state', 'Frozen', 'confirmed', 'answered', 1],
	['was rejected', 'Rejected', 'confirmed', 'answered', 1],
])(
	'a submit is sent only if its document allows it: one that %s',
	async (_, status, end, code, requests) => {
		queue.shows(shown(status, { number: 'WST-77' }));
		queue.service.verdicts = [applied(null)];
		const laneId = enter(submitting);
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual([end]);
		const event = queue.outbox.tables.history(laneId).at(-1)!;
		expect(event.code).toBe(code);
		if (requests === 0) expect(JSON.parse(event.args)).toEqual({ state: status });
		expect(queue.written()).toHaveLength(requests);
		const { serverNumber } = queue.outbox.laneOf('wastage', 'service:wastage:W-1')!;
		expect(serverNumber).toBe(code === 'already-shows' ? 'WST-77' : 'WST-W-1');
	},
);

test.each<[string, ReadFailure['kind'], string]>([
	['gone', 'not-found', 'look-not-found'],
	['not for us', 'refused', 'look-refused'],
])('nothing is sent about a document that is %s', async (_, kind, code) => {
	const update = step('update', { payload: { body: { ...body, id: serverId } } });
	for (const action of [submitting, update]) {
		reads(() => failing(kind));
		const laneId = queue.enqueueIn(
			{ ...serviceLane(action.intentId), documentId: action.intentId },
			[action],
		);
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['cannot-be-asked']);
		expect(queue.outbox.tables.history(laneId).at(-1)).toMatchObject({ code, why: 'No.' });
	}
	expect(queue.written()).toEqual([]);
});

const base = shown('Submitted');
test.each([
	['a decision in an unknown state is sent', 'Frozen', { ...base, status: 'Frozen' }, 1],
	['a decision on what was seen is sent', 'Submitted', { ...base, modifiedDate: '' }, 1],
	['a decision for which nothing was kept is sent', 'Submitted', undefined, 1],
	['a decision on another text is not sent', 'Submitted', { ...base, description: '' }, 0],
])('%s', async (_, status, seen, requests) => {
	queue.shows(shown(status));
	queue.service.verdicts = [applied(null)];
	const laneId = enter(step('approve', seen === undefined ? {} : { base: seen }));
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual([requests === 1 ? 'confirmed' : 'changed']);
	expect(queue.written()).toHaveLength(requests);
	const { baseline } = queue.rows(laneId)[0]!;
	expect(JSON.parse(baseline ?? '{}')).toMatchObject({
		kind: requests === 1 ? 'state' : 'decided-on',
	});
});

test.each([
	['before it is sent', 'Draft', 'changed', 'document-is', 0],
	['after its answer was lost', 'Submitted', undecided, 'shows', 1],
])(
	'an approval in a state without one goes to a person %s',
	async (_, before, end, code, requests) => {
		queue.shows(shown(before));
		queue.service.verdicts = [
			() => {
				queue.shows(shown('Rejected'));
				return noReply;
			},
		];
		const laneId = enter(step('approve', { base: shown(before) }));
		await queue.clock.pass(hour);
		expect(queue.ends(laneId)).toEqual([end]);
		const { code: last, args } = queue.outbox.tables.history(laneId).at(-1)!;
		expect([last, args]).toEqual([code, `{"state":"${requests === 0 ? before : 'Rejected'}"}`]);
		expect(queue.written()).toHaveLength(requests);
	},
);

test('a changed document in a state that cannot be decided offers no second decision', async () => {
	queue.shows(shown('Draft'));
	const laneId = enter(step('approve', { base }));
	await queue.clock.settle();
	expect(queue.rows(laneId)).toMatchObject([{ attention: 'changed', baseline: null }]);
	expect(queue.codes(laneId).at(-1)).toBe('changed-since-seen');
});

// Changes

const wasDraft = shown('Draft');
const two = { description: 'Dropped two' };
const draftSaying = (description: string) => shown('Draft', { description });
const edited = { ...body, id: serverId, ...two };
const update = (more: Partial<NewAction> = {}) =>
	step('update', { payload: { body: edited }, base: wasDraft, ...more });
const lock: NewAction = {
	intentId: 'lock',
	operation: 'wastage.lock',
	payload: { body: { id: serverId, isLocked: true } },
};

const answeredBy = { sent: 'answer', 'there already': 'probe', 'up to a person': null } as const;
test.each<[string, keyof typeof answeredBy, NewAction, object]>([
	['change of a rejected document', 'sent', update(), shown('Rejected')],
	['change in an unknown state', 'sent', update(), shown('Frozen')],
	['change of a document without a state', 'sent', update(), { ...body, id: 'W-1' }],
	['change of an approved document', 'up to a person', update(), shown('Approved')],
	['change that others made too', 'there already', update(), shown('Approved', two)],
	['change of a text that others changed', 'up to a person', update(), draftSaying('Three')],
	['lock of an approved document', 'sent', lock, shown('Approved')],
	['lock of a locked document', 'there already', lock, shown('Approved', { isLocked: true })],
	['change without what was seen', 'sent', update({ base: undefined }), draftSaying('Other')],
	['change of a record in no known form', 'sent', update(), { id: 'W-1', number: 7 }],
])('a %s is %s', async (_, outcome, action, there) => {
	queue.shows(there);
	queue.service.verdicts = [applied(null)];
	const laneId = enter(action);
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual([outcome === 'up to a person' ? 'changed' : 'confirmed']);
	expect(queue.written()).toEqual(outcome === 'sent' ? [action.operation] : []);
	expect(queue.rows(laneId)[0]!.confirmed_by).toBe(answeredBy[outcome]);
	const number = queue.outbox.laneOf('wastage', 'service:wastage:W-1')!.serverNumber;
	expect(number).toBe('WST-W-1');
});

test.each<[string, ReturnType<typeof answer>, string, string]>([
	[
		'shows it',
		answer(shown('Draft', { description: 'DROPPED TWO', number: 'WST-5' })),
		'confirmed',
		'has-what-was-sent',
	],
	['is as before', answer(wasDraft), absent, 'still-as-before'],
	['is gone', failing('not-found'), undecided, 'not-shown'],
	['is out of reach', failing('unreachable'), 'ambiguous', 'could-not-ask'],
	['has no known form', answer({ id: 'W-1', number: 7 }), undecided, 'nothing-proves'],
	['has another text', answer(draftSaying('Other')), undecided, 'neither-sent-nor-before'],
])(
	'a change without an answer is told by what the service shows: a document that %s',
	async (_, then, end, code) => {
		queue.shows(wasDraft);
		queue.service.verdicts = [
			() => {
				reads(() => then);
				return noReply;
			},
		];
		const laneId = enter(update());
		await queue.clock.pass(hour);
		expect(queue.ends(laneId)).toEqual([end]);
		expect(queue.codes(laneId).at(-1)).toBe(code);
		expect(queue.written()).toHaveLength(1);
		const number = queue.outbox.laneOf('wastage', 'service:wastage:W-1')!.serverNumber;
		expect(number).toBe(end === 'confirmed' ? 'WST-5' : 'WST-W-1');
	},
);

test('a change that only letters and digits hide is not taken for done before it was sent', async () => {
	queue.shows(wasDraft);
	queue.service.verdicts = [applied(null)];
	const shouted = { ...edited, description: wasDraft.description.toUpperCase() };
	const laneId = enter(update({ payload: { body: shouted } }));
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toEqual(['wastage.update']);
});

test('a step that nothing proves is never taken for done', async () => {
	queue.useProfile({ behaviour: known });
	queue.service.verdicts = [noReply];
	queue.shows(shown('Draft'));
	const laneId = enter(submitting);
	await queue.clock.settle();
	// As queued by a Stillroom that knew a proof.
	queue.store.durable.exec(`UPDATE action SET operation = 'wastage.lockMany'`);
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual([undecided]);
	expect(queue.codes(laneId).at(-1)).toBe('nothing-proves');
});

test.each([
	['a submit', () => enter(submitting), shown('Draft')],
	['a change', () => enter(update()), wasDraft],
])(
	'after the names of fields changed, the absence of %s proves nothing',
	async (_, queued, before) => {
		queue.shows(before);
		queue.service.verdicts = [noReply];
		const laneId = queued();
		await queue.clock.settle();
		queue.useProfile({ behaviour: known, fields: { Wastage: { description: 'remarks' } } });
		await queue.clock.pass(hour);
		expect(queue.ends(laneId)).toEqual([undecided]);
		expect(queue.codes(laneId).at(-1)).toBe('settings-changed');
	},
);
