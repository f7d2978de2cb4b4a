// Judges the answer to a test write apart from what the test document shows.
import type { WriteVerdict } from '../api/verdict.ts';
import type { Findings } from './findings.ts';

/** An empty answer or 202 reports no failure either. */
export const isTaken = (
	verdict: WriteVerdict,
): verdict is WriteVerdict & { kind: 'applied' | 'unknown'; status: number } =>
	verdict.kind === 'applied' ||
	(verdict.kind === 'unknown' && (verdict.code === 'empty' || verdict.code === 'accepted'));

/** An empty answer to a write that the document then shows: empty answers mean success. */
export function learnEmpty(verdict: WriteVerdict, findings: Findings): void {
	if (verdict.kind !== 'unknown' || verdict.code !== 'empty') return;
	findings.set('emptyAnswersMeanDone', true, 'testDocument');
}
