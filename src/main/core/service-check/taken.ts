// What the answer of a write says, beside what the test document shows.
import type { WriteVerdict } from '../api/verdict.ts';
import type { Findings } from './findings.ts';

/** What has no body, or was taken in for later, tells of no failure either. */
export const isTaken = (
	verdict: WriteVerdict,
): verdict is WriteVerdict & { kind: 'applied' | 'unknown'; status: number } =>
	verdict.kind === 'applied' ||
	(verdict.kind === 'unknown' && (verdict.code === 'empty' || verdict.code === 'accepted'));

/** An answer without a body, after which the document shows what was asked for: such an answer means that it was done. */
export function learnEmpty(verdict: WriteVerdict, findings: Findings): void {
	if (verdict.kind !== 'unknown' || verdict.code !== 'empty') return;
	findings.learn(['behaviour', 'emptyAnswersMeanDone'], true);
	findings.found('emptyAnswersMeanDone', 'testDocument');
}
