// A document changed after a decision about it: the differences, and the same decision for the new content.
import { decimalText } from '../../../shared/domain/decimal.ts';
import { ExactNumber } from '../../../shared/exact-json.ts';
import { linesByKey } from '../../../shared/record/merge.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { ActionRow } from './action.ts';
import { besideContent, hashOfRecord } from './record-hash.ts';
import { baselineOf } from './baseline.ts';
import { readKept } from '../store/kept-json.ts';

export interface Difference {
	/** `items/<key>` for a line, otherwise the field name. */
	key: string;
	was: unknown;
	now: unknown;
}

export interface ChangedDecision {
	/** Empty if only hidden fields changed, for example a number of the service. */
	differences: readonly Difference[];
	anew: Pick<ActionRow, 'payload_version' | 'payload' | 'base' | 'base_hash'>;
}

export function changedDecision(row: ActionRow): ChangedDecision | null {
	if (row.state !== 'attention' || row.attention !== 'changed' || row.base === null) return null;
	const found = baselineOf(row);
	const base = readKept(row.base);
	if (found?.kind !== 'decided-on' || base === undefined) return null;
	const { payload_version, payload } = row;
	return {
		differences: differencesOf(base as Payload, found.current),
		anew: {
			payload_version,
			payload,
			base: JSON.stringify(found.current),
			base_hash: hashOfRecord(found.current),
		},
	};
}

/** Computed by the service from what people enter. The document's total shows a change of these. */
const madeByService = new Set(['id', 'unitCost', 'totalCost']);

export function differencesOf(was: Payload, now: Payload): Difference[] {
	const [before, after] = [partsOf(was), partsOf(now)];
	return [...new Set([...after.keys(), ...before.keys()])]
		.filter((key) => before.get(key)?.content !== after.get(key)?.content)
		.map((key) => ({ key, was: before.get(key)?.value, now: after.get(key)?.value }));
}

interface Part {
	value: unknown;
	content: string;
}

const lines = { kind: 'lines', key: ['itemId', 'uomId'] };

function partsOf(record: Payload): ReadonlyMap<string, Part> {
	const parts = new Map<string, Part>();
	for (const [name, value] of Object.entries(record)) {
		if (name === 'id' || besideContent.has(name) || value === undefined) continue;
		if (!Array.isArray(value) || !value.every(isLine)) {
			parts.set(name, { value, content: JSON.stringify(comparable(value)) });
			continue;
		}
		for (const [key, line] of linesByKey(lines, value)) {
			const entered = Object.entries(line).filter(([field]) => !madeByService.has(field));
			const content = JSON.stringify(comparable(Object.fromEntries(entered)));
			parts.set(`${name}/${key}`, { value: line, content });
		}
	}
	return parts;
}

function comparable(value: unknown): unknown {
	if (typeof value === 'number' || value instanceof ExactNumber) return comparable(String(value));
	if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return decimalText(value);
	if (Array.isArray(value)) return value.map(comparable);
	if (typeof value !== 'object' || value === null) return value;
	return Object.entries(value)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, field]) => [name, comparable(field)]);
}

const isLine = (value: unknown): value is Payload & { itemId: string } =>
	typeof value === 'object' && value !== null && 'itemId' in value;
