// When each step was last tried, by the monotonic clock: the wall clock may be set between a try and the lists that are
// asked about it.
import type { Clock } from '../ports.ts';

export interface SteadyTimes {
	sent(actionId: string): void;
	/** At least so long ago a try was last made: one of an earlier run, or of another PC, counts from the first question. */
	msSinceSent(actionId: string): number;
	forget(actionId: string): void;
}

export function steadyTimes(clock: Pick<Clock, 'monotonic'>): SteadyTimes {
	const sentAt = new Map<string, number>();
	const sent = (actionId: string) => sentAt.set(actionId, clock.monotonic());
	return {
		sent,
		msSinceSent(actionId) {
			if (!sentAt.has(actionId)) sent(actionId);
			return clock.monotonic() - (sentAt.get(actionId) ?? 0);
		},
		forget: (actionId) => sentAt.delete(actionId),
	};
}
