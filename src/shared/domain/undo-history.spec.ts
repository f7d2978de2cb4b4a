import fc from 'fast-check';
import { expect, it } from 'vitest';
import { undoHistory, type Act } from './undo-history.ts';

/** Applies keys like the count does: ignores undo and redo if there is nothing to do. */
function done(keys: readonly ('entry' | 'undo' | 'redo')[]): Act[] {
	const acts: Act[] = [];
	for (const key of keys) {
		const { undo, redo } = undoHistory(acts);
		const of = key === 'entry' ? null : ((key === 'undo' ? undo : redo).at(-1) ?? null);
		if (key === 'entry' || of !== null) acts.push({ act: acts.length + 1, kind: key, of });
	}
	return acts;
}

it('undoes the latest first and redoes in reverse', () => {
	expect(undoHistory(done(['entry', 'entry', 'undo']))).toEqual({ undo: [1], redo: [2] });
	expect(undoHistory(done(['entry', 'entry', 'undo', 'undo']))).toEqual({ undo: [], redo: [2, 1] });
	expect(undoHistory(done(['entry', 'entry', 'undo', 'undo', 'redo']))).toEqual({
		undo: [1],
		redo: [2],
	});
});

it('ignores an undo and a redo of nothing', () => {
	expect(undoHistory([])).toEqual({ undo: [], redo: [] });
	const of = null;
	const acts: Act[] = [...done(['entry', 'entry', 'entry', 'undo', 'undo'])];
	acts.push({ act: 6, kind: 'undo', of }, { act: 7, kind: 'redo', of });
	expect(undoHistory(acts)).toEqual({ undo: [1], redo: [3, 2] });
});

it('an entry after an undo clears the redo list', () => {
	expect(undoHistory(done(['entry', 'undo', 'entry']))).toEqual({ undo: [3], redo: [] });
});

it('as many redos as undos restore the state', () => {
	const key = fc.constantFrom('entry', 'undo', 'redo');
	fc.assert(
		fc.property(fc.array(key, { maxLength: 30 }), fc.nat(10), (keys, times) => {
			const before = undoHistory(done(keys));
			const back = Math.min(times, before.undo.length);
			const after = undoHistory(
				done([
					...keys,
					...Array.from({ length: back }, () => 'undo' as const),
					...Array.from({ length: back }, () => 'redo' as const),
				]),
			);
			expect(after).toEqual(before);
		}),
	);
});
