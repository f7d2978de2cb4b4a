// A decision about a document that was changed after the person had looked at it: what differs, and the decision as it
// goes when the person makes it for what the service has now.
import type { z } from 'zod';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { mergeLines, numbered } from '../../../shared/domain/three-way.ts';
import { ExactNumber } from '../../../shared/exact-json.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { ActionRow } from './action.ts';
import { besideContent, hashOfRecord } from './base.ts';
import { readKept } from '../store/kept-json.ts';
import { evidence } from './probe.ts';

/** A line or a field of the document; undefined where it was not there, or is there no more. */
export interface Difference {
	/** `items#<name>` for a line, else the name of the field. */
	key: string;
	was: unknown;
	now: unknown;
}

export interface ChangedDecision {
	/** Empty where only what nobody is shown was changed, such as what the service numbers itself. */
	differences: readonly Difference[];
	/** The columns of the step, decided for what the service showed last. */
	anew: Pick<ActionRow, 'payload_version' | 'payload' | 'base' | 'base_hash'>;
}

/** What a person may decide anew of a step; null where it was not set aside for that. */
export function changedDecision(row: ActionRow): ChangedDecision | null {
	if (row.state !== 'attention' || row.attention !== 'changed' || row.base === null) return null;
	const found = foundIn(row);
	const base = readKept(row.base);
	if (found === null || base === undefined) return null;
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

type Found = Extract<z.output<typeof evidence>, { kind: 'decided-on' }>;

function foundIn({ evidence: json }: ActionRow): Found | null {
	const read = json === null ? null : evidence.safeParse(readKept(json));
	return read?.success && read.data.kind === 'decided-on' ? read.data : null;
}

/** What the service makes itself of what a person entered: a change of it alone is told by the document's total. */
const madeByService = new Set(['id', 'unitCost', 'totalCost']);

/** What differs between two records, in the order of the second, whatever the fields are called. */
export function differencesOf(was: Payload, now: Payload): Difference[] {
	const [before, after] = [partsOf(was), partsOf(now)];
	const { taken } = mergeLines(
		{ base: before, mine: before, theirs: after },
		{ keyOf: ({ key }) => key, same: (a, b) => a.content === b.content },
	);
	const valueIn = (parts: readonly Part[], key: string) =>
		parts.find((part) => part.key === key)?.value;
	return taken.map((key) => ({ key, was: valueIn(before, key), now: valueIn(after, key) }));
}

interface Part {
	key: string;
	value: unknown;
	content: string;
}

function partsOf(record: Payload): Part[] {
	return Object.entries(record).flatMap(([name, value]): Part[] => {
		if (name === 'id' || besideContent.has(name) || value === undefined) return [];
		if (!Array.isArray(value) || !value.every(isLine)) {
			return [{ key: name, value, content: JSON.stringify(comparable(value)) }];
		}
		const keys = numbered(value, ({ itemId, uomId }) => JSON.stringify([itemId, uomId ?? null]));
		return value.map((line) => ({
			key: `${name}#${keys.get(line) ?? ''}`,
			value: line,
			content: JSON.stringify(
				comparable(
					Object.fromEntries(Object.entries(line).filter(([field]) => !madeByService.has(field))),
				),
			),
		}));
	});
}

/** Decimals by value, fields in one order. */
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
