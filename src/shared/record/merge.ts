// Merges two edits of one record, field by field and line by line. A change of one side stands; where both sides changed
// the same field differently, a person decides. The same walk finds what changed between two records, and what the
// service changed in a write.
//
// Laws, for all fields and every b (base), m (mine), t (theirs). `=` compares content: decimals by value, instants by
// their moment, sets and lines in any order; a missing value, null and an empty text or list are the same.
//   1  no change of mine    merge(b, b, t) = t, without a clash
//   2  no change of theirs  merge(b, m, b) = m but for owned and unknown fields, without a clash, nothing taken
//   3  agreement            merge(b, m, m) = m, without a clash, nothing taken
//   4  unknown fields       undeclared and owned fields are as in t, whatever b and m have
//   5  no invention         every field of the result is as in m or as in t
//   6  symmetry             merge(b, m, t) and merge(b, t, m) clash at the same fields
//   7  decided              with a choice for every clash there is none left, and each choice stands in the result
//   8  independence         changes of different fields, or of lines with different keys, never clash
//   9  round trip           apply(b, diff(b, m)) = m, and apply(m, inverse(diff(b, m))) = b
//  10  settled              merge(t, merge(b, m, t), t) = merge(b, m, t), with nothing taken
//  11  read back            told(sent, sent) is empty, and an owned or unknown field is never told
import { decimalText } from '../domain/decimal.ts';
import type { AnyField, AnyFields } from './field.ts';
import type { Plain } from './record-kit.ts';

export interface Sides<Value = Plain> {
	readonly base: Value;
	readonly mine: Value;
	readonly theirs: Value;
}

export type Choice = 'mine' | 'theirs';
export type Choices = Readonly<Record<string, Choice>>;

/** One field or line that becomes another. null: it is not there. */
export interface Change {
	/** `name`, `units/3/conversionFactor`: a line is named by its key, never by its position. */
	readonly at: string;
	readonly was: unknown;
	readonly to: unknown;
}

/** A field or line that both sides changed differently. null: it is not there. */
export interface Clash extends Sides<unknown> {
	readonly at: string;
}

export interface Merged {
	/** An undecided clash has my value here; the record must not be sent then. */
	readonly record: Plain;
	/** Changes of others. */
	readonly taken: readonly Change[];
	readonly clashes: readonly Clash[];
}

/** What the service made of a field that was sent. */
export interface Told {
	readonly at: string;
	readonly what: 'changed' | 'dropped' | 'added';
	readonly sent: unknown;
	readonly now: unknown;
}

/** @param choices by the `at` of a clash */
export function merge(fields: AnyFields, sides: Sides, choices: Choices = {}): Merged {
	const walk = new Walk(choices);
	const record = walk.record(fields, '', sides);
	return { record, taken: walk.taken, clashes: walk.clashes };
}

/** The changes that make one record the other, without owned and unknown fields. */
export const diff = (fields: AnyFields, from: Plain, to: Plain): readonly Change[] =>
	merge(fields, { base: from, mine: from, theirs: to }).taken;

export const inverse = (changes: readonly Change[]): readonly Change[] =>
	[...changes].reverse().map(({ at, was, to }) => ({ at, was: to, to: was }));

export const apply = (fields: AnyFields, record: Plain, changes: readonly Change[]): Plain =>
	changes.reduce((changed, { at, to }) => put(fields, changed, at.split('/'), to), record);

/** What the service changed, from the body that was sent and the record that was read afterwards. */
export const told = (fields: AnyFields, sent: Plain, readBack: Plain): readonly Told[] =>
	diff(fields, sent, readBack).map(({ at, was, to }) => ({
		at,
		what: isEmptyValue(to) ? 'dropped' : isEmptyValue(was) ? 'added' : 'changed',
		sent: was,
		now: to,
	}));

class Walk {
	readonly taken: Change[] = [];
	readonly clashes: Clash[] = [];
	readonly #choices: Choices;

	constructor(choices: Choices) {
		this.#choices = choices;
	}

	record(fields: AnyFields, before: string, { base, mine, theirs }: Sides): Plain {
		const merged: Record<string, unknown> = {};
		for (const [name, field] of Object.entries(fields)) {
			const part = { base: base[name], mine: mine[name], theirs: theirs[name] };
			const value = field.owned === true ? part.theirs : this.#field(field, before + name, part);
			if (value !== undefined) merged[name] = value;
		}
		for (const [name, value] of Object.entries(theirs)) if (!(name in fields)) merged[name] = value;
		return merged;
	}

	#field(field: AnyField, at: string, sides: Sides<unknown>): unknown {
		if (field.kind === 'lines') return this.#lines(field, at, sides);
		if (isSet(field)) return this.#set(at, sides);
		if (field.kind !== 'group') return this.#settle(field, at, sides);
		const merged = this.record(field.fields ?? {}, `${at}/`, eachOf(sides, partsOf));
		return Object.keys(merged).length === 0 ? undefined : merged;
	}

	/** An element is there or not, so two of three sides always agree and nothing clashes. */
	#set(at: string, sides: Sides<unknown>): unknown {
		const { base, mine, theirs } = eachOf(sides, listOf);
		const merged = [...new Set([...theirs, ...mine, ...base])].filter((each) => {
			const has = eachOf({ base, mine, theirs }, (list) => list.includes(each) || null);
			return this.#settle(null, `${at}/${escaped(each)}`, has) === true;
		});
		return listOrNothing(merged, sides);
	}

	#lines(field: AnyField, at: string, sides: Sides<unknown>): unknown {
		const { base, mine, theirs } = eachOf(sides, (lines) => linesByKey(field, lines));
		const merged: Plain[] = [];
		for (const key of new Set([...theirs.keys(), ...mine.keys(), ...base.keys()])) {
			const line = { base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) };
			const value = this.#line(field, `${at}/${key}`, line);
			if (value !== undefined) merged.push(value);
		}
		return listOrNothing(merged, sides);
	}

	#line(field: AnyField, at: string, line: Sides<Plain | undefined>): Plain | undefined {
		const { mine, theirs } = line;
		const fields = field.fields ?? {};
		const isOnBoth = mine !== undefined && theirs !== undefined;
		if (isOnBoth && field.whole !== true) {
			return this.record(fields, `${at}/`, { base: line.base ?? {}, mine, theirs });
		}
		const settled = this.#settle(field, at, line);
		if (!isObject(settled)) return undefined;
		return isOnBoth ? withFieldsOf(fields, settled, theirs) : settled;
	}

	/** Decides one value, or one line as a whole. */
	#settle(field: AnyField | null, at: string, { base, mine, theirs }: Sides<unknown>): unknown {
		const [was, ours, other] = [base, mine, theirs].map((value) => content(field, value));
		if (ours === other || other === was) return mine;
		if (ours === was) {
			this.taken.push({ at, was: base ?? null, to: theirs ?? null });
			return theirs;
		}
		const choice = this.#choices[at];
		if (choice === undefined) {
			this.clashes.push({ at, base: base ?? null, mine: mine ?? null, theirs: theirs ?? null });
		}
		return choice === 'theirs' ? theirs : mine;
	}
}

/** The editable fields of a line, and the owned and unknown ones of another. */
const withFieldsOf = (fields: AnyFields, line: Plain, other: Plain): Plain => {
	const isEditable = ([name]: readonly [string, unknown]) =>
		Object.hasOwn(fields, name) && fields[name]?.owned !== true;
	return Object.fromEntries([
		...Object.entries(line).filter(isEditable),
		...Object.entries(other).filter((entry) => !isEditable(entry)),
	]);
};

export const sameContent = (field: AnyField, a: unknown, b: unknown): boolean =>
	content(field, a) === content(field, b);

const content = (field: AnyField | null, value: unknown): string =>
	JSON.stringify(comparable(field, value) ?? null);

function comparable(field: AnyField | null, value: unknown): unknown {
	if (isEmptyValue(value)) return undefined;
	if (field === null) return value;
	if (isSet(field)) return sortedTexts(listOf(value));
	if (field.kind === 'lines') {
		// A line by itself, or all of them.
		return Array.isArray(value)
			? sortedTexts(linesIn(value).map((line) => comparableParts(field, line)))
			: comparableParts(field, partsOf(value));
	}
	if (field.kind === 'group') {
		const parts = comparableParts(field, partsOf(value));
		return parts.every(([, part]) => part === null) ? undefined : parts;
	}
	if (typeof value !== 'string') return sorted(value);
	if (field.kind === 'decimal' || field.kind === 'money') {
		return /^-?\d+(\.\d+)?$/.test(value) ? decimalText(value) : value;
	}
	const instant = field.kind === 'day' ? Date.parse(value) : NaN;
	return Number.isNaN(instant) ? value : instant;
}

const comparableParts = ({ fields = {} }: AnyField, parts: Plain): [string, unknown][] =>
	Object.entries(fields)
		.filter(([, inner]) => inner.owned !== true)
		.map(([name, inner]) => [name, comparable(inner, parts[name]) ?? null]);

const sortedTexts = (list: readonly unknown[]): string[] =>
	list.map((each) => JSON.stringify(each)).sort();

const sorted = (value: unknown): unknown =>
	isObject(value) ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value;

/** No value of any field. */
export const isEmptyValue = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0);

function put(
	fields: AnyFields,
	record: Plain,
	[name = '', ...rest]: readonly string[],
	to: unknown,
): Plain {
	const field = fields[name];
	const { [name]: before, ...others } = record;
	const set = (value: unknown): Plain =>
		value === undefined || value === null ? others : { ...record, [name]: value };
	const [key, ...deeper] = rest;
	if (field === undefined || key === undefined) return set(to);
	const inner = field.fields ?? {};
	if (field.kind === 'group') return set(put(inner, partsOf(before), rest, to));
	if (isSet(field)) {
		const kept = listOf(before).filter((each) => escaped(each) !== key);
		return set(to === null ? kept : [...kept, elementOf(field, key)]);
	}
	const lines = new Map(linesByKey(field, before));
	if (deeper.length > 0) lines.set(key, put(inner, lines.get(key) ?? {}, deeper, to));
	else if (isObject(to)) lines.set(key, to);
	else lines.delete(key);
	return set([...lines.values()]);
}

/** Lines by their keys. A second line with the same key is `key#2`. */
export function linesByKey(field: AnyField, value: unknown): ReadonlyMap<string, Plain> {
	const lines = new Map<string, Plain>();
	for (const line of linesIn(value)) {
		const name = keyOfLine(field, line);
		let key = name;
		for (let number = 2; lines.has(key); number += 1) key = `${name}#${String(number)}`;
		lines.set(key, line);
	}
	return lines;
}

/** The step of a pointer that names the line. */
export const keyOfLine = ({ key = [] }: AnyField, line: Plain): string =>
	key.map((name) => escaped(line[name] ?? '')).join(',');

export const isSet = ({ kind }: AnyField): boolean => kind === 'references' || kind === 'numbers';

const elementOf = ({ kind }: AnyField, key: string): string | number =>
	kind === 'numbers' ? Number(key) : unescaped(key);

const steps = '~/,#';
const escaped = (value: unknown): string =>
	(typeof value === 'string' ? value : JSON.stringify(value)).replace(
		/[~/,#]/g,
		(character) => `~${String(steps.indexOf(character))}`,
	);
export const unescaped = (step: string): string =>
	step.replace(/~[0-3]/g, (code) => steps.charAt(Number(code.charAt(1))));

export const isObject = (value: unknown): value is Plain =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
export const partsOf = (value: unknown): Plain => (isObject(value) ? value : {});
export const atPath = (record: Plain, path: string): unknown =>
	path.split('/').reduce<unknown>((within, name) => partsOf(within)[name], record);
/** Empty for anything but text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const linesIn = (value: unknown): readonly Plain[] => listOf(value).filter(isObject);

const listOrNothing = (list: readonly unknown[], { mine, theirs }: Sides<unknown>): unknown =>
	list.length === 0 && mine === undefined && theirs === undefined ? undefined : list;

const eachOf = <From, To>(
	{ base, mine, theirs }: Sides<From>,
	read: (value: From) => To,
): Sides<To> => ({ base: read(base), mine: read(mine), theirs: read(theirs) });
