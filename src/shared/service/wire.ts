// Between our records and the JSON of the service: names, identifiers, states and decimals take the form that the
// profile says. The zod declarations are walked once per schema and profile; after that a record costs one pass.
import { z } from 'zod';
import { ExactNumber, type ExactJson } from '../exact-json.ts';
import { decimal, id, integer, stateWord } from './field.ts';
import type { ServiceProfile } from './profile.ts';

/** What is wrong with an answer of the service: where, and what was expected. */
export interface WireProblem {
	path: string;
	expected: string;
}

interface Codec {
	/** JSON of the service → our record. Unknown fields stay; problems are added to the list. */
	read(json: ExactJson | undefined, path: string, problems: WireProblem[]): unknown;
	/** Our record → JSON of the service. */
	write(value: unknown): ExactJson | undefined;
}

const codecs = new WeakMap<ServiceProfile, WeakMap<z.core.$ZodType, Codec>>();

/** The codec of a schema under a profile; made once, then kept. */
export function codecOf(schema: z.core.$ZodType, profile: ServiceProfile): Codec {
	let known = codecs.get(profile);
	if (!known) codecs.set(profile, (known = new WeakMap<z.core.$ZodType, Codec>()));
	let codec = known.get(schema);
	if (!codec) known.set(schema, (codec = makeCodec(schema, profile)));
	return codec;
}

function makeCodec(schema: z.core.$ZodType, profile: ServiceProfile): Codec {
	if (schema === id) return idCodec(profile);
	if (schema === decimal) return decimalCodec;
	if (schema === integer) return integerCodec;
	if (schema === stateWord) return stateCodec(profile);
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
		return optionalCodec(codecOf(schema.def.innerType, profile));
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

const decimalCodec: Codec = {
	read(json, path, problems) {
		const text = json instanceof ExactNumber ? json.decimal : json;
		if (typeof text === 'string' && /^-?\d{1,400}(\.\d{1,400})?$/.test(text)) return text;
		problems.push({ path, expected: 'a number' });
		return undefined;
	},
	write: (value) => new ExactNumber(String(value)),
};

const integerCodec: Codec = {
	read(json, path, problems) {
		const number = json instanceof ExactNumber ? Number(json.text) : Number.NaN;
		if (Number.isSafeInteger(number)) return number;
		problems.push({ path, expected: 'a whole number' });
		return undefined;
	},
	write: (value) => new ExactNumber(String(value)),
};

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

const optionalCodec = (inner: Codec): Codec => ({
	// The service may send null where it has nothing; for us that is the same as nothing.
	read: (json, path, problems) =>
		json === undefined || json === null ? undefined : inner.read(json, path, problems),
	write: (value) => (value === undefined || value === null ? undefined : inner.write(value)),
});

const arrayCodec = (element: Codec): Codec => ({
	read(json, path, problems) {
		if (!Array.isArray(json)) {
			problems.push({ path, expected: 'a list' });
			return undefined;
		}
		return json.map((each: ExactJson, index) =>
			readInside(element, each, problems, () => `${path}[${String(index)}]`),
		);
	},
	write: (value) => (value as readonly unknown[]).map((each) => element.write(each) ?? null),
});

/** Reads a part of a record or list. Its path is put together only where something is wrong with it. */
function readInside(
	codec: Codec,
	json: ExactJson | undefined,
	problems: WireProblem[],
	pathOf: () => string,
): unknown {
	const before = problems.length;
	const value = codec.read(json, '', problems);
	if (problems.length > before) {
		for (const problem of problems.slice(before)) problem.path = pathOf() + problem.path;
	}
	return value;
}

/** What the service calls a field of a record. */
export function wireNameOf(schema: z.ZodObject, field: string, profile: ServiceProfile): string {
	const { recordName, shown } = schema.meta() ?? {};
	// A query is no record: the names of its parameters stay as they are declared.
	if (typeof recordName !== 'string') return field;
	const renamed = { ...profile.fields['*'], ...profile.fields[recordName] };
	return renamed[field] ?? inCase(field, shown === true ? 'as-declared' : profile.fieldCase);
}

function recordCodec(schema: z.ZodObject, profile: ServiceProfile): Codec {
	const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([ours, fieldSchema]) => ({
		ours,
		theirs: wireNameOf(schema, ours, profile),
		codec: codecOf(fieldSchema, profile),
	}));
	const known = new Set(fields.map((field) => field.theirs));
	return {
		read(json, path, problems) {
			if (!isJsonObject(json)) {
				problems.push({ path, expected: 'a record' });
				return undefined;
			}
			const value: Record<string, unknown> = {};
			for (const field of fields) {
				const read = readInside(
					field.codec,
					json[field.theirs],
					problems,
					() => `${path}.${field.theirs}`,
				);
				if (read !== undefined) value[field.ours] = read;
			}
			for (const key in json) if (!known.has(key)) value[key] = json[key];
			return value;
		},
		write(value) {
			const record = value as Readonly<Record<string, unknown>>;
			const json: Record<string, ExactJson | undefined> = {};
			for (const field of fields) {
				const ours = record[field.ours];
				const written = ours === undefined ? undefined : field.codec.write(ours);
				if (written !== undefined) json[field.theirs] = written;
			}
			for (const key in record) {
				if (!(key in schema.shape)) json[key] = record[key] as ExactJson | undefined; // Kept as it came.
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

function inCase(name: string, fieldCase: ServiceProfile['fieldCase']): string {
	return fieldCase === 'pascal' ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}
