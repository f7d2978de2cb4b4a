// Answers that prove nothing: a refused token, unclear words, another document, unreadable replies.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	answer,
	create,
	listAnswer,
	openQueue,
	submit,
	type Queue,
} from '../../../../test/support/queue.ts';
import { applied, noReply, notSent, refused } from '../../../../test/support/verdicts.ts';
import type { WriteVerdict } from '../api/verdict.ts';

let queue: Queue;
beforeEach(() => {
	queue = openQueue();
});
afterEach(() => queue.remove());

const signedOut: WriteVerdict = {
	...{ kind: 'unauthorized', status: 401, said: 'Token.', serverDate: null },
};
const emptyAnswer: WriteVerdict = { ...noReply, status: 200, code: 'empty', askAtOnce: true };
const attempts = (): { number: number; verdict: string | null }[] =>
	queue.store.durable
		.prepare<[], { number: number; verdict: string | null }>(
			'SELECT number, verdict FROM attempt ORDER BY attempt_id',
		)
		.all();
const codes = (laneId: string) => queue.outbox.tables.history(laneId).map(({ code }) => code);
const ours = (laneId: string, id = 'W-9') => ({
	...{ id, number: `WST-${id}`, description: `[${queue.referenceOf(laneId)}]` },
});

describe('a token refused in the middle of a write', () => {
	test('looks for a create, then sends it again as a new attempt', async () => {
		queue.service.verdicts = [signedOut, applied('W-1')];
		const laneId = queue.enqueue('d1', create('i1'));
		let lookedAfter: number | null = null;
		queue.service.reads['wastage.list'] = () => {
			lookedAfter ??= queue.written().length;
			return listAnswer();
		};
		await queue.clock.pass(5_000);
		expect(queue.states(laneId)).toEqual(['confirmed']);
		expect(lookedAfter).toBe(1);
		expect(attempts()).toEqual([
			{ number: 1, verdict: 'unauthorized' },
			{ number: 2, verdict: 'applied' },
		]);
	});

	test('finds a create that was done before the token was refused, and does not send it again', async () => {
		queue.service.verdicts = [signedOut];
		const laneId = queue.enqueue('d1', create('i1'));
		queue.service.reads['wastage.list'] = () => listAnswer(ours(laneId));
		await queue.clock.pass(5_000);
		expect(queue.states(laneId)).toEqual(['confirmed']);
		expect(queue.written()).toHaveLength(1);
	});

	test('finds a receipt that was done before the token was refused, and does not send it again', async () => {
		let received = '0';
		queue.service.reads['transferIn.get'] = () =>
			answer({
				...{ id: 'T1', fromLocationId: 'L2', toLocationId: 'L1' },
				...{ date: '2026-11-20T09:00:00.000Z', status: 'InTransit' },
				items: [{ id: 'TI1', itemId: 'I1', quantity: '5', quantityReceived: received }],
			});
		queue.service.verdicts = [
			() => {
				received = '5';
				return signedOut;
			},
		];
		const laneId = queue.enqueueReceipt();
		await queue.clock.pass(5_000);
		expect(queue.states(laneId)).toEqual(['confirmed']);
		expect(queue.written()).toHaveLength(1);
	});

	test('sends a receipt again after a look if it was not done', async () => {
		let received = '0';
		queue.service.reads['transferIn.get'] = () =>
			answer({
				...{ id: 'T1', fromLocationId: 'L2', toLocationId: 'L1' },
				...{ date: '2026-11-20T09:00:00.000Z', status: 'InTransit' },
				items: [{ id: 'TI1', itemId: 'I1', quantity: '5', quantityReceived: received }],
			});
		queue.service.verdicts = [
			signedOut,
			() => {
				received = '5';
				return applied(null);
			},
		];
		const laneId = queue.enqueueReceipt();
		await queue.clock.pass(5_000);
		expect(queue.states(laneId)).toEqual(['confirmed']);
		expect(attempts().map(({ verdict }) => verdict)).toEqual(['unauthorized', 'applied']);
	});

	test('does not resend what it cannot find if lists may lag', async () => {
		const behaviour = { ...queue.profile.behaviour, listsAreCurrent: null };
		queue.profile = { ...queue.profile, behaviour };
		queue.service.verdicts = [signedOut];
		queue.service.reads['wastage.list'] = () => listAnswer();
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.pass(300_000);
		expect(queue.states(laneId)).toEqual(['attention']);
		expect(queue.written()).toHaveLength(1);
	});

	test('pauses between tries if the token is refused again and again', async () => {
		queue.service.verdicts = [signedOut];
		queue.service.reads['wastage.list'] = () => listAnswer();
		queue.enqueue('d1', create('i1'));
		await queue.clock.pass(60_000);
		expect(queue.written().length).toBeGreaterThan(1);
		expect(queue.written().length).toBeLessThan(10);
	});

	test('verifies a refusal that follows it: the first attempt may have been applied', async () => {
		queue.service.verdicts = [signedOut, refused];
		queue.service.reads['wastage.list'] = () => listAnswer();
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.pass(5_000);
		expect(codes(laneId)).toContain('refused-after-unknown');
	});
});

describe('an answer that proves nothing', () => {
	test('is followed by one read, which may confirm the write', async () => {
		queue.service.verdicts = [applied('W-1'), emptyAnswer];
		let state = 'Draft';
		queue.service.reads['wastage.get'] = () => {
			if (queue.written().length === 2) state = 'Submitted';
			return answer({ id: 'W-1', status: state });
		};
		const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['confirmed', 'confirmed']);
		expect(queue.written()).toHaveLength(2);
	});

	test('ignores an absence in that read: the write may be applied a little later', async () => {
		queue.service.verdicts = [emptyAnswer, applied('W-2')];
		let reads = 0;
		queue.service.reads['wastage.list'] = () => {
			reads += 1;
			return listAnswer();
		};
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		expect(reads).toBe(2);
		expect(queue.rows(laneId)).toMatchObject([{ state: 'ambiguous', absent_probes: 0 }]);
		const { beforeProbeMs, betweenProbesMs } = queue.profile.pauses;
		await queue.clock.pass(beforeProbeMs - 1);
		expect(reads).toBe(2);
		await queue.clock.pass(betweenProbesMs - 1);
		expect(queue.written()).toHaveLength(1);
		await queue.clock.pass(2);
		expect(queue.states(laneId)).toEqual(['confirmed']);
		expect(queue.written()).toHaveLength(2);
	});
});

describe('an answer to a create that names another document', () => {
	const namedIn = (value: Readonly<Record<string, unknown>>): WriteVerdict => ({
		...{ kind: 'applied', status: 201, value, serverDate: null },
		...{ id: String(value['id']), number: String(value['number']) },
	});
	const foreign = { id: 'W-5', number: 'WST-5', locationId: 'L1' };

	test.each([
		['the reference of another entry', { ...foreign, description: '[SR-00000-00000-00000-00000]' }],
		['no reference, where they are kept', { ...foreign, description: 'Of somebody else' }],
		['another location', { ...foreign, locationId: 'L2' }],
	])('with %s: looks for the document, and sends no further step there', async (_what, value) => {
		queue.service.verdicts = [namedIn(value), applied(null)];
		const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
		queue.service.reads['wastage.list'] = () => listAnswer(foreign, ours(laneId));
		queue.service.reads['wastage.get'] = () => answer({ id: 'W-9', status: 'Draft' });
		await queue.clock.pass(300_000);
		expect(queue.states(laneId)).toEqual(['confirmed', 'confirmed']);
		expect(queue.service.writes.map(({ input }) => (input as { path?: unknown }).path)).toEqual([
			undefined,
			{ id: 'W-9' },
		]);
		expect(attempts()[0]).toMatchObject({ verdict: 'unknown' });
	});

	test('looks for the document if another entry has that id, and sends no further step there', async () => {
		queue.service.verdicts = [applied('W-5')];
		queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		const laneId = queue.enqueue('d2', create('i2'));
		queue.service.reads['wastage.list'] = () => listAnswer(foreign, ours(laneId));
		await queue.clock.pass(300_000);
		expect(queue.states(laneId)).toEqual(['confirmed']);
		expect(queue.outbox.tables.lane(laneId)).toMatchObject({ server_id: 'W-9' });
	});

	test('accepts an answer with our reference, or without the field', async () => {
		queue.service.verdicts = [namedIn({ ...foreign })];
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['confirmed']);
		const another = queue.enqueue('d2', create('i2'));
		queue.service.verdicts = [() => namedIn({ ...foreign, ...ours(another) })];
		await queue.clock.settle();
		expect(queue.states(another)).toEqual(['confirmed']);
	});
});

describe('failures inside Stillroom', () => {
	const boom = (): never => {
		throw new RangeError('out of range');
	};

	test('an unexpected answer is verified, not confirmed', async () => {
		queue.service.verdicts = [boom];
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['ambiguous']);
		queue.service.reads['wastage.list'] = () => listAnswer(ours(laneId));
		await queue.clock.pass(queue.profile.pauses.beforeProbeMs);
		expect(queue.states(laneId)).toEqual(['confirmed']);
	});

	test('a verdict that cannot be saved leaves no step in the state sending', async () => {
		queue.service.verdicts = [{ ...notSent, waitUntil: 1e33 }];
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['ambiguous']);
	});

	test('a commit that fails twice is retried later, without a restart', async () => {
		queue.store.durable.exec(
			`CREATE TEMP TRIGGER full BEFORE UPDATE OF state ON main.action WHEN OLD.state = 'sending'
			 BEGIN SELECT RAISE(ABORT, 'no'); END`,
		);
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['sending']);
		queue.store.durable.exec('DROP TRIGGER full');
		await queue.clock.pass(queue.profile.pauses.retryMostMs);
		expect(queue.states(laneId)).toEqual(['ambiguous']);
		queue.service.reads['wastage.list'] = () => listAnswer(ours(laneId));
		await queue.clock.pass(queue.profile.pauses.beforeProbeMs);
		expect(queue.states(laneId)).toEqual(['confirmed']);
		expect(queue.written()).toHaveLength(1);
	});

	test('a probe that cannot be made needs attention after a while', async () => {
		queue.service.verdicts = [noReply];
		queue.service.reads['wastage.list'] = boom;
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.pass(3_600_000);
		expect(queue.rows(laneId)).toMatchObject([
			{ state: 'attention', attention: 'not-confirmed-undecided' },
		]);
	});

	test('a failing look before the first attempt needs attention after a while', async () => {
		queue.service.reads['transferIn.get'] = boom;
		const laneId = queue.enqueueReceipt();
		await queue.clock.pass(3_600_000);
		expect(queue.rows(laneId)).toMatchObject([
			{ state: 'attention', attention: 'cannot-be-asked' },
		]);
		expect(queue.written()).toEqual([]);
	});
});
