// Lines of a grid that need attention: a refused text, or a problem of the whole line.
import type { Position } from './grid-commits.svelte.ts';
import type { GridState } from './grid.svelte.ts';

/** The next or previous line with a problem or refused text, wrapping around. */
export function nextProblem<Line>(grid: GridState<Line>, step: 1 | -1): Position | null {
	const { lineCount } = grid.lines;
	const here = grid.currentLine() ?? -1;
	for (let distance = 1; distance <= lineCount; distance++) {
		const line = (here + step * distance + lineCount * 2) % lineCount;
		const entry = grid.lines.entryOfLine(line);
		if (entry === null) continue;
		const refused = refusedIn(grid, entry.key);
		if (refused !== null) return refused;
		const problem = grid.problemOf(entry.line);
		if (problem !== null) return { key: entry.key, column: problem.column };
	}
	return null;
}

export function firstRefused<Line>(grid: GridState<Line>): Position | null {
	for (let line = 0; line < grid.lines.lineCount; line++) {
		const key = grid.lines.entryOfLine(line)?.key;
		const refused = key === undefined ? null : refusedIn(grid, key);
		if (refused !== null) return refused;
	}
	return null;
}

function refusedIn<Line>(grid: GridState<Line>, key: string): Position | null {
	const column = grid.columns.find((each) => grid.outcome(key, each.key)?.state === 'failed');
	return column === undefined ? null : { key, column: column.key };
}
