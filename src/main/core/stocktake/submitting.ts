// Approves and submits a count: what blocks it, and what goes into the outbox.
import type { CountPlan } from '../../../shared/bridge/count-plan.ts';
import { fail, succeed, type Failure } from '../../../shared/bridge/reply.ts';
import type { Review, ReviewLine, ReviewProblem } from '../../../shared/bridge/count-review.ts';
import { isZero } from '../../../shared/domain/decimal.ts';
import { connected } from '../connected.ts';
import type { Handlers } from '../context.ts';
import { allOrNothing } from '../store/all-or-nothing.ts';
import { closedBooks } from '../store/closed-books.ts';
import { countDecisions } from '../store/count-decisions.ts';
import { countedTotals, type CountedTotal } from '../store/counted-totals.ts';
import { discarded, notHere, planOf, sameName, type CountDesk } from './count-desk.ts';
import type { CountCutOff } from './cut-off.ts';
import { postingOf } from './posting.ts';
import type { CountReview } from './review.ts';
import { taking } from './taking.ts';

export function submittingCalls(
	desk: CountDesk,
	review: CountReview,
	cutOff: Pick<CountCutOff, 'left'>,
): Pick<Handlers<'stocktake'>, 'stocktake.approve' | 'stocktake.submit'> {
	const { context, counts, durably, changed, handOf, happened, summary, openCount } = desk;
	const { outbox } = context;
	const totals = countedTotals(context.store.durable);
	const decisions = countDecisions(context.store.durable);
	const closed = closedBooks(context.store.durable);
	const { enterZero, explainZeros } = taking(desk);

	return {
		'stocktake.approve': connected(context, (account, { stocktakeId, by }, caller) => {
			const open = openCount(account.accountId, stocktakeId);
			if (!open.ok) return open;
			if (open.count.recount_of !== null) return ofRecount();
			const hand = handOf(by, caller);
			const plan = planOf(open.count);
			const counted = [open.count, ...decisions.rounds(stocktakeId)].flatMap(({ stocktake_id }) =>
				counts.journal.people(stocktake_id),
			);
			const against = approverProblem(plan, hand.by, counted);
			if (against !== null) {
				return fail('refused', 'This person cannot approve this count.', [
					{ path: 'approver', message: against },
				]);
			}
			const blocked = blockedBy(review.lines(open.count));
			if (blocked !== null) return blocked;
			durably(() => {
				counts.approve(stocktakeId, hand.at, hand.by);
				happened(stocktakeId, hand, 'approved');
			});
			changed(stocktakeId, null);
			return review.reviewed(account, stocktakeId);
		}),

		'stocktake.submit': connected(context, (account, input, caller) => {
			const { accountId, profile } = account;
			const { stocktakeId } = input;
			const count = counts.counted(accountId, stocktakeId);
			if (count === null) return notHere();
			if (count.state === 'submitted') return succeed(summary(count));
			if (count.state === 'discarded') return discarded();
			if (count.recount_of !== null) return ofRecount();
			if (count.counted === 0) {
				return fail('incomplete', 'Nothing was counted yet.', [
					{ path: 'lines', message: 'nothing-counted' },
				]);
			}
			const plan = planOf(count);
			if (plan.approval !== 'none' && count.approved_at === null) {
				return fail('incomplete', 'Nobody approved this count yet.', [
					{ path: 'approval', message: 'needed' },
				]);
			}
			const reviewed = review.lines(count);
			const blocked = blockedBy(reviewed);
			if (blocked !== null) return blocked;
			const blank =
				plan.blanks === 'zero' ? reviewed.filter(({ state }) => state === 'uncounted') : [];
			const { zeroReason = '' } = input;
			const unexplained = blank.filter(
				({ outsideAsZero, reason }) => outsideAsZero && reason === '' && zeroReason === '',
			);
			if (unexplained.length > 0 && context.settings().counting.reasonNeeded) {
				return fail(
					'incomplete',
					'Lines that become zero are outside tolerance without a reason.',
					[{ path: 'zero-reason', message: String(unexplained.length) }],
				);
			}
			const left = cutOff.left(account, count);
			if (left > 0) {
				return fail('incomplete', 'Open documents of this day or before were not acknowledged.', [
					{ path: 'cut-off', message: String(left) },
				]);
			}
			const hand = handOf(input.by, caller);
			const queued = allOrNothing<unknown>(context.store.durable, () => {
				let lines = reviewed;
				if (blank.length > 0) {
					const lineNos = blank.flatMap((line) => line.lineNos);
					// Keeps the approval: the approver knew that blanks become zero.
					const zeros = enterZero({ ...count, approved_at: null }, lineNos, hand);
					lines = review.lines(count);
					explainZeros(count, lines, zeros, zeroReason, hand);
				}
				counts.close(stocktakeId, 'submitted', hand.at, '');
				decisions.keepTolerances(stocktakeId, review.tolerancesOf(count));
				closed.put(
					stocktakeId,
					new Map(
						lines.flatMap(({ lineNos, bookNow }) => lineNos.map((lineNo) => [lineNo, bookNow])),
					),
				);
				totals.put(stocktakeId, lines.flatMap(totalOf));
				happened(stocktakeId, hand, 'submitted');
				const posting = postingOf(count, lines, hand.at, profile);
				return posting === null ? succeed(null) : outbox.enqueue(posting.lane, posting.actions);
			});
			if (!queued.ok) return queued;
			outbox.wake();
			changed(stocktakeId, null);
			return succeed(summary({ ...count, state: 'submitted', submitted_at: hand.at }));
		}),
	};
}

function totalOf({ areaId, itemId, counted, boxes }: ReviewLine): CountedTotal[] {
	if (counted === null) return [];
	const some = boxes.filter(({ quantity }) => quantity !== null && !isZero(quantity));
	const unitIds = [...new Set(some.map(({ unitId }) => unitId))];
	return [{ areaId, itemId, quantity: counted, unitIds }];
}

function approverProblem(
	{ approval, approver }: CountPlan,
	person: string,
	counted: readonly string[],
): 'no-name' | 'not-the-approver' | 'counted-here' | null {
	if (person.trim() === '') return 'no-name';
	if (approver !== '' && !sameName(approver, person)) return 'not-the-approver';
	const counts = counted.some((each) => sameName(each, person));
	return approval === 'another' && counts ? 'counted-here' : null;
}

function blockedBy(lines: Review['lines']): Failure | null {
	const having = (kind: ReviewProblem): number =>
		lines.filter(({ problems }) => problems.includes(kind)).length;
	const undecided = having('undecided');
	if (undecided > 0) {
		return fail('incomplete', 'Lines without a count wait for a decision.', [
			{ path: 'blanks', message: String(undecided) },
		]);
	}
	const recounted = having('recount-open');
	if (recounted > 0) {
		return fail('incomplete', 'Lines are being recounted.', [
			{ path: 'recount', message: String(recounted) },
		]);
	}
	const unexplained = having('reason-missing');
	if (unexplained > 0) {
		return fail('incomplete', 'Lines outside tolerance have no reason.', [
			{ path: 'reasons', message: String(unexplained) },
		]);
	}
	return null;
}

const ofRecount = (): Failure =>
	fail('not-possible-now', 'A recount belongs to its count and goes with it.');
