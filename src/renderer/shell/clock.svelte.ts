// The time of the screens: moves with its tick, and only while something shows it.
import { createSubscriber } from 'svelte/reactivity';

export class Clock {
	readonly #subscribe: () => void;

	/** @param tickMs 30,000 for "5 minutes ago", 1,000 for what is counted down. */
	constructor(tickMs: number) {
		this.#subscribe = createSubscriber((update) => {
			const timer = setInterval(update, tickMs);
			return () => {
				clearInterval(timer);
			};
		});
	}

	/** Now, in epoch ms; a template that reads it is drawn again with each tick. */
	get now(): number {
		this.#subscribe();
		return Date.now();
	}
}
