import { describe, expect, it, vi } from 'vitest';
import type { Lane } from '../../../shared/bridge/outbox.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { OutboxList, type Filter, type Listing } from './outbox-list.svelte.ts';

const lane = (laneId: string): Lane => ({
	laneId,
	document: 'wastage',
	documentId: `document-${laneId}`,
	locationName: 'Harbour Kitchen',
	title: '3 lines',
	number: '',
	lines: 3,
	cost: null,
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
		counts: { waiting: ids.length, needsYou: 0, done: 0 },
	});

describe('the list of the outbox', () => {
	it('has the first document in hand, and keeps the chosen one when others come', async () => {
		let ids = ['b', 'c'];
		const list = new OutboxList(async () => listing(...ids), 'waiting');
		await list.load();
		expect(list.lane?.laneId).toBe('b');

		list.choose('c');
		ids = ['a', 'b', 'c'];
		await list.load();
		expect(list.lane?.laneId).toBe('c');
	});

	it('moves through the documents and stops at both ends', async () => {
		const list = new OutboxList(async () => listing('a', 'b', 'c'), 'waiting');
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

	it('opens at the lane of a document that another screen names', async () => {
		const asked: Filter[] = [];
		const list = new OutboxList(
			async (filter) => {
				asked.push(filter);
				return listing('a', 'b');
			},
			'needs-you',
			'document-b',
		);
		await list.load();
		expect(list.lane?.laneId).toBe('b');
		expect(asked).toEqual(['all']);
	});

	it('keeps the document in hand in sight when it gets done, until another filter is chosen', async () => {
		let waiting = ['a', 'b'];
		const list = new OutboxList(
			async (filter) => (filter === 'all' ? listing('a', 'b') : listing(...waiting)),
			'waiting',
		);
		await list.load();
		list.choose('b');
		waiting = ['a'];
		await list.load();
		expect(list.lanes.map(({ laneId }) => laneId)).toEqual(['a', 'b']);
		expect(list.lane?.laneId).toBe('b');

		await list.show('needs-you');
		expect(list.lanes.map(({ laneId }) => laneId)).toEqual(['a']);
	});

	it('asks once more, not once for each change, when changes come while it is asking', async () => {
		const answers: ((reply: Reply<Listing>) => void)[] = [];
		const list = new OutboxList(() => new Promise((resolve) => answers.push(resolve)), 'all');
		const done = list.load();
		void list.load();
		void list.load();
		expect(answers).toHaveLength(1);
		answers[0]!(listing('old'));
		await vi.waitFor(() => expect(answers).toHaveLength(2));
		answers[1]!(listing('new'));
		await done;
		expect(answers).toHaveLength(2);
		expect(list.lane?.laneId).toBe('new');
	});
});
