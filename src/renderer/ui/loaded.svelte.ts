// What a screen asked of the core, with the three states of asking: on its way, there, refused.
import type { Failure, Reply } from '../../shared/bridge/reply.ts';

/**
 * `const sheet = new Loaded(() => app.call('stocktake.open', { id }))`, then `void sheet.load()` where the screen
 * starts, `<LoadState of={sheet}>` where it is drawn. While it is asked again the old value stays on the screen.
 * Answers may overtake each other: none is shown over one to a later question.
 */
export class Loaded<Value> {
	value = $state.raw<Value | null>(null);
	failure = $state.raw<Failure | null>(null);
	loading = $state(false);
	readonly #ask: () => Promise<Reply<Value>>;
	/** Questions are numbered as they are asked. */
	#asked = 0;
	#loaded = 0;
	#shown = 0;

	constructor(ask: () => Promise<Reply<Value>>) {
		this.#ask = ask;
	}

	/** Asks (again). Of several questions under way the last one counts. */
	load = async (): Promise<void> => {
		const asked = ++this.#asked;
		this.#loaded = asked;
		this.loading = true;
		const reply = await this.#ask();
		if (asked !== this.#loaded) return;
		this.loading = false;
		if (reply.ok) this.#show(asked, reply.value);
		else if (asked > this.#shown) this.failure = reply;
	};

	/** Shows what a call answers that changes it: it as it is then. A refusal shows nothing here. */
	change = async (called: Promise<Reply<Value>>): Promise<Reply<Value>> => {
		const asked = ++this.#asked;
		const reply = await called;
		if (reply.ok) this.#show(asked, reply.value);
		return reply;
	};

	/** Shows what an event told: what was asked before is older, and of what changed since another event tells. */
	hear(value: Value): void {
		this.#show(++this.#asked, value);
	}

	#show(asked: number, value: Value): void {
		if (asked < this.#shown) return;
		this.#shown = asked;
		this.value = value;
		this.failure = null;
	}
}
