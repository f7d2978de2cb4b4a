// Writes to a count: every act is journal rows, and the boxes follow from them. The caller opens the transaction.
import { z } from 'zod';
import { undoHistory, type Act } from '../../../shared/domain/undo-history.ts';
import {
	NOT_TYPED,
	REMOVED,
	WHOLE_LINE,
	type ActEntry,
	type BoxRow,
	type LineInHand,
} from '../store/count-journal.ts';
import type { LineRow } from '../store/count-lines.ts';
import type { CountTable, StocktakeRow } from '../store/counts.ts';
import { keptAs, keptOr } from '../store/kept-json.ts';

export interface Hand {
	readonly by: string;
	readonly connection: string;
	/** Empty if the host does not report it. */
	readonly pc: string;
	readonly at: number;
	/** Epoch ms; earlier than `at` for counts that were on paper first. */
	readonly countedAt: number;
}

export interface NewEntry {
	readonly lineNo: number;
	readonly unitId: string;
	readonly typed: string;
	readonly locale: string;
	/** In the box's unit. */
	readonly quantity: string | null;
}

/** What an undo changed, and the cell to select; a null unit is the note or the whole line. */
export interface Undone {
	readonly lineNos: readonly number[];
	readonly whole: boolean;
	readonly cell: { readonly lineNo: number; readonly unitId: string | null };
}

export type BookOf = (
	count: StocktakeRow,
	line: Pick<LineRow, 'area_id' | 'item_id'>,
	hand: Hand,
) => Pick<BoxRow, 'book' | 'book_as_of'>;

type CellOf = Pick<ActEntry, 'line_no' | 'unit_id'>;
type Standing = Omit<BoxRow, 'line_no' | 'unit_id' | 'entry_id'>;

export class Entries {
	readonly #counts: CountTable;
	readonly #bookOf: BookOf;

	constructor(counts: CountTable, bookOf: BookOf) {
		this.#counts = counts;
		this.#bookOf = bookOf;
	}

	enter(count: StocktakeRow, entries: readonly NewEntry[], hand: Hand): void {
		let act: number | null = null;
		for (const [lineNo, ofLine] of Map.groupBy(entries, (entry) => entry.lineNo)) {
			const line = this.#counts.journal.lineInHand(count.stocktake_id, lineNo);
			const { first } = this.#enterLine(count, line, ofLine, act, hand);
			act ??= first;
		}
	}

	enterOn(count: StocktakeRow, line: LineInHand, entry: NewEntry, hand: Hand): number {
		return this.#enterLine(count, line, [entry], null, hand).last;
	}

	/** Writes an entry to the journal only: the line keeps its first count. */
	keepOut(count: StocktakeRow, entry: NewEntry, hand: Hand): void {
		const { stocktake_id } = count;
		const line = this.#counts.journal.lineInHand(stocktake_id, entry.lineNo);
		const entry_id = this.#counts.journal.nextEntry(stocktake_id, line);
		this.#counts.journal.add({
			stocktake_id,
			entry_id,
			line_no: entry.lineNo,
			unit_id: entry.unitId,
			typed: entry.typed,
			locale: entry.locale,
			quantity: entry.quantity,
			...hand,
			act: entry_id,
			kind: 'kept-out',
			of_act: null,
			before: null,
			counted_at: hand.countedAt,
			...this.#bookOf(count, line.row, hand),
		});
	}

	note(count: StocktakeRow, lineNo: number, note: string, hand: Hand): void {
		this.#write(count, { line_no: lineNo, unit_id: null }, note, hand);
	}

	remove(count: StocktakeRow, lineNo: number, hand: Hand): void {
		this.#write(count, { line_no: lineNo, unit_id: WHOLE_LINE }, REMOVED, hand);
	}

	/** Undoes or redoes this person's last act that nobody has changed since; null if there is none. */
	turnBack(count: StocktakeRow, kind: 'undo' | 'redo', hand: Hand): Undone | null {
		const acts: Act[] = this.#counts.journal.acts(count.stocktake_id, hand.by);
		const history = undoHistory(acts);
		const { by } = hand;
		const fits = (entry: ActEntry): boolean =>
			kind === 'undo' ? this.#stands(count, entry, by) : this.#isAsBefore(count, entry, by);
		for (const of of history[kind].toReversed()) {
			const entries = this.#counts.journal.entriesOf(count.stocktake_id, of);
			const [first] = entries;
			if (first === undefined || !entries.every(fits)) continue;
			let act: number | null = null;
			for (const entry of entries) act = this.#turn(count, entry, kind, of, act, hand);
			return {
				lineNos: [...new Set(entries.map(({ line_no }) => line_no))],
				whole: entries.some(({ unit_id }) => unit_id === WHOLE_LINE),
				cell: {
					lineNo: first.line_no,
					unitId: first.unit_id === WHOLE_LINE ? null : first.unit_id,
				},
			};
		}
		return null;
	}

	/** What a box holds: from everyone, or from this person alone if counts are summed. */
	#standing(
		{ together }: StocktakeRow,
		boxes: readonly BoxRow[],
		unitId: string,
		by: string,
	): Standing[] {
		return boxes
			.filter((row) => row.unit_id === unitId && (together !== 'sum' || row.by === by))
			.map(asStanding);
	}

	#put(
		{ stocktake_id }: StocktakeRow,
		lineNo: number,
		unitId: string,
		before: readonly Standing[],
		boxes: readonly Standing[],
		entryId: number,
	): void {
		const at = { stocktake_id, line_no: lineNo, unit_id: unitId, entry_id: entryId };
		const gone = before.filter(({ by }) => boxes.every((box) => box.by !== by));
		this.#counts.journal.putBoxes(
			at,
			boxes,
			gone.map(({ by }) => by),
		);
		if (boxes.length === 0) this.#counts.lines.setRevision(entryId, stocktake_id, lineNo);
	}

	/** The note, or whether the line is removed; null for a box. */
	#wordsOf({ stocktake_id }: StocktakeRow, { line_no, unit_id }: CellOf): string | null {
		if (unit_id === null) return this.#counts.lines.get(stocktake_id, line_no)?.note ?? '';
		if (unit_id !== WHOLE_LINE) return null;
		return this.#counts.lines.isRemoved(stocktake_id, line_no) ? REMOVED : '';
	}

	#putWords(
		{ stocktake_id }: StocktakeRow,
		{ line_no, unit_id }: CellOf,
		words: string,
		entryId: number,
	) {
		if (unit_id === null) this.#counts.lines.note(words, stocktake_id, line_no);
		else this.#counts.lines.setRemoved(words === REMOVED ? 1 : 0, stocktake_id, line_no);
		this.#counts.lines.setRevision(entryId, stocktake_id, line_no);
	}

	/** Entries on a removed line stay dormant until the line is restored. */
	#isGone({ stocktake_id }: StocktakeRow, { line_no, unit_id }: CellOf): boolean {
		return unit_id !== WHOLE_LINE && this.#counts.lines.isRemoved(stocktake_id, line_no);
	}

	#stands(count: StocktakeRow, entry: ActEntry, by: string): boolean {
		if (this.#isGone(count, entry)) return false;
		const words = this.#wordsOf(count, entry);
		if (words !== null || entry.unit_id === null) return words === entry.typed;
		const boxes = this.#counts.journal.boxesOf(count.stocktake_id, entry.line_no);
		const now = this.#standing(count, boxes, entry.unit_id, by);
		if (entry.quantity === null) return now.length === 0;
		const [only, ...others] = now;
		return only?.typed === entry.typed && only.by === by && others.length === 0;
	}

	#isAsBefore(count: StocktakeRow, entry: ActEntry, by: string): boolean {
		if (this.#isGone(count, entry)) return false;
		const words = this.#wordsOf(count, entry);
		if (words !== null || entry.unit_id === null)
			return words === keptOr(z.string(), entry.before, null);
		const boxes = this.#counts.journal.boxesOf(count.stocktake_id, entry.line_no);
		const now = this.#standing(count, boxes, entry.unit_id, by);
		const before = boxesBefore(entry);
		return (
			now.length === before.length &&
			now.every(({ typed, by: whose }) =>
				before.some((box) => box.typed === typed && box.by === whose),
			)
		);
	}

	#turn(
		count: StocktakeRow,
		entry: ActEntry,
		kind: 'undo' | 'redo',
		of: number,
		act: number | null,
		hand: Hand,
	): number {
		const { stocktake_id } = count;
		const { line_no, unit_id } = entry;
		const line = this.#counts.journal.lineInHand(stocktake_id, line_no);
		const entry_id = this.#counts.journal.nextEntry(stocktake_id, line);
		const begun = act ?? entry_id;
		const row = { stocktake_id, entry_id, line_no, unit_id, ...hand, act: begun, kind, of_act: of };
		const words = this.#wordsOf(count, entry);
		if (words !== null || unit_id === null) {
			const typed = kind === 'redo' ? entry.typed : keptAs(z.string(), entry.before);
			this.#putWords(count, entry, typed, entry_id);
			const before = JSON.stringify(words);
			this.#counts.journal.add({ ...row, ...noBook, typed, locale: '', quantity: null, before });
			return begun;
		}
		const before = this.#standing(count, line.boxes, unit_id, hand.by);
		const boxes =
			kind === 'undo'
				? boxesBefore(entry)
				: entry.quantity === null
					? []
					: [
							{
								at: entry.counted_at ?? hand.at,
								by: hand.by,
								typed: entry.typed,
								locale: entry.locale,
								quantity: entry.quantity,
								book: entry.book,
								book_as_of: entry.book_as_of,
							},
						];
		this.#put(count, line_no, unit_id, before, boxes.map(asStanding), entry_id);
		const [shown] = boxes;
		this.#counts.journal.add({
			...row,
			typed: shown?.typed ?? '',
			locale: shown?.locale ?? '',
			quantity: shown?.quantity ?? null,
			before: JSON.stringify(before),
			counted_at: shown?.at ?? null,
			book: shown?.book ?? null,
			book_as_of: shown?.book_as_of ?? null,
		});
		return begun;
	}

	#write(count: StocktakeRow, cell: CellOf, typed: string, hand: Hand): void {
		const { stocktake_id } = count;
		const line = this.#counts.journal.lineInHand(stocktake_id, cell.line_no);
		const entry_id = this.#counts.journal.nextEntry(stocktake_id, line);
		const before = JSON.stringify(this.#wordsOf(count, cell));
		this.#putWords(count, cell, typed, entry_id);
		this.#counts.journal.add({
			stocktake_id,
			entry_id,
			...cell,
			typed,
			locale: '',
			quantity: null,
			...hand,
			act: entry_id,
			kind: 'entry',
			of_act: null,
			before,
			...noBook,
		});
	}

	/** @param act null if this entry starts the act */
	#enterInto(
		count: StocktakeRow,
		line: LineInHand,
		{ lineNo, unitId, typed, locale, quantity }: NewEntry,
		act: number | null,
		hand: Hand,
	): number {
		const { stocktake_id } = count;
		const { by, countedAt: at } = hand;
		const entry_id = this.#counts.journal.nextEntry(stocktake_id, line);
		const before = this.#standing(count, line.boxes, unitId, by);
		const { book, book_as_of } = this.#bookOf(count, line.row, hand);
		const boxes = quantity === null ? [] : [{ typed, locale, quantity, at, by, book, book_as_of }];
		this.#put(count, lineNo, unitId, before, boxes, entry_id);
		if (quantity !== null && line.row.left_by !== '')
			this.#counts.lines.leave('', stocktake_id, lineNo);
		this.#counts.journal.add({
			stocktake_id,
			entry_id,
			line_no: lineNo,
			unit_id: unitId,
			typed: quantity === null ? '' : typed,
			locale,
			quantity,
			...hand,
			act: act ?? entry_id,
			kind: 'entry',
			of_act: null,
			before: JSON.stringify(before),
			counted_at: at,
			book,
			book_as_of,
		});
		return entry_id;
	}

	#enterLine(
		count: StocktakeRow,
		line: LineInHand,
		entries: readonly NewEntry[],
		act: number | null,
		hand: Hand,
	): { first: number; last: number } {
		let first = 0;
		let last = 0;
		for (const entry of [...entries, ...othersCleared(count, line, entries, hand)]) {
			last = this.#enterInto(count, line, entry, act ?? (first || null), hand);
			first ||= last;
		}
		return { first, last };
	}
}

/** With `replace`, counts by others in other units of the line are cleared: 3 cases, then 41 each, is 41 and not 77. */
function othersCleared(
	{ together }: StocktakeRow,
	{ row, boxes }: LineInHand,
	entries: readonly NewEntry[],
	{ by }: Hand,
): NewEntry[] {
	if (together !== 'replace' || entries.every(({ quantity }) => quantity === null)) return [];
	const entered = new Set(entries.map(({ unitId }) => unitId));
	const others = boxes.filter((box) => box.by !== by && !entered.has(box.unit_id));
	return [...new Set(others.map(({ unit_id }) => unit_id))].map((unitId) => ({
		lineNo: row.line_no,
		unitId,
		typed: '',
		locale: '',
		quantity: null,
	}));
}

/** Who else counted a line. A blank confirmed as zero is nobody's count. */
export const othersIn = (boxes: readonly BoxRow[], by: string): string[] => [
	...new Set(boxes.flatMap((box) => (box.locale === NOT_TYPED || box.by === by ? [] : box.by))),
];

const noBook = { counted_at: null, book: null, book_as_of: null };

export const standingBoxes = z.array(
	z.object({
		typed: z.string(),
		locale: z.string(),
		quantity: z.string(),
		at: z.number(),
		by: z.string(),
		book: z.string().nullable(),
		book_as_of: z.number().nullable(),
	}),
);

const boxesBefore = ({ before }: ActEntry): Standing[] => keptAs(standingBoxes, before);

const asStanding = ({ typed, locale, quantity, at, by, book, book_as_of }: Standing): Standing => ({
	typed,
	locale,
	quantity,
	at,
	by,
	book,
	book_as_of,
});
