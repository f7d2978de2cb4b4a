// Fills in the search words of documents in the background, or before a search, a few at a time.
import { laneWordsDue } from '../store/lane-words-due.ts';
import type { LaneRow } from './action.ts';
import type { EngineOptions } from './engine-options.ts';
import { labelOf } from './lane-label.ts';
import { laneWords } from './lane-words.ts';
import type { Moving } from './moving.ts';
import { readPayload } from './payload.ts';

const atOnce = 20;
/** ms before the first turn (not part of the start), between turns, and after new work, so that sending goes first. */
const pauses = { first: 5_000, between: 100, afterNew: 500 };

export class FillingWords {
	readonly #options: EngineOptions;
	readonly #tables;
	readonly #isInFlight;
	readonly #due;
	readonly #wordsOf;
	#started = false;
	#cancel: (() => void) | null = null;
	#pause = Infinity;

	/** @param isInFlight such lanes wait, because reading all their payloads would delay the step */
	constructor(options: EngineOptions, { tables }: Moving, isInFlight: (laneId: string) => boolean) {
		this.#options = options;
		this.#tables = tables;
		this.#isInFlight = isInFlight;
		this.#due = laneWordsDue(options.store.durable);
		this.#wordsOf = laneWords(options.store);
	}

	start(): void {
		this.#started = true;
		this.#next(pauses.first);
	}

	stop(): void {
		this.#started = false;
		this.#cancel?.();
		this.#cancel = null;
	}

	soon(): void {
		if (!this.#started) return;
		if (this.#cancel === null || this.#pause > pauses.afterNew) this.#next(pauses.afterNew);
	}

	now(): void {
		for (;;) {
			const fresh = this.#due.withoutWords(atOnce);
			if (fresh.length === 0 || !this.#fill(fresh)) return;
		}
	}

	#next(ms: number): void {
		this.#cancel?.();
		this.#pause = ms;
		this.#cancel = this.#options.ports.clock.after(ms, () => {
			this.#turn();
		});
	}

	#turn(): void {
		this.#cancel = null;
		const fresh = this.#due.withoutWords(atOnce);
		if (fresh.length === 0) return;
		// Lanes are filled in order, so one in flight delays those behind it.
		const underWay = fresh.findIndex((lane) => this.#isInFlight(lane.lane_id));
		const resting = underWay === -1 ? fresh : fresh.slice(0, underWay);
		if (underWay === 0) this.#next(pauses.afterNew);
		else if (this.#fill(resting)) this.#next(pauses.between);
	}

	/** @returns false if the disk is full or damaged: the next start continues */
	#fill(lanes: readonly LaneRow[]): boolean {
		const { store, ports } = this.#options;
		try {
			store.durable
				.transaction(() => {
					for (const lane of lanes) this.#due.fill(lane.lane_id, this.#wordsOfLane(lane));
				})
				.immediate();
			return true;
		} catch (error) {
			ports.log.warn('Words of documents could not be filled in', { error: String(error) });
			return false;
		}
	}

	#wordsOfLane(lane: LaneRow): string {
		const rows = this.#tables.ofLane(lane.lane_id);
		const words = this.#wordsOf(
			lane.account_id,
			{ label: labelOf(lane) },
			{
				known: lane.words,
				by: lane.created_by,
				references: rows.map(({ reference }) => reference),
				bodies: rows.flatMap((row) => {
					const sent = readPayload(row, { server_id: lane.server_id ?? '' });
					return typeof sent === 'string' ? [] : [sent.body ?? {}];
				}),
			},
		);
		// An empty text would mark the lane as new again.
		return words === '' ? lane.document : words;
	}
}
