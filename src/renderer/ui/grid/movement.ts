// Grid movement by key. Lines and columns by number; a line may lack some boxes.

export interface Place {
	readonly line: number;
	readonly column: number;
}

export interface Field {
	readonly lineCount: number;
	/** Focusable columns of a line, ascending; never empty. */
	readonly stops: (line: number) => readonly number[];
}

/** `next` and `previous` cross lines; `forward` and `back` do not. */
export type Move =
	| { readonly to: 'line'; readonly by: number }
	| { readonly to: 'next' | 'previous' | 'forward' | 'back' }
	| { readonly to: 'line-start' | 'line-end' | 'first' | 'last' };

/**
 * The target of a move; null if `next` or `previous` leaves the grid. `goal` is the column to return to: moving down
 * past a line without cases comes back to cases.
 */
export function moveIn(field: Field, from: Place, move: Move, goal: number): Place | null {
	const last = field.lineCount - 1;
	switch (move.to) {
		case 'line': {
			const line = Math.min(Math.max(from.line + move.by, 0), last);
			return { line, column: nearest(field.stops(line), goal) };
		}
		case 'forward':
			return { line: from.line, column: after(field.stops(from.line), from.column) ?? from.column };
		case 'back':
			return {
				line: from.line,
				column: before(field.stops(from.line), from.column) ?? from.column,
			};
		case 'next': {
			const column = after(field.stops(from.line), from.column);
			if (column !== undefined) return { line: from.line, column };
			return from.line < last
				? { line: from.line + 1, column: firstOf(field, from.line + 1) }
				: null;
		}
		case 'previous': {
			const column = before(field.stops(from.line), from.column);
			if (column !== undefined) return { line: from.line, column };
			return from.line > 0 ? { line: from.line - 1, column: lastOf(field, from.line - 1) } : null;
		}
		case 'line-start':
			return { line: from.line, column: firstOf(field, from.line) };
		case 'line-end':
			return { line: from.line, column: lastOf(field, from.line) };
		case 'first':
			return { line: 0, column: firstOf(field, 0) };
		case 'last':
			return { line: last, column: lastOf(field, last) };
	}
}

export function nearest(stops: readonly number[], goal: number): number {
	return stops.reduce(
		(best, stop) => (Math.abs(stop - goal) < Math.abs(best - goal) ? stop : best),
		stops[0] ?? 0,
	);
}

const after = (stops: readonly number[], column: number) => stops.find((stop) => stop > column);
const before = (stops: readonly number[], column: number) =>
	stops.findLast((stop) => stop < column);
const firstOf = (field: Field, line: number) => field.stops(line)[0] ?? 0;
const lastOf = (field: Field, line: number) => field.stops(line).at(-1) ?? 0;
