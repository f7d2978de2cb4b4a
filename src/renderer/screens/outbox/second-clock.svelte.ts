// A clock for what is counted down: moves once a second, and only while something shows it.
import { createSubscriber } from 'svelte/reactivity';

const tickMs = 1_000;

export class SecondClock {
	#subscribe = createSubscriber((update) => {
		const timer = setInterval(update, tickMs);
		return () => {
			clearInterval(timer);
		};
	});

	/** Now, in epoch ms; a template that reads it is drawn again each second. */
	get now(): number {
		this.#subscribe();
		return Date.now();
	}
}
