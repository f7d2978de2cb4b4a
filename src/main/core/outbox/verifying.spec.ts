import { expect, test } from 'vitest';
import {
	answer,
	body,
	create,
	eachQueue,
	known,
	serviceLane,
	step,
	submit,
	textLimits,
} from '../../../../test/support/queue.ts';
import { applied, noReply, refused, unreachable } from '../../../../test/support/verdicts.ts';
import type { WriteVerdict } from '../api/verdict.ts';

const queue = eachQueue();
const hour = 3_600_000;
const page: WriteVerdict = { ...noReply, status: 200, code: 'html', said: 'A web page answered.' };

test('a lost answer is probed after the pause, and not resent if the document is there', async () => {
	queue.service.verdicts = [noReply];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['ambiguous']);
	queue.lists({ id: 'W-9', number: 'WST-9', description: `A [${queue.referenceOf(laneId)}]` });
	await queue.clock.pass(89_000);
	expect(queue.ends(laneId)).toEqual(['ambiguous']);
	await queue.clock.pass(2_000);
	expect(queue.rows(laneId)[0]).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
	expect(queue.outbox.laneOf('wastage', 'd1')).toMatchObject({
		serverId: 'W-9',
		serverNumber: 'WST-9',
	});
	expect(queue.written()).toHaveLength(1);
});

test('a draft that two probes do not find is sent again with the same reference', async () => {
	queue.service.verdicts = [noReply, applied('W-2')];
	queue.lists({ id: 'W-1', description: 'somebody else' });
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(91_000);
	expect(queue.ends(laneId)).toEqual(['ambiguous']);
	expect(queue.written()).toHaveLength(1);
	await queue.clock.pass(61_000);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(queue.service.writes[1]?.input).toEqual(queue.service.writes[0]?.input);
});

test.each([
	['', 0],
	[', although the wall clock was set forward', hour],
	[', although the wall clock was set back', -24 * hour],
])('with lagging lists, a draft is sent again only once the list must show it%s', async (_, by) => {
	const behaviour = { keepsReferences: true, listDelayMs: 600_000 };
	queue.useProfile({ behaviour, textLimits });
	queue.service.verdicts = [noReply, applied('W-2')];
	queue.lists();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(10_000);
	queue.clock.setWallClock(queue.clock.now() + by);
	await queue.clock.pass(589_000);
	expect(queue.written()).toHaveLength(1);
	await queue.clock.pass(200_000);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(2);
});

test('an incomplete list proves no absence', async () => {
	queue.service.verdicts = [noReply];
	queue.service.reads['wastage.list'] = () => answer({ rows: [], complete: false });
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(200_000);
	expect(queue.ends(laneId)).toEqual(['ambiguous']);
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['not-confirmed-undecided']);
	expect(queue.written()).toHaveLength(1);
});

test('a refusal after a lost answer is probed: the first attempt may have been applied', async () => {
	queue.shows({ id: 'W-1', status: 'Draft' });
	queue.service.verdicts = [
		applied('W-1'),
		noReply,
		() => {
			// The first attempt arrives late, just before the second.
			queue.shows({ id: 'W-1', status: 'Submitted' });
			return refused;
		},
	];
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.pass(160_000);
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.pass(1_000);
	expect(queue.written()).toEqual(['wastage.create', 'wastage.submit', 'wastage.submit']);
	expect(queue.rows(laneId)[1]).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
});

test.each<[string, WriteVerdict[], object]>([
	[
		'a refusal after a lost answer that left no trace needs attention instead of looping',
		[noReply, refused],
		{ state: 'attention', attention: 'rejected', service_said: 'items: empty' },
	],
	[
		'a web page instead of an answer is no refusal: without a trace it is sent again',
		[page, applied('W-1')],
		{ state: 'confirmed' },
	],
])('%s', async (_, verdicts, end) => {
	queue.service.verdicts = verdicts;
	queue.lists();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(3 * hour);
	expect(queue.rows(laneId)).toMatchObject([end]);
	expect(queue.codes(laneId).at(-1)).toBe('attention' in end ? 'refused' : 'answered');
	expect(queue.written()).toHaveLength(2);
});

test('repeated empty probes need attention, and a person may start over', async () => {
	queue.service.verdicts = [noReply];
	queue.lists();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(2 * hour);
	expect(queue.written()).toHaveLength(1 + queue.profile.resendsWhenAbsent);
	expect(queue.ends(laneId)).toEqual(['not-confirmed-absent']);
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.pass(2 * hour);
	expect(queue.written()).toHaveLength(2 * (1 + queue.profile.resendsWhenAbsent));
});

test('stops asking a service that gives unusable answers', async () => {
	queue.service.verdicts = [noReply];
	const unreadable = () => ({ ...unreachable, kind: 'unreadable', said: 'No list.' }) as const;
	queue.service.reads = { 'wastage.list': unreadable, 'transferIn.get': unreadable };
	const asked = queue.enqueue('d1', create('i1'));
	const looked = queue.enqueueReceipt();
	await queue.clock.pass(3 * hour);
	expect(queue.ends(asked)).toEqual(['not-confirmed-undecided']);
	expect(queue.rows(looked)).toMatchObject([
		{ attention: 'cannot-be-asked', service_said: 'No list.' },
	]);
});

const undecided = 'not-confirmed-absent';
test.each([
	['if a second one is refused, an approval is sent again', 'approve', {}, 'confirmed'],
	[
		'if a second one may be done, an approval is not',
		'approve',
		{ refusesRepeatedTransition: null },
		undecided,
	],
	['if answers may be old, an approval is not', 'approve', { listsAreCurrent: null }, undecided],
	['a rejection is not: a late one could reject what was corrected', 'reject', {}, undecided],
] as const)('after two looks without a trace, %s', async (_, verb, behaviour, end) => {
	queue.useProfile({ behaviour: { ...known, ...behaviour }, textLimits });
	queue.shows({ id: 'W-1', status: 'Submitted' });
	queue.service.verdicts = [noReply, applied(null)];
	const laneId = queue.enqueueIn(serviceLane(), [step(verb)]);
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual([end]);
	expect(queue.written()).toHaveLength(end === 'confirmed' ? 2 : 1);
});

test('a create is not sent again while a list may show its document at any time later', async () => {
	queue.useProfile({ behaviour: { ...known, listsAreCurrent: null }, textLimits });
	queue.service.verdicts = [noReply];
	queue.lists();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(10 * hour);
	expect(queue.ends(laneId)).toEqual([undecided]);
	expect(queue.written()).toHaveLength(1);
});

test('asks no earlier than the service allows, and updates the screens with each answer', async () => {
	queue.service.verdicts = [noReply];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	const waitUntil = queue.clock.now() + 2 * hour;
	let asked = 0;
	queue.service.reads['wastage.list'] = () => {
		asked += 1;
		return { ...unreachable, waitUntil, said: 'Busy.' };
	};
	queue.told.length = 0;
	await queue.clock.pass(100_000);
	expect(asked).toBe(1);
	expect(queue.told).toEqual([laneId, laneId]);
	expect(queue.rows(laneId)).toMatchObject([
		{ state: 'ambiguous', next_at: waitUntil, unsent_count: 1 },
	]);
	expect(queue.outbox.tables.history(laneId).at(-1)).toMatchObject({
		code: 'could-not-ask',
		why: 'Busy.',
	});
});

test('after an unusable answer, asks again no sooner than after the first pause', async () => {
	queue.service.verdicts = [noReply];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	const askedAt: number[] = [];
	queue.service.reads['wastage.list'] = () => {
		askedAt.push(queue.clock.now());
		return unreachable;
	};
	await queue.clock.pass(91_000);
	const { next_at: nextAt } = queue.rows(laneId)[0]!;
	// Half of the random part, and the first pause.
	expect(askedAt.map((at) => nextAt! - at)).toEqual([2 * queue.profile.pauses.retryFirstMs]);
});

test('of two entries that found the same document at once, the second asks again after a pause', async () => {
	queue.useProfile({ reference: { wastage: null }, behaviour: known });
	queue.service.verdicts = [noReply, noReply];
	queue.lists();
	const lanes = ['d1', 'd2'].map((documentId, at) => queue.enqueue(documentId, create(`i${at}`)));
	await queue.clock.settle();
	queue.lists({
		id: 'new',
		locationId: 'L1',
		date: body.date,
		items: [{ itemId: 'I1', uomId: 1, quantity: '2.0' }],
	});
	const list = queue.service.reads['wastage.list']!;
	const asked: number[] = [];
	const both = Promise.withResolvers<null>();
	queue.service.reads['wastage.list'] = async () => {
		asked.push(queue.clock.now());
		if (asked.length === 2) both.resolve(null);
		await both.promise;
		return list();
	};
	await queue.clock.pass(91_000);
	const [first, second] = lanes.map((laneId) => queue.rows(laneId)[0]!);
	expect([first?.state, second?.state]).toEqual(['confirmed', 'ambiguous']);
	expect(second!.next_at! - asked[1]!).toBe(queue.profile.pauses.betweenProbesMs);
	expect(queue.outbox.tables.history(lanes[1]!).at(-1)).toMatchObject({ code: 'made-by-another' });
});
