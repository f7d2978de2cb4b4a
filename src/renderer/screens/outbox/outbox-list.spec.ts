import { describe, expect, it, vi } from 'vitest';
import type { Lane } from '../../../shared/bridge/outbox.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { CallInput } from '../../../shared/bridge/contract.ts';
import { OutboxList, type Listing, type OutboxCalls } from './outbox-list.svelte.ts';

type Asked = CallInput<'outbox.list'>;

const lane = (laneId: string): Lane => ({
	laneId,
	document: 'wastage',
	documentId: `document-${laneId}`,
	locationName: 'Harbour Kitchen',
	title: '3 lines',
	number: '',
	lines: 3,
	cost: null,
	costsUnknown: 0,
	currency: 'EUR',
	createdAt: 0,
	createdBy: '',
	standing: 'waiting',
	parts: null,
	steps: [],
});

const listing = (...ids: string[]): Reply<Listing> =>
	succeed({
		lanes: ids.map(lane),
		next: null,
		counts: { waiting: ids.length, needsYou: 0, done: 0, stale: 0 },
	});

/** Calls that answer as the test says, and record the questions. */
function callsOf(
	list: (asked: Asked) => Reply<Listing> | Promise<Reply<Listing>>,
	known: readonly string[] = [],
) {
	const asked: Asked[] = [];
	const calls: OutboxCalls = {
		async list(input) {
			asked.push(input);
			return list(input);
		},
		async one(id) {
			const found = known.map(lane).find((each) => [each.laneId, each.documentId].includes(id));
			return succeed({ lane: found ?? null });
		},
	};
	return { calls, asked };
}

describe('filters in the URL', () => {
	it('are empty until a person chooses some, then include all', async () => {
		const list = new OutboxList(callsOf(() => listing('a')).calls, 'waiting');
		await list.load();
		expect(list.query).toEqual({});
		list.document = 'wastage';
		list.text = ' soup ';
		list.day = '2026-03-02';
		await list.changed();
		await list.show('done');
		expect(list.query).toEqual({ show: 'done', kind: 'wastage', text: 'soup', day: '2026-03-02' });
	});

	it('are applied when the URL is opened again', async () => {
		const { calls, asked } = callsOf(() => listing());
		const query = { show: 'done', kind: 'wastage', text: 'soup', day: '' };
		const list = new OutboxList(calls, 'needs-you', undefined, query);
		await list.load();
		expect(asked).toHaveLength(1);
		expect(asked[0]).toMatchObject({ filter: 'done', document: 'wastage', text: 'soup' });
	});

	it('ignore unknown values', async () => {
		const { calls, asked } = callsOf(() => listing('a'));
		const list = new OutboxList(calls, 'waiting', undefined, { show: 'lost', kind: 'invoice' });
		await list.load();
		expect(asked[0]).toMatchObject({ filter: 'waiting', document: null });
	});
});

describe('outbox list', () => {
	it('selects the first document, and keeps it when others arrive', async () => {
		let ids = ['b', 'c'];
		const list = new OutboxList(callsOf(() => listing(...ids)).calls, 'waiting');
		await list.load();
		expect(list.lane?.laneId).toBe('b');

		ids = ['a', 'b', 'c'];
		await list.load();
		expect(list.lane?.laneId).toBe('b');
	});

	it('switches to the filter with documents if the waiting one now needs attention, until a person chooses', async () => {
		const { calls, asked } = callsOf(({ filter }) => {
			const lanes = filter === 'needs-you' ? [lane('a')] : [];
			return succeed({ lanes, next: null, counts: { waiting: 0, needsYou: 1, done: 0, stale: 0 } });
		});
		const list = new OutboxList(calls, 'waiting');
		await list.load();
		expect([list.filter, list.mayShowTwins]).toEqual(['needs-you', true]);
		expect(list.lane?.laneId).toBe('a');
		expect(asked.map(({ filter }) => filter)).toEqual(['waiting', 'needs-you']);

		await list.show('waiting');
		expect([list.filter, list.mayShowTwins]).toEqual(['waiting', false]);
		expect(list.lanes).toEqual([]);
	});

	it('waits for a pending load before going to the next stale document', async () => {
		const held = Promise.withResolvers<undefined>();
		const stale = { ...lane('b'), steps: [{ state: 'stale-review' }] } as unknown as Lane;
		const { calls } = callsOf(async ({ filter }) => {
			if (filter === 'all') await held.promise;
			const lanes = filter === 'needs-you' ? [stale] : [lane('a')];
			return succeed({ lanes, next: null, counts: { waiting: 1, needsYou: 1, done: 0, stale: 1 } });
		});
		const list = new OutboxList(calls, 'all');
		void list.load();
		const found = list.toNextStale();
		held.resolve(undefined);
		expect(await found).toBe(true);
		expect(list.lane?.laneId).toBe('b');
	});

	it('keeps its place when the current document changes status', async () => {
		let counts = { waiting: 1, needsYou: 0, done: 0, stale: 0 };
		const waits = () =>
			succeed({ lanes: counts.waiting > 0 ? [lane('a')] : [], next: null, counts });
		const list = new OutboxList(callsOf(waits, ['a']).calls, 'waiting');
		await list.load();
		counts = { waiting: 0, needsYou: 1, done: 0, stale: 0 };
		await list.load();
		expect(list.filter).toBe('waiting');
		expect(list.lane?.laneId).toBe('a');
	});

	it('moves through the documents and stops at both ends', async () => {
		const list = new OutboxList(callsOf(() => listing('a', 'b', 'c')).calls, 'waiting');
		await list.load();
		list.move(1);
		expect(list.lane?.laneId).toBe('b');
		list.move(Infinity);
		expect(list.lane?.laneId).toBe('c');
		list.move(1);
		expect(list.lane?.laneId).toBe('c');
		list.move(-10);
		expect(list.lane?.laneId).toBe('a');
	});

	it('opens the lane of a document that another screen names, however old', async () => {
		const { calls, asked } = callsOf(() => listing('a', 'b'), ['a', 'b', 'old']);
		const list = new OutboxList(calls, 'needs-you', 'document-b');
		await list.load();
		expect(list.lane?.laneId).toBe('b');
		expect(asked.map(({ filter }) => filter)).toEqual(['all']);

		const older = new OutboxList(calls, 'needs-you', 'document-old');
		await older.load();
		expect(older.lane?.laneId).toBe('old');
	});

	it('keeps the current document visible when it is done, until something else is requested', async () => {
		let waiting = ['a', 'b'];
		const list = new OutboxList(callsOf(() => listing(...waiting), ['a', 'b']).calls, 'waiting');
		await list.load();
		list.choose('b');
		waiting = ['a'];
		await list.load();
		expect(
			list.lanes.map(({ laneId }) => laneId),
			'only what was asked for',
		).toEqual(['a']);
		expect(list.lane?.laneId).toBe('b');
		expect(list.tabStop).toBe('a');

		await list.show('needs-you');
		expect(list.lanes.map(({ laneId }) => laneId)).toEqual(['a']);
	});

	it('continues from the place of the current document after it is done', async () => {
		let waiting = ['a', 'b', 'c', 'd'];
		const list = new OutboxList(callsOf(() => listing(...waiting), ['b']).calls, 'waiting');
		const withBGone = async () => {
			waiting = ['a', 'b', 'c', 'd'];
			await list.load();
			list.choose('b');
			waiting = ['a', 'c', 'd'];
			await list.load();
			await list.load();
			expect(list.lane?.laneId).toBe('b');
			expect(list.tabStop).toBe('c');
		};
		await withBGone();
		list.move(1);
		expect(list.lane?.laneId).toBe('c');
		await withBGone();
		list.move(-1);
		expect(list.lane?.laneId).toBe('a');
	});
});

describe('loading the outbox list', () => {
	it('reloads once, not per change, when changes come during a load', async () => {
		const answers: ((reply: Reply<Listing>) => void)[] = [];
		const { calls } = callsOf(() => new Promise((resolve) => answers.push(resolve)));
		const list = new OutboxList(calls, 'all');
		const done = list.load();
		void list.load();
		void list.load();
		expect(answers).toHaveLength(1);
		answers[0]!(listing('old'));
		await vi.waitFor(() => expect(answers).toHaveLength(2));
		answers[1]!(listing('new'));
		await done;
		expect(answers).toHaveLength(2);
		expect(list.lanes.map(({ laneId }) => laneId)).toEqual(['new']);
	});

	it('shows older documents page by page, and reloads all that are shown', async () => {
		const all = Array.from({ length: 250 }, (_, at) => String(at));
		const { calls, asked } = callsOf(({ after = null, limit = 0 }) => {
			const from = after === null ? 0 : all.indexOf(after) + 1;
			const page = all.slice(from, from + limit);
			const reply = listing(...page);
			if (!reply.ok) return reply;
			return succeed({ ...reply.value, next: page.length < limit ? null : page.at(-1)! });
		});
		const list = new OutboxList(calls, 'done');
		await list.load();
		expect(list.lanes).toHaveLength(100);
		await list.showOlder();
		await list.showOlder();
		expect(list.lanes).toHaveLength(250);
		expect(list.hasOlder).toBe(false);

		list.text = 'butter';
		await list.changed();
		expect(list.lanes).toHaveLength(100);
		expect(asked.at(-1)).toMatchObject({ text: 'butter', after: null, limit: 100 });
	});

	it("filters by day from its first to its last instant in this PC's zone", async () => {
		const { calls, asked } = callsOf(() => listing());
		const list = new OutboxList(calls, 'all');
		list.day = '2026-03-29';
		await list.changed();
		expect(asked[0]).toMatchObject({
			from: new Date(2026, 2, 29).getTime(),
			until: new Date(2026, 2, 30).getTime(),
		});
		await list.clear();
		expect(asked[1]).toMatchObject({ from: null, until: null });
	});
});
