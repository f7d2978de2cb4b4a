// The words by which documents are found, filled in beside the work, a few documents at a time: soon after they were saved,
// once nothing of them is under way, or before somebody looks for them.
import { laneWordsDue } from '../store/lane-words-due.ts';
import type { LaneRow } from './action.ts';
import type { EngineOptions } from './engine-options.ts';
import { labelOf } from './lane-label.ts';
import { laneWords } from './lane-words.ts';
import type { Moving } from './moving.ts';
import { readPayload } from './payload.ts';

/** Documents in one turn: a few milliseconds. */
const atOnce = 20;
/**
 * ms until the first turn, which a start does not wait for, between two, and after new work: what is queued together is
 * filled in together, and what is sent at once is sent first.
 */
const pauses = { first: 5_000, between: 100, afterNew: 500 };

interface FillingWords {
	start(): void;
	stop(): void;
	/** Something new was queued. */
	soon(): void;
	/** Fills in what is new, for whoever looks for documents now. */
	now(): void;
}

/** @param isInFlight whether a step of the lane is being worked on: all its payloads would be read in the middle of it. */
export function createFillingWords(
	options: EngineOptions,
	{ tables }: Moving,
	isInFlight: (laneId: string) => boolean,
): FillingWords {
	const { store, ports } = options;
	const { clock, log } = ports;
	const due = laneWordsDue(store.durable);
	const wordsOf = laneWords(store);
	let started = false;
	let cancel: (() => void) | null = null;
	/** ms that the next turn was put off. */
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
		// Without any it would be taken for a new one again and again.
		return words === '' ? lane.document : words;
	};

	/** @returns false on a full disk, or a damaged one: the next start goes on with it. */
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
		// They are filled in their order, so one under way keeps those behind it waiting too. Every step ends.
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
