import { describe, expect, it } from 'vitest';
import { moveIn, type Field, type Move } from './movement.ts';

/** Three boxes in columns 2, 3 and 4; line 1 is sold by weight and has only the last. */
const field: Field = { lineCount: 4, stops: (line) => (line === 1 ? [4] : [2, 3, 4]) };
const go = (line: number, column: number, move: Move, goal = column) =>
	moveIn(field, { line, column }, move, goal);

describe('moving in a grid', () => {
	it('goes from box to box and on to the next line', () => {
		expect(go(0, 2, { to: 'next' })).toEqual({ line: 0, column: 3 });
		expect(go(0, 4, { to: 'next' })).toEqual({ line: 1, column: 4 });
		expect(go(1, 4, { to: 'next' })).toEqual({ line: 2, column: 2 });
		expect(go(2, 2, { to: 'previous' })).toEqual({ line: 1, column: 4 });
	});

	it('leaves the grid at both ends', () => {
		expect(go(3, 4, { to: 'next' })).toBeNull();
		expect(go(0, 2, { to: 'previous' })).toBeNull();
	});

	it('stays in its line with forward and back', () => {
		expect(go(0, 4, { to: 'forward' })).toEqual({ line: 0, column: 4 });
		expect(go(0, 2, { to: 'back' })).toEqual({ line: 0, column: 2 });
	});

	it('returns to the goal column after a line without it', () => {
		expect(go(0, 2, { to: 'line', by: 1 })).toEqual({ line: 1, column: 4 });
		expect(go(1, 4, { to: 'line', by: 1 }, 2)).toEqual({ line: 2, column: 2 });
	});

	it('stops at the first and the last line', () => {
		expect(go(0, 3, { to: 'line', by: -9 })).toEqual({ line: 0, column: 3 });
		expect(go(0, 3, { to: 'line', by: 99 })).toEqual({ line: 3, column: 3 });
		expect(go(2, 3, { to: 'first' })).toEqual({ line: 0, column: 2 });
		expect(go(0, 3, { to: 'last' })).toEqual({ line: 3, column: 4 });
		expect(go(2, 3, { to: 'line-end' })).toEqual({ line: 2, column: 4 });
	});
});
