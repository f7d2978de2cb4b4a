// What a screen asked of the core, with the three states of asking: on its way, there, refused.
import type { Failure, Reply } from '../../shared/bridge/reply.ts';

/**
 * `const sheet = new Loaded(() => app.call('stocktake.open', { id }))`, then `void sheet.load()` where the screen
 * starts, `<LoadState of={sheet}>` where it is drawn. While it is asked again the old value stays on the screen.
 */
export class Loaded<Value> {
	value = $state.raw<Value | null>(null);
	failure = $state.raw<Failure | null>(null);
	loading = $state(false);
	readonly #ask: () => Promise<Reply<Value>>;
	#asked = 0;

	constructor(ask: () => Promise<Reply<Value>>) {
		this.#ask = ask;
	}

	/** Asks (again). Of several questions under way the last one counts. */
	load = async (): Promise<void> => {
		const asked = ++this.#asked;
		this.loading = true;
		const reply = await this.#ask();
		if (asked !== this.#asked) return;
		this.loading = false;
		if (reply.ok) {
			this.value = reply.value;
			this.failure = null;
		} else {
			this.failure = reply;
		}
	};
}
