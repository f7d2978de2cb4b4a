import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	answer,
	create,
	listAnswer,
	openQueue,
	submit,
	textLimits,
	type Queue,
} from '../../../../test/support/queue.ts';
import { applied, noReply, refused, unreachable } from '../../../../test/support/verdicts.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import type { WriteVerdict } from '../api/verdict.ts';

let queue: Queue;
beforeEach(() => {
	queue = openQueue();
});
afterEach(() => queue.remove());

test('a lost answer is probed after the pause, and not resent if the document is there', async () => {
	queue.service.verdicts = [noReply];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['ambiguous']);
	queue.service.reads['wastage.list'] = () =>
		listAnswer({
			id: 'W-9',
			number: 'WST-9',
			description: `Dropped a tray [${queue.referenceOf(laneId)}]`,
		});
	await queue.clock.pass(89_000);
	expect(queue.states(laneId)).toEqual(['ambiguous']);
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
	queue.service.reads['wastage.list'] = () =>
		listAnswer({ id: 'W-1', description: 'somebody else' });
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(91_000);
	expect(queue.states(laneId)).toEqual(['ambiguous']);
	expect(queue.written()).toHaveLength(1);
	await queue.clock.pass(61_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
	expect(queue.service.writes[1]?.input).toEqual(queue.service.writes[0]?.input);
});

test('with lagging lists, a draft is sent again only once the list must show it', async () => {
	queue.profile = serviceProfile.parse({
		behaviour: { keepsReferences: true, listDelayMs: 600_000 },
		textLimits,
	});
	queue.service.verdicts = [noReply, applied('W-2')];
	queue.service.reads['wastage.list'] = () => listAnswer();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(599_000);
	expect(queue.written()).toHaveLength(1);
	await queue.clock.pass(200_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(2);
});

test.each([
	['forward', 3_600_000],
	['back', -86_400_000],
])('waits equally long for a late list if the wall clock is set %s', async (_, byMs) => {
	queue.profile = serviceProfile.parse({
		behaviour: { keepsReferences: true, listDelayMs: 600_000 },
		textLimits,
	});
	queue.service.verdicts = [noReply, applied('W-2')];
	queue.service.reads['wastage.list'] = () => listAnswer();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(10_000);
	queue.clock.setWallClock(queue.clock.now() + byMs);
	await queue.clock.pass(589_000);
	expect(queue.written()).toHaveLength(1);
	await queue.clock.pass(200_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
});

test('an incomplete list proves no absence', async () => {
	queue.service.verdicts = [noReply];
	queue.service.reads['wastage.list'] = () => answer({ rows: [], complete: false });
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(200_000);
	expect(queue.states(laneId)).toEqual(['ambiguous']);
	await queue.clock.pass(3_600_000);
	expect(queue.rows(laneId)[0]).toMatchObject({ attention: 'not-confirmed-undecided' });
	expect(queue.written()).toHaveLength(1);
});

test('a refusal after a lost answer is probed: the first attempt may have been applied', async () => {
	let status = 'Draft';
	queue.service.reads['wastage.get'] = () => answer({ id: 'W-1', status });
	queue.service.verdicts = [
		applied('W-1'),
		noReply,
		() => {
			// The first attempt arrives late, just before the second.
			status = 'Submitted';
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

test('a refusal after a lost answer that left no trace needs attention instead of looping', async () => {
	queue.service.verdicts = [noReply, refused];
	queue.service.reads['wastage.list'] = () => listAnswer();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(10_000_000);
	expect(queue.rows(laneId)[0]).toMatchObject({
		state: 'attention',
		attention: 'rejected',
		service_said: 'items: empty',
	});
	expect(queue.written()).toHaveLength(2);
});

test('a web page instead of an answer is no refusal: without a trace it is sent again', async () => {
	const page: WriteVerdict = {
		...{ kind: 'unknown', status: 200, code: 'html', said: 'A web page answered.' },
		...{ waitUntil: null, serverDate: null },
	};
	queue.service.verdicts = [page, applied('W-1')];
	queue.service.reads['wastage.list'] = () => listAnswer();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(1_000_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(2);
});

test('repeated empty probes need attention, and a person may start over', async () => {
	queue.service.verdicts = [noReply];
	queue.service.reads['wastage.list'] = () => listAnswer();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(2 * 3_600_000);
	expect(queue.written()).toHaveLength(1 + queue.profile.resendsWhenAbsent);
	expect(queue.rows(laneId)[0]).toMatchObject({ attention: 'not-confirmed-absent' });
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.pass(2 * 3_600_000);
	expect(queue.written()).toHaveLength(2 * (1 + queue.profile.resendsWhenAbsent));
});

test('stops asking a service that gives unusable answers', async () => {
	queue.service.verdicts = [noReply];
	queue.service.reads['wastage.list'] = () => ({
		...unreachable,
		kind: 'unreadable',
		said: 'No list.',
	});
	const asked = queue.enqueue('d1', create('i1'));
	queue.service.reads['transferIn.get'] = queue.service.reads['wastage.list'];
	const looked = queue.enqueueReceipt();
	await queue.clock.pass(3 * 3_600_000);
	expect(queue.rows(asked)[0]).toMatchObject({ attention: 'not-confirmed-undecided' });
	expect(queue.rows(looked)[0]).toMatchObject({
		attention: 'cannot-be-asked',
		service_said: 'No list.',
	});
});
