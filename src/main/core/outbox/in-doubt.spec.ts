// Answers that prove nothing: a refused token, unclear words, another document, unreadable replies.
import { describe, expect, test } from 'vitest';
import { answer, create, eachQueue, submit, transfer } from '../../../../test/support/queue.ts';
import { applied, noReply, notSent, refused } from '../../../../test/support/verdicts.ts';
import type { WriteVerdict } from '../api/verdict.ts';

const queue = eachQueue();
const hour = 3_600_000;
const signedOut: WriteVerdict = {
	kind: 'unauthorized',
	status: 401,
	said: 'Token.',
	serverDate: null,
};
const emptyAnswer: WriteVerdict = { ...noReply, status: 200, code: 'empty', askAtOnce: true };
const attempts = () =>
	queue.store.durable
		.prepare<[], string | null>('SELECT verdict FROM attempt ORDER BY attempt_id')
		.pluck()
		.all();
const ours = (laneId: string, id = 'W-9') => ({
	id,
	number: `WST-${id}`,
	description: `[${queue.referenceOf(laneId)}]`,
});

describe('a token refused in the middle of a write', () => {
	test('looks for a create, then sends it again as a new attempt', async () => {
		queue.service.verdicts = [signedOut, applied('W-1')];
		queue.lists();
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.pass(5_000);
		expect(queue.ends(laneId)).toEqual(['confirmed']);
		expect(queue.codes(laneId)).toEqual([
			'queued',
			'sent',
			'token-refused',
			'asking',
			'none-is-ours',
			'sent',
			'answered',
		]);
		expect(attempts()).toEqual(['unauthorized', 'applied']);
	});

	test('finds a create that was done before the token was refused, and does not send it again', async () => {
		queue.service.verdicts = [signedOut];
		const laneId = queue.enqueue('d1', create('i1'));
		queue.lists(ours(laneId));
		await queue.clock.pass(5_000);
		expect(queue.ends(laneId)).toEqual(['confirmed']);
		expect(queue.written()).toHaveLength(1);
	});

	test.each<[string, boolean, string[]]>([
		['finds a receipt that was done, and does not send it again', true, ['unauthorized']],
		['sends a receipt that was not done again', false, ['unauthorized', 'applied']],
	])('%s', async (_, isDone, verdicts) => {
		let received = '0';
		queue.service.reads['transferIn.get'] = () => answer(transfer(received));
		queue.service.verdicts = [
			() => {
				if (isDone) received = '5';
				return signedOut;
			},
			() => {
				received = '5';
				return applied(null);
			},
		];
		const laneId = queue.enqueueReceipt();
		await queue.clock.pass(5_000);
		expect(queue.ends(laneId)).toEqual(['confirmed']);
		expect(attempts()).toEqual(verdicts);
	});

	test('does not resend what it cannot find if lists may lag', async () => {
		const behaviour = { ...queue.profile.behaviour, listsAreCurrent: null };
		queue.profile = { ...queue.profile, behaviour };
		queue.service.verdicts = [signedOut];
		queue.lists();
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.pass(300_000);
		expect(queue.states(laneId)).toEqual(['attention']);
		expect(queue.written()).toHaveLength(1);
	});

	test('pauses between tries if the token is refused again and again', async () => {
		queue.service.verdicts = [signedOut];
		queue.lists();
		queue.enqueue('d1', create('i1'));
		await queue.clock.pass(60_000);
		expect(queue.written().length).toBeGreaterThan(1);
		expect(queue.written().length).toBeLessThan(10);
	});

	test('verifies a refusal that follows it: the first attempt may have been applied', async () => {
		queue.service.verdicts = [signedOut, refused];
		queue.lists();
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.pass(5_000);
		expect(queue.codes(laneId)).toContain('refused-after-unknown');
	});
});

describe('an answer that proves nothing', () => {
	test('is followed by one read, which may confirm the write', async () => {
		queue.service.verdicts = [
			applied('W-1'),
			() => {
				queue.shows({ id: 'W-1', status: 'Submitted' });
				return emptyAnswer;
			},
		];
		queue.shows({ id: 'W-1', status: 'Draft' });
		const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
		expect(queue.written()).toHaveLength(2);
	});

	test('ignores an absence in that read: the write may be applied a little later', async () => {
		queue.service.verdicts = [emptyAnswer, applied('W-2')];
		queue.lists();
		const laneId = queue.enqueue('d1', create('i1'));
		const looks = () => queue.codes(laneId).filter((code) => code === 'asking').length;
		await queue.clock.settle();
		expect(looks()).toBe(1);
		expect(queue.rows(laneId)).toMatchObject([{ state: 'ambiguous', absent_probes: 0 }]);
		const { beforeProbeMs, betweenProbesMs } = queue.profile.pauses;
		await queue.clock.pass(beforeProbeMs - 1);
		expect(looks()).toBe(1);
		await queue.clock.pass(betweenProbesMs - 1);
		expect(queue.written()).toHaveLength(1);
		await queue.clock.pass(2);
		expect(queue.ends(laneId)).toEqual(['confirmed']);
		expect(queue.written()).toHaveLength(2);
	});
});

describe('an answer to a create that names another document', () => {
	const namedIn = (value: Readonly<Record<string, unknown>>): WriteVerdict => ({
		kind: 'applied',
		status: 201,
		value,
		serverDate: null,
		id: String(value['id']),
		number: String(value['number']),
	});
	const foreign = { id: 'W-5', number: 'WST-5', locationId: 'L1' };

	test.each([
		['the reference of another entry', { ...foreign, description: '[SR-00000-00000-00000-00000]' }],
		['no reference, where they are kept', { ...foreign, description: 'Of somebody else' }],
		['another location', { ...foreign, locationId: 'L2' }],
	])('with %s: looks for the document, and sends no further step there', async (_what, value) => {
		queue.service.verdicts = [namedIn(value), applied(null)];
		const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
		queue.lists(foreign, ours(laneId));
		queue.shows({ id: 'W-9', status: 'Draft' });
		await queue.clock.pass(300_000);
		expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
		expect(queue.service.writes[1]?.input).toEqual({ path: { id: 'W-9' } });
		expect(attempts()[0]).toBe('unknown');
	});

	test('looks for the document if another entry has that id, and sends no further step there', async () => {
		queue.service.verdicts = [applied('W-5')];
		queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		const laneId = queue.enqueue('d2', create('i2'));
		queue.lists(foreign, ours(laneId));
		await queue.clock.pass(300_000);
		expect(queue.ends(laneId)).toEqual(['confirmed']);
		expect(queue.outbox.tables.lane(laneId)).toMatchObject({ server_id: 'W-9' });
	});

	test('accepts an answer with our reference, or without the field', async () => {
		queue.service.verdicts = [namedIn({ ...foreign })];
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['confirmed']);
		const another = queue.enqueue('d2', create('i2'));
		queue.service.verdicts = [() => namedIn({ ...foreign, ...ours(another) })];
		await queue.clock.settle();
		expect(queue.ends(another)).toEqual(['confirmed']);
	});
});

describe('failures inside Stillroom', () => {
	const boom = (): never => {
		throw new RangeError('out of range');
	};
	async function isVerified(laneId: string): Promise<void> {
		expect(queue.ends(laneId)).toEqual(['ambiguous']);
		queue.lists(ours(laneId));
		await queue.clock.pass(queue.profile.pauses.beforeProbeMs);
		expect(queue.ends(laneId)).toEqual(['confirmed']);
		expect(queue.written()).toHaveLength(1);
	}

	test.each<[string, WriteVerdict | (() => never)]>([
		['an unexpected answer', boom],
		['a verdict that cannot be saved', { ...notSent, waitUntil: 1e33 }],
	])('%s is verified, not confirmed', async (_, verdict) => {
		queue.service.verdicts = [verdict];
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		await isVerified(laneId);
	});

	test('a commit that fails twice is retried later, without a restart', async () => {
		queue.store.durable.exec(
			`CREATE TEMP TRIGGER full BEFORE UPDATE OF state ON main.action WHEN OLD.state = 'sending'
			 BEGIN SELECT RAISE(ABORT, 'no'); END`,
		);
		const laneId = queue.enqueue('d1', create('i1'));
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['sending']);
		queue.store.durable.exec('DROP TRIGGER full');
		await queue.clock.pass(queue.profile.pauses.retryMostMs);
		await isVerified(laneId);
	});

	test.each([
		['a probe', 'wastage.list', () => queue.enqueue('d1', create('i1')), 'not-confirmed-undecided'],
		[
			'the look before a receipt',
			'transferIn.get',
			() => queue.enqueueReceipt(),
			'cannot-be-asked',
		],
	])('%s that keeps failing needs attention after a while', async (_, read, enter, end) => {
		queue.service.verdicts = [noReply];
		queue.service.reads[read] = boom;
		const laneId = enter();
		await queue.clock.pass(hour);
		expect(queue.ends(laneId)).toEqual([end]);
	});
});
