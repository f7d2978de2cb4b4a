// Full updates of a document: does the service have what was sent, and merging with other people's changes. Only
// editable fields count, not those the service computes or adds.
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
const itsOwn = new Set(['id', ...workedOut]);

interface Part {
	/** `items#<name>` for a line, otherwise the field name. */
	readonly key: string;
	readonly value: unknown;
	readonly content: string;
}

export interface MergedEdit {
	body: Payload;
	taken: readonly string[];
	overlaps: readonly Overlap<Part>[];
}

/** Editable fields in a canonical form: decimals by value, dates by instant. */
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

export interface ShownAs {
	/** Precision of its instants, ms. */
	readonly stepMs: number;
	readonly scale: number | null;
	readonly location: WallClock;
}

/** Whether a record has everything that was sent. @param shownAs default: every digit and letter counts */
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
	if (schema === dateTime) return likeInstants(sent, shown, as.stepMs, as.location) !== 'other';
	return schema instanceof z.ZodString && isShownAs(sent, shown);
}

/** The schemas of sending and of reading a document. Fields that neither knows survive an edit. */
export interface EditedAs {
	sent: z.ZodObject;
	shown: z.ZodObject | null;
}

export function editedAs(operation: Operation): EditedAs | null {
	const { body, replay } = operation;
	if (!(body instanceof z.ZodObject) || replay?.proof !== 'equality') return null;
	const read = findOperation(replay.read)?.answer;
	const shown = read !== undefined && 'schema' in read ? read.schema : null;
	return { sent: body, shown: shown instanceof z.ZodObject ? shown : null };
}

/** Rebases an edit made from `base` onto what the service has now. @param choices by overlap key */
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
		Object.entries(record).filter(([name, value]) => stays(name) && value !== undefined),
	);
}

export const elementOf = (field: unknown): z.ZodObject | null => {
	if (field instanceof z.ZodOptional) return elementOf(field.def.innerType);
	return field instanceof z.ZodArray && field.def.element instanceof z.ZodObject
		? field.def.element
		: null;
};

/** A line is identified by its item and unit: a sent line has no id. */
const nameOfLine = (line: Payload): string =>
	JSON.stringify([line['itemId'], line['uomId'] ?? null]);

const isLines = (field: unknown): boolean => elementOf(field) !== null;

const isRecord = (value: unknown): value is Payload =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

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
