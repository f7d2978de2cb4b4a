// What is pressed while the box that it is meant for is on its way: it waits, and goes on in order once that is there.

/**
 * How long at most (ms). The core answers in a few, on a slow disk in hundreds; whatever takes this long does not come, and
 * a keyboard that does nothing is worse than having to type again.
 */
export const longestWaitMs = 10_000;

/**
 * What comes closer together (ms) than a person types may be a scanner's, and is let come to its end before it goes on: then it
 * is taken out as a whole. Longer than is waited for a scanner's next key.
 */
export const burstRestMs = 80;

interface Ways<Press> {
	/** Does one press, where the focus is by then. */
	readonly give: (press: Press) => void;
	/** Fulfilled when the page shows, and the focus follows, what one press or answer led to. */
	readonly settled: () => Promise<void>;
	/** These have nowhere to go. */
	readonly drop: (presses: readonly Press[]) => void;
}

export class KeyQueue<Press> {
	#underway = 0;
	#giving = false;
	#waiting: { readonly number: number; readonly press: Press }[] = [];
	/** The number of the press that was given last: they are numbered from 1 as they come. */
	#given = 0;
	#taken = 0;
	#takenAt = -Infinity;
	readonly #ways: Ways<Press>;

	constructor(ways: Ways<Press>) {
		this.#ways = ways;
	}

	/** Whether what is pressed now has to wait. */
	get holds(): boolean {
		return this.#underway > 0 || this.#giving;
	}

	/** How many presses have waited so far, for `forgetSince`. */
	get taken(): number {
		return this.#taken;
	}

	/**
	 * Lets everything wait from now on until the focus is where this leads; several may be under way. Where it is fulfilled
	 * with false, fails or takes too long it leads nowhere, and what was pressed for it is dropped.
	 */
	holdUntil<T>(arrived: Promise<T>): Promise<T> {
		this.#underway += 1;
		// One that is given on leads somewhere itself; those behind it were pressed for that.
		const since = this.#giving ? this.#given : this.#taken;
		const late = Promise.withResolvers<boolean>();
		const timer = setTimeout(() => {
			late.resolve(false);
		}, longestWaitMs);
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

	/** Takes those out again that came since then: they were a scanner's and not a person's. */
	forgetSince(taken: number): void {
		this.#waiting = this.#waiting.filter(({ number }) => number <= taken);
	}

	/** With the last that was under way they go on, until one of them is on its way again. */
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
