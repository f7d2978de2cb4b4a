import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail, type Failure } from '../../shared/bridge/reply.ts';
import type { Which } from '../ui/grid/turn.ts';
import { EditHistory } from './edit-history.ts';

describe('undo and redo', () => {
	/** Each number replaces the one before it. */
	const written = (texts: readonly number[]) => {
		const history = new EditHistory<number, null>();
		texts.forEach((after, index) =>
			history.add({ before: texts[index - 1] ?? 0, after, at: null }),
		);
		return history;
	};

	it('as many redos as undos change nothing', () => {
		fc.assert(
			fc.property(fc.array(fc.integer()), fc.nat(20), (texts, times) => {
				const history = written(texts);
				let now = texts.at(-1) ?? 0;
				const steps = Math.min(times, texts.length);
				for (let step = 0; step < steps; step++) now = history.step('undo')?.to ?? NaN;
				expect(now).toBe(steps === texts.length ? 0 : texts[texts.length - steps - 1]);
				for (let step = 0; step < steps; step++) now = history.step('redo')?.to ?? NaN;
				expect(now).toBe(texts.at(-1) ?? 0);
				expect(history.step('redo')).toBeNull();
			}),
		);
	});

	it('stops at the beginning', () => {
		const history = written([1, 2]);
		const undone = () => history.step('undo')?.to;
		expect([undone(), undone(), undone()]).toEqual([1, 0, undefined]);
	});

	it('a new action clears the redo list', () => {
		const history = written([1, 2]);
		history.step('undo');
		history.add({ before: 1, after: 3, at: null });
		expect(history.step('redo')).toBeNull();
		expect(history.step('undo')?.to).toBe(1);
	});

	it('what failed can be done again', async () => {
		const history = written([1, 2, 3]);
		history.step('undo');
		const tried = (which: Which, ok: boolean) =>
			history.stepBy(which, async ({ to }) => ({ ok, to }));
		expect(await tried('undo', false)).toEqual({ ok: false, to: 1 });
		expect(await tried('redo', false)).toEqual({ ok: false, to: 3 });
		expect(await tried('undo', true)).toEqual({ ok: true, to: 1 });
		expect(await tried('redo', true)).toEqual({ ok: true, to: 2 });
		expect(await tried('redo', true)).toEqual({ ok: true, to: 3 });
		expect(await tried('redo', true)).toBeNull();
	});

	it('forgets what can never be undone, and passes over what never happened', async () => {
		const history = written([1, 2, 3, 4]);
		const undone = (answer: 'never-made' | { ok: boolean; isFinal?: boolean }) =>
			history.stepBy('undo', async ({ from }) =>
				from === 3 ? 'never-made' : answer === 'never-made' ? answer : { ...answer, from },
			);
		expect(await undone({ ok: false, isFinal: true })).toMatchObject({ from: 4 });
		expect(await undone({ ok: true })).toMatchObject({ from: 2 });
		expect(history.step('redo')?.to).toBe(2);
		expect(history.step('redo')).toBeNull();
	});

	it('counts a lost entry as the last one, if it is found saved', async () => {
		let failure: Failure | null = null;
		let saved = 1;
		const history = new EditHistory<number, null>(() => Promise.resolve(failure));
		history.add({ before: 0, after: 1, at: null });
		const find = () => (saved === 1 ? undefined : { before: 1, after: saved, at: null });
		expect(await history.lose(find)).toBe(false);
		saved = 2;
		failure = fail('unreachable', '');
		expect(await history.lose(find)).toBe(false);
		expect(await history.findLost()).toEqual(failure);
		failure = null;
		expect(await history.findLost()).toBeNull();
		expect(history.step('undo')).toMatchObject({ from: 2, to: 1 });
		expect(history.step('undo')).toMatchObject({ from: 1, to: 0 });
	});

	it('takes one entry after the other', async () => {
		const history = new EditHistory<number, null>();
		const first = Promise.withResolvers<string>();
		const ended: string[] = [];
		const entries = [() => first.promise, () => Promise.resolve('second')].map((run) =>
			history.inTurn(run).then((name) => ended.push(name)),
		);
		first.resolve('first');
		await Promise.all(entries);
		expect(ended).toEqual(['first', 'second']);
	});
});
