// A value requested from the core: loading, loaded or failed.
import { createSubscriber } from 'svelte/reactivity';
import { isUnanswered, type Failure, type Reply } from '../../shared/bridge/reply.ts';

/**
 * `const sheet = new Loaded(() => app.call('stocktake.open', { id }))`, then `void sheet.load()` on start and
 * `<LoadState of={sheet}>` to render. Keeps the old value while reloading. Never shows an answer over one to a later
 * question.
 */
export class Loaded<Value> {
	#value = $state.raw<Value | null>(null);
	failure = $state.raw<Failure | null>(null);
	loading = $state(false);
	readonly #ask: () => Promise<Reply<Value>>;
	#isWatched = false;
	readonly #watch = createSubscriber(() => {
		this.#isWatched = true;
		return () => (this.#isWatched = false);
	});
	/** Questions are numbered, because answers may overtake each other. */
	#asked = 0;
	#loaded = 0;
	#shown = 0;

	constructor(ask: () => Promise<Reply<Value>>) {
		this.#ask = ask;
	}

	get value(): Value | null {
		this.#watch();
		return this.#value;
	}

	/** Loads or reloads. The last question counts. */
	load = async (): Promise<void> => {
		const asked = ++this.#asked;
		this.#loaded = asked;
		this.loading = true;
		const reply = await this.#ask();
		const isLast = asked === this.#loaded;
		if (isLast) this.loading = false;
		// Events may ask faster than answers come: an earlier answer is shown until the last one is here.
		if (reply.ok) this.#show(asked, reply.value);
		else if (isLast && asked > this.#shown) this.failure = reply;
	};

	/** Takes the value from a call that changes it. If no answer came, it may have changed: a page that shows it loads it again. */
	change = async (called: Promise<Reply<Value>>): Promise<Reply<Value>> => {
		const asked = ++this.#asked;
		const reply = await called;
		if (reply.ok) this.#show(asked, reply.value);
		else if (isUnanswered(reply) && this.#isWatched) void this.load();
		return reply;
	};

	/** Takes an event's value; earlier questions are older, and later changes bring another event. */
	hear(value: Value): void {
		this.#show(++this.#asked, value);
	}

	/** The question is another one now: its old answer is not shown. */
	forget(): void {
		this.#value = null;
	}

	#show(asked: number, value: Value): void {
		if (asked < this.#shown) return;
		this.#shown = asked;
		this.#value = value;
		this.failure = null;
	}
}
