// Shares one look at the stock between parts of a count for a short time, instead of reading it for each.
import type { Payload, ReplayRule } from '../../../shared/service/operation.ts';
import type { Clock } from '../ports.ts';
import type { Moved } from './own-movements.ts';

type QuantitiesRule = Extract<ReplayRule, { proof: 'quantities' }>;

interface Look {
	answer: unknown;
	asOf: number;
}

export interface StockLook {
	/**
	 * null if there is none, it is too old, or our writes moved these lines since.
	 * @param besides called once per stretch of events
	 */
	recall(
		rule: QuantitiesRule,
		body: Payload,
		besides: (asOf: number) => Moved,
		now: number,
	): Look | null;
	holds(): boolean;
	keep(rule: QuantitiesRule, body: Payload, look: Look): void;
	forget(): void;
}

/** @returns the look for a lane; `mostMs` is its maximum age by the monotonic clock */
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
