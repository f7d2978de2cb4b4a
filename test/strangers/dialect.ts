// The records of a stranger: from the practice service's to the dialect of the composition and back. It goes by the
// declared records alone and shares nothing with the program's own reading and writing, so that neither hides the
// mistakes of the other.
import Big from 'big.js';
import { z } from 'zod';
import { ExactNumber, type ExactJson } from '../../src/shared/exact-json.ts';
import { dateTime, decimal, id, integer, stateWord } from '../../src/shared/service/field.ts';
import { inCase, type Composition } from './composition.ts';

export interface Dialect {
	/** A record of the practice service as this one shows it. `isDocument`: its free text has the name of the composition. */
	write(schema: z.core.$ZodType, value: unknown, isDocument: boolean): ExactJson | undefined;
	/** What a client sent, as a record of the practice service. @throws Misread */
	read(schema: z.core.$ZodType, json: ExactJson | undefined, isDocument: boolean): unknown;
	/** An identifier as this service shows it, in a text, and the one behind it. */
	shownId(id: string): string;
	ownId(shown: string): string;
	queryName(name: string): string;
}

/** What a client sent is not as it should be: the field, by its path, and what was expected. */
export class Misread extends Error {
	readonly path: string;
	constructor(path: string, expected: string) {
		super(expected);
		this.path = path;
	}
}

type Json = Readonly<Record<string, ExactJson | undefined>>;
const isRecord = (json: unknown): json is Json =>
	typeof json === 'object' &&
	json !== null &&
	!Array.isArray(json) &&
	!(json instanceof ExactNumber);

export function dialectOf(
	composition: Composition,
	/** Minutes that the clocks of a location are ahead of UTC at an instant; null where a record names no location. */
	minutesAhead: (at: number, locationId: string | null) => number,
): Dialect {
	const { states, text, instants } = composition;
	const phases = new Map(
		Object.entries(states.words).map(([phase, word]) => [word, phase] as const),
	);
	const wordOf = new Map(Object.entries(states.words));
	const shownIds = new Map<string, string>();
	const ownIds = new Map<string, string>();

	const shownId = (own: string): string => {
		// Names that serve as identifiers, such as those of time zones, stay what they are.
		if (composition.ids === 'uuid' || !/^[0-9a-f-]{36}$/.test(own)) return own;
		let shown = shownIds.get(own);
		if (shown === undefined) {
			// By the identifier alone, not by when it is first asked for: a seed gives the same service every time.
			const number = 1_001n + (BigInt(`0x${own.slice(-12)}`) % 900_000_007n);
			shown =
				composition.ids === 'integer'
					? String(number)
					: Buffer.from(`id:${String(number)}`).toString('base64');
			shownIds.set(own, shown);
			ownIds.set(shown, own);
		}
		return shown;
	};
	const ownId = (shown: string): string => ownIds.get(shown) ?? shown;

	const nameOf = (field: string, isShown: boolean, isDocument: boolean): string | null => {
		if (isShown) return field;
		if (field === 'id') return composition.idName;
		if (field === 'description' && isDocument) return text.field;
		return inCase(field, composition.fieldCase);
	};

	const number = (digits: string, form: 'number' | 'text'): ExactJson =>
		form === 'text' ? digits : new ExactNumber(digits);

	const quantity = (digits: string): string => {
		const rounded = new Big(digits).round(composition.scale, Big.roundHalfUp);
		return composition.padded ? rounded.toFixed(composition.scale) : rounded.toFixed();
	};

	const instant = (iso: string, place: string | null): string => {
		const at = Date.parse(iso);
		if (Number.isNaN(at)) return iso;
		const ahead = instants.zone === 'z' ? 0 : minutesAhead(at, place);
		const wall = new Date(at + ahead * 60_000).toISOString();
		const shown = {
			millisecond: wall.slice(0, 23),
			second: wall.slice(0, 19),
			minute: `${wall.slice(0, 16)}:00`,
			day: `${wall.slice(0, 10)}T00:00:00`,
		}[instants.precision];
		if (instants.zone === 'z') return `${shown}Z`;
		return instants.zone === 'local' ? shown : shown + offsetText(ahead);
	};

	/** What a client says is an instant, with its zone or in that of the location. */
	const instantIn = (said: string, path: string, place: string | null): string => {
		const bare = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(said);
		let at = Date.parse(bare ? `${said}Z` : said);
		if (Number.isNaN(at)) throw new Misread(path, 'A date and time is needed.');
		if (bare) at -= minutesAhead(at, place) * 60_000;
		return new Date(at).toISOString();
	};

	const writeValue = (
		schema: z.core.$ZodType,
		value: unknown,
		field: string,
		isDocument: boolean,
		place: string | null,
	): ExactJson | undefined => {
		if (value === undefined || value === null) return undefined;
		if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
			return writeValue(schema.def.innerType, value, field, isDocument, place);
		}
		if (schema instanceof z.ZodArray) {
			const rows = value as readonly unknown[];
			return rows.map((row) => writeValue(schema.def.element, row, field, false, place) ?? null);
		}
		if (schema instanceof z.ZodObject) return writeRecord(schema, value, isDocument, place);
		if (typeof value === 'boolean') return value;
		const said = typeof value === 'number' ? String(value) : value;
		if (typeof said !== 'string') throw new TypeError(`${field} is no plain value.`);
		if (schema === id) {
			const shown = shownId(said);
			return composition.ids === 'integer' && /^\d+$/.test(shown) ? new ExactNumber(shown) : shown;
		}
		if (schema === stateWord) {
			const word = wordOf.get(said) ?? said;
			return states.form === 'integer' && /^\d+$/.test(word) ? new ExactNumber(word) : word;
		}
		if (schema === dateTime) return instant(said, place);
		if (schema === integer) return number(said, composition.integers);
		if (schema === decimal) {
			return number(/quantity/i.test(field) ? quantity(said) : said, composition.decimals);
		}
		return typeof value === 'number' ? new ExactNumber(said) : said;
	};

	const writeRecord = (
		schema: z.ZodObject,
		value: unknown,
		isDocument: boolean,
		outer: string | null,
	): ExactJson => {
		const isShown = schema.meta()?.['shown'] === true;
		const record = value as Readonly<Record<string, unknown>>;
		const place = placeOf(record) ?? outer;
		const json: Record<string, ExactJson> = {};
		for (const [field, inner] of Object.entries<z.core.$ZodType>(schema.shape)) {
			const name = nameOf(field, isShown, isDocument);
			if (name === null) continue;
			const written = writeValue(inner, record[field], field, isDocument, place);
			if (written !== undefined) json[name] = written;
			else if (composition.nulls && !isShown) json[name] = null;
		}
		if (composition.more && !isShown) {
			json[inCase('rowVersion', composition.fieldCase)] = 'AAAAAAAAB9E=';
			json['_links'] = { self: '/somewhere' };
		}
		return json;
	};

	const readValue = (
		schema: z.core.$ZodType,
		json: ExactJson | undefined,
		path: string,
		isDocument: boolean,
		place: string | null,
	): unknown => {
		if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
			if (json === undefined || json === null) return undefined;
			return readValue(schema.def.innerType, json, path, isDocument, place);
		}
		if (json === undefined || json === null) throw new Misread(path, 'This is required.');
		if (schema instanceof z.ZodArray) {
			if (!Array.isArray(json)) throw new Misread(path, 'A list is needed.');
			return (json as readonly ExactJson[]).map((row, index) =>
				readValue(schema.def.element, row, `${path}[${String(index)}]`, false, place),
			);
		}
		if (schema instanceof z.ZodObject) return readRecord(schema, json, path, isDocument, place);
		if (typeof json === 'boolean') return json;
		if (typeof json !== 'string' && !(json instanceof ExactNumber)) {
			throw new Misread(path, 'A plain value is needed.');
		}
		const said = json instanceof ExactNumber ? json.decimal : json;
		if (schema === id) {
			const isNumber = json instanceof ExactNumber;
			if (isNumber !== (composition.ids === 'integer' && ownIds.has(said))) {
				throw new Misread(path, `An identifier is needed as a ${isNumber ? 'text' : 'number'}.`);
			}
			return ownId(said);
		}
		if (schema === stateWord) {
			const phase = phases.get(said);
			if (phase === undefined) throw new Misread(path, 'No state is called so.');
			return phase;
		}
		if (schema === dateTime) return instantIn(said, path, place);
		if (schema === integer) {
			if (!/^-?\d+$/.test(said)) throw new Misread(path, 'A whole number is needed.');
			return Number(said);
		}
		if (schema === decimal) {
			if (!/^-?\d+(\.\d+)?$/.test(said)) throw new Misread(path, 'A number is needed.');
			return /quantity/i.test(path)
				? new Big(said).round(composition.scale, Big.roundHalfUp).toFixed()
				: said;
		}
		return said;
	};

	const readRecord = (
		schema: z.ZodObject,
		json: ExactJson,
		path: string,
		isDocument: boolean,
		outer: string | null,
	): unknown => {
		if (!isRecord(json)) throw new Misread(path, 'A record is needed.');
		const isShown = schema.meta()?.['shown'] === true;
		const record: Record<string, unknown> = {};
		for (const [field, inner] of Object.entries<z.core.$ZodType>(schema.shape)) {
			const name = nameOf(field, isShown, isDocument);
			if (name === null) continue;
			const at = path === '' ? name : `${path}.${name}`;
			// The location stands before the dates in every record that has both.
			const value = readValue(inner, json[name], at, isDocument, placeOf(record) ?? outer);
			if (value === undefined) continue;
			const isFreeText = field === 'description' && isDocument && typeof value === 'string';
			record[field] = isFreeText ? keptText(composition, value, at) : value;
		}
		return record;
	};

	return {
		write: (schema, value, isDocument) => writeValue(schema, value, '', isDocument, null),
		read: (schema, json, isDocument) => readValue(schema, json, '', isDocument, null),
		shownId,
		ownId,
		queryName: (name) =>
			composition.queryCase === 'any' ? name : inCase(name, composition.queryCase),
	};
}

/** The location by whose clocks a record is dated: of a transfer the one that sends. */
function placeOf(record: Readonly<Record<string, unknown>>): string | null {
	const place = record['locationId'] ?? record['fromLocationId'];
	return typeof place === 'string' ? place : null;
}

/** What becomes of a text that a document keeps. @throws Misread where it is refused */
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

function offsetText(minutes: number): string {
	const sign = minutes < 0 ? '-' : '+';
	const two = (number: number) => String(number).padStart(2, '0');
	const size = Math.abs(minutes);
	return `${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
