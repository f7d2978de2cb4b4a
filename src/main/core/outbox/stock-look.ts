// Shares one look at the stock between parts of a count for a short time, instead of reading it for each.
import type { Payload, ReplayRule } from '../../../shared/service/operation.ts';
import type { Clock } from '../ports.ts';
import type { Moved } from './own-movements.ts';

type QuantitiesRule = Extract<ReplayRule, { proof: 'quantities' }>;

interface Look {
	answer: unknown;
	asOf: number;
}

export type StockLook = ReturnType<ReturnType<typeof stockLook>>;

/** @returns the look for a lane; `mostMs` is its maximum age by the monotonic clock */
export function stockLook(clock: Clock) {
	let latest: (Look & { key: string; at: number; moved: Moved[]; movedAsOf: number }) | null = null;
	const keyOf = (laneId: string, rule: QuantitiesRule, body: Payload) =>
		JSON.stringify([laneId, rule.read, rule.readInput(body)]);
	return (laneId: string, mostMs: number) => {
		let lookedAt = 0;
		const holds = () => clock.monotonic() - lookedAt < mostMs;
		return {
			/**
			 * null if there is none, it is too old, or our writes moved these lines since. @param ourOtherMoves what our other
			 * writes moved since an event
			 */
			recall(
				rule: QuantitiesRule,
				body: Payload,
				ourOtherMoves: (asOf: number) => Moved,
				now: number,
			): Look | null {
				if (latest?.key !== keyOf(laneId, rule, body)) return null;
				lookedAt = latest.at;
				if (!holds()) return null;
				const { moved, movedAsOf } = latest;
				const since = ourOtherMoves(movedAsOf);
				if (!since.nothing) moved.push(since);
				latest.movedAsOf = now;
				const lines = Object.keys(rule.adds(body));
				return moved.some((each) => lines.some((line) => each.has(line))) ? null : latest;
			},
			holds,
			keep(rule: QuantitiesRule, body: Payload, look: Look) {
				latest = {
					...look,
					key: keyOf(laneId, rule, body),
					at: clock.monotonic(),
					moved: [],
					movedAsOf: look.asOf,
				};
			},
			forget() {
				latest = null;
			},
		};
	};
}
