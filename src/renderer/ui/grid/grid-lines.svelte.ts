// The lines and columns of a grid, by number and by key.
import type { RowWindow } from '../window/row-window.svelte.ts';
import type { Position } from './grid-commits.svelte.ts';
import type { GridColumn, GridEntry, GridSource } from './grid-types.ts';
import { layoutOf, type Layout } from './layout.ts';
import type { Field, Place } from './movement.ts';

export class GridLines<Line> implements Field {
	readonly #source: Pick<GridSource<Line>, 'entries' | 'columns'>;
	readonly #window: RowWindow;
	readonly entries: readonly GridEntry<Line>[] = $derived.by(() => this.#source.entries());
	readonly columns: readonly GridColumn<Line>[] = $derived.by(() => this.#source.columns());
	readonly layout: Layout = $derived.by(() =>
		layoutOf(this.entries, this.#window.rowHeight, this.#window.headingHeight),
	);

	constructor(source: Pick<GridSource<Line>, 'entries' | 'columns'>, window: RowWindow) {
		this.#source = source;
		this.#window = window;
	}

	get lineCount(): number {
		return this.layout.lines.length;
	}

	/** The screen's value for a box; null if the line lacks it. */
	savedIn(line: Line, column: string): string | null {
		return this.columns[this.columnNumber(column)]?.box?.(line)?.typed ?? null;
	}

	savedText({ key, column }: Position): string | null {
		const entry = this.entryOfKey(key);
		return entry === null ? null : this.savedIn(entry.line, column);
	}

	/** Whether the arrows stop at a cell. */
	canStand(line: Line, column: GridColumn<Line>): boolean {
		const box = column.box?.(line) ?? null;
		const stop = typeof column.stop === 'function' ? column.stop(line) : column.stop === true;
		return stop || (box !== null && box.disabled !== true);
	}

	readonly stops = (line: number): readonly number[] => {
		const entry = this.entryOfLine(line);
		if (entry === null) return [0];
		const stops = this.columns.flatMap((column, number) =>
			this.canStand(entry.line, column) ? [number] : [],
		);
		return stops.length > 0 ? stops : [0];
	};

	position({ line, column }: Place): Position | null {
		const key = this.entryOfLine(line)?.key;
		const at = this.columns[column];
		return key === undefined || at === undefined ? null : { key, column: at.key };
	}

	entryOfLine(line: number) {
		return this.#lineEntry(this.layout.lines[line]);
	}

	entryOfKey(key: string) {
		return this.#lineEntry(this.layout.indexOf.get(key));
	}

	#lineEntry(index: number | undefined) {
		const entry = index === undefined ? undefined : this.entries[index];
		return entry?.kind === 'line' ? entry : null;
	}

	/** A line's number, by binary search: lines are in ascending order. */
	lineNumber(key: string): number | null {
		const index = this.layout.indexOf.get(key);
		const { lines } = this.layout;
		if (index === undefined) return null;
		let low = 0;
		let high = lines.length - 1;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((lines[middle] ?? 0) < index) low = middle + 1;
			else high = middle;
		}
		return lines[low] === index ? low : null;
	}

	columnNumber(key: string): number {
		return Math.max(
			this.columns.findIndex((column) => column.key === key),
			0,
		);
	}
}
