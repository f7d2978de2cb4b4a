// What a screen tells the grid: its lines, its columns, and where a changed cell is sent.
import type { Snippet } from 'svelte';
import type { Message } from '../../messages/message.ts';

/**
 * A row of the grid: a line to work on, or the head of a section such as a shelf. Keys are unique in the grid and
 * stay with their line. In a long sheet make `line` a getter over a SvelteMap: a change of one line then redraws that
 * line alone, and the array of entries stays the same.
 */
export type GridEntry<Line> =
	| {
			readonly kind: 'section';
			readonly key: string;
			readonly label: string;
			readonly note?: string;
	  }
	| { readonly kind: 'line'; readonly key: string; readonly line: Line };

/** A cell to type in: the text that is saved, and what an empty box shows (a dash for "not counted"). */
export interface GridBox {
	readonly typed: string;
	readonly blank?: string;
	readonly disabled?: boolean;
}

export interface GridColumn<Line> {
	readonly key: string;
	readonly label: string;
	/** The label is for screen readers alone: for a column of marks. */
	readonly quietLabel?: boolean;
	/** CSS width, such as `84px`; left out, the column shares what is left over. */
	readonly width?: string;
	readonly align?: 'start' | 'end' | 'center';
	/** Names the line for screen readers. One column of a grid. */
	readonly rowHeader?: boolean;
	/** Draws a cell that is read. */
	readonly cell?: Snippet<[Line, LineView]>;
	/** Makes it a column to type in; null where a line has no such box. */
	readonly box?: (line: Line) => GridBox | null;
	/** The arrows stop at a column to read as well, on every line or on some: where it holds a button or opens something. */
	readonly stop?: boolean | ((line: Line) => boolean);
}

/** What a cell's snippet may ask about the line it stands in. */
export interface LineView {
	readonly key: string;
	/** Whether this is the line in hand. */
	readonly at: boolean;
	/** What a box of this line shows at this moment, while it is being typed. */
	text(column: string): string;
	/** The worst of the line's boxes: a failed one before one being saved before a saved one. */
	readonly saving: CellOutcome['state'] | 'none';
}

/** What became of the last text that was left in a cell. */
export type CellOutcome =
	| { readonly state: 'saving'; readonly typed: string }
	| { readonly state: 'saved' }
	/** Not saved: the cell keeps what was typed and shows the message. */
	| { readonly state: 'failed'; readonly typed: string; readonly message: Message };

export type RefusedCell = Extract<CellOutcome, { state: 'failed' }>;

export type CommitReply = { readonly ok: true } | { readonly ok: false; readonly message: Message };

export interface GridSource<Line> {
	readonly entries: () => readonly GridEntry<Line>[];
	readonly columns: () => readonly GridColumn<Line>[];
	/**
	 * A cell was left with another text than it had. Fulfilled once the line holds what is saved; a refusal is a value
	 * with the message to show at the cell. Commits of one cell follow one another, those of several go side by side.
	 */
	readonly commit?: (line: Line, column: string, typed: string) => Promise<CommitReply>;
	/** Enter, Tab or ↓ leads beyond the last line. True when the screen went on by itself, such as to the next area. */
	readonly pastEnd?: () => boolean;
	/** Enter on a cell that is read, or a double click. */
	readonly open?: (line: Line, column: string) => void;
	/** What is wrong with a line as a whole; F8 goes from one such line, or failed cell, to the next. */
	readonly problem?: (line: Line) => string | null;
	/**
	 * Names what the lines belong to. What was refused in it stays as it was typed when the screen is left, and stands
	 * there again when it is opened the next time.
	 */
	readonly document?: string;
}
