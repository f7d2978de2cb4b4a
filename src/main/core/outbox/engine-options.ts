// What the engine gives to the parts of the outbox.
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { ServiceApi } from '../api/service-api.ts';
import type { ActiveAccount } from '../context.ts';
import type { CorePorts } from '../ports.ts';
import type { Store } from '../store/open.ts';
import type { ActionRow, LaneRow } from './action.ts';

export type OutboxAccount = Pick<ActiveAccount, 'accountId' | 'profile' | 'learned'>;

/** ms before a queued step is sent: the longer of the profile's pause and this PC's undo period. */
export const holdMs = ({ undoMs }: EngineOptions, profile: ServiceProfile): number =>
	Math.max(profile.pauses.holdMs, undoMs?.() ?? 0);

export interface EngineOptions {
	store: Store;
	ports: CorePorts;
	account: () => OutboxAccount | null;
	api: ServiceApi;
	/** Whether to send now: the service answers, does not ask to wait, and we are signed in. */
	maySend: () => boolean;
	atOnce?: () => number;
	person: () => string;
	/** This PC's undo period for queued work, ms; default 0. */
	undoMs?: () => number;
	changed: (laneIds: string[]) => void;
	confirmed: (lane: LaneRow, operation: string, laneDone: boolean) => void;
	/** The look before sending showed other content than expected, so the cached record is out of date. */
	outdated?: (lane: LaneRow, operation: string) => void;
	/** The document becomes a draft again: none of these steps happened. Called in the transaction. */
	reopen: (lane: LaneRow, taken: readonly ActionRow[]) => void;
	/** Frees disk space for a verdict. @returns false if there is nothing left to free */
	giveRoom?: () => boolean;
	damaged?: () => void;
}
