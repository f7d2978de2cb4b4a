// The screens' clock: ticks only while something shows it.
import { createSubscriber } from 'svelte/reactivity';

export class Clock {
	readonly #subscribe: () => void;

	/** @param tickMs 30,000 for "5 minutes ago", 1,000 for a countdown. */
	constructor(tickMs: number) {
		this.#subscribe = createSubscriber((update) => {
			const timer = setInterval(update, tickMs);
			return () => clearInterval(timer);
		});
	}

	/** Now in epoch ms; a template that reads it re-renders with each tick. */
	get now(): number {
		this.#subscribe();
		return Date.now();
	}
}
