// Full updates of a document: checks whether the service has the update, and merges changes by others. Fields that the
// service computes are ignored.
import Big from 'big.js';
import { z } from 'zod';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { isShownAs } from '../../../shared/domain/shown-text.ts';
import type { AnyField, AnyFields } from '../../../shared/record/field.ts';
import { isObject, merge, type Choices, type Clash } from '../../../shared/record/merge.ts';
import { isRecordTypeName, typeNamed } from '../../../shared/record/records.ts';
import { decimal, isDated } from '../../../shared/service/field.ts';
import { likeInstants, type WallClock } from '../../../shared/service/likeness.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Operation, Payload } from '../../../shared/service/operation.ts';
import type { ActionRow } from './action.ts';
import { hashOfRecord } from './record-hash.ts';
import { payloadVersion, type SendInput } from './payload.ts';

const workedOut = new Set([
	'unitCost',
	'totalCost',
	'taxValue',
	'totalAmount',
	'landedCost',
	'totalLineAmount',
]);
const itsOwn = new Set(['id', ...workedOut]);

export interface MergedEdit {
	body: Payload;
	/** Fields and lines that others changed: `description`, `items/milk,1`. */
	taken: readonly string[];
	overlaps: readonly Clash[];
}

/** In a canonical form: decimals by value, dates by instant. */
function contentOf(schema: unknown, value: unknown): unknown {
	if (value === undefined || value === null || value === '') return null;
	if (schema === decimal && typeof value === 'string') return decimalText(value);
	if (isDated(schema) && typeof value === 'string') {
		const instant = Date.parse(value);
		return Number.isNaN(instant) ? value : instant;
	}
	return value;
}

export interface ShownAs {
	/** Precision of its instants, ms. */
	readonly stepMs: number;
	readonly scale: number | null;
	readonly location: WallClock;
}

/** Whether a record has everything that was sent. @param shownAs null compares every digit and letter */
export function holds(
	schema: z.ZodObject,
	record: Payload,
	body: Payload,
	shownAs: ShownAs | null = null,
): boolean {
	return Object.entries<unknown>(schema.shape)
		.filter(([name]) => !itsOwn.has(name) && (name in body || name in record))
		.every(([name, field]) => isShown(field, body[name], record[name], shownAs));
}

function isShown(schema: unknown, sent: unknown, shown: unknown, as: ShownAs | null): boolean {
	if (schema instanceof z.ZodOptional) return isShown(schema.def.innerType, sent, shown, as);
	if (schema instanceof z.ZodArray && Array.isArray(sent) && Array.isArray(shown)) {
		return areShown(schema.def.element, sent, shown, as);
	}
	if (schema instanceof z.ZodObject && isObject(sent) && isObject(shown)) {
		return Object.entries<unknown>(schema.shape)
			.filter(([name]) => !itsOwn.has(name))
			.every(([name, field]) => isShown(field, sent[name], shown[name], as));
	}
	const [ours, theirs] = [contentOf(schema, sent), contentOf(schema, shown)];
	if (JSON.stringify(ours) === JSON.stringify(theirs)) return true;
	if (as === null || typeof sent !== 'string' || typeof shown !== 'string') return false;
	if (schema === decimal) {
		const apart = new Big(sent).minus(shown).abs();
		return as.scale !== null && apart.lt(new Big(10).pow(-as.scale));
	}
	if (isDated(schema)) return likeInstants(sent, shown, as.stepMs, as.location) !== 'other';
	return schema instanceof z.ZodString && isShownAs(sent, shown);
}

/** Lines may come in another order: they are matched by id, and those without one by content. */
function areShown(
	element: unknown,
	sent: readonly unknown[],
	shown: readonly unknown[],
	as: ShownAs | null,
): boolean {
	const left = [...shown];
	const isFound = (each: unknown, index: number): boolean => {
		const same = (other: unknown) => isShown(element, each, other, as);
		if (!isObject(each)) return same(shown[index]);
		const id = each['id'];
		const ofId = left.findIndex(
			(other) => isObject(other) && id !== undefined && other['id'] === id,
		);
		const at = ofId === -1 ? left.findIndex(same) : ofId;
		return at !== -1 && left.splice(at, 1).every(same);
	};
	const hasId = (each: unknown) => Number(isObject(each) && each['id'] !== undefined);
	return (
		sent.length === shown.length && sent.toSorted((a, b) => hasId(b) - hasId(a)).every(isFound)
	);
}

/** The schemas for sending and reading a document, and the fields to merge by. */
export interface EditedAs {
	sent: z.ZodObject;
	shown: z.ZodObject | null;
	/** As the record type declares them, else made from the schema. Unknown fields survive an edit. */
	fields: AnyFields;
}

export function editedAs(operation: Operation): EditedAs | null {
	const { body, replay, name } = operation;
	if (!(body instanceof z.ZodObject) || replay?.proof !== 'equality') return null;
	const read = findOperation(replay.read)?.answer;
	const shown = read !== undefined && 'schema' in read ? read.schema : null;
	const [resource = ''] = name.split('.');
	return {
		sent: body,
		shown: shown instanceof z.ZodObject ? shown : null,
		fields: isRecordTypeName(resource) ? typeNamed(resource).fields : fieldsOf(body),
	};
}

/** A document's fields for the merge. Lines have no id until they are sent, so item and unit identify them. */
export function fieldsOf(schema: z.ZodObject): AnyFields {
	return Object.fromEntries(
		Object.entries<unknown>(schema.shape)
			.filter(([name]) => name !== 'id')
			.map(([name, field]): [string, AnyField] => [name, fieldOf(field, workedOut.has(name))]),
	);
}

function fieldOf(schema: unknown, owned: boolean): AnyField {
	if (schema instanceof z.ZodOptional) return fieldOf(schema.def.innerType, owned);
	const element = elementOf(schema);
	if (element !== null) {
		const key = ['itemId', 'uomId'].filter((name) => name in element.shape);
		return { kind: 'lines', key, whole: true, fields: fieldsOf(element) };
	}
	const kind =
		schema === decimal
			? 'decimal'
			: isDated(schema)
				? 'day'
				: schema instanceof z.ZodArray
					? 'references'
					: 'text';
	return owned ? { kind, owned } : { kind };
}

/** Rebases an edit made from `base` onto what the service has now. @param choices by the `at` of an overlap */
export function mergeEdit(
	as: EditedAs,
	{ base, body, current }: Record<'base' | 'body' | 'current', Payload>,
	choices?: Choices,
): MergedEdit {
	const { record, taken, clashes } = merge(
		as.fields,
		{ base, mine: body, theirs: current },
		choices,
	);
	const sent = sendable(as.sent, as.shown, record);
	return {
		body: { ...sent, ...('id' in body ? { id: body['id'] } : {}) },
		taken: taken.map(({ at }) => at),
		overlaps: clashes,
	};
}

/** A record as it can be sent: without computed fields, with unknown ones. @param shown null keeps only sent fields */
export function sendable(
	sent: z.ZodObject | null,
	shown: z.ZodObject | null,
	record: Payload,
): Payload {
	if (sent === null) return record;
	const stays = (name: string): boolean =>
		name in sent.shape ? !workedOut.has(name) : shown !== null && !(name in shown.shape);
	return Object.fromEntries(
		Object.entries(record)
			.filter(([name, value]) => stays(name) && value !== undefined)
			.map(([name, value]) => {
				const [element, shownElement] = [
					elementOf(sent.shape[name]),
					elementOf(shown?.shape[name]),
				];
				const isLines = element !== null && Array.isArray(value) && value.every(isObject);
				return [name, isLines ? value.map((line) => sendable(element, shownElement, line)) : value];
			}),
	);
}

export const elementOf = (field: unknown): z.ZodObject | null => {
	if (field instanceof z.ZodOptional) return elementOf(field.def.innerType);
	return field instanceof z.ZodArray && field.def.element instanceof z.ZodObject
		? field.def.element
		: null;
};

export function revisionOf(
	{ input }: { input: SendInput },
	body: Payload,
	base: Payload,
): Pick<ActionRow, 'payload_version' | 'payload' | 'base' | 'base_hash'> {
	return {
		payload_version: payloadVersion,
		payload: JSON.stringify({ ...input, body }),
		base: JSON.stringify(base),
		base_hash: hashOfRecord(base),
	};
}
