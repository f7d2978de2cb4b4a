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
import type { BoxRow } from '../store/count-journal.ts';
import type { LineRow } from '../store/count-lines.ts';
import type { CountEvent, CountTable, StocktakeRow } from '../store/counts.ts';
import { Books } from './books.ts';
import { notHere, planOf, reasonOf, type CountDesk } from './count-desk.ts';
import { correctionsOf, postedParts, type Corrections } from './corrections.ts';
import { boxesByLine } from './line.ts';
import { unknownCodeView } from './unknown-codes.ts';
import { bookedTotals } from './posting.ts';
import { keptReview } from './kept-review.ts';
import { reviewLines } from './review-lines.ts';
import { Taking } from './taking.ts';
import { keptOr } from '../store/kept-json.ts';

export class CountReview {
	readonly #desk: CountDesk;
	readonly #counts;
	readonly #book;
	readonly #closed;
	readonly #reckoned = keptReview();

	constructor(desk: CountDesk) {
		const { store } = desk.context;
		this.#desk = desk;
		this.#counts = desk.counts;
		this.#book = new Books(store);
		this.#closed = closedBooks(store.durable);
	}

	tolerancesOf({ tolerances: closed }: StocktakeRow): Tolerances {
		const kept = closed === null ? null : keptOr(tolerances, closed, null);
		return kept ?? this.#desk.context.settings().counting.tolerances;
	}

	#roundsOf(
		{ stocktake_id }: StocktakeRow,
		boxesOf = (recountId: string): BoxRow[] => this.#counts.journal.boxes(recountId),
	) {
		return this.#desk.decisions.rounds(stocktake_id).map((row) => ({
			row,
			round: row.round,
			open: row.state === 'open',
			lineNos: new Set(this.#counts.lines.numbers(row.stocktake_id)),
			boxes: boxesByLine(boxesOf(row.stocktake_id)),
		}));
	}

	/** The book when the count was closed, or the current one. */
	#bookNowOf(count: StocktakeRow): (row: LineRow) => string | null {
		if (count.state === 'open') {
			const now = this.#book.all(count.account_id, count.location_id);
			return ({ area_id, item_id }) => now(area_id, item_id).quantity;
		}
		const byLine = this.#closed.of(count.stocktake_id);
		return ({ line_no }) => byLine.get(line_no) ?? null;
	}

	#rulesOf(count: StocktakeRow) {
		return {
			count,
			plan: planOf(count),
			corrections: this.#corrections(count),
			tolerances: this.tolerancesOf(count),
			reasonNeeded: this.#desk.context.settings().counting.reasonNeeded,
		};
	}

	#corrections(count: StocktakeRow): Corrections {
		return count.state === 'submitted'
			? correctionsOf(this.#counts, count, postedParts(this.#desk.context.outbox, count))
			: new Map();
	}

	lines(count: StocktakeRow, rounds = this.#roundsOf(count)): ReviewLine[] {
		const { stocktake_id } = count;
		return this.#reckoned({
			...this.#rulesOf(count),
			rows: this.#counts.lines.all(stocktake_id),
			boxes: boxesByLine(this.#counts.journal.boxes(stocktake_id)),
			rounds,
			bookNow: this.#bookNowOf(count),
		});
	}

	/** Reads only this item, not the whole count. */
	lineAt(count: StocktakeRow, areaId: string, itemId: string): ReviewLine | null {
		const rows = this.#counts.lines.at(count.stocktake_id, areaId, itemId);
		const boxesOf = (stocktakeId: string): BoxRow[] =>
			rows.flatMap(({ line_no }) => this.#counts.journal.boxesOf(stocktakeId, line_no));
		const [line] = reviewLines({
			...this.#rulesOf(count),
			rows,
			boxes: boxesByLine(boxesOf(count.stocktake_id)),
			rounds: this.#roundsOf(count, boxesOf),
			bookNow:
				count.state === 'open'
					? () => this.#book.at(count.account_id, count.location_id, areaId, itemId).quantity
					: ({ line_no }) => this.#closed.ofLine(count.stocktake_id, line_no),
		});
		return line ?? null;
	}

	/** Answers a decision on a count, and tells every window. */
	decided(account: ActiveAccount, stocktakeId: string): Reply<Review> {
		this.#desk.changed(stocktakeId, null);
		return this.reviewed(account, stocktakeId);
	}

	reviewed({ accountId, profile }: ActiveAccount, stocktakeId: string): Reply<Review> {
		const count = this.#counts.counted(accountId, stocktakeId);
		if (count === null) return notHere();
		const rounds = this.#roundsOf(count);
		const lines = this.lines(count, rounds);
		const inState = (state: SheetLine['state']): number =>
			lines.filter((line) => line.state === state).length;
		return succeed({
			summary: this.#desk.summary(count),
			plan: planOf(count),
			approved:
				count.approved_at === null ? null : { at: count.approved_at, by: count.approved_by },
			steps: this.#counts.events(stocktakeId).flatMap(stepOf),
			entered: enteredIn(this.#counts, this.#desk.decisions, stocktakeId),
			unknownCodes: this.#desk.unknownCodes.of(stocktakeId).map(unknownCodeView),
			currency: count.currency,
			bookAsOf: count.book_as_of,
			posting: profile.stocktake.posting,
			tolerances: this.tolerancesOf(count),
			rounds: rounds.map(({ row, round, open, lineNos, boxes }) => ({
				stocktakeId: row.stocktake_id,
				round,
				open,
				recounter: row.recounter,
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
	}
}

/** Recounts included. */
export function enteredIn(
	{ journal }: CountTable,
	decisions: Pick<CountDesk['decisions'], 'rounds'>,
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

export function reviewCalls(desk: CountDesk, review: CountReview) {
	const taking = new Taking(desk);

	return {
		'stocktake.review': connected(desk.context, (account, { stocktakeId }) =>
			review.reviewed(account, stocktakeId),
		),

		'stocktake.confirmZero': desk.onOpen(({ account, count, hand }, input) => {
			const { stocktakeId, lineNos, zeroReason = '' } = input;
			desk.durably(() => {
				const zeros = taking.enterZero(count, lineNos, hand);
				if (zeroReason === '') return;
				taking.explainZeros(count, review.lines(count), zeros, zeroReason, hand);
			});
			return review.decided(account, stocktakeId);
		}),

		'stocktake.leaveBlank': desk.onOpen(({ account, hand }, { stocktakeId, lineNos }) => {
			// An empty name would mean "not left blank", so store a dash for an unnamed person.
			const by = hand.by === '' ? '–' : hand.by;
			desk.durably(() => {
				for (const lineNo of lineNos) desk.counts.lines.leave(by, stocktakeId, lineNo);
				desk.happened(stocktakeId, hand, 'left-blank', { lineNos });
			});
			return review.decided(account, stocktakeId);
		}),
	} satisfies Partial<Handlers<'stocktake'>>;
}
