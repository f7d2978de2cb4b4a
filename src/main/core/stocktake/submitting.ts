// Submits a count: checks whether anything blocks it, and queues its steps in the outbox.
import type { CountPlan } from '../../../shared/bridge/count-plan.ts';
import { fail, succeed, type Failure } from '../../../shared/bridge/reply.ts';
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import { isZero } from '../../../shared/domain/decimal.ts';
import { connected } from '../connected.ts';
import type { Handlers } from '../context.ts';
import { allOrNothing } from '../store/all-or-nothing.ts';
import { closedBooks } from '../store/closed-books.ts';
import type { CountedTotal } from '../store/counted-totals.ts';
import type { CountedRow } from '../store/counts.ts';
import { blockedBy, ofRecount } from './approving.ts';
import { discarded, notHere, planOf, type CountDesk } from './count-desk.ts';
import type { CountCutOff } from './cut-off.ts';
import { postingOf } from './posting.ts';
import type { CountReview } from './review.ts';
import { Taking } from './taking.ts';

export function submittingCalls(
	desk: CountDesk,
	review: CountReview,
	cutOff: Pick<CountCutOff, 'left'>,
): Pick<Handlers<'stocktake'>, 'stocktake.submit'> {
	const { context, counts, decisions, totals } = desk;
	const { outbox } = context;
	const closed = closedBooks(context.store.durable);
	const taking = new Taking(desk);

	return {
		'stocktake.submit': connected(context, (account, input, caller) => {
			const { accountId, profile } = account;
			const { stocktakeId } = input;
			const count = counts.counted(accountId, stocktakeId);
			if (count === null) return notHere();
			if (count.state === 'submitted') return succeed(desk.summary(count));
			const plan = planOf(count);
			const notReady = notReadyYet(count, plan);
			if (notReady !== null) return notReady;
			const reviewed = review.lines(count);
			const blocked = blockedBy(reviewed);
			if (blocked !== null) return blocked;
			const blank =
				plan.blanks === 'zero' ? reviewed.filter(({ state }) => state === 'uncounted') : [];
			const { zeroReason = '' } = input;
			const { reasonNeeded } = context.settings().counting;
			const unexplained = reasonNeeded && zeroReason === '' ? unexplainedZeros(blank) : 0;
			if (unexplained > 0) {
				return fail(
					'incomplete',
					'Lines that become zero are outside tolerance without a reason.',
					[{ path: 'zero-reason', message: String(unexplained) }],
				);
			}
			const left = cutOff.left(account, count);
			if (left > 0) {
				return fail('incomplete', 'Open documents of this day or before were not acknowledged.', [
					{ path: 'cut-off', message: String(left) },
				]);
			}
			const hand = desk.handOf(input.by, caller);
			const queued = allOrNothing<unknown>(context.store.durable, () => {
				let lines = reviewed;
				if (blank.length > 0) {
					const lineNos = blank.flatMap((line) => line.lineNos);
					// Keeps the approval: the approver knew that blanks become zero.
					const zeros = taking.enterZero({ ...count, approved_at: null }, lineNos, hand);
					lines = review.lines(count);
					taking.explainZeros(count, lines, zeros, zeroReason, hand);
				}
				counts.close('submitted', hand.at, '', stocktakeId);
				decisions.keepTolerances(stocktakeId, review.tolerancesOf(count));
				closed.put(
					stocktakeId,
					new Map(
						lines.flatMap(({ lineNos, bookNow }) => lineNos.map((lineNo) => [lineNo, bookNow])),
					),
				);
				totals.put(stocktakeId, lines.flatMap(totalOf));
				desk.happened(stocktakeId, hand, 'submitted');
				const posting = postingOf(count, lines, hand.at, profile);
				return posting === null ? succeed(null) : outbox.enqueue(posting.lane, posting.actions);
			});
			if (!queued.ok) return queued;
			outbox.wake();
			desk.changed(stocktakeId, null);
			return succeed(desk.summary({ ...count, state: 'submitted', submitted_at: hand.at }));
		}),
	};
}

/** What prevents submitting, whatever its lines say. */
function notReadyYet(count: CountedRow, plan: CountPlan): Failure | null {
	if (count.state === 'discarded') return discarded();
	if (count.recount_of !== null) return ofRecount();
	if (count.counted === 0) {
		return fail('incomplete', 'Nothing was counted yet.', [
			{ path: 'lines', message: 'nothing-counted' },
		]);
	}
	return plan.approval === 'none' || count.approved_at !== null
		? null
		: fail('incomplete', 'Nobody approved this count yet.', [
				{ path: 'approval', message: 'needed' },
			]);
}

const unexplainedZeros = (blank: readonly ReviewLine[]): number =>
	blank.filter(({ outsideAsZero, reason }) => outsideAsZero && reason === '').length;

function totalOf({ areaId, itemId, counted, boxes }: ReviewLine): CountedTotal[] {
	if (counted === null) return [];
	const some = boxes.filter(({ quantity }) => quantity !== null && !isZero(quantity));
	const unitIds = [...new Set(some.map(({ unitId }) => unitId))];
	return [{ areaId, itemId, quantity: counted, unitIds }];
}
