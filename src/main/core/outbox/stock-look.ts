// One look at the stock for several parts of a count: the list read before one part stands for the next part too, for a
// short time, instead of being fetched whole before each.
import type { Payload, ReplayRule } from '../../../shared/service/operation.ts';
import type { Clock } from '../ports.ts';
import type { Moved } from './own-movements.ts';

type QuantitiesRule = Extract<ReplayRule, { proof: 'quantities' }>;

/** An answer of the service, and the outbox's last event before it was asked for. */
interface Look {
	answer: unknown;
	asOf: number;
}

/** The latest look, for the steps of one lane. */
export interface StockLook {
	/**
	 * Null where there was none, it is too old, or something of ours moved these lines since.
	 * @param besides what our other writes may have moved after an event; asked about each stretch of them once.
	 * @param now the outbox's last event
	 */
	recall(
		rule: QuantitiesRule,
		body: Payload,
		besides: (asOf: number) => Moved,
		now: number,
	): Look | null;
	/** Whether what was recalled last may still be used. */
	holds(): boolean;
	keep(rule: QuantitiesRule, body: Payload, look: Look): void;
	forget(): void;
}

/** @returns the look as a lane may use it; `mostMs`: how old it may be, by the monotonic clock. */
export function stockLook(clock: Clock): (laneId: string, mostMs: number) => StockLook {
	let latest: (Look & { key: string; at: number; moved: Moved[]; movedAsOf: number }) | null = null;
	const keyOf = (laneId: string, rule: QuantitiesRule, body: Payload) =>
		JSON.stringify([laneId, rule.read, rule.readInput(body)]);
	return (laneId, mostMs) => {
		let lookedAt = 0;
		const holds = () => clock.monotonic() - lookedAt < mostMs;
		return {
			recall(rule, body, besides, now) {
				if (latest?.key !== keyOf(laneId, rule, body)) return null;
				lookedAt = latest.at;
				if (!holds()) return null;
				const { moved, movedAsOf } = latest;
				const since = besides(movedAsOf);
				if (!since.nothing) moved.push(since);
				latest.movedAsOf = now;
				const lines = Object.keys(rule.adds(body));
				return moved.some((each) => lines.some((line) => each.has(line))) ? null : latest;
			},
			holds,
			keep(rule, body, look) {
				latest = {
					...look,
					...{ key: keyOf(laneId, rule, body), at: clock.monotonic() },
					...{ moved: [], movedAsOf: look.asOf },
				};
			},
			forget() {
				latest = null;
			},
		};
	};
}
