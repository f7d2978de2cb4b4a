// What a bulk edit and a replacement make of a record.
import { compare, divide, multiply, roundTo, subtract } from '../domain/decimal.ts';
import { isReference, type AnyField, type AnyFields } from './field.ts';
import { apply, isSet, keyOfLine, linesByKey, linesIn, partsOf } from './merge.ts';
import { valueAt } from './pointer.ts';
import { stopping, type NamedType, type RowProblem } from './preview.ts';
import type { Plain } from './record-kit.ts';
import { targetsOf } from './reference-targets.ts';

/** `add` and `remove`: elements of a set. `percent`: by so many per cent, rounded to the nearest `roundTo`. */
export type BulkAct =
	| { readonly act: 'set'; readonly field: string; readonly to: unknown }
	| { readonly act: 'add' | 'remove'; readonly field: string; readonly to: readonly unknown[] }
	| { readonly act: 'clear'; readonly field: string }
	| {
			readonly act: 'percent';
			readonly field: string;
			readonly by: string;
			readonly roundTo: string | null;
	  };

export const bulkVerbsAll = ['set', 'add', 'remove', 'clear', 'percent'] as const;
export type BulkVerb = (typeof bulkVerbsAll)[number];

/** What can be done with a field in many records at once. Lines belong to their record. */
export function bulkVerbs(field: AnyField): readonly BulkVerb[] {
	if (field.owned === true || field.fixed === true || field.kind === 'lines') return [];
	const clear: readonly BulkVerb[] =
		field.needed === true || field.kind === 'flag' ? [] : ['clear'];
	if (field.kind === 'group') return clear;
	if (isSet(field)) return ['add', 'remove', 'set', ...clear];
	const isAmount = field.kind === 'decimal' || field.kind === 'money';
	return isAmount ? ['set', 'percent', ...clear] : ['set', ...clear];
}

export interface Acted {
	readonly desired: Plain;
	readonly problems: readonly RowProblem[];
}

export function bulkEdited(type: NamedType, act: BulkAct, record: Plain): Acted {
	const now = valueAt(type.fields, record, act.field);
	const put = (to: unknown): Acted => ({
		desired: apply(type.fields, record, [{ at: act.field, was: null, to }]),
		problems: [],
	});
	switch (act.act) {
		case 'set':
			return put(act.to);
		case 'clear':
			return put(null);
		case 'add':
		case 'remove': {
			const present: readonly unknown[] = Array.isArray(now) ? now : [];
			const others = present.filter((each) => !act.to.includes(each));
			return put(act.act === 'add' ? [...others, ...act.to] : others);
		}
		case 'percent': {
			if (typeof now !== 'string' || !/^-?\d+(\.\d+)?$/.test(now)) {
				const problem = stopping('not-a-number', { at: act.field });
				return { desired: record, problems: [problem] };
			}
			return put(roundedTo(raised(now, act.by), act.roundTo));
		}
	}
}

/** Exact: a hundredth is two more places. */
const raised = (amount: string, percent: string): string =>
	multiply(multiply(amount, subtract(percent, '-100')), '0.01');

/** To the nearest multiple, half up. Without a step, to four places. */
function roundedTo(amount: string, step: string | null): string {
	if (step === null || compare(step, '0') <= 0) return roundTo(amount, 4);
	return multiply(roundTo(divide(amount, step, 12), 0), step);
}

/** One record that others refer to, and the one that takes its place. */
export interface Replacement {
	/** Names of the record types that a reference to it can name. */
	readonly targets: readonly string[];
	/** The value that references have, by the field of the record that they hold: `id`, `code`. */
	readonly from: Plain;
	readonly to: Plain;
	/** Units that the new record has, if it has units. */
	readonly unitsOfNew: readonly unknown[];
}

export function replaced(type: NamedType, replacement: Replacement, record: Plain): Acted {
	const problems: RowProblem[] = [];
	const desired = within(type.fields, record, '', { replacement, problems });
	return { desired, problems };
}

function within(
	fields: AnyFields,
	record: Plain,
	before: string,
	to: { replacement: Replacement; problems: RowProblem[] },
): Plain {
	const after: Record<string, unknown> = { ...record };
	const turned: string[] = [];
	for (const [name, field] of Object.entries(fields)) {
		const value = record[name];
		const at = before + name;
		if (field.owned === true || value === undefined || value === null) continue;
		if (field.kind === 'group') {
			after[name] = within(field.fields ?? {}, partsOf(value), `${at}/`, to);
		} else if (field.kind === 'lines') {
			after[name] = linesAfter(field, value, at, to);
		} else if (isReference(field)) {
			const now = exchanged(field, value, to.replacement);
			if (now !== value) turned.push(name);
			after[name] = now;
		}
	}
	for (const [name, { kind, of }] of Object.entries(fields)) {
		const isUnit = kind === 'unit' && turned.includes(of ?? '');
		if (isUnit && !to.replacement.unitsOfNew.includes(record[name])) {
			to.problems.push(
				stopping('no-such-unit', { at: before + name, text: JSON.stringify(record[name]) }),
			);
		}
	}
	return after;
}

function exchanged(
	{ by = 'id', to }: AnyField,
	value: unknown,
	{ targets, from, to: other }: Replacement,
): unknown {
	if (!targetsOf(to).some((name) => targets.includes(name)) || from[by] === undefined) return value;
	if (!Array.isArray(value)) return value === from[by] ? other[by] : value;
	if (!value.includes(from[by])) return value;
	return [
		...new Set((value as readonly unknown[]).map((each) => (each === from[by] ? other[by] : each))),
	];
}

/** A line is never added to another one that has its new key: the two quantities may be in different units. */
function linesAfter(
	field: AnyField,
	value: unknown,
	at: string,
	to: { replacement: Replacement; problems: RowProblem[] },
): unknown {
	const before = linesByKey(field, value);
	const taken = new Set(before.keys());
	return linesIn(value).map((line) => {
		const key = keyOfLine(field, line);
		const after = within(field.fields ?? {}, line, `${at}/${key}/`, to);
		const newKey = keyOfLine(field, after);
		if (newKey !== key && taken.has(newKey)) {
			to.problems.push(stopping('already-there', { at: `${at}/${newKey}` }));
		}
		return after;
	});
}
