// A queue of presses for a box on its way; replays them in order once it is there.
import { onceRested } from './rest.ts';

/**
 * Maximum wait, ms. The core answers in a few, on a slow disk in hundreds; beyond this a dead keyboard is worse than
 * typing again.
 */
export const longestWaitMs = 10_000;

/**
 * Letters and digits that nothing has ended yet may be a scanner's: wait for the end of the burst, so that it can be
 * removed as a whole. Longer than the gap (ms) between a scanner's keys.
 */
export const burstRestMs = 200;

interface Ways<Press> {
	/** Replays one press at the current focus. Presses are numbered from 1. */
	readonly give: (press: Press, number: number) => void;
	/** Resolves when page and focus reflect the result of a press or answer. */
	readonly settled: () => Promise<void>;
	/** Whether a press types a character, so that more of the same burst may follow. */
	readonly types: (press: Press) => boolean;
	/** Whether a press acts on the page, whatever its target: it is kept, unless a press before it is dropped. */
	readonly isForPage: (press: Press) => boolean;
	/** Presses without a target: all held after this number. */
	readonly drop: (presses: readonly Press[], after: number) => void;
	/** Reports an error of the page: the presses after it are replayed all the same. */
	readonly failed: (error: unknown) => void;
}

export class KeyQueue<Press> {
	#underway = 0;
	#giving = false;
	#waiting: { readonly number: number; readonly press: Press }[] = [];
	/** Number of the replayed press that the page has not handled yet, counted from 1; null if none. */
	#inHand: number | null = null;
	#taken = 0;
	/** No press came for the length of a pause. */
	#isRested = false;
	/** Resolves when the presses change or rest; null while nobody waits for that. */
	#changed: PromiseWithResolvers<undefined> | null = null;
	#cancelPause: () => void = () => undefined;
	readonly #ways: Ways<Press>;

	constructor(ways: Ways<Press>) {
		this.#ways = ways;
	}

	/** Whether a press must wait now. */
	get holds(): boolean {
		return this.#underway > 0 || this.#giving;
	}

	/** Number of presses held so far, for `forget`. */
	get taken(): number {
		return this.#taken;
	}

	/**
	 * Holds presses until the promise has moved the focus; several may be pending. If it resolves with false, fails or
	 * takes too long, drops the presses meant for it, from the first that is not for the page.
	 */
	holdUntil<T>(arrived: Promise<T>): Promise<T> {
		this.#underway += 1;
		// A replayed press opens its own target; those after it were meant for that.
		const since = this.#inHand ?? this.#taken;
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
		this.#waiting.push({ number: this.#taken, press });
		this.#restart();
		this.#wake();
	}

	/** Drops the presses after one number and up to another: they came from a scanner. */
	forget(after: number, upTo = Infinity): void {
		this.#waiting = this.#waiting.filter(({ number }) => number <= after || number > upTo);
		this.#wake();
	}

	/** After the last pending target, replays until one opens another. */
	async #arrived(led: boolean, since: number): Promise<void> {
		while (this.#openTail > 0) await this.#change();
		try {
			await this.#ways.settled();
		} catch (error) {
			this.#ways.failed(error);
		}
		this.#underway -= 1;
		if (!led) this.#dropSince(since);
		if (this.#giving) return;
		this.#giving = true;
		try {
			while (this.#underway === 0 && this.#waiting.length > 0) await this.#giveNext();
		} finally {
			this.#giving = false;
		}
	}

	/** Never a part of a burst that goes on: its digits would be saved before a scan is recognised. */
	async #giveNext(): Promise<void> {
		const isOpen = (): boolean => this.#openTail > 0 && this.#openTail === this.#waiting.length;
		while (this.#underway === 0 && isOpen()) await this.#change();
		const next = this.#underway === 0 ? this.#waiting.shift() : undefined;
		if (next === undefined) return;
		this.#inHand = next.number;
		try {
			this.#ways.give(next.press, next.number);
			await this.#ways.settled();
		} catch (error) {
			this.#ways.failed(error);
		}
		this.#inHand = null;
	}

	/** Number of characters at the end that more of the same burst may follow. */
	get #openTail(): number {
		if (this.#isRested) return 0;
		const end = this.#waiting.findLastIndex(({ press }) => !this.#ways.types(press));
		return this.#waiting.length - 1 - end;
	}

	#change(): Promise<undefined> {
		this.#changed ??= Promise.withResolvers();
		return this.#changed.promise;
	}

	#wake(): void {
		this.#changed?.resolve(undefined);
		this.#changed = null;
	}

	/** Another press came: the pause begins again. */
	#restart(): void {
		this.#isRested = false;
		this.#cancelPause();
		this.#cancelPause = onceRested(burstRestMs, () => {
			this.#isRested = true;
			this.#wake();
		});
	}

	#dropSince(taken: number): void {
		const meant = this.#waiting.filter(({ number }) => number > taken);
		const from = meant.findIndex(({ press }) => !this.#ways.isForPage(press));
		const dropped = from < 0 ? [] : meant.slice(from);
		const [first] = dropped;
		if (first === undefined) return;
		this.forget(first.number - 1);
		this.#ways.drop(
			dropped.map(({ press }) => press),
			first.number - 1,
		);
	}
}
