// Events for the screens. Changes of documents and app state are collected and sent once after the current work.
import type { AppState } from '../../shared/bridge/app.ts';
import type { EventName, EventPayload } from '../../shared/bridge/contract.ts';
import { area, type Area } from '../../shared/document/stored.ts';
import type { Clock } from './ports.ts';

const APP_PAUSE_MS = 25;

export type Listener = (name: string, payload: unknown) => void;

interface Told {
	areasOf(laneIds: readonly string[]): Iterable<Area>;
	appState(): AppState;
}

export class Events {
	readonly #clock: Clock;
	readonly #listener: Listener;
	readonly #told: Told;
	readonly #changedLanes = new Set<string>();
	#tellsSoon = false;
	#appToldAt = Number.NEGATIVE_INFINITY;
	#appTellsSoon = false;
	#ended = false;

	constructor(clock: Clock, listener: Listener, told: Told) {
		this.#clock = clock;
		this.#listener = listener;
		this.#told = told;
	}

	emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
		this.#listener(name, payload);
	}

	documentsChanged(areas: Iterable<Area>): void {
		for (const each of areas) this.emit('documents.changed', { area: each });
	}

	/** A pull changes it with every page: sent at once, then at most every 25 ms. */
	appChanged(): void {
		if (this.#appTellsSoon) return;
		this.#appTellsSoon = true;
		const pause = this.#appToldAt + APP_PAUSE_MS - this.#clock.monotonic();
		this.#clock.after(Math.max(0, pause), () => {
			this.#appTellsSoon = false;
			if (this.#ended) return;
			this.#appToldAt = this.#clock.monotonic();
			this.emit('app.changed', this.#told.appState());
		});
	}

	lanesChanged(laneIds: readonly string[]): void {
		for (const laneId of laneIds) this.#changedLanes.add(laneId);
		this.#tellSoon();
		this.appChanged();
	}

	allChanged(): void {
		this.documentsChanged(area.options);
		this.emit('outbox.changed', {});
		this.appChanged();
	}

	end(): void {
		this.#ended = true;
	}

	#tellSoon(): void {
		if (this.#tellsSoon) return;
		this.#tellsSoon = true;
		this.#clock.after(0, () => {
			this.#tellsSoon = false;
			if (!this.#ended) this.#tell();
		});
	}

	#tell(): void {
		const laneIds = [...this.#changedLanes];
		this.#changedLanes.clear();
		if (laneIds.length === 0) return;
		this.emit('outbox.changed', {});
		this.documentsChanged(this.#told.areasOf(laneIds));
	}
}
