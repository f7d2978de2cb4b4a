// Generates input for any call from its schema: mostly valid, with values from the program's own answers, and some of
// it hostile.
import fc from 'fast-check';
import { safeParse, type z } from 'zod';

type Schema = z.core.$ZodType;

type Fields = Readonly<Record<string, unknown>>;

/** Values from answers. */
export interface Known {
	readonly values: ReadonlyMap<string, readonly unknown[]>;
	/** Whole objects: their fields belong together. */
	readonly records: readonly Fields[];
}

const hostileTexts = [
	'',
	' ',
	'0',
	'1/0',
	'-1',
	'1e999',
	'9'.repeat(400),
	'((((1))))',
	'9*9'.repeat(20),
	'NaN',
	'null',
	'.',
	'..',
	'../../etc/passwd',
	'/',
	'%00',
	'\0',
	'\uFEFF=1+1',
	'\uD800',
	'a\uDFFFb',
	'\u202Eabc',
	'__proto__',
	'constructor',
	'toString',
	"'; DROP TABLE draft; --",
	'" OR ""="',
	'*',
	'a* NOT b',
	'{"a":1}',
	'en-GB',
	'ar-EG-u-nu-arab',
	'en-u-nu-xxxx',
	'en-u-nu-mathsanb',
	'en_GB',
	'x'.repeat(1_000),
	'ي'.repeat(70_000),
	'2026-02-30',
	'0000-00-00',
	'9999-12-31',
	'2026-11-20',
	'http://user:pass@127.0.0.1:1/',
	'http://127.0.0.1:1',
	'00000000-0000-7000-8000-000000000000',
];

const hostileNumbers = [
	0,
	-0,
	-1,
	1,
	0.5,
	2 ** 31,
	2 ** 53,
	-(2 ** 53),
	8.64e15,
	8.64e15 + 1,
	1e308,
	Number.MAX_SAFE_INTEGER,
	Number.MIN_SAFE_INTEGER,
];

const hostile = fc.oneof(
	fc.constantFrom<unknown>(...hostileTexts),
	fc.constantFrom<unknown>(...hostileNumbers),
	fc.constantFrom<unknown>(null, undefined, true, [], {}, [[]], { __proto__: null, a: 1 }),
	fc.constant(JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as unknown),
	fc.jsonValue(),
);

/** @param name of the field */
export function inputFor(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
	const fitting = fittingFor(schema as z.core.$ZodTypes, known, name);
	return fc.oneof({ weight: 80, arbitrary: fitting }, { weight: 1, arbitrary: hostile });
}

/** A valid input with one value anywhere replaced or removed. */
export function around(input: unknown, known: Known): fc.Arbitrary<unknown> {
	const paths = pathsIn(input);
	return fc.constantFrom(...paths).chain((path) => {
		const name = path.at(-1) ?? '';
		const other = fc.oneof(hostile, textFor(known, name), numberFor(known, name));
		return other.map((value) => withValue(input, path, value));
	});
}

function pathsIn(value: unknown): string[][] {
	if (typeof value !== 'object' || value === null) return [[]];
	const inside = Object.entries(value).flatMap(([key, field]) =>
		pathsIn(field).map((path) => [key, ...path]),
	);
	return [[], ...inside];
}

function withValue(input: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
	if (key === undefined) return value;
	if (Array.isArray(input)) {
		return input.map((each: unknown, at) =>
			String(at) === key ? withValue(each, rest, value) : each,
		);
	}
	if (typeof input !== 'object' || input === null) return value;
	const fields = Object.entries(input).map(([name, field]: [string, unknown]) => [
		name,
		name === key ? withValue(field, rest, value) : field,
	]);
	return Object.fromEntries(fields) as unknown;
}

function fittingFor(schema: z.core.$ZodTypes, known: Known, name: string): fc.Arbitrary<unknown> {
	const { def } = schema._zod;
	const inner = (each: Schema) => inputFor(each, known, name);
	switch (def.type) {
		case 'string':
			return mostlyAs(schema, textFor(known, name));
		case 'number':
			return mostlyAs(schema, numberFor(known, name));
		case 'boolean':
			return fc.boolean();
		case 'null':
			return fc.constant(null);
		case 'enum':
			return fc.constantFrom(...Object.values(def.entries));
		case 'literal':
			return fc.constantFrom(...def.values);
		case 'nullable':
			return fc.option(inner(def.innerType), { freq: 4 });
		case 'optional':
		case 'default':
		case 'prefault':
			return fc.option(inner(def.innerType), { freq: 4, nil: undefined });
		case 'array':
			return fc.array(inner(def.element), { maxLength: 4 });
		case 'record':
			return fc.dictionary(textFor(known, name), inner(def.valueType), { maxKeys: 3 });
		case 'union':
			return fc.oneof(...def.options.map(inner));
		case 'pipe':
			return inner(def.in);
		case 'unknown':
			return fc.jsonValue();
		case 'object':
			return fieldsFor(def.shape, known);
		default:
			throw new Error(`No input is made for ${def.type} yet.`);
	}
}

/** Often takes the fields of one known record, so that they belong together. */
function fieldsFor(shape: Readonly<Record<string, Schema>>, known: Known): fc.Arbitrary<unknown> {
	const keys = Object.keys(shape);
	const fields = (record: Fields) =>
		fc.record(
			Object.fromEntries(
				Object.entries(shape).map(([key, field]) => {
					const made = inputFor(field, known, key);
					const together = Object.hasOwn(record, key)
						? fc.oneof(
								{ weight: 8, arbitrary: fc.constant(record[key]) },
								{ weight: 1, arbitrary: made },
							)
						: made;
					return [key, together];
				}),
			),
		);
	const related = known.records.filter((record) => keys.some((key) => Object.hasOwn(record, key)));
	return related.length === 0 ? fields({}) : fc.constantFrom({}, ...related).chain(fields);
}

const mostlyAs = (schema: Schema, made: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
	fc.oneof(
		{ weight: 20, arbitrary: made.filter((value) => safeParse(schema, value).success) },
		{ weight: 1, arbitrary: made },
	);

/** Earlier values of a field with this name are likely valid. */
function textFor(known: Known, name: string): fc.Arbitrary<string> {
	const values = (known.values.get(name) ?? []).filter((value) => typeof value === 'string');
	const day = fc
		.integer({ min: 1, max: 28 })
		.map((each) => `2026-03-${String(each).padStart(2, '0')}`);
	return fc.oneof(
		...(values.length > 0 ? [{ weight: 30, arbitrary: fc.constantFrom(...values) }] : []),
		{ weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
		{ weight: 1, arbitrary: fc.integer({ min: 0, max: 99 }).map(String) },
		{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
		{ weight: 1, arbitrary: /day|date|^from$|^to$/i.test(name) ? day : fc.uuid() },
	);
}

function numberFor(known: Known, name: string): fc.Arbitrary<number> {
	const values = (known.values.get(name) ?? []).filter((value) => typeof value === 'number');
	return fc.oneof(
		...(values.length > 0 ? [{ weight: 10, arbitrary: fc.constantFrom(...values) }] : []),
		{ weight: 2, arbitrary: fc.integer({ min: 0, max: 20 }) },
		{ weight: 1, arbitrary: fc.constantFrom(...hostileNumbers) },
	);
}
