// Monotonic times of the last attempt and confirmation of each step: the wall clock may be set in between.
import type { Clock } from '../ports.ts';

export interface SteadyTimes {
	sent(actionId: string): void;
	/** ms since the last attempt, at least. Attempts of an earlier run or another PC count from the first question. */
	msSinceSent(actionId: string): number;
	/** The action needs no more probes, but a list has yet to show it. */
	confirmed(actionId: string): void;
	/** null if an earlier run confirmed it. */
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
