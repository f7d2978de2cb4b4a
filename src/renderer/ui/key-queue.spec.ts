import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { burstRestMs, KeyQueue, longestWaitMs } from './key-queue.ts';

let given: string[];
let dropped: string[];
/** What a replayed press leads to. */
let leads: (key: string) => void;
let queue: KeyQueue<string>;

beforeEach(() => {
	vi.useFakeTimers();
	given = [];
	dropped = [];
	leads = () => undefined;
	queue = new KeyQueue({
		give(key) {
			given.push(key);
			leads(key);
		},
		settled: () => Promise.resolve(),
		types: (key) => key !== '⏎',
		isForPage: (key) => key === '↶',
		drop: (keys) => dropped.push(keys.join('')),
		failed: (error) => expect.fail(String(error)),
	});
});
afterEach(() => {
	vi.useRealTimers();
});

const press = (keys: string): void => {
	for (const key of keys) queue.put(key);
};
/** A pause, so that everything arrived is shown. */
const settle = () => vi.advanceTimersByTimeAsync(burstRestMs);

it('replays presses in order once the last pending target is there', async () => {
	const [one, other] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
	void queue.holdUntil(one.promise);
	void queue.holdUntil(other.promise);
	press('12');
	other.resolve(undefined);
	await settle();
	expect([given.join(''), queue.holds]).toEqual(['', true]);
	one.resolve(undefined);
	await settle();
	expect([given.join(''), queue.holds]).toEqual(['12', false]);
});

it('waits for no more of bursts that have ended', async () => {
	const line = Promise.withResolvers<undefined>();
	void queue.holdUntil(line.promise);
	press('1⏎2⏎');
	line.resolve(undefined);
	await vi.advanceTimersByTimeAsync(0);
	expect(given.join('')).toBe('1⏎2⏎');
});

it("waits again for a replayed press's target, and drops its presses if it fails", async () => {
	const [line, next] = [Promise.withResolvers<undefined>(), Promise.withResolvers<boolean>()];
	leads = (key) => {
		if (key === '⏎') void queue.holdUntil(next.promise);
	};
	void queue.holdUntil(line.promise);
	press('7⏎8');
	line.resolve(undefined);
	await settle();
	expect([given.join(''), queue.holds]).toEqual(['7⏎', true]);
	press('9');
	next.resolve(false);
	await settle();
	expect([given.join(''), dropped, queue.holds]).toEqual(['7⏎', ['89'], false]);
});

it('keeps a press that waits for its burst when a target that was opened after it fails', async () => {
	const [line, scan] = [Promise.withResolvers<undefined>(), Promise.withResolvers<boolean>()];
	void queue.holdUntil(line.promise);
	press('7⏎');
	leads = (key) => {
		if (key === '⏎') queue.put('5');
	};
	line.resolve(undefined);
	await vi.advanceTimersByTimeAsync(burstRestMs / 2);
	expect(given.join('')).toBe('7⏎');
	void queue.holdUntil(scan.promise);
	press('8');
	scan.resolve(false);
	await settle();
	expect([given.join(''), dropped, queue.holds]).toEqual(['7⏎5', ['8'], false]);
});

it('replays no part of a burst when its end is removed at the last moment', async () => {
	for (let apart = 0; apart < 20; apart += 1) {
		given = [];
		const line = Promise.withResolvers<undefined>();
		void queue.holdUntil(line.promise);
		press('⏎5⏎');
		line.resolve(undefined);
		for (let passed = 0; passed < apart; passed += 1) await Promise.resolve();
		const isGiven = given.includes('5');
		queue.forget(queue.taken - 1);
		await vi.advanceTimersByTimeAsync(burstRestMs - 1);
		expect([apart, given.includes('5')]).toEqual([apart, isGiven]);
		await settle();
	}
});

it.each([
	['says that it leads nowhere', () => Promise.resolve(false)],
	['fails', () => Promise.reject(new Error('The call failed.'))],
])('drops presses for a target that %s', async (_, arrive) => {
	const arrived = Promise.withResolvers<boolean>();
	void queue.holdUntil(arrived.promise).catch(() => undefined);
	press('5');
	arrived.resolve(arrive());
	await settle();
	expect([given, dropped, queue.holds]).toEqual([[], ['5'], false]);
});

it('replays an undo before the first press that it drops, and drops those after it', async () => {
	for (const keys of ['↶', '↶↶5↶', '5⏎↶']) {
		const arrived = Promise.withResolvers<boolean>();
		void queue.holdUntil(arrived.promise);
		press(keys);
		arrived.resolve(false);
		await settle();
		expect(queue.holds).toBe(false);
	}
	expect([given.join(''), dropped]).toEqual(['↶↶↶', ['5↶', '5⏎↶']]);
});

it('releases the keyboard if a handler throws, and replays the keys after it', async () => {
	const errors: unknown[] = [];
	const settled = vi.fn(() => Promise.resolve());
	queue = new KeyQueue({
		give(key) {
			given.push(key);
			if (key === '7') throw new Error('in a handler');
		},
		settled,
		types: (key) => key !== '⏎',
		isForPage: (key) => key === '↶',
		drop: (keys) => dropped.push(keys.join('')),
		failed: (error) => errors.push(error),
	});
	const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
	void queue.holdUntil(first.promise);
	press('678');
	first.resolve(undefined);
	await settle();
	expect([given.join(''), queue.holds, errors.length]).toEqual(['678', false, 1]);
	settled.mockRejectedValueOnce(new Error('while the page was drawn'));
	void queue.holdUntil(second.promise);
	press('9');
	second.resolve(undefined);
	await settle();
	expect([given.join(''), queue.holds, errors.length]).toEqual(['6789', false, 2]);
});

it('ends if no answer comes, and ignores late ones', async () => {
	const arrived = Promise.withResolvers<undefined>();
	void queue.holdUntil(arrived.promise);
	press('5');
	await vi.advanceTimersByTimeAsync(longestWaitMs - 1);
	expect([dropped, queue.holds]).toEqual([[], true]);
	await vi.advanceTimersByTimeAsync(1);
	expect([given, dropped, queue.holds]).toEqual([[], ['5'], false]);
	const after = Promise.withResolvers<undefined>();
	void queue.holdUntil(after.promise);
	arrived.resolve(undefined);
	await settle();
	expect(queue.holds, 'another one is still under way').toBe(true);
	after.resolve(undefined);
	await settle();
	expect(vi.getTimerCount()).toBe(0);
});

it.each([true, false])(
	"removes a scanner's keys as a whole if the scan led somewhere: %s",
	async (led) => {
		const arrived = Promise.withResolvers<boolean>();
		void queue.holdUntil(arrived.promise);
		press('2');
		await vi.advanceTimersByTimeAsync(burstRestMs);
		const { taken } = queue;
		press('40');
		arrived.resolve(led);
		await vi.advanceTimersByTimeAsync(burstRestMs / 2);
		press('06');
		await vi.advanceTimersByTimeAsync(burstRestMs / 2);
		queue.forget(taken);
		await settle();
		expect([given, dropped]).toEqual(led ? [['2'], []] : [[], ['2']]);
	},
);

it('replays presses however close together the targets arrive', async () => {
	const microtasks = async (count: number) => {
		for (let passed = 0; passed < count; passed += 1) await Promise.resolve();
	};
	for (let apart = 0; apart < 100; apart += 1) {
		given = [];
		const targets = Array.from({ length: 3 }, () => Promise.withResolvers<undefined>());
		for (const { promise } of targets) void queue.holdUntil(promise);
		press('2⏎');
		targets[0]?.resolve(undefined);
		await microtasks(apart % 10);
		targets[1]?.resolve(undefined);
		await microtasks(Math.floor(apart / 10));
		targets[2]?.resolve(undefined);
		await settle();
		expect([apart, given.join(''), queue.holds]).toEqual([apart, '2⏎', false]);
	}
});
