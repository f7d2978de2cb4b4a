// Documents that were entered before a document was found by its items: their words are filled in beside the work, a few
// at a time, once.
import { z } from 'zod';
import { pullTable } from '../store/pulls.ts';
import { laneWordsDue } from '../store/lane-words-due.ts';
import type { LaneRow } from './action.ts';
import type { EngineOptions } from './engine-options.ts';
import { laneWords } from './lane-words.ts';
import type { Moving } from './moving.ts';
import { readPayload } from './payload.ts';

const label = z.looseObject({ locationId: z.string(), title: z.string() });

/** Documents in one turn: a few milliseconds. */
const atOnce = 20;
/** ms until the first turn, which a start does not wait for, between two, and until it is seen whether the items came. */
const pauses = { first: 5_000, between: 100, forItems: 60_000 };

export interface FillingWords {
	start(): void;
	stop(): void;
}

export function createFillingWords(options: EngineOptions, { tables }: Moving): FillingWords {
	const { store, ports, account } = options;
	const { clock, log } = ports;
	const due = laneWordsDue(store.durable);
	const pulls = pullTable(store.cache);
	const wordsOf = laneWords(store);
	let cancel: (() => void) | null = null;

	const wordsOfLane = (lane: LaneRow): string => {
		const rows = tables.ofLane(lane.lane_id);
		return wordsOf(
			lane.account_id,
			{ label: label.parse(JSON.parse(lane.label)) },
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
	};

	const turn = () => {
		cancel = null;
		const accountId = account()?.accountId ?? '';
		const lanes = due.next(accountId, atOnce);
		if (lanes.length === 0) return;
		const itemsAreHere = pulls.get(accountId, 'item')?.complete === true;
		if (itemsAreHere) {
			try {
				store.durable
					.transaction(() => {
						for (const lane of lanes) due.fill(lane.lane_id, wordsOfLane(lane));
					})
					.immediate();
			} catch (error) {
				// On a full disk, or a damaged one: the next start goes on with it.
				log.warn('Words of old documents could not be filled in', { error: String(error) });
				return;
			}
		}
		cancel = clock.after(itemsAreHere ? pauses.between : pauses.forItems, turn);
	};

	const stop = () => {
		cancel?.();
		cancel = null;
	};
	return {
		start() {
			stop();
			cancel = clock.after(pauses.first, turn);
		},
		stop,
	};
}
