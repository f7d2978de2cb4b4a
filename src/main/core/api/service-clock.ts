// The clock of the service, by the dates of its answers. A cache answers with a date of its own, so an old date is not
// believed at once; a clock that was set back is.
import type { Clock } from '../ports.ts';

/** A Date header has whole seconds, and servers of one service may differ by this much. */
const skewMs = 5_000;

/** The clock of a PC may be faster than that of the service by one part in a thousand. */
const slowest = 0.999;

/** So many older dates that move on as our clock does, over at least so many ms, are a clock that was set back. */
const datesNeeded = 3;
const spanNeededMs = 10_000;

interface Heard {
	/** Epoch ms by the service's clock. */
	readonly date: number;
	/** ms of our monotonic clock. */
	readonly at: number;
}

export class ServiceClock {
	readonly #clock: Pick<Clock, 'monotonic'>;
	#known: Heard | null = null;
	/** Older dates that agree with each other; a cached date stands still. */
	#older: { first: Heard; count: number } | null = null;

	constructor(clock: Pick<Clock, 'monotonic'>) {
		this.#clock = clock;
	}

	/** Epoch ms by the service's clock; null where it never told. */
	now(): number | null {
		const known = this.#known;
		return known && known.date + (this.#clock.monotonic() - known.at) * slowest;
	}

	/** @param byCache whether a cache may have answered, as it may to any read */
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
