// Converts records between the practice service and the composition's dialect. Uses only the declared records and none
// of the program's codec, so that neither hides the other's mistakes.
import Big from 'big.js';
import { z } from 'zod';
import { ExactNumber, type ExactJson } from '../../src/shared/exact-json.ts';
import { decimal, id, integer, isDated, stateWord } from '../../src/shared/service/field.ts';
import { inCase, type Composition } from './composition.ts';
import { instantsOf, type Instants, type MinutesAhead } from './instants.ts';
import { Misread } from './misread.ts';

export interface Dialect {
	/** A practice record in this dialect. `isDocument`: its free text has the composition's field name. */
	write(schema: z.core.$ZodType, value: unknown, isDocument: boolean): ExactJson | undefined;
	/** A client's record as a practice record. @throws Misread */
	read(schema: z.core.$ZodType, json: ExactJson | undefined, isDocument: boolean): unknown;
	/** An identifier in this service's textual form, and the reverse. */
	shownId(id: string): string;
	ownId(shown: string): string;
	queryName(name: string): string;
}

/** The codec's parameters. */
interface Words {
	readonly composition: Composition;
	readonly ids: Ids;
	readonly instants: Instants;
	nameOf(field: string, isShown: boolean, isDocument: boolean): string | null;
}

/** A value's position in a record. */
interface Spot {
	readonly field: string;
	readonly path: string;
	/** The document itself, not a line. */
	readonly isDocument: boolean;
	readonly place: string | null;
}

const top = (isDocument: boolean): Spot => ({ field: '', path: '', isDocument, place: null });

export function dialectOf(composition: Composition, minutesAhead: MinutesAhead): Dialect {
	const words: Words = {
		composition,
		ids: idsOf(composition),
		instants: instantsOf(composition, minutesAhead),
		nameOf(field, isShown, isDocument) {
			if (isShown) return field;
			if (field === 'id') return composition.idName;
			if (field === 'description' && isDocument) return composition.text.field;
			return inCase(field, composition.fieldCase);
		},
	};
	return {
		write: (schema, value, isDocument) => written(words, schema, value, top(isDocument)),
		read: (schema, json, isDocument) => read(words, schema, json, top(isDocument)),
		shownId: words.ids.shown,
		ownId: words.ids.own,
		queryName: (name) =>
			composition.queryCase === 'any' ? name : inCase(name, composition.queryCase),
	};
}

interface Ids {
	shown(own: string): string;
	own(shown: string): string;
	isNumber(shown: string): boolean;
}

function idsOf({ ids }: Composition): Ids {
	const shownBy = new Map<string, string>();
	const ownBy = new Map<string, string>();
	return {
		shown(own) {
			// Names used as identifiers (time zones) stay unchanged.
			if (ids === 'uuid' || !/^[0-9a-f-]{36}$/.test(own)) return own;
			let shown = shownBy.get(own);
			if (shown === undefined) {
				// Depends only on the identifier, so that a seed always gives the same service.
				const number = String(1_001n + (BigInt(`0x${own.slice(-12)}`) % 900_000_007n));
				shown = ids === 'integer' ? number : Buffer.from(`id:${number}`).toString('base64');
				shownBy.set(own, shown);
				ownBy.set(shown, own);
			}
			return shown;
		},
		own: (shown) => ownBy.get(shown) ?? shown,
		isNumber: (shown) => ids === 'integer' && ownBy.has(shown),
	};
}

function written(
	words: Words,
	schema: z.core.$ZodType,
	value: unknown,
	spot: Spot,
): ExactJson | undefined {
	if (value === undefined || value === null) return undefined;
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
		return written(words, schema.def.innerType, value, spot);
	}
	if (schema instanceof z.ZodArray) {
		const { element } = schema.def;
		const rows = value as readonly unknown[]; // The practice service answers by its declarations.
		return rows.map((row) => written(words, element, row, { ...spot, isDocument: false }) ?? null);
	}
	if (schema instanceof z.ZodObject) return writtenRecord(words, schema, value, spot);
	if (typeof value === 'boolean') return value;
	const said = typeof value === 'number' ? String(value) : value;
	if (typeof said !== 'string') throw new TypeError(`${spot.field} is no plain value.`);
	return writtenText(words, schema, said, spot, typeof value === 'number');
}

function writtenText(
	{ composition, ids, instants }: Words,
	schema: z.core.$ZodType,
	said: string,
	{ field, place }: Spot,
	isNumber: boolean,
): ExactJson {
	const { states, integers, decimals } = composition;
	const number = (digits: string, isOne: boolean) => (isOne ? new ExactNumber(digits) : digits);
	if (schema === id) {
		const shown = ids.shown(said);
		return number(shown, ids.isNumber(shown));
	}
	if (schema === stateWord) {
		const word = new Map(Object.entries(states.words)).get(said) ?? said;
		return number(word, states.form === 'integer' && /^\d+$/.test(word));
	}
	if (isDated(schema)) return instants.write(said, place);
	if (schema === integer) return number(said, integers === 'number');
	if (schema === decimal) {
		const digits = isQuantity(field) ? quantity(composition, said) : said;
		return number(digits, decimals === 'number');
	}
	return number(said, isNumber);
}

const isQuantity = (field: string): boolean => /quantity/i.test(field);

/** A quantity at the service's precision. */
function quantity({ scale, padded }: Composition, digits: string): string {
	const rounded = new Big(digits).round(scale, Big.roundHalfUp);
	return padded ? rounded.toFixed(scale) : rounded.toFixed();
}

function writtenRecord(
	words: Words,
	schema: z.ZodObject,
	value: object,
	spot: Spot,
): { [name: string]: ExactJson } {
	const { nulls, more, fieldCase } = words.composition;
	const isShown = schema.meta()?.['shown'] === true;
	const record = value as Readonly<Record<string, unknown>>;
	const place = placeOf(record) ?? spot.place;
	const json: Record<string, ExactJson> = {};
	for (const [field, inner] of Object.entries<z.core.$ZodType>(schema.shape)) {
		const name = words.nameOf(field, isShown, spot.isDocument);
		if (name === null) continue;
		const part = written(words, inner, record[field], { ...spot, field, place });
		if (part !== undefined) json[name] = part;
		else if (nulls && !isShown) json[name] = null;
	}
	if (more && !isShown) {
		json[inCase('rowVersion', fieldCase)] = 'AAAAAAAAB9E=';
		json['_links'] = { self: '/somewhere' };
	}
	return json;
}

function read(
	words: Words,
	schema: z.core.$ZodType,
	json: ExactJson | undefined,
	spot: Spot,
): unknown {
	const { path } = spot;
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
		if (json === undefined || json === null) return undefined;
		return read(words, schema.def.innerType, json, spot);
	}
	if (json === undefined || json === null) throw new Misread(path, 'This is required.');
	if (schema instanceof z.ZodArray) {
		if (!Array.isArray(json)) throw new Misread(path, 'A list is needed.');
		const { element } = schema.def;
		return (json as readonly ExactJson[]).map((row, index) =>
			read(words, element, row, {
				...spot,
				isDocument: false,
				path: `${path}[${String(index)}]`,
			}),
		);
	}
	if (schema instanceof z.ZodObject) return readRecord(words, schema, json, spot);
	if (typeof json === 'boolean') return json;
	if (json instanceof ExactNumber) return readText(words, schema, json.text, spot, true);
	if (typeof json !== 'string') throw new Misread(path, 'A plain value is needed.');
	return readText(words, schema, json, spot, false);
}

function readText(
	{ composition, ids, instants }: Words,
	schema: z.core.$ZodType,
	said: string,
	{ path, field, place }: Spot,
	isNumber: boolean,
): unknown {
	if (schema === id) {
		if (isNumber !== ids.isNumber(said)) {
			throw new Misread(path, `An identifier is needed as a ${isNumber ? 'text' : 'number'}.`);
		}
		return ids.own(said);
	}
	if (schema === stateWord) {
		const found = Object.entries(composition.states.words).find(([, word]) => word === said);
		if (found === undefined) throw new Misread(path, 'No state is called so.');
		return found[0];
	}
	if (isDated(schema)) return instants.read(said, path, place);
	if (schema === integer) {
		if (!/^-?\d+$/.test(said)) throw new Misread(path, 'A whole number is needed.');
		return Number(said);
	}
	if (schema === decimal) {
		if (!/^-?\d+(\.\d+)?$/.test(said)) throw new Misread(path, 'A number is needed.');
		return isQuantity(field) ? quantity({ ...composition, padded: false }, said) : said;
	}
	return said;
}

function readRecord(words: Words, schema: z.ZodObject, json: ExactJson, spot: Spot): unknown {
	const { path, isDocument } = spot;
	if (!isRecord(json)) throw new Misread(path, 'A record is needed.');
	const isShown = schema.meta()?.['shown'] === true;
	const record: Record<string, unknown> = {};
	for (const [field, inner] of Object.entries<z.core.$ZodType>(schema.shape)) {
		const name = words.nameOf(field, isShown, isDocument);
		if (name === null) continue;
		const at = path === '' ? name : `${path}.${name}`;
		// In every record with both, the location precedes the dates.
		const place = placeOf(record) ?? spot.place;
		const value = read(words, inner, json[name], { isDocument, field, path: at, place });
		if (value === undefined) continue;
		const isFreeText = field === 'description' && isDocument && typeof value === 'string';
		record[field] = isFreeText ? keptText(words.composition, value, at) : value;
	}
	return record;
}

const isRecord = (json: ExactJson): json is { readonly [name: string]: ExactJson | undefined } =>
	typeof json === 'object' &&
	json !== null &&
	!Array.isArray(json) &&
	!(json instanceof ExactNumber);

/** The location that dates a record: a transfer's sender. */
function placeOf(record: Readonly<Record<string, unknown>>): string | null {
	const place = record['locationId'] ?? record['fromLocationId'];
	return typeof place === 'string' ? place : null;
}

/** What the service keeps of a text. @throws Misread if refused */
export function keptText({ text }: Pick<Composition, 'text'>, said: string, path: string): string {
	const shaped = {
		'as-is': said,
		trim: said.trim(),
		upper: said.toUpperCase(),
		decomposed: said.normalize('NFD'),
		'single-spaces': said.replaceAll(/\s+/g, ' '),
	}[text.shape];
	if (text.most === null || shaped.length <= text.most) return shaped;
	if (text.over === 'refuse') {
		throw new Misread(path, `At most ${String(text.most)} characters are taken.`);
	}
	return shaped.slice(0, text.most);
}
