// The time of the screens, for "5 minutes ago": moves twice a minute, and only while something shows it.
import { createSubscriber } from 'svelte/reactivity';

const tickMs = 30_000;

export class Clock {
	#subscribe = createSubscriber((update) => {
		const timer = setInterval(update, tickMs);
		return () => {
			clearInterval(timer);
		};
	});

	/** Now, in epoch ms; a template that reads it is drawn again as time goes on. */
	get now(): number {
		this.#subscribe();
		return Date.now();
	}
}
