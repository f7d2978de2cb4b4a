// Deciding on a service document.
import type { App } from '../app.svelte.ts';
import type { Failure, Reply } from '../../shared/bridge/reply.ts';
import type { Transition } from '../../shared/bridge/values.ts';

/** Calls the capability; `reason` is set for a rejection, `by` where the approver is named. */
export type Decide = (
	verb: Transition,
	decision: {
		documentId: string;
		version: string;
		intentId: string;
		reason: string;
		by: string;
	},
) => Promise<Reply<unknown>>;

/** Why a decision was not taken, on one document as on several. */
export function refusalWords(app: Pick<App, 't' | 'explain'>, failure: Failure): string {
	switch (failure.code) {
		case 'needs-network':
			return app.t('decision.needsNetwork');
		case 'refused':
			return app.t('decision.enteredHere');
		case 'incomplete':
			return app.t('several.incomplete');
		default:
			return app.explain(failure);
	}
}
