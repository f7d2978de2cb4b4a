// One look at the stock for several parts of a count: the list read before one part stands for the next part too, for a
// short time, instead of being fetched whole before each.
import type { Payload, ReplayRule } from '../../../shared/service/operation.ts';
import type { Clock } from '../ports.ts';

type QuantitiesRule = Extract<ReplayRule, { proof: 'quantities' }>;

/** An answer of the service, and the outbox's last event before it was asked for. */
export interface Look {
	answer: unknown;
	asOf: number;
}

/** The latest look, for the steps of one lane. */
export interface StockLook {
	/** Null where there was none, it is too old, or something of ours moved these lines since. */
	recall(
		rule: QuantitiesRule,
		body: Payload,
		besides: (asOf: number) => readonly Payload[],
	): Look | null;
	keep(rule: QuantitiesRule, body: Payload, look: Look): void;
	forget(): void;
}

/** @returns the look as a lane may use it; `mostMs`: how old it may be, by the monotonic clock. */
export function stockLook(clock: Clock): (laneId: string, mostMs: number) => StockLook {
	let latest: (Look & { key: string; at: number }) | null = null;
	const keyOf = (laneId: string, rule: QuantitiesRule, body: Payload) =>
		JSON.stringify([laneId, rule.read, rule.readInput(body)]);
	return (laneId, mostMs) => ({
		recall(rule, body, besides) {
			if (latest?.key !== keyOf(laneId, rule, body)) return null;
			if (clock.monotonic() - latest.at >= mostMs) return null;
			const lines = Object.keys(rule.adds(body));
			const moved = besides(latest.asOf).some((other) => {
				const theirs = rule.adds(other);
				return lines.some((line) => line in theirs);
			});
			return moved ? null : latest;
		},
		keep(rule, body, look) {
			latest = { ...look, key: keyOf(laneId, rule, body), at: clock.monotonic() };
		},
		forget() {
			latest = null;
		},
	});
}
