// Converts between our records and the service's JSON: names, identifiers, states and decimals in the profile's form.
// Compiles each zod declaration once per profile; converting a record then takes one pass.
import { z } from 'zod';
import { remembered } from '../domain/remembered.ts';
import { ExactNumber, type ExactJson } from '../exact-json.ts';
import { calendarDay, dateTime, decimal, id, integer, stateWord, text } from './field.ts';
import {
	readDay,
	readInstant,
	writeDay,
	writeInstant,
	type ClockOf,
	type LocalClock,
} from './instants.ts';
import { inLetterCase } from './letter-case.ts';
import type { ServiceProfile } from './profile.ts';

export interface WireProblem {
	path: string;
	expected: string;
}

/** Clocks of locations, and the record's own. Omitted if instants are UTC. */
export interface Clocks {
	readonly of: ClockOf;
	readonly here?: LocalClock | null;
}

interface Codec {
	/** JSON of the service → our record. Keeps unknown fields; appends to `problems`. */
	read(
		json: ExactJson | undefined,
		path: string,
		problems: WireProblem[],
		clocks?: Clocks,
	): unknown;
	write(value: unknown, clocks?: Clocks): ExactJson | undefined;
}

const codecs = new WeakMap<ServiceProfile, WeakMap<z.core.$ZodType, Codec>>();

export function codecOf(schema: z.core.$ZodType, profile: ServiceProfile): Codec {
	const known = remembered(codecs, profile, () => new WeakMap<z.core.$ZodType, Codec>());
	return remembered(known, schema, () => makeCodec(schema, profile));
}

function makeCodec(schema: z.core.$ZodType, profile: ServiceProfile): Codec {
	if (schema === id) return idCodec(profile);
	if (schema === decimal) return decimalCodec(profile);
	if (schema === integer) return integerCodec(profile);
	if (schema === stateWord) return stateCodec(profile);
	if (schema === dateTime) return datedCodec(profile, readInstant, writeInstant);
	if (schema === calendarDay) return datedCodec(profile, readDay, writeDay);
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
		const { innerType } = schema.def;
		return optionalCodec(codecOf(innerType, profile), innerType, profile);
	}
	if (schema instanceof z.ZodArray) return arrayCodec(codecOf(schema.def.element, profile));
	if (schema instanceof z.ZodObject) return recordCodec(schema, profile);
	if (schema instanceof z.ZodString) return typeCodec('string', 'a text');
	if (schema instanceof z.ZodBoolean) return typeCodec('boolean', 'true or false');
	throw new Error(`The codec does not know the schema kind ${schema._zod.def.type}.`);
}

function idCodec(profile: ServiceProfile): Codec {
	return {
		read(json, path, problems) {
			if (typeof json === 'string' && json !== '') return json;
			if (json instanceof ExactNumber) return json.text;
			problems.push({ path, expected: 'an identifier' });
			return undefined;
		},
		write(value) {
			const text = String(value);
			return profile.ids === 'integer' && /^\d+$/.test(text) ? new ExactNumber(text) : text;
		},
	};
}

function decimalCodec({ decimals }: ServiceProfile): Codec {
	return {
		read(json, path, problems) {
			const text = json instanceof ExactNumber ? json.decimal : json;
			if (typeof text === 'string' && /^-?\d{1,400}(\.\d{1,400})?$/.test(text)) return text;
			problems.push({ path, expected: 'a number' });
			return undefined;
		},
		write: (value) => (decimals === 'text' ? String(value) : new ExactNumber(String(value))),
	};
}

function integerCodec({ integers }: ServiceProfile): Codec {
	return {
		read(json, path, problems) {
			const digits = json instanceof ExactNumber ? json.text : json;
			const number =
				typeof digits === 'string' && digits.trim() !== '' ? Number(digits) : Number.NaN;
			if (Number.isSafeInteger(number)) return number;
			problems.push({ path, expected: 'a whole number' });
			return undefined;
		},
		write: (value) => (integers === 'text' ? String(value) : new ExactNumber(String(value))),
	};
}

function datedCodec(
	{ instants }: ServiceProfile,
	readDated: typeof readInstant,
	writeDated: typeof writeInstant,
): Codec {
	return {
		read(json, path, problems, clocks) {
			if (typeof json !== 'string') {
				problems.push({ path, expected: 'a date' });
				return undefined;
			}
			// Keep an invalid date as text: the record is shown, but nothing is derived from its date.
			return readDated(json, instants, clockHere(clocks)) ?? json;
		},
		write: (value, clocks) => writeDated(String(value), instants, clockHere(clocks)),
	};
}

const clockHere = (clocks: Clocks | undefined): LocalClock | null =>
	clocks === undefined ? null : (clocks.here ?? clocks.of(null));

function stateCodec(profile: ServiceProfile): Codec {
	return {
		read(json, path, problems) {
			if (typeof json === 'string') return json;
			if (json instanceof ExactNumber) return json.text;
			problems.push({ path, expected: 'a state' });
			return undefined;
		},
		write(value) {
			const text = String(value);
			return profile.stateForm === 'integer' && /^-?\d+$/.test(text) ? new ExactNumber(text) : text;
		},
	};
}

const typeCodec = (type: 'string' | 'boolean', expected: string): Codec => ({
	read(json, path, problems) {
		if (typeof json === type) return json;
		problems.push({ path, expected });
		return undefined;
	},
	write: (value) => (typeof value === 'boolean' ? value : String(value)),
});

const optionalCodec = (
	inner: Codec,
	schema: z.core.$ZodType,
	{ clearing }: ServiceProfile,
): Codec => ({
	// The service may send null for nothing, or an empty text instead of another type.
	read: (json, path, problems, clocks) =>
		json === undefined || json === null || (json === '' && schema !== text)
			? undefined
			: inner.read(json, path, problems, clocks),
	// null is a field that an edit cleared.
	write(value, clocks) {
		if (value !== null) return value === undefined ? undefined : inner.write(value, clocks);
		if (clearing === 'omit') return undefined;
		if (clearing === 'null') return null;
		return schema === text ? '' : schema instanceof z.ZodArray ? [] : null;
	},
});

const arrayCodec = (element: Codec): Codec => ({
	read(json, path, problems, clocks) {
		if (!Array.isArray(json)) {
			problems.push({ path, expected: 'a list' });
			return undefined;
		}
		return json.map((each: ExactJson, index) =>
			readInside(element, each, problems, clocks, () => `${path}[${String(index)}]`),
		);
	},
	write: (value, clocks) =>
		(value as readonly unknown[]).map((each) => element.write(each, clocks) ?? null),
});

function readInside(
	codec: Codec,
	json: ExactJson | undefined,
	problems: WireProblem[],
	clocks: Clocks | undefined,
	pathOf: () => string,
): unknown {
	const before = problems.length;
	const value = codec.read(json, '', problems, clocks);
	if (problems.length > before) {
		for (const problem of problems.slice(before)) problem.path = pathOf() + problem.path;
	}
	return value;
}

export function wireNameOf(schema: z.ZodObject, field: string, profile: ServiceProfile): string {
	const { recordName, shown } = schema.meta() ?? {};
	// Only a query has no record name.
	if (typeof recordName !== 'string') {
		return profile.query[field] ?? inLetterCase(field, profile.queryCase);
	}
	const renamed = { ...profile.fields['*'], ...profile.fields[recordName] };
	return renamed[field] ?? (shown === true ? field : inLetterCase(field, profile.fieldCase));
}

const locationFields = ['locationId', 'fromLocationId', 'toLocationId'] as const;

function recordCodec(schema: z.ZodObject, profile: ServiceProfile): Codec {
	const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([ours, fieldSchema]) => ({
		ours,
		theirs: wireNameOf(schema, ours, profile),
		codec: codecOf(fieldSchema, profile),
	}));
	const known = new Set(fields.map((field) => field.theirs));
	const ofLocation = locationFields.find((field) => field in schema.shape);
	const place = fields.find(({ ours }) => ours === ofLocation);
	const clocksAt = (clocks: Clocks | undefined, locationId: unknown): Clocks | undefined => {
		if (clocks === undefined || profile.instants.zone === 'utc') return undefined;
		return typeof locationId === 'string' ? { of: clocks.of, here: clocks.of(locationId) } : clocks;
	};
	return {
		read(json, path, problems, clocks) {
			if (!isJsonObject(json)) {
				problems.push({ path, expected: 'a record' });
				return undefined;
			}
			const here = clocks && clocksAt(clocks, place?.codec.read(json[place.theirs], '', []));
			const value: Record<string, unknown> = {};
			for (const field of fields) {
				const read = readInside(
					field.codec,
					json[field.theirs],
					problems,
					here,
					() => `${path}.${field.theirs}`,
				);
				if (read !== undefined) value[field.ours] = read;
			}
			for (const key in json) if (!known.has(key)) value[key] = json[key];
			return value;
		},
		write(value, clocks) {
			const record = value as Readonly<Record<string, unknown>>;
			const here = clocksAt(clocks, place && record[place.ours]);
			const json: Record<string, ExactJson | undefined> = {};
			for (const field of fields) {
				const ours = record[field.ours];
				const written = ours === undefined ? undefined : field.codec.write(ours, here);
				if (written !== undefined) json[field.theirs] = written;
			}
			for (const key in record) {
				if (!(key in schema.shape)) json[key] = record[key] as ExactJson | undefined; // Unchanged.
			}
			return json;
		},
	};
}

export const isJsonObject = (
	json: ExactJson | undefined,
): json is { readonly [key: string]: ExactJson | undefined } =>
	typeof json === 'object' &&
	json !== null &&
	!Array.isArray(json) &&
	!(json instanceof ExactNumber);
