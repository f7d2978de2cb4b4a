// Recent submits and decisions that can be undone before they are sent.
import type { Undoable } from '../../shared/bridge/outbox.ts';
import type { Failure } from '../../shared/bridge/reply.ts';
import type { App } from '../app.svelte.ts';
import { Loaded } from '../ui/loaded.svelte.ts';

const tickMs = 1_000;

export interface UndoableAct {
	readonly first: Undoable;
	/** All of them. */
	readonly parts: readonly Undoable[];
	readonly seconds: number;
}

export class UndoWindow {
	readonly #app: App;
	readonly #undoable;
	#now = $state(Date.now());

	constructor(app: App) {
		this.#app = app;
		this.#undoable = new Loaded(() => app.call('outbox.undoable', {}));
	}

	/** Latest first, without those sent since. What was done together is undone together. */
	readonly open: readonly UndoableAct[] = $derived.by(() => {
		const still = (this.#undoable.value?.undoable ?? []).filter(({ until }) => until > this.#now);
		return [...Map.groupBy(still, ({ together }) => together).values()].flatMap((parts) => {
			const [first] = parts;
			const until = Math.min(...parts.map((part) => part.until));
			return first === undefined
				? []
				: [{ first, parts, seconds: Math.ceil((until - this.#now) / tickMs) }];
		});
	});

	/** Documents and records in them. */
	static count(acts: readonly UndoableAct[]): number {
		return acts.reduce((sum, { parts }) => sum + parts.length, 0);
	}

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

	/** @param acts latest first. @returns what was undone. One notice tells of the refusals. */
	async undo(acts: readonly UndoableAct[]): Promise<readonly Undoable[]> {
		const undone: Undoable[] = [];
		let refused: Failure | null = null;
		for (const what of acts.flatMap(({ parts }) => parts)) {
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
