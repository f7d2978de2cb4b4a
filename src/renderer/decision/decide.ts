// Making a decision about a document of the service.
import type { Reply } from '../../shared/bridge/reply.ts';
import type { Transition } from '../../shared/bridge/values.ts';

/** Makes the call of the capability; `reason` is given for a rejection. */
export type Decide = (
	verb: Transition,
	decision: { documentId: string; version: string; intentId: string; reason: string },
) => Promise<Reply<unknown>>;
