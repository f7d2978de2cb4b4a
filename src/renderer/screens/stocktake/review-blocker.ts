// What a count needs before it can be submitted: in words, as a button, and where it leads.
import type { ReviewProblem } from '../../../shared/bridge/count-review.ts';
import type { Language } from '../../messages/language.svelte.ts';

/** `checking`: the open documents are not known yet. Or a problem of lines. */
type BlockedBy =
	| 'count'
	| 'checking'
	| 'documents'
	| 'approval'
	| Extract<ReviewProblem, 'recount-open' | 'undecided' | 'reason-missing'>;

interface Blocker {
	readonly by: BlockedBy;
	readonly reason: string;
	/** The button's words: "Review 12 open documents first". */
	readonly step: string;
}

interface Reviewed {
	readonly counted: number;
	/** Not acknowledged; -1 until known. */
	readonly openDocuments: number;
	readonly recounting: number;
	readonly undecided: number;
	readonly unexplained: number;
	/** Who must still approve, in words; null if nobody. */
	readonly approval: string | null;
}

/** The first thing to do; null if the count can be submitted. */
export function blockerOf(t: Language['t'], review: Reviewed): Blocker | null {
	const { counted, openDocuments, recounting, undecided, unexplained, approval } = review;
	const step = (
		by: Exclude<BlockedBy, 'checking' | 'approval'>,
		reason: string,
		count = 1,
	): Blocker => {
		return { by, reason, step: t(`countReview.step-${by}`, { count }) };
	};
	if (counted === 0) return step('count', t('countReview.countFirst'));
	if (openDocuments < 0)
		return { by: 'checking', reason: t('countReview.checkingOpen'), step: t('stocktake.submit') };
	if (openDocuments > 0)
		return step('documents', t('countReview.openFirst', { count: openDocuments }), openDocuments);
	if (recounting > 0)
		return step('recount-open', t('countReview.recountFirst', { count: recounting }), recounting);
	if (undecided > 0) return step('undecided', t('plan.undecided', { count: undecided }), undecided);
	if (unexplained > 0)
		return step(
			'reason-missing',
			t('countReview.unexplained', { count: unexplained }),
			unexplained,
		);
	return approval === null ? null : { by: 'approval', reason: approval, step: t('common.approve') };
}
