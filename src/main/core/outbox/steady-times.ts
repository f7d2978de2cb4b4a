// When each step was last tried and confirmed, by the monotonic clock: the wall clock may be set before the lists come
// that are asked about it.
import type { Clock } from '../ports.ts';

export interface SteadyTimes {
	sent(actionId: string): void;
	/** At least so long ago a try was last made: one of an earlier run, or of another PC, counts from the first question. */
	msSinceSent(actionId: string): number;
	/** Nobody asks about its tries any more; a list has yet to show it. */
	confirmed(actionId: string): void;
	/** Null where it was confirmed by an earlier run. */
	msSinceConfirmed(actionId: string): number | null;
	forget(actionId: string): void;
}

export function steadyTimes(clock: Pick<Clock, 'monotonic'>): SteadyTimes {
	const sentAt = new Map<string, number>();
	const confirmedAt = new Map<string, number>();
	const sent = (actionId: string) => sentAt.set(actionId, clock.monotonic());
	return {
		sent,
		msSinceSent(actionId) {
			if (!sentAt.has(actionId)) sent(actionId);
			return clock.monotonic() - (sentAt.get(actionId) ?? 0);
		},
		confirmed(actionId) {
			sentAt.delete(actionId);
			confirmedAt.set(actionId, clock.monotonic());
		},
		msSinceConfirmed(actionId) {
			const at = confirmedAt.get(actionId);
			return at === undefined ? null : clock.monotonic() - at;
		},
		forget(actionId) {
			sentAt.delete(actionId);
			confirmedAt.delete(actionId);
		},
	};
}
