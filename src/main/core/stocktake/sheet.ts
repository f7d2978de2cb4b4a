// The count sheet: entries, undo and redo, notes, and who else is counting.
import type { CallOutput } from '../../../shared/bridge/contract.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { SheetLine, StocktakeSummary } from '../../../shared/bridge/stocktake.ts';
import { connected, type Answer } from '../connected.ts';
import type { Handlers } from '../context.ts';
import type { LineRow } from '../store/count-lines.ts';
import type { StocktakeRow } from '../store/counts.ts';
import { readUnits } from '../store/items.ts';
import { notHere, planOf, type CountDesk, type OnCount, type OnOpen } from './count-desk.ts';
import type { PresentCounters } from './counters.ts';
import { othersIn, type Hand, type NewEntry, type Undone } from './entering.ts';
import { sheetLine, stockOf } from './line.ts';
import type { CountReview } from './review.ts';
import { lineSentBack } from './sent-back.ts';
import { readEntry, Taking } from './taking.ts';
import { walking } from './walking.ts';

/** Lines shown above the requested line, for context. */
const LINES_BEFORE = 20;

class CountSheet {
	readonly #desk: CountDesk;
	readonly #review: CountReview;
	readonly #present;
	readonly #taking;
	readonly #walk;

	constructor(desk: CountDesk, review: CountReview, present: PresentCounters) {
		this.#desk = desk;
		this.#review = review;
		this.#present = present;
		this.#taking = new Taking(desk);
		this.#walk = walking(desk);
	}

	readonly sheet: Answer<'stocktake.sheet'> = ({ accountId }, { stocktakeId, window }) => {
		const count = this.#desk.counts.counted(accountId, stocktakeId);
		if (count === null) return notHere();
		const progress = new Map(
			this.#desk.counts.lines
				.progress({ stocktake_id: stocktakeId })
				.map((area) => [area.area_id, area]),
		);
		const summary = this.#desk.summary(count);
		const next = window?.from === 'next' ? this.#nextOf(count, summary) : null;
		const from = window?.from === 'next' ? next : window?.from;
		return succeed({
			summary,
			plan: planOf(count),
			together: count.together,
			unknownCodes: this.#desk.unknownCodes
				.of(stocktakeId)
				.filter(({ line_no }) => line_no === null).length,
			blind: count.blind === 1,
			bookAsOf: count.book_as_of,
			lastSavedAt: this.#desk.counts.journal.lastEntryAt(stocktakeId),
			areas: this.#desk.counts.areas(stocktakeId).map(({ area_id, name }) => {
				const { lines = 0, counted = 0, zero = 0 } = progress.get(area_id) ?? {};
				return { areaId: area_id, name, lines, counted, zero };
			}),
			unitSets: this.#desk.counts.lines.unitSets(stocktakeId).map(readUnits),
			next,
			lines:
				window === undefined
					? this.#linesOf(count, this.#desk.counts.lines.all(stocktakeId))
					: this.#linesOf(
							count,
							this.#desk.counts.lines.window(
								stocktakeId,
								typeof from === 'number' ? this.#firstShown(stocktakeId, from) : 0,
								window.lines,
							),
						),
		});
	};

	readonly lines: OnCount<'stocktake.lines'> = ({ count }, { stocktakeId, from, limit }) =>
		succeed({
			lines: this.#linesOf(count, this.#desk.counts.lines.window(stocktakeId, from, limit)),
		});

	readonly enter: Answer<'stocktake.enter'> = ({ accountId }, input, caller) => {
		const { stocktakeId, locale } = input;
		// Validation reads inside the writing transaction: one transaction for all of it.
		const entered = this.#desk.durably((): Reply<CallOutput<'stocktake.enter'>> => {
			const open = this.#desk.openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const { count } = open;
			const row = this.#desk.counts.lines.get(stocktakeId, input.lineNo);
			if (row === null) return notHere();
			const read = readEntry(row, input, locale);
			if (!read.ok) return read;
			const hand = this.#desk.handOf(input.by, caller);
			const boxes = this.#desk.counts.journal.boxesOf(stocktakeId, input.lineNo);
			const refused = this.#taking.collision(count, [input.lineNo], hand, () => boxes);
			if (refused !== null) return refused;
			const { kept, ...now } = this.#taking.enterOne(count, { row, boxes }, read.entry, hand);
			return succeed({ line: this.#desk.viewOf(count, now.row), savedAt: hand.at, kept });
		});
		if (entered.ok) this.#desk.changed(stocktakeId, entered.value.line);
		return entered;
	};

	readonly enterMany: OnOpen<'stocktake.enterMany'> = ({ count, hand }, input) => {
		const { stocktakeId, locale } = input;
		const wanted: NewEntry[] = [];
		for (const each of input.entries) {
			const read = readEntry(this.#desk.counts.lines.get(stocktakeId, each.lineNo), each, locale);
			if (!read.ok) return read;
			wanted.push(read.entry);
		}
		const lineNos = [...new Set(wanted.map(({ lineNo }) => lineNo))];
		const refused = this.#taking.collision(count, lineNos, hand);
		if (refused !== null) return refused;
		this.#desk.durably(() => {
			const keeps = ({ lineNo }: NewEntry): boolean =>
				count.together === 'keep' &&
				othersIn(this.#desk.counts.journal.boxesOf(stocktakeId, lineNo), hand.by).length > 0;
			for (const entry of wanted.filter(keeps)) this.#desk.entries.keepOut(count, entry, hand);
			this.#desk.touch(count, hand);
			this.#desk.entries.enter(
				count,
				wanted.filter((entry) => !keeps(entry)),
				hand,
			);
		});
		const lines = lineNos.map((lineNo) => this.#desk.lineView(count, lineNo));
		this.#desk.changedLines(stocktakeId, lines);
		return succeed({ lines, savedAt: hand.at });
	};

	readonly undo: OnOpen<'stocktake.undo'> = ({ count, hand }) => this.#undone(count, 'undo', hand);

	readonly redo: OnOpen<'stocktake.redo'> = ({ count, hand }) => this.#undone(count, 'redo', hand);

	readonly note: OnOpen<'stocktake.note'> = ({ count, hand }, { stocktakeId, lineNo, note }) => {
		if (this.#desk.counts.lines.get(stocktakeId, lineNo) === null) return notHere();
		const line = this.#desk.durably(() => {
			this.#desk.touch(count, hand);
			this.#desk.entries.note(count, lineNo, note, hand);
			return this.#desk.lineView(count, lineNo);
		});
		this.#desk.changed(stocktakeId, line);
		return succeed({ line, savedAt: hand.at });
	};

	readonly together: OnOpen<'stocktake.together'> = (
		{ count, hand },
		{ stocktakeId, together },
	) => {
		// Two windows may ask at once; the first answer wins.
		if (count.together === 'ask') {
			this.#desk.durably(() => {
				this.#desk.counts.chooseTogether(together, stocktakeId);
				this.#desk.happened(stocktakeId, hand, 'together-chosen', { together });
			});
			this.#desk.changed(stocktakeId, null);
		}
		return succeed({});
	};

	readonly here: OnCount<'stocktake.here'> = (_, input, caller) => {
		const { stocktakeId, window, areaId, leaving, by } = input;
		const { by: person } = this.#desk.handOf(by, caller);
		const counters = this.#present.here(
			stocktakeId,
			{ window, person, areaId, connection: caller.connection },
			leaving,
		);
		this.#desk.context.emit('stocktake.counters', { stocktakeId, counters });
		return succeed({ counters });
	};

	#undone(
		count: StocktakeRow,
		kind: 'undo' | 'redo',
		hand: Hand,
	): Reply<CallOutput<'stocktake.undo'>> {
		const done: Undone | null = this.#desk.durably(() => {
			const turned = this.#desk.entries.turnBack(count, kind, hand);
			if (turned === null) return null;
			this.#desk.touch(count, hand);
			if (turned.whole) this.#walk.refit(count, turned.lineNos);
			return turned;
		});
		if (done === null) return succeed({ lines: [], cell: null, savedAt: null });
		const there = done.lineNos.filter(
			(lineNo) => !this.#desk.counts.lines.isRemoved(count.stocktake_id, lineNo),
		);
		const lines = there.map((lineNo) => this.#desk.lineView(count, lineNo));
		if (done.whole) this.#desk.changed(count.stocktake_id, null);
		else this.#desk.changedLines(count.stocktake_id, lines);
		return succeed({ lines, cell: done.cell, savedAt: hand.at });
	}

	#linesOf(count: StocktakeRow, rows: readonly LineRow[]): SheetLine[] {
		const { stocktake_id } = count;
		const several = new Set(this.#desk.counts.lines.twins(stocktake_id).map(stockOf));
		return rows.map((row) =>
			sheetLine(
				count,
				row,
				this.#desk.counts.journal.boxesOf(stocktake_id, row.line_no),
				several.has(stockOf(row)),
			),
		);
	}

	/** The line to continue counting at. */
	#nextOf(count: StocktakeRow, { sentBack }: StocktakeSummary): number | null {
		const again = sentBack === null ? null : lineSentBack(this.#review.lines(count), sentBack);
		return again ?? this.#desk.counts.lines.firstUncounted(count.stocktake_id);
	}

	#firstShown(stocktakeId: string, lineNo: number): number {
		return Math.max(this.#desk.counts.lines.placeOf(stocktakeId, lineNo) - LINES_BEFORE, 0);
	}
}

export function sheetCalls(desk: CountDesk, review: CountReview, present: PresentCounters) {
	const sheet = new CountSheet(desk, review, present);
	return {
		'stocktake.sheet': connected(desk.context, sheet.sheet),
		'stocktake.lines': desk.onCount(sheet.lines),
		'stocktake.enter': connected(desk.context, sheet.enter),
		'stocktake.enterMany': desk.onOpen(sheet.enterMany),
		'stocktake.undo': desk.onOpen(sheet.undo),
		'stocktake.redo': desk.onOpen(sheet.redo),
		'stocktake.note': desk.onOpen(sheet.note),
		'stocktake.together': desk.onOpen(sheet.together),
		'stocktake.here': desk.onCount(sheet.here),
	} satisfies Partial<Handlers<'stocktake'>>;
}
