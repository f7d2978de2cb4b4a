// Deciding on a service document.
import type { Reply } from '../../shared/bridge/reply.ts';
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
