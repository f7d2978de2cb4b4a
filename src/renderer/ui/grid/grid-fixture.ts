// A grid of lines with two boxes for the specs: it records commits, and the test answers them.
import type { CommitReply, GridColumn, GridEntry } from './grid-types.ts';
import { GridState } from './grid.svelte.ts';

interface Line {
	id: string;
	case: string | null;
	each: string;
	problem?: string;
}

export function sheetOf(
	count: number,
	change: (line: Line, number: number) => void = () => undefined,
	document?: string,
) {
	const lines = Array.from({ length: count }, (_, number) => {
		const line: Line = { id: `l${String(number)}`, case: '', each: '' };
		change(line, number);
		return line;
	});
	const committed: string[] = [];
	const answers: ((reply: CommitReply) => void)[] = [];
	let read = 0;

	const columns: GridColumn<Line>[] = [
		{ key: 'name', label: 'Item', rowHeader: true },
		{
			key: 'case',
			label: 'Case',
			box: (line) => {
				read++;
				return line.case === null ? null : { typed: line.case };
			},
		},
		{ key: 'each', label: 'Each', box: (line) => ({ typed: line.each }) },
	];
	const entries = lines.map((line): GridEntry<Line> => ({ kind: 'line', key: line.id, line }));
	const grid = new GridState<Line>({
		entries: () => entries,
		columns: () => columns,
		problem: ({ problem }) => (problem === undefined ? null : { words: problem, column: 'each' }),
		...(document === undefined ? {} : { document }),
		commit: (line, column, typed) => {
			committed.push(`${line.id} ${column} ${typed}`);
			return new Promise((answer) => {
				answers.push((reply) => {
					if (reply.ok) line[column === 'case' ? 'case' : 'each'] = typed;
					answer(reply);
				});
			});
		},
	});
	grid.window.viewportHeight = 400;

	const press = (
		key: string,
		more: { shiftKey?: boolean; ctrlKey?: boolean; rtl?: boolean } = {},
	) =>
		grid.press(
			{ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more },
			more.rtl === true ? 'rtl' : 'ltr',
		);
	/** Types into the current cell, as its text box would report it. */
	const type = (typed: string) => {
		if (grid.at !== null) grid.type(grid.at.key, grid.at.column, typed);
	};
	const answer = async (reply: CommitReply) => {
		answers.shift()?.(reply);
		for (let turn = 0; turn < 6; turn++) await Promise.resolve();
	};
	return { grid, lines, committed, press, type, answer, reads: () => read };
}

/** The current cell as `line column`. */
export const at = (grid: GridState<Line>) => `${grid.at?.key ?? ''} ${grid.at?.column ?? ''}`;
