// A queue of presses for a box on its way; replays them in order once it is there.

/**
 * Maximum wait, ms. The core answers in a few, on a slow disk in hundreds; beyond this a dead keyboard is worse than
 * typing again.
 */
export const longestWaitMs = 10_000;

/**
 * Presses closer together (ms) than a person's may be a scanner's: wait for the end of the burst, so that it can be
 * removed as a whole. Longer than the gap between a scanner's keys.
 */
export const burstRestMs = 80;

interface Ways<Press> {
	/** Replays one press at the current focus. */
	readonly give: (press: Press) => void;
	/** Resolves when page and focus reflect the result of a press or answer. */
	readonly settled: () => Promise<void>;
	/** Presses without a target. */
	readonly drop: (presses: readonly Press[]) => void;
}

export class KeyQueue<Press> {
	#underway = 0;
	#giving = false;
	#waiting: { readonly number: number; readonly press: Press }[] = [];
	/** Number of the last replayed press, counted from 1. */
	#given = 0;
	#taken = 0;
	#takenAt = -Infinity;
	readonly #ways: Ways<Press>;

	constructor(ways: Ways<Press>) {
		this.#ways = ways;
	}

	/** Whether a press must wait now. */
	get holds(): boolean {
		return this.#underway > 0 || this.#giving;
	}

	/** Number of presses held so far, for `forgetSince`. */
	get taken(): number {
		return this.#taken;
	}

	/**
	 * Holds presses until the promise has moved the focus; several may be pending. If it resolves with false, fails or
	 * takes too long, drops the presses meant for it.
	 */
	holdUntil<T>(arrived: Promise<T>): Promise<T> {
		this.#underway += 1;
		// A replayed press opens its own target; those after it were meant for that.
		const since = this.#giving ? this.#given : this.#taken;
		const late = Promise.withResolvers<boolean>();
		const timer = setTimeout(() => late.resolve(false), longestWaitMs);
		const came = arrived.then(
			(led) => led !== false,
			() => false,
		);
		void Promise.race([came, late.promise]).then((led) => {
			clearTimeout(timer);
			return this.#arrived(led, since);
		});
		return arrived;
	}

	put(press: Press): void {
		this.#taken += 1;
		this.#takenAt = performance.now();
		this.#waiting.push({ number: this.#taken, press });
	}

	/** Drops presses since then: they came from a scanner. */
	forgetSince(taken: number): void {
		this.#waiting = this.#waiting.filter(({ number }) => number <= taken);
	}

	/** After the last pending target, replays until one opens another. */
	async #arrived(led: boolean, since: number): Promise<void> {
		await this.#rested();
		await this.#ways.settled();
		this.#underway -= 1;
		if (!led) this.#dropSince(since);
		if (this.#giving) return;
		this.#giving = true;
		try {
			for (let next = this.#next(); next !== undefined; next = this.#next()) {
				this.#given = next.number;
				this.#ways.give(next.press);
				await this.#ways.settled();
			}
		} finally {
			this.#giving = false;
		}
	}

	async #rested(): Promise<void> {
		const left = this.#takenAt + burstRestMs - performance.now();
		if (left <= 0) return;
		await new Promise((resolve) => setTimeout(resolve, left));
		await this.#rested();
	}

	#next() {
		return this.#underway === 0 ? this.#waiting.shift() : undefined;
	}

	#dropSince(taken: number): void {
		const dropped = this.#waiting.filter(({ number }) => number > taken);
		this.forgetSince(taken);
		if (dropped.length > 0) this.#ways.drop(dropped.map(({ press }) => press));
	}
}
