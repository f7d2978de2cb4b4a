// The review of a count: variances, uncounted items, and decisions.
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import {
	countStepNames,
	type CountStep,
	type Review,
	type ReviewLine,
} from '../../../shared/bridge/count-review.ts';
import { tolerances } from '../../../shared/bridge/counting-rules.ts';
import type { SheetLine } from '../../../shared/bridge/stocktake.ts';
import type { Tolerances } from '../../../shared/domain/tolerance.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, Handlers } from '../context.ts';
import { closedBooks } from '../store/closed-books.ts';
import { countDecisions } from '../store/count-decisions.ts';
import type { BoxRow } from '../store/count-journal.ts';
import type { LineRow } from '../store/count-lines.ts';
import type { CountEvent, CountTable, StocktakeRow } from '../store/counts.ts';
import { unknownCodesOfCount } from '../store/unknown-codes.ts';
import { books } from './books.ts';
import { approvalOf, notHere, planOf, reasonOf, type CountDesk } from './count-desk.ts';
import { correctionsOf, postedParts, type Corrections } from './corrections.ts';
import { boxesByLine } from './line.ts';
import { unknownCodeView } from './unknown-codes.ts';
import { bookedTotals } from './posting.ts';
import { keptReview } from './kept-review.ts';
import { reviewLines } from './review-lines.ts';
import { taking } from './taking.ts';
import { keptOr } from '../store/kept-json.ts';

export type CountReview = ReturnType<typeof countReview>;

export function countReview({ context, counts, summary }: CountDesk) {
	const unknownCodes = unknownCodesOfCount(context.store.durable);

	const decisions = countDecisions(context.store.durable);
	const book = books(context.store);
	const closed = closedBooks(context.store.durable);
	const reckoned = keptReview();

	const tolerancesOf = ({ tolerances: closed }: StocktakeRow): Tolerances =>
		(closed === null ? null : keptOr(tolerances, closed, null)) ??
		context.settings().counting.tolerances;

	const roundsOf = (
		{ stocktake_id }: StocktakeRow,
		boxesOf: (stocktakeId: string) => BoxRow[] = (recountId) => counts.journal.boxes(recountId),
	) =>
		decisions.rounds(stocktake_id).map((row) => ({
			row,
			round: row.round,
			open: row.state === 'open',
			lineNos: new Set(counts.lines.numbers(row.stocktake_id)),
			boxes: boxesByLine(boxesOf(row.stocktake_id)),
		}));

	/** The book when the count was closed, or the current one. */
	const bookNowOf = (count: StocktakeRow): ((row: LineRow) => string | null) => {
		if (count.state === 'open') {
			const now = book.all(count.account_id, count.location_id);
			return ({ area_id, item_id }) => now(area_id, item_id).quantity;
		}
		const byLine = closed.of(count.stocktake_id);
		return ({ line_no }) => byLine.get(line_no) ?? null;
	};

	const corrections = (count: StocktakeRow): Corrections =>
		count.state === 'submitted'
			? correctionsOf(counts, count, postedParts(context.outbox, count))
			: new Map();

	const linesOf = (count: StocktakeRow, rounds = roundsOf(count)): ReviewLine[] => {
		const { stocktake_id } = count;
		return reckoned({
			count,
			plan: planOf(count),
			rows: counts.lines.all(stocktake_id),
			boxes: boxesByLine(counts.journal.boxes(stocktake_id)),
			rounds,
			bookNow: bookNowOf(count),
			corrections: corrections(count),
			tolerances: tolerancesOf(count),
			reasonNeeded: context.settings().counting.reasonNeeded,
		});
	};

	/** Reads only this item, not the whole count. */
	const lineAt = (count: StocktakeRow, areaId: string, itemId: string): ReviewLine | null => {
		const rows = counts.lines.at(count.stocktake_id, areaId, itemId);
		const boxesOf = (stocktakeId: string): BoxRow[] =>
			rows.flatMap(({ line_no }) => counts.journal.boxesOf(stocktakeId, line_no));
		const [line] = reviewLines({
			count,
			plan: planOf(count),
			rows,
			boxes: boxesByLine(boxesOf(count.stocktake_id)),
			rounds: roundsOf(count, boxesOf),
			bookNow:
				count.state === 'open'
					? () => book.at(count.account_id, count.location_id, areaId, itemId).quantity
					: ({ line_no }) => closed.ofLine(count.stocktake_id, line_no),
			corrections: corrections(count),
			tolerances: tolerancesOf(count),
			reasonNeeded: context.settings().counting.reasonNeeded,
		});
		return line ?? null;
	};

	const reviewed = ({ accountId, profile }: ActiveAccount, stocktakeId: string): Reply<Review> => {
		const count = counts.counted(accountId, stocktakeId);
		if (count === null) return notHere();
		const rounds = roundsOf(count);
		const lines = linesOf(count, rounds);
		const inState = (state: SheetLine['state']): number =>
			lines.filter((line) => line.state === state).length;
		return succeed({
			summary: summary(count),
			plan: planOf(count),
			approved: approvalOf(count),
			steps: counts.events(stocktakeId).flatMap(stepOf),
			entered: enteredIn(counts, decisions, stocktakeId),
			unknownCodes: unknownCodes.of(stocktakeId).map(unknownCodeView),
			currency: count.currency,
			bookAsOf: count.book_as_of,
			posting: profile.stocktake.posting,
			keep: count.keep || 'difference',
			tolerances: tolerancesOf(count),
			rounds: rounds.map(({ row, round, open, lineNos, boxes }) => ({
				stocktakeId: row.stocktake_id,
				round,
				open,
				recounter: row.recounter,
				openedAt: row.opened_at,
				openedBy: row.opened_by,
				lines: lineNos.size,
				counted: boxes.size,
			})),
			lines,
			totals: {
				quantity: inState('quantity'),
				zero: inState('zero'),
				uncounted: inState('uncounted'),
				...bookedTotals(lines),
			},
		});
	};

	return { lines: linesOf, lineAt, tolerancesOf, reviewed };
}

/** Recounts included. */
export function enteredIn(
	{ journal }: CountTable,
	decisions: Pick<ReturnType<typeof countDecisions>, 'rounds'>,
	stocktakeId: string,
): Review['entered'] {
	const rounds = decisions.rounds(stocktakeId).map(({ stocktake_id }) => stocktake_id);
	const ids = [stocktakeId, ...rounds];
	const people = new Set(ids.flatMap((id) => journal.people(id)));
	const at = Math.max(...ids.flatMap((id) => journal.lastEntryAt(id) ?? []));
	return people.size === 0 ? null : { people: [...people], at };
}

/** Other events are about a part of the count. */
function stepOf(event: CountEvent): CountStep[] {
	const what = countStepNames.find((name) => name === event.what);
	return what === undefined ? [] : [{ what, at: event.at, by: event.by, reason: reasonOf(event) }];
}

type ReviewCalls = Pick<
	Handlers<'stocktake'>,
	'stocktake.review' | 'stocktake.confirmZero' | 'stocktake.leaveBlank'
>;

export function reviewCalls(desk: CountDesk, { lines, reviewed }: CountReview): ReviewCalls {
	const { context, counts, durably, changed, handOf, happened, openCount } = desk;
	const { enterZero, explainZeros } = taking(desk);

	return {
		'stocktake.review': connected(context, (account, { stocktakeId }) =>
			reviewed(account, stocktakeId),
		),

		'stocktake.confirmZero': connected(context, (account, input, caller) => {
			const { stocktakeId, lineNos, zeroReason = '' } = input;
			const open = openCount(account.accountId, stocktakeId);
			if (!open.ok) return open;
			const hand = handOf(input.by, caller);
			durably(() => {
				const zeros = enterZero(open.count, lineNos, hand);
				if (zeroReason === '') return;
				explainZeros(open.count, lines(open.count), zeros, zeroReason, hand);
			});
			changed(stocktakeId, null);
			return reviewed(account, stocktakeId);
		}),

		'stocktake.leaveBlank': connected(context, (account, input, caller) => {
			const { stocktakeId, lineNos } = input;
			const open = openCount(account.accountId, stocktakeId);
			if (!open.ok) return open;
			const hand = handOf(input.by, caller);
			durably(() => {
				for (const lineNo of lineNos) {
					// An empty name would mean "not left blank", so store a dash for an unnamed person.
					counts.lines.leave(stocktakeId, lineNo, hand.by === '' ? '–' : hand.by);
				}
				happened(stocktakeId, hand, 'left-blank', { lineNos });
			});
			changed(stocktakeId, null);
			return reviewed(account, stocktakeId);
		}),
	};
}
