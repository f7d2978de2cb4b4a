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

/** @param isInFlight skips lanes at work: filling would read all of their payloads in the middle of a step */
export function createFillingWords(
	options: EngineOptions,
	{ tables }: Moving,
	isInFlight: (laneId: string) => boolean,
) {
	const { store, ports } = options;
	const { clock, log } = ports;
	const due = laneWordsDue(store.durable);
	const wordsOf = laneWords(store);
	let started = false;
	let cancel: (() => void) | null = null;
	let pause = Infinity;

	const wordsOfLane = (lane: LaneRow): string => {
		const rows = tables.ofLane(lane.lane_id);
		const words = wordsOf(
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
	};

	/** @returns false if the disk is full or damaged: the next start continues */
	const fill = (lanes: readonly LaneRow[]): boolean => {
		try {
			store.durable
				.transaction(() => {
					for (const lane of lanes) due.fill(lane.lane_id, wordsOfLane(lane));
				})
				.immediate();
			return true;
		} catch (error) {
			log.warn('Words of documents could not be filled in', { error: String(error) });
			return false;
		}
	};

	const turn = () => {
		cancel = null;
		const fresh = due.withoutWords(atOnce);
		if (fresh.length === 0) return;
		// Filled in order, so a lane in flight delays those behind it. Every step ends.
		const underWay = fresh.findIndex((lane) => isInFlight(lane.lane_id));
		const resting = underWay === -1 ? fresh : fresh.slice(0, underWay);
		if (underWay === 0) next(pauses.afterNew);
		else if (fill(resting)) next(pauses.between);
	};

	const next = (ms: number) => {
		cancel?.();
		pause = ms;
		cancel = clock.after(ms, turn);
	};

	return {
		start() {
			started = true;
			next(pauses.first);
		},
		stop() {
			started = false;
			cancel?.();
			cancel = null;
		},
		soon() {
			if (started && (cancel === null || pause > pauses.afterNew)) next(pauses.afterNew);
		},
		now() {
			for (;;) {
				const fresh = due.withoutWords(atOnce);
				if (fresh.length === 0 || !fill(fresh)) return;
			}
		},
	};
}
