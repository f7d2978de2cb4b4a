// Who has which count open, and in which area. In memory only: it is true only while windows keep reporting it.
import type { Counter } from '../../../shared/bridge/stocktake.ts';
import type { Clock } from '../ports.ts';

/** Windows report every minute; after this silence a window counts as closed. */
const GONE_AFTER_MS = 150_000;

interface Present extends Counter {
	connection: string;
	/** Monotonic ms of the last report. */
	at: number;
}

export type PresentCounters = ReturnType<typeof presentCounters>;

export function presentCounters(clock: Clock) {
	const present = new Map<string, Map<string, Present>>();

	return {
		here(
			stocktakeId: string,
			counter: Counter & { connection: string },
			leaving: boolean,
		): Counter[] {
			const now = clock.monotonic();
			const counters = present.get(stocktakeId) ?? new Map<string, Present>();
			counters.delete(counter.window);
			if (!leaving) counters.set(counter.window, { ...counter, at: now });
			for (const [window, { at }] of counters) {
				if (now - at > GONE_AFTER_MS) counters.delete(window);
			}
			if (counters.size === 0) present.delete(stocktakeId);
			else present.set(stocktakeId, counters);
			return [...counters.values()].map(({ window, person, areaId }) => ({
				window,
				person,
				areaId,
			}));
		},

		/** Whether another connection than this has a count open. */
		elsewhere(connection: string): boolean {
			const now = clock.monotonic();
			return [...present.values()].some((counters) =>
				[...counters.values()].some(
					(each) => each.connection !== connection && now - each.at <= GONE_AFTER_MS,
				),
			);
		},
	};
}
