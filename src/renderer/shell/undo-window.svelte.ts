// Recent submits and decisions that can be undone before they are sent.
import type { Undoable } from '../../shared/bridge/outbox.ts';
import type { Failure } from '../../shared/bridge/reply.ts';
import type { App } from '../app.svelte.ts';
import { Loaded } from '../ui/loaded.svelte.ts';

const tickMs = 1_000;

export class UndoWindow {
	readonly #app: App;
	readonly #undoable;
	#now = $state(Date.now());

	constructor(app: App) {
		this.#app = app;
		this.#undoable = new Loaded(() => app.call('outbox.undoable', {}));
	}

	/** Latest first, without those sent since. */
	readonly open: readonly { what: Undoable; seconds: number }[] = $derived.by(() =>
		(this.#undoable.value?.undoable ?? [])
			.map((what) => ({ what, seconds: Math.ceil((what.until - this.#now) / tickMs) }))
			.filter(({ seconds }) => seconds > 0),
	);

	/** Follows the outbox. @returns an unsubscribe function */
	follow(): () => void {
		const load = () => void this.#load();
		const stops = [
			this.#app.bridge.on('outbox.changed', load),
			this.#app.bridge.onReconnect(load),
			this.#app.bridge.on('app.changed', ({ account }) => {
				if (account === null) this.#undoable.hear({ undoable: [] });
			}),
		];
		const timer = setInterval(() => {
			if (this.open.length > 0) this.#now = Date.now();
		}, tickMs);
		load();
		return () => {
			clearInterval(timer);
			for (const stop of stops) stop();
		};
	}

	/** @returns what was undone; null if it failed, after a notice. */
	async undo(what: Undoable | undefined = this.open[0]?.what): Promise<Undoable | null> {
		if (what === undefined) return null;
		const { actionId, revision } = what;
		const reply = await this.#app.call('outbox.cancel', { actionId, revision });
		if (!reply.ok) this.#app.notices.show(this.#app.explain(reply), 'amber');
		await this.#load();
		return reply.ok ? what : null;
	}

	/** Undoes all, latest first. @returns what was undone; one notice covers the rest. */
	async undoAll(): Promise<readonly Undoable[]> {
		const undone: Undoable[] = [];
		let refused: Failure | null = null;
		for (const { what } of this.open) {
			const { actionId, revision } = what;
			const reply = await this.#app.call('outbox.cancel', { actionId, revision });
			if (reply.ok) undone.push(what);
			else refused = reply;
		}
		if (refused !== null) this.#app.notices.show(this.#app.explain(refused), 'amber');
		await this.#load();
		return undone;
	}

	async #load(): Promise<void> {
		await this.#undoable.load();
		this.#now = Date.now();
	}
}
