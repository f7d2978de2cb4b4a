// The service's clock, by the dates of its answers. Dates may be cached: older ones count only once they advance.
import type { Clock } from '../ports.ts';

/** A Date header has whole seconds, and the clocks of one service's servers may differ. */
const skewMs = 5_000;

/** The PC's clock may be fast by one part in a thousand. */
const slowest = 0.999;

/** This many older dates that advance with our clock, over at least this many ms, mean that the clock was set back. */
const datesNeeded = 3;
const spanNeededMs = 10_000;

interface Heard {
	/** Epoch ms, service clock. */
	readonly date: number;
	readonly at: number;
}

export class ServiceClock {
	readonly #clock: Pick<Clock, 'monotonic'>;
	#known: Heard | null = null;
	/** Older dates that agree with each other; cached ones do not advance. */
	#older: { first: Heard; count: number } | null = null;

	constructor(clock: Pick<Clock, 'monotonic'>) {
		this.#clock = clock;
	}

	/** Epoch ms; null if the service never sent a date. */
	now(): number | null {
		const known = this.#known;
		return known && known.date + (this.#clock.monotonic() - known.at) * slowest;
	}

	/** @param byCache whether a cache may have answered, as for any read */
	heard(date: number, byCache: boolean): void {
		const now = this.now();
		const heard = { date, at: this.#clock.monotonic() };
		if (!byCache || now === null || date > now || this.#isSetBack(heard, now)) {
			this.#known = heard;
			this.#older = null;
		}
	}

	#isSetBack(heard: Heard, now: number): boolean {
		if (heard.date + skewMs >= now) {
			this.#older = null;
			return false;
		}
		const { first, count } = this.#older ?? { first: heard, count: 0 };
		const [passed, moved] = [heard.at - first.at, heard.date - first.date];
		const movesOn = Math.abs(passed - moved) <= skewMs / 2;
		this.#older = movesOn ? { first, count: count + 1 } : { first: heard, count: 1 };
		return movesOn && count + 1 >= datesNeeded && passed >= spanNeededMs;
	}
}
