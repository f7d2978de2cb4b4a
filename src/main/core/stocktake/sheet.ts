// The count sheet: entries, undo and redo, notes, and who else is counting.
import type { CallOutput } from '../../../shared/bridge/contract.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { Sheet, SheetLine } from '../../../shared/bridge/stocktake.ts';
import { connected } from '../connected.ts';
import type { Handlers } from '../context.ts';
import type { LineRow, StocktakeRow } from '../store/counts.ts';
import { readUnits } from '../store/items.ts';
import { unknownCodesOfCount } from '../store/unknown-codes.ts';
import { approvalOf, notHere, planOf, type CountDesk } from './count-desk.ts';
import { presentCounters } from './counters.ts';
import { othersIn, type Hand, type NewEntry, type Undone } from './entering.ts';
import { sheetLine } from './line.ts';
import { taking } from './taking.ts';
import { walking } from './walking.ts';

/** Lines shown above the requested line, for context. */
const LINES_BEFORE = 20;

type SheetCalls = Pick<
	Handlers<'stocktake'>,
	| 'stocktake.sheet'
	| 'stocktake.lines'
	| 'stocktake.enter'
	| 'stocktake.enterMany'
	| 'stocktake.undo'
	| 'stocktake.redo'
	| 'stocktake.note'
	| 'stocktake.together'
	| 'stocktake.here'
>;

export function sheetCalls(desk: CountDesk): SheetCalls {
	const { context, counts, entries, durably, changed, changedLines, handOf, happened } = desk;
	const { touch, summary, lineView, viewOf, openCount } = desk;
	const unknownCodes = unknownCodesOfCount(context.store.durable);
	const present = presentCounters(context.ports.clock);
	const { readEntry, collision, enterOne } = taking(desk);
	const walk = walking(desk);

	const undone = (
		count: StocktakeRow,
		kind: 'undo' | 'redo',
		hand: Hand,
	): Reply<CallOutput<'stocktake.undo'>> => {
		const done: Undone | null = durably(() => {
			const turned = entries.turnBack(count, kind, hand);
			if (turned === null) return null;
			touch(count, hand);
			if (turned.whole) walk.refit(count, turned.lineNos);
			return turned;
		});
		if (done === null) return succeed({ lines: [], cell: null, savedAt: null });
		const there = done.lineNos.filter(
			(lineNo) => counts.removed(count.stocktake_id, lineNo) === false,
		);
		const lines = there.map((lineNo) => lineView(count, lineNo));
		if (done.whole) changed(count.stocktake_id, null);
		else changedLines(count.stocktake_id, lines);
		return succeed({ lines, cell: done.cell, savedAt: hand.at });
	};

	const linesOf = (count: StocktakeRow, rows: readonly LineRow[]): SheetLine[] => {
		const { stocktake_id } = count;
		const stockOf = (row: { area_id: string; item_id: string }) => `${row.area_id} ${row.item_id}`;
		const several = new Set(counts.twins(stocktake_id).map(stockOf));
		return rows.map((row) =>
			sheetLine(count, row, counts.boxesOf(stocktake_id, row.line_no), several.has(stockOf(row))),
		);
	};

	const firstOf = (stocktakeId: string, from: 'start' | 'uncounted' | number): number => {
		const lineNo = from === 'uncounted' ? counts.firstUncounted(stocktakeId) : from;
		if (lineNo === null || lineNo === 'start') return 0;
		return Math.max(counts.placeOf(stocktakeId, lineNo) - LINES_BEFORE, 0);
	};

	return {
		'stocktake.sheet': connected(
			context,
			({ accountId }, { stocktakeId, window }): Reply<Sheet> => {
				const count = counts.counted(accountId, stocktakeId);
				if (count === null) return notHere();
				const progress = new Map(counts.progress(stocktakeId).map((area) => [area.area_id, area]));
				return succeed({
					summary: summary(count),
					plan: planOf(count),
					together: count.together,
					approved: approvalOf(count),
					unknownCodes: unknownCodes.of(stocktakeId).filter(({ line_no }) => line_no === null)
						.length,
					currency: count.currency,
					blind: count.blind === 1,
					bookAsOf: count.book_as_of,
					lastSavedAt: counts.lastEntryAt(stocktakeId),
					areas: counts.areas(stocktakeId).map(({ area_id, name }) => {
						const { lines = 0, counted = 0, zero = 0 } = progress.get(area_id) ?? {};
						return { areaId: area_id, name, lines, counted, zero };
					}),
					unitSets: counts.unitSets(stocktakeId).map(readUnits),
					lines:
						window === undefined
							? linesOf(count, counts.lines(stocktakeId))
							: linesOf(
									count,
									counts.window(stocktakeId, firstOf(stocktakeId, window.from), window.lines),
								),
				});
			},
		),

		'stocktake.lines': connected(context, ({ accountId }, { stocktakeId, from, limit }) => {
			const count = counts.get(accountId, stocktakeId);
			if (count === null) return notHere();
			return succeed({ lines: linesOf(count, counts.window(stocktakeId, from, limit)) });
		}),

		'stocktake.enter': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, locale } = input;
			// Validation reads inside the writing transaction: one transaction for all of it.
			const entered = durably((): Reply<CallOutput<'stocktake.enter'>> => {
				const open = openCount(accountId, stocktakeId);
				if (!open.ok) return open;
				const { count } = open;
				const row = counts.line(stocktakeId, input.lineNo);
				if (row === null) return notHere();
				const read = readEntry(row, input, locale);
				if (!read.ok) return read;
				const hand = handOf(input.by, caller);
				const boxes = counts.boxesOf(stocktakeId, input.lineNo);
				const refused = collision(count, [input.lineNo], hand, () => boxes);
				if (refused !== null) return refused;
				const { kept, ...now } = enterOne(count, { row, boxes }, read.entry, hand);
				return succeed({ line: viewOf(count, now.row), savedAt: hand.at, kept });
			});
			if (entered.ok) changed(stocktakeId, entered.value.line);
			return entered;
		}),

		'stocktake.enterMany': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, locale } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const { count } = open;
			const wanted: NewEntry[] = [];
			for (const each of input.entries) {
				const read = readEntry(counts.line(stocktakeId, each.lineNo), each, locale);
				if (!read.ok) return read;
				wanted.push(read.entry);
			}
			const hand = handOf(input.by, caller, input.countedAt);
			const lineNos = [...new Set(wanted.map(({ lineNo }) => lineNo))];
			const refused = collision(count, lineNos, hand);
			if (refused !== null) return refused;
			durably(() => {
				const keeps = ({ lineNo }: NewEntry): boolean =>
					count.together === 'keep' &&
					othersIn(counts.boxesOf(stocktakeId, lineNo), hand.by).length > 0;
				for (const entry of wanted.filter(keeps)) entries.keepOut(count, entry, hand);
				touch(count, hand);
				entries.enter(
					count,
					wanted.filter((entry) => !keeps(entry)),
					hand,
				);
			});
			const lines = lineNos.map((lineNo) => lineView(count, lineNo));
			changedLines(stocktakeId, lines);
			return succeed({ lines, savedAt: hand.at });
		}),

		'stocktake.undo': connected(context, ({ accountId }, { stocktakeId, by }, caller) => {
			const open = openCount(accountId, stocktakeId);
			return open.ok ? undone(open.count, 'undo', handOf(by, caller)) : open;
		}),

		'stocktake.redo': connected(context, ({ accountId }, { stocktakeId, by }, caller) => {
			const open = openCount(accountId, stocktakeId);
			return open.ok ? undone(open.count, 'redo', handOf(by, caller)) : open;
		}),

		'stocktake.note': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, lineNo, note } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			if (counts.line(stocktakeId, lineNo) === null) return notHere();
			const hand = handOf(input.by, caller);
			const line = durably(() => {
				touch(open.count, hand);
				entries.note(open.count, lineNo, note, hand);
				return lineView(open.count, lineNo);
			});
			changed(stocktakeId, line);
			return succeed({ line, savedAt: hand.at });
		}),

		'stocktake.together': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, together } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			// Two windows may ask at once; the first answer wins.
			if (open.count.together === 'ask') {
				durably(() => {
					counts.chooseTogether(stocktakeId, together);
					happened(stocktakeId, handOf(input.by, caller), 'together-chosen', { together });
				});
				changed(stocktakeId, null);
			}
			return succeed({});
		}),

		'stocktake.here': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, window, areaId, leaving, by } = input;
			if (counts.get(accountId, stocktakeId) === null) return notHere();
			const { by: person } = handOf(by, caller);
			const counters = present.here(stocktakeId, { window, person, areaId }, leaving);
			context.emit('stocktake.counters', { stocktakeId, counters });
			return succeed({ counters });
		}),
	};
}
