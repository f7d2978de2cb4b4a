// Monotonic times of the last attempt and confirmation of each step: the wall clock may be set in between.
import type { Clock } from '../ports.ts';

export class SteadyTimes {
	readonly #clock: Pick<Clock, 'monotonic'>;
	readonly #sentAt = new Map<string, number>();
	readonly #confirmedAt = new Map<string, number>();

	constructor(clock: Pick<Clock, 'monotonic'>) {
		this.#clock = clock;
	}

	sent(actionId: string): void {
		this.#sentAt.set(actionId, this.#clock.monotonic());
	}

	/** ms, a lower bound: an attempt of an earlier run or another PC counts from the first call. */
	msSinceSent(actionId: string): number {
		if (!this.#sentAt.has(actionId)) this.sent(actionId);
		return this.#clock.monotonic() - (this.#sentAt.get(actionId) ?? 0);
	}

	/** The action needs no more probes, but a list has yet to show it. */
	confirmed(actionId: string): void {
		this.#sentAt.delete(actionId);
		this.#confirmedAt.set(actionId, this.#clock.monotonic());
	}

	/** null if an earlier run confirmed it. */
	msSinceConfirmed(actionId: string): number | null {
		const at = this.#confirmedAt.get(actionId);
		return at === undefined ? null : this.#clock.monotonic() - at;
	}

	forget(actionId: string): void {
		this.#sentAt.delete(actionId);
		this.#confirmedAt.delete(actionId);
	}
}
