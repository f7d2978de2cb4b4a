// Random sequences of targets and key presses, checked against a simple model of its own.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whole } from '../../../test/support/whole.ts';
import { burstRestMs, KeyQueue, longestWaitMs } from './key-queue.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

/** Time until something happens. A task is a macrotask: the microtasks before it have run. */
type Gap = { readonly microtasks: number } | { readonly ms: number };
type End = 'led' | 'nowhere' | 'rejected' | 'never';
interface Opening {
	readonly end: End;
	readonly after: Gap;
}
interface Press {
	readonly key: string;
	/** What its replay opens, as Enter in a grid does. */
	readonly opens: Opening | null;
}
type Act =
	| { readonly act: 'open'; readonly opening: Opening }
	| { readonly act: 'type'; readonly press: Press }
	/** From a held press, counted back from the last, and up to a number of presses, or all. */
	| { readonly act: 'forget'; readonly back: number; readonly count: number | null };
interface Step {
	readonly gap: Gap;
	readonly act: Act;
}
interface History {
	readonly steps: readonly Step[];
	/** Microtasks that the page takes to settle, in turns. */
	readonly settles: readonly number[];
}

const gap: fc.Arbitrary<Gap> = fc.oneof(
	{ weight: 3, arbitrary: fc.record({ microtasks: fc.nat(12) }) },
	{ weight: 1, arbitrary: fc.record({ ms: fc.constant(0) }) },
	{ weight: 2, arbitrary: fc.record({ ms: fc.nat(2 * burstRestMs) }) },
	{ weight: 1, arbitrary: fc.record({ ms: fc.constant(burstRestMs) }) },
);
const opening: fc.Arbitrary<Opening> = fc.record({
	end: fc.oneof(
		{ weight: 5, arbitrary: fc.constant<End>('led') },
		{ weight: 3, arbitrary: fc.constantFrom<End>('nowhere', 'rejected') },
		{ weight: 1, arbitrary: fc.constant<End>('never') },
	),
	after: gap,
});
const text = fc.constantFrom('1', '2', '3');
const press: fc.Arbitrary<Press> = fc.oneof(
	{ weight: 2, arbitrary: fc.record({ key: text, opens: fc.constant(null) }) },
	{ weight: 1, arbitrary: fc.record({ key: fc.constant('↶'), opens: fc.constant(null) }) },
	{
		weight: 2,
		arbitrary: fc.record({ key: fc.constant('⏎'), opens: fc.option(opening, { freq: 2 }) }),
	},
);
/** An undo is kept when its target leads nowhere, unless a press before it is dropped. */
const isForPage = ({ key }: Press): boolean => key === '↶';
const act: fc.Arbitrary<Act> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ act: fc.constant('open' as const), opening }) },
	{ weight: 8, arbitrary: fc.record({ act: fc.constant('type' as const), press }) },
	{
		weight: 1,
		arbitrary: fc.record({
			act: fc.constant('forget' as const),
			back: fc.nat(3),
			count: fc.option(fc.nat(2)),
		}),
	},
);
const history: fc.Arbitrary<History> = fc.record({
	steps: fc.array(fc.record({ gap, act }), { minLength: 2, maxLength: 14 }),
	settles: fc.array(fc.nat(6), { minLength: 1, maxLength: 5 }),
});

interface Target {
	/** Last press that is not meant for it. */
	readonly since: number;
	state: 'pending' | 'led' | 'failed';
}
interface Held {
	readonly number: number;
	readonly press: Press;
	state: 'waiting' | 'given' | 'dropped' | 'forgotten';
	/** Its target failed before it was given. */
	isDoomed: boolean;
}

/** What is promised about presses, from outside of the queue. */
class Model {
	readonly wrong: string[] = [];
	readonly held: Held[] = [];
	readonly targets: Target[] = [];
	/** The replayed press that the page has not handled yet; null if none. */
	inHand: number | null = null;
	#lastPut = 0;

	get waiting(): Held[] {
		return this.held.filter(({ state }) => state === 'waiting');
	}

	get pending(): Target[] {
		return this.targets.filter(({ state }) => state === 'pending');
	}

	check(holds: boolean, when: string): void {
		if (!holds && this.pending.length > 0) this.wrong.push(`holds none beside a target: ${when}`);
		if (!holds && this.waiting.length > 0) this.wrong.push(`can be overtaken: ${when}`);
	}

	put(put: Press): void {
		this.#lastPut = Date.now();
		const number = this.held.length + 1;
		this.held.push({ number, press: put, state: 'waiting', isDoomed: false });
	}

	open(): Target {
		const target: Target = { since: this.inHand ?? this.held.length, state: 'pending' };
		this.targets.push(target);
		return target;
	}

	end(target: Target, hasLed: boolean): void {
		if (target.state !== 'pending') return;
		target.state = hasLed ? 'led' : 'failed';
		if (hasLed) return;
		const meant = this.waiting.filter(({ number }) => number > target.since);
		const first = meant.findIndex((each) => !isForPage(each.press));
		for (const each of first < 0 ? [] : meant.slice(first)) each.isDoomed = true;
	}

	forget(after: number, upTo: number): void {
		for (const each of this.waiting)
			if (each.number > after && each.number <= upTo) each.state = 'forgotten';
	}

	give(given: Press, number: number): void {
		const held = this.held[number - 1];
		if (held?.press !== given) this.wrong.push(`another press has number ${String(number)}`);
		if (held?.state !== 'waiting') this.wrong.push(`${String(number)} was ${String(held?.state)}`);
		if (held === undefined) return;
		if (this.waiting[0] !== held) this.wrong.push(`${String(number)} overtakes`);
		if (this.inHand !== null) this.wrong.push(`${String(number)} comes before a result is shown`);
		if (this.pending.length > 0) this.wrong.push(`${String(number)} does not wait for a target`);
		if (held.isDoomed) this.wrong.push(`${String(number)} was meant for a target that failed`);
		const ends = this.waiting.some((each) => each.number >= number && each.press.key === '⏎');
		if (!ends && Date.now() - this.#lastPut < burstRestMs)
			this.wrong.push(`${String(number)} may be a part of a burst that goes on`);
		held.state = 'given';
		this.inHand = number;
	}

	drop(dropped: readonly Press[], after: number): void {
		const meant = this.waiting.filter(({ number }) => number > after);
		const kept = (since: number) =>
			this.waiting.filter(({ number }) => number > since && number <= after);
		const isMeant = ({ state, since }: Target) =>
			state === 'failed' && since <= after && kept(since).every((each) => isForPage(each.press));
		if (!this.targets.some(isMeant)) this.wrong.push(`no target after ${String(after)} failed`);
		if (meant.length !== dropped.length || meant.some(({ press: put }, at) => put !== dropped[at]))
			this.wrong.push(`drops other presses than those after ${String(after)}`);
		if (meant[0] !== undefined && isForPage(meant[0].press)) this.wrong.push('drops an undo');
		for (const each of meant) each.state = 'dropped';
	}
}

const microtasks = async (count: number): Promise<void> => {
	for (let passed = 0; passed < count; passed += 1) await Promise.resolve();
};
/** Longer than any chain of microtasks here, as a browser runs them all before the next task. */
const allMicrotasks = () => microtasks(300);

async function pass(time: Gap): Promise<void> {
	if ('microtasks' in time) {
		await microtasks(time.microtasks);
		return;
	}
	const wait = { isOver: false };
	setTimeout(() => (wait.isOver = true), time.ms);
	await allMicrotasks();
	while (!wait.isOver) {
		vi.advanceTimersToNextTimer();
		await allMicrotasks();
	}
}

async function run({ steps, settles }: History): Promise<readonly string[]> {
	const model = new Model();
	let settled = 0;
	/** A press was given, and the next wait is for its result. */
	let isGiven = false;
	const queue = new KeyQueue<Press>({
		give(given, number) {
			model.give(given, number);
			if (given.opens !== null) open(given.opens);
			isGiven = true;
			model.check(queue.holds, `given ${String(number)}`);
		},
		async settled() {
			const isOfPress = isGiven;
			isGiven = false;
			await microtasks(settles[settled++ % settles.length] ?? 0);
			// The queue, which awaits this, goes on one microtask later.
			if (isOfPress) void Promise.resolve().then(() => (model.inHand = null));
		},
		types: ({ key }) => key !== '⏎',
		isForPage,
		failed: (error) => expect.fail(String(error)),
		drop(presses, after) {
			model.drop(presses, after);
		},
	});

	function open({ end, after }: Opening): void {
		const target = model.open();
		const arrived = Promise.withResolvers<boolean>();
		queue.holdUntil(arrived.promise).catch(() => undefined);
		setTimeout(() => {
			model.end(target, false);
		}, longestWaitMs);
		if (end === 'never') return;
		const arrive = (): void => {
			model.end(target, end === 'led');
			if (end === 'rejected') arrived.reject(new Error('The call failed.'));
			else arrived.resolve(end === 'led');
		};
		if ('ms' in after) setTimeout(arrive, after.ms);
		else void microtasks(after.microtasks).then(arrive);
	}

	function does(now: Act): void {
		if (now.act === 'open') open(now.opening);
		else if (now.act === 'forget') {
			const from = Math.max(queue.taken - now.back, 0);
			const upTo = now.count === null ? Infinity : from + now.count;
			queue.forget(from, upTo);
			model.forget(from, upTo);
		} else if (queue.holds) {
			model.put(now.press);
			queue.put(now.press);
		} else if (now.press.opens !== null) open(now.press.opens);
	}

	for (const [at, step] of steps.entries()) {
		await pass(step.gap);
		model.check(queue.holds, `before step ${String(at)}`);
		does(step.act);
		model.check(queue.holds, `after step ${String(at)}`);
	}
	for (let left = steps.length + 2; left > 0 && queue.holds; left -= 1)
		await pass({ ms: longestWaitMs + 10 * burstRestMs });
	model.check(queue.holds, 'at the end');
	if (queue.holds) model.wrong.push('holds for ever');
	for (const { number } of model.waiting) model.wrong.push(`${String(number)} is lost`);
	vi.clearAllTimers();
	return model.wrong;
}

it('gives every press once, in order and at its target, or says that it is dropped', async () => {
	await fc.assert(
		fc.asyncProperty(history, async (each) => {
			expect(await run(each)).toEqual([]);
		}),
		{ numRuns: whole ? 20_000 : 1_000 },
	);
});
