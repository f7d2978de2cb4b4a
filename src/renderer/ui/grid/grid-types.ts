// A screen's description for the grid: lines, columns and commit.
import type { Snippet } from 'svelte';
import type { Message } from '../../messages/message.ts';
import type { Position } from './grid-commits.svelte.ts';

/**
 * A grid row: a line, or a section heading like a shelf. Keys are unique and stay with their line. In a long sheet make
 * `line` a getter over a SvelteMap: a change then re-renders that line only, and the entries array stays the same.
 */
export type GridEntry<Line> =
	| { readonly kind: 'section'; readonly key: string; readonly label: string }
	| { readonly kind: 'line'; readonly key: string; readonly line: Line };

/** An entry cell: its saved text, and the placeholder of an empty box (a dash for "not counted"). */
export interface GridBox {
	readonly typed: string;
	readonly blank?: string;
	readonly disabled?: boolean;
	/** Holds words, not a quantity. */
	readonly words?: boolean;
}

export interface GridColumn<Line> {
	readonly key: string;
	readonly label: string;
	/** The label is for screen readers only: for a column of marks. */
	readonly quietLabel?: boolean;
	/** CSS width like `84px`; if omitted, the column shares the remaining width. */
	readonly width?: string;
	readonly align?: 'start' | 'end' | 'center';
	/** Names the line for screen readers. One column of a grid. */
	readonly rowHeader?: boolean;
	/** Renders a read-only cell, given its column's key. */
	readonly cell?: Snippet<[Line, LineView, string]>;
	/** Makes it an entry column; null if a line has no such box. */
	readonly box?: (line: Line) => GridBox | null;
	/** Arrows also stop at a read-only column, on some or all lines, if it has a button or opens something. */
	readonly stop?: boolean | ((line: Line) => boolean);
}

/** Line state for a cell's snippet. */
export interface LineView {
	readonly key: string;
	/** Whether this line is current. */
	readonly at: boolean;
	/** A box's text, while typing too. */
	text(column: string): string;
	/** The worst state of the line's boxes: failed before saving before saved. */
	readonly saving: CellOutcome['state'] | 'none';
}

/** Result of the last committed text. */
export type CellOutcome =
	| { readonly state: 'saving'; readonly typed: string }
	| { readonly state: 'saved' }
	/** Not saved: the cell keeps the text and shows the message. */
	| { readonly state: 'failed'; readonly typed: string; readonly message: Message };

export type RefusedCell = Extract<CellOutcome, { state: 'failed' }>;

export type CommitReply = { readonly ok: true } | { readonly ok: false; readonly message: Message };

/** Shown at the cell to fix, if that is a box; another cell shows its own. */
export interface LineProblem {
	readonly words: string;
	/** The column of the cell to fix. */
	readonly column: string;
}

export interface GridSource<Line> {
	readonly entries: () => readonly GridEntry<Line>[];
	readonly columns: () => readonly GridColumn<Line>[];
	/**
	 * Commits a changed cell. Resolves once the line holds the saved value; a refusal is a value with the cell's
	 * message. Commits of one cell run in sequence, those of several in parallel.
	 */
	readonly commit?: (line: Line, column: string, typed: string) => Promise<CommitReply>;
	/**
	 * Enter or ↓ (`line`) or Tab (`next`) beyond the last line. Returns true if the screen moved on, for example to the
	 * next area.
	 */
	readonly pastEnd?: (by: 'line' | 'next') => boolean;
	/** Enter or double click on a read-only cell. */
	readonly open?: (line: Line, column: string) => void;
	/** What blocks a line; F8 cycles through such lines and failed cells. */
	readonly problem?: (line: Line) => LineProblem | null;
	/** Identifies the lines' owner. Refused texts stay in place when the screen is left and reopened. */
	readonly document?: string;
}

/** The grid's requirements of the page. */
export interface GridStage {
	/** Focuses a cell once rendered. */
	focus(position: Position, caret: 'all' | 'end'): void;
	/** Calls back when the last change is on screen. */
	painted(then: () => void): void;
}
