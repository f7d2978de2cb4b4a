// Full updates of a document: whether the service has what was sent, and merging it with what others changed meanwhile.
// A document is compared by what can be edited of it; what the service works out or adds is left aside.
import Big from 'big.js';
import { z } from 'zod';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { isShownAs } from '../../../shared/domain/shown-text.ts';
import {
	mergeLines,
	numbered,
	type Choice,
	type Overlap,
} from '../../../shared/domain/three-way.ts';
import { dateTime, decimal } from '../../../shared/service/field.ts';
import { likeInstants, type WallClock } from '../../../shared/service/likeness.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Operation, Payload } from '../../../shared/service/operation.ts';
import type { ActionRow } from './action.ts';
import { hashOfRecord } from './base.ts';
import { payloadVersion, type SendInput } from './payload.ts';

const workedOut = new Set(['unitCost', 'totalCost']);
/** What the service works out itself, and what it calls a line. */
const itsOwn = new Set(['id', ...workedOut]);

/** A line of a document, or one of its own fields in the place of a line. */
interface Part {
	/** `items#<name>` for a line, else the name of the field. */
	readonly key: string;
	readonly value: unknown;
	/** What can be edited of it, comparable as text. */
	readonly content: string;
}

export interface MergedEdit {
	body: Payload;
	/** What others changed and ours leaves as they have it. */
	taken: readonly string[];
	overlaps: readonly Overlap<Part>[];
}

/** The fields that can be edited, in one form whatever the service made of them: decimals by value, dates by instant. */
function contentOf(schema: unknown, value: unknown): unknown {
	if (value === undefined || value === null || value === '') return null;
	if (schema instanceof z.ZodOptional) return contentOf(schema.def.innerType, value);
	if (schema === decimal && typeof value === 'string') return decimalText(value);
	if (schema === dateTime && typeof value === 'string') {
		const instant = Date.parse(value);
		return Number.isNaN(instant) ? value : instant;
	}
	if (schema instanceof z.ZodArray && Array.isArray(value)) {
		return value.map((each) => contentOf(schema.def.element, each));
	}
	if (schema instanceof z.ZodObject && isRecord(value)) {
		return Object.entries<unknown>(schema.shape)
			.filter(([name]) => !itsOwn.has(name))
			.map(([name, field]) => [name, contentOf(field, value[name])]);
	}
	return value;
}

/** How exactly a service shows what it was sent. */
export interface ShownAs {
	/** What one step of its instants is, ms. */
	readonly stepMs: number;
	/** Digits after the point of its quantities; null where it shows all of them. */
	readonly scale: number | null;
	readonly place: WallClock;
}

/**
 * Whether a record has everything that was sent.
 * @param schema of the body
 * @param shownAs how exactly it is compared; left out, every digit and letter counts.
 */
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
		const { element } = schema.def;
		const isEach = (each: unknown, index: number) => isShown(element, each, shown[index], as);
		return sent.length === shown.length && sent.every(isEach);
	}
	if (schema instanceof z.ZodObject && isRecord(sent) && isRecord(shown)) {
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
	if (schema === dateTime) return likeInstants(sent, shown, as.stepMs, as.place) !== 'other';
	return schema instanceof z.ZodString && isShownAs(sent, shown);
}

/** How a document is sent, and how it is read: what neither knows survives an edit. */
export interface EditedAs {
	sent: z.ZodObject;
	/** Null where nothing says how it is read. */
	shown: z.ZodObject | null;
}

/** The schemas of a full update; null for anything else. */
export function editedAs(operation: Operation): EditedAs | null {
	const { body, replay } = operation;
	if (!(body instanceof z.ZodObject) || replay?.proof !== 'equality') return null;
	const read = findOperation(replay.read)?.answer;
	const shown = read !== undefined && 'schema' in read ? read.schema : null;
	return { sent: body, shown: shown instanceof z.ZodObject ? shown : null };
}

/**
 * An edit that was made of `base`, made of what the service has now.
 * @param choices by key of an overlap, once a person decided.
 */
export function mergeEdit(
	as: EditedAs,
	{ base, body, current }: Record<'base' | 'body' | 'current', Payload>,
	choices?: ReadonlyMap<string, Choice>,
): MergedEdit {
	const schema = as.sent;
	const parts = (document: Payload) => partsOf(as, document);
	const { lines, overlaps, taken } = mergeLines(
		{ base: parts(base), mine: parts(body), theirs: parts(current) },
		{ keyOf: ({ key }) => key, same: (a, b) => a.content === b.content },
		choices,
	);
	const merged: Record<string, unknown> = { ...body };
	for (const name of Object.keys(schema.shape)) {
		if (itsOwn.has(name)) continue;
		const ofField = lines.filter(({ key }) => key === name || key.startsWith(`${name}#`));
		if (isLines(schema.shape[name])) merged[name] = ofField.map(({ value }) => value);
		else if (ofField[0] === undefined) Reflect.deleteProperty(merged, name);
		else merged[name] = ofField[0].value;
	}
	return { body: merged, overlaps, taken };
}

function partsOf({ sent, shown }: EditedAs, document: Payload): Part[] {
	return Object.entries<unknown>(sent.shape).flatMap(([name, field]): Part[] => {
		const value = document[name];
		if (itsOwn.has(name) || value === undefined) return [];
		const element = elementOf(field);
		if (element === null || !Array.isArray(value)) {
			return [{ key: name, value, content: JSON.stringify(contentOf(field, value)) }];
		}
		const shownElement = elementOf(shown?.shape[name]);
		const all = value.filter(isRecord);
		const keys = numbered(all, nameOfLine);
		return all.map((line) => ({
			key: `${name}#${keys.get(line) ?? ''}`,
			value: sendable(element, shownElement, line),
			content: JSON.stringify(contentOf(element, line)),
		}));
	});
}

/**
 * A record of the service as it can be sent: what the service worked out is left away, what nobody knows goes along.
 * @param shown the record as it is read; null where nothing says so, and then only what is sent is kept.
 */
export function sendable(
	sent: z.ZodObject | null,
	shown: z.ZodObject | null,
	record: Payload,
): Payload {
	if (sent === null) return record;
	const stays = (name: string): boolean =>
		name in sent.shape ? !workedOut.has(name) : shown !== null && !(name in shown.shape);
	return Object.fromEntries(
		Object.entries(record).filter(([name, value]) => stays(name) && value !== undefined),
	);
}

/** What the lines of a field are; null where it has none. */
export const elementOf = (field: unknown): z.ZodObject | null => {
	if (field instanceof z.ZodOptional) return elementOf(field.def.innerType);
	return field instanceof z.ZodArray && field.def.element instanceof z.ZodObject
		? field.def.element
		: null;
};

/** A line is known by its item and, where it has one, its unit: what is sent of it has no other name. */
const nameOfLine = (line: Payload): string =>
	JSON.stringify([line['itemId'], line['uomId'] ?? null]);

const isLines = (field: unknown): boolean => elementOf(field) !== null;

const isRecord = (value: unknown): value is Payload =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The columns of an action whose body is another now, made of `base`. */
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
