// Lines of a grid that need attention: a refused text, or a problem of the whole line.
import type { GridState } from './grid.svelte.ts';

/** A line, and the cell to fix; any cell if the whole line has the problem. */
interface Troubled {
	readonly key: string;
	readonly column?: string;
}

/** The next or previous line with a problem or refused text, wrapping around. */
export function nextProblem<Line>(grid: GridState<Line>, step: 1 | -1): Troubled | null {
	const { lineCount } = grid.lines;
	const here = grid.currentLine() ?? -1;
	for (let distance = 1; distance <= lineCount; distance++) {
		const line = (here + step * distance + lineCount * 2) % lineCount;
		const entry = grid.lines.entryOfLine(line);
		if (entry === null) continue;
		const refused = refusedIn(grid, entry.key);
		if (refused !== null) return refused;
		if (grid.problemOf(entry.line) !== null) return { key: entry.key };
	}
	return null;
}

export function firstRefused<Line>(grid: GridState<Line>): Troubled | null {
	for (let line = 0; line < grid.lines.lineCount; line++) {
		const key = grid.lines.entryOfLine(line)?.key;
		const refused = key === undefined ? null : refusedIn(grid, key);
		if (refused !== null) return refused;
	}
	return null;
}

function refusedIn<Line>(grid: GridState<Line>, key: string): Troubled | null {
	const column = grid.columns.find((each) => grid.outcome(key, each.key)?.state === 'failed');
	return column === undefined ? null : { key, column: column.key };
}
