// What else an answer could have said: the same answer with one field changed, by the schema of the call.
import type { z } from 'zod';

/** A changed answer, with the field that changed and what it says now. */
export interface Variant {
	path: string;
	says: unknown;
	value: unknown;
}

/** The parts of a schema that its variants depend on. */
interface Definition {
	type: string;
	innerType: z.core.$ZodType;
	element: z.core.$ZodType;
	shape: Record<string, z.core.$ZodType>;
	options: readonly z.core.$ZodType[];
	entries: Record<string, unknown>;
	values: readonly unknown[];
	items: readonly z.core.$ZodType[];
	out: z.core.$ZodType;
	getter: () => z.core.$ZodType;
}

// Each type of schema has only the parts that its case reads.
const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition;
const suits = (schema: z.core.$ZodType, value: unknown): boolean =>
	(schema as z.ZodType).safeParse(value).success;

const aDay = '2026-11-19';
const wrapped = new Set(['nullable', 'optional', 'default', 'readonly', 'nonoptional']);

/** Something that a schema allows. @param key of the field that says it */
function sampleOf(schema: z.core.$ZodType, key: string): unknown {
	const { type, ...has } = definitionOf(schema);
	if (wrapped.has(type)) return sampleOf(has.innerType, key);
	switch (type) {
		case 'string': {
			const first = /date|day$|since|until|dueOn/i.test(key) ? aDay : '3';
			return [first, aDay, 'Text'].find((text) => suits(schema, text)) ?? first;
		}
		case 'number':
			return /At$|^at$/.test(key) ? Date.UTC(2026, 10, 19, 9) : 3;
		case 'boolean':
			return true;
		case 'enum':
			return Object.values(has.entries)[0];
		case 'literal':
			return has.values[0];
		case 'array':
			return [sampleOf(has.element, key)];
		case 'tuple':
			return has.items.map((item) => sampleOf(item, key));
		case 'union':
			return sampleOf(has.options[0]!, key);
		case 'object':
			return Object.fromEntries(
				Object.entries(has.shape)
					.filter(([, field]) => definitionOf(field).type !== 'optional')
					.map(([name, field]) => [name, sampleOf(field, name)]),
			);
		case 'record':
			return {};
		case 'lazy':
			return sampleOf(has.getter(), key);
		case 'pipe':
			return sampleOf(has.out, key);
		default:
			return null;
	}
}

/**
 * Varies only the first element of an array. Ids stay, and so do texts and numbers that say something: the screen shows
 * them without a change.
 */
export function variantsOf(schema: z.core.$ZodType, value: unknown, path = ''): Variant[] {
	const key = /\w*$/.exec(path)?.[0] ?? '';
	const { type, ...has } = definitionOf(schema);
	const says = (other: unknown): Variant => ({ path, says: other, value: other });
	switch (type) {
		case 'string':
			return value !== '' || /Id$|^id$|^key$/.test(key) ? [] : [says(sampleOf(schema, key))];
		case 'number':
			return value !== 0 ? [] : [says(sampleOf(schema, key))];
		case 'boolean':
			return [says(value !== true)];
		case 'enum':
		case 'literal': {
			const all = type === 'enum' ? Object.values(has.entries) : has.values;
			return all.filter((other) => other !== value).map(says);
		}
		case 'nullable':
		case 'optional': {
			const none = type === 'nullable' ? null : undefined;
			return value === none
				? [says(sampleOf(has.innerType, key))]
				: [says(none), ...variantsOf(has.innerType, value, path)];
		}
		case 'default':
		case 'readonly':
		case 'nonoptional':
			return variantsOf(has.innerType, value, path);
		case 'array': {
			const [first, ...others] = value as unknown[];
			if (first === undefined) return [says([sampleOf(has.element, key)])];
			const inFirst = variantsOf(has.element, first, path);
			return [says([]), ...inFirst.map((other) => ({ ...other, value: [other.value, ...others] }))];
		}
		case 'object': {
			const now = value as Record<string, unknown>;
			return Object.entries(has.shape).flatMap(([name, field]) =>
				variantsOf(field, now[name], `${path}.${name}`).map((other) => ({
					...other,
					value: { ...now, [name]: other.value },
				})),
			);
		}
		case 'union': {
			const is = has.options.find((option) => suits(option, value));
			return has.options.flatMap((option) =>
				option === is ? variantsOf(option, value, path) : [says(sampleOf(option, key))],
			);
		}
		case 'lazy':
			return variantsOf(has.getter(), value, path);
		case 'pipe':
			return variantsOf(has.out, value, path);
		default:
			return [];
	}
}
