// Which stock lines our other writes may have moved since quantities were read: those prove nothing about one write.
import { z } from 'zod';
import { findOperation } from '../../../shared/service/index.ts';
import type { Payload, ReplayRule } from '../../../shared/service/operation.ts';
import type { ActionTables } from '../store/actions.ts';
import { readKept } from '../store/kept-json.ts';
import type { ActionRow, LaneRow } from './action.ts';
import { labelOf } from './lane-label.ts';
import { bodyOf } from './payload.ts';
import { hasUnnamedLines } from './lines-named.ts';

export interface Moved {
	readonly nothing: boolean;
	has(line: string): boolean;
}

type QuantitiesRule = Extract<ReplayRule, { proof: 'quantities' }>;

const withItem = z.object({ itemId: z.string() });
const withItems = z.object({ items: z.array(withItem) });

const all = Symbol('all');

/** @param after the outbox's last event when the quantities were read */
export function movedByOtherSteps(
	tables: ActionTables,
	row: ActionRow,
	rule: QuantitiesRule,
	location: string,
	after: number,
): Moved {
	const lines = new Set<string>();
	const items = new Set<string | typeof all>();
	for (const other of tables.triedBesides(row, after)) {
		const lane = tables.lane(other.lane_id);
		if (lane === null) continue;
		const body = bodyOf(other, lane);
		if (other.operation === row.operation) {
			// Lines without ids yet are those of another document.
			const known = body === null || hasUnnamedLines(body) ? {} : rule.adds(body);
			for (const line of Object.keys(known)) lines.add(line);
		} else if (rule.itemOf !== undefined && movesStock(other) && isAt(location, lane, body)) {
			for (const item of itemsOf(other, lane, tables)) items.add(item);
		}
	}
	return {
		nothing: lines.size === 0 && items.size === 0,
		has: (line) => lines.has(line) || items.has(all) || items.has(rule.itemOf?.(line) ?? ''),
	};
}

/** Which step of a transfer moves its stock is not documented; only a draft is sure to move none. */
function movesStock({ operation }: ActionRow): boolean {
	const rule = findOperation(operation)?.replay;
	return rule?.proof === 'quantities' || rule?.proof === 'state';
}

function isAt(location: string, lane: LaneRow, body: Payload | null): boolean {
	const { locationId, fromLocationId, toLocationId } = body ?? {};
	return [labelOf(lane).locationId, locationId, fromLocationId, toLocationId].includes(location);
}

/** From the step, from the document as the person saw it, or from the payload that made the document. */
function itemsOf(row: ActionRow, lane: LaneRow, tables: ActionTables): (string | typeof all)[] {
	const before = tables.ofLane(row.lane_id).filter(({ seq }) => seq < row.seq);
	const told = [
		bodyOf(row, lane),
		row.base === null ? null : readKept(row.base),
		...before.reverse().map((step) => bodyOf(step, lane)),
	];
	for (const each of told) {
		const one = withItem.safeParse(each);
		if (one.success) return [one.data.itemId];
		const read = withItems.safeParse(each);
		if (read.success) return read.data.items.map(({ itemId }) => itemId);
	}
	return [all];
}
