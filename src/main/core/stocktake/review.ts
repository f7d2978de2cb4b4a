// The review of a count: what differs from the book, what was not counted, and what is decided about it.
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { Review } from '../../../shared/bridge/count-review.ts';
import type { SheetLine } from '../../../shared/bridge/stocktake.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, Handlers } from '../context.ts';
import type { StocktakeRow } from '../store/counts.ts';
import { parkedCodes } from '../store/parked-codes.ts';
import { approvalOf, notHere, planOf, type CountDesk } from './count-desk.ts';
import { boxesByLine, reviewLines as linesOfReview } from './line.ts';
import { parkedView } from './parking.ts';
import { varianceTotals } from './posting.ts';
import { taking } from './taking.ts';

export type CountReview = ReturnType<typeof countReview>;

export function countReview({ context, counts, summary }: CountDesk) {
	const parked = parkedCodes(context.store.durable);

	const reviewLines = (count: StocktakeRow): Review['lines'] =>
		linesOfReview(
			count,
			counts.lines(count.stocktake_id),
			boxesByLine(counts.boxes(count.stocktake_id)),
		);

	const review = ({ accountId, profile }: ActiveAccount, stocktakeId: string): Review | null => {
		const count = counts.counted(accountId, stocktakeId);
		if (count === null) return null;
		const lines = reviewLines(count);
		const inState = (state: SheetLine['state']): number =>
			lines.filter((line) => line.state === state).length;
		return {
			summary: summary(count),
			plan: planOf(count),
			approved: approvalOf(count),
			parked: parked.of(stocktakeId).map(parkedView),
			currency: count.currency,
			bookAsOf: count.book_as_of,
			posting: profile.stocktake.posting,
			lines,
			totals: {
				quantity: inState('quantity'),
				zero: inState('zero'),
				uncounted: inState('uncounted'),
				...varianceTotals(lines),
			},
		};
	};

	const reviewed = (account: ActiveAccount, stocktakeId: string): Reply<Review> => {
		const seen = review(account, stocktakeId);
		return seen === null ? notHere() : succeed(seen);
	};

	return { lines: reviewLines, reviewed };
}

type ReviewCalls = Pick<
	Handlers<'stocktake'>,
	'stocktake.review' | 'stocktake.confirmZero' | 'stocktake.leaveBlank'
>;

export function reviewCalls(desk: CountDesk, { reviewed }: CountReview): ReviewCalls {
	const { context, counts, durably, changed, handOf, happened, openCount } = desk;
	const { enterZero } = taking(desk);

	return {
		'stocktake.review': connected(context, (account, { stocktakeId }) =>
			reviewed(account, stocktakeId),
		),

		'stocktake.confirmZero': connected(context, (account, input, caller) => {
			const { stocktakeId, lineNos } = input;
			const open = openCount(account.accountId, stocktakeId);
			if (!open.ok) return open;
			const hand = handOf(input.by, caller);
			durably(() => {
				enterZero(open.count, lineNos, hand);
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
					// Empty means nobody, so somebody without a name is written as a dash.
					counts.leave(stocktakeId, lineNo, hand.by === '' ? '–' : hand.by);
				}
				happened(stocktakeId, hand, 'left-blank', { lineNos });
			});
			changed(stocktakeId, null);
			return reviewed(account, stocktakeId);
		}),
	};
}
