import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
				for (let step = 0; step < steps; step++) now = history.undo()?.before ?? NaN;
				expect(now).toBe(steps === texts.length ? 0 : texts[texts.length - steps - 1]);
				for (let step = 0; step < steps; step++) now = history.redo()?.after ?? NaN;
				expect(now).toBe(texts.at(-1) ?? 0);
				expect(history.redo()).toBeNull();
			}),
		);
	});

	it('stops at the beginning', () => {
		const history = written([1, 2]);
		expect([history.undo()?.before, history.undo()?.before, history.undo()]).toEqual([1, 0, null]);
	});

	it('a new action clears the redo list', () => {
		const history = written([1, 2]);
		history.undo();
		history.add({ before: 1, after: 3, at: null });
		expect(history.redo()).toBeNull();
		expect(history.undo()?.before).toBe(1);
	});
});
