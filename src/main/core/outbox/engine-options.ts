// What the parts of the outbox are given.
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { ServiceApi } from '../api/service-api.ts';
import type { ActiveAccount } from '../context.ts';
import type { CorePorts } from '../ports.ts';
import type { Store } from '../store/open.ts';
import type { ActionRow, LaneRow } from './action.ts';

/** What of the account in use the outbox goes by. */
export type OutboxAccount = Pick<ActiveAccount, 'accountId' | 'profile' | 'learned'>;

/** How long something queued is held before it goes, ms: as the profile says, or this PC where that is longer. */
export const holdMs = ({ undoMs }: EngineOptions, profile: ServiceProfile): number =>
	Math.max(profile.pauses.holdMs, undoMs?.() ?? 0);

export interface EngineOptions {
	store: Store;
	ports: CorePorts;
	account: () => OutboxAccount | null;
	api: ServiceApi;
	/** True while sending makes sense: the service is there, does not ask to wait, and knows us. */
	maySend: () => boolean;
	/** How many documents may go side by side now; left out, as many as the profile says. */
	atOnce?: () => number;
	/** Who is working at this PC. */
	person: () => string;
	/** How long this PC lets a person take back what was queued before it goes, ms; none where it is left out. */
	undoMs?: () => number;
	/** Lanes moved on, or were made. */
	changed: (laneIds: string[]) => void;
	/** A lane's step was confirmed: the copies of its document are old now. */
	confirmed: (lane: LaneRow, operation: string, laneDone: boolean) => void;
	/** Just before a step, the service showed its document as another than it was decided about: its copies are old. */
	outdated?: (lane: LaneRow, operation: string) => void;
	/** What these steps were made of is a draft again: nothing of them happened. Called in the transaction. */
	reopen: (lane: LaneRow, taken: readonly ActionRow[]) => void;
	/** The disk refused a write: makes room for a verdict. @returns false when there is none left to make */
	giveRoom?: () => boolean;
	/** The file turned out to be damaged. */
	damaged?: () => void;
}
