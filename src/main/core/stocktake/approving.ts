// Approves a count, takes the approval back, or sends the count back: who may, and what blocks it.
import type { CountPlan } from '../../../shared/bridge/count-plan.ts';
import type { Review, ReviewProblem } from '../../../shared/bridge/count-review.ts';
import { fail, type Failure } from '../../../shared/bridge/reply.ts';
import { sameName } from '../../../shared/domain/person-name.ts';
import type { Handlers } from '../context.ts';
import { planOf, type CountDesk } from './count-desk.ts';
import { enteredIn, type CountReview } from './review.ts';

export function approvingCalls(desk: CountDesk, review: CountReview) {
	const { counts, decisions } = desk;

	return {
		'stocktake.approve': desk.onOpen(({ account, count, hand }, { stocktakeId }) => {
			if (count.recount_of !== null) return ofRecount();
			const counted = enteredIn(counts, decisions, stocktakeId)?.people ?? [];
			const against = approverProblem(planOf(count), hand.by, counted);
			if (against !== null) {
				return fail('refused', 'This person cannot approve this count.', [
					{ path: 'approver', message: against },
				]);
			}
			const blocked = blockedBy(review.lines(count));
			if (blocked !== null) return blocked;
			desk.durably(() => {
				counts.approve(hand.at, hand.by, stocktakeId);
				desk.happened(stocktakeId, hand, 'approved');
			});
			return review.decided(account, stocktakeId);
		}),

		'stocktake.withdrawApproval': desk.onOpen(({ account, count, hand }, { stocktakeId }) => {
			if (count.approved_at === null) return review.reviewed(account, stocktakeId);
			desk.durably(() => {
				counts.approve(null, '', stocktakeId);
				const { approved_by: approvedBy } = count;
				desk.happened(stocktakeId, hand, 'approval-withdrawn', { approvedBy });
			});
			return review.decided(account, stocktakeId);
		}),

		'stocktake.sendBack': desk.onOpen(({ account, count, hand }, { stocktakeId, reason }) => {
			if (count.recount_of !== null) return ofRecount();
			desk.durably(() => {
				desk.touch(count, hand);
				desk.happened(stocktakeId, hand, 'sent-back', { reason });
			});
			return review.decided(account, stocktakeId);
		}),
	} satisfies Partial<Handlers<'stocktake'>>;
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

/** The decisions that an approval and the submit wait for; null if none is missing. */
export function blockedBy(lines: Review['lines']): Failure | null {
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

export const ofRecount = (): Failure =>
	fail('not-possible-now', 'A recount is submitted and approved with its count.');
