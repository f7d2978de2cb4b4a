// Rules of a record, from its declaration. The form and the practice service use the same ones. The service shows no
// rules, so most of them are our guess: the form warns, and the service decides. The practice service refuses all.
import { compare } from '../domain/decimal.ts';
import type { AnyField, AnyFields } from './field.ts';
import { linesByKey, partsOf, sameContent } from './merge.ts';
import type { AnyType, Plain } from './record-kit.ts';

/** A field of a record: `name`, or `units/3/conversionFactor` where `3` is the key of the line. */
export type Pointer = string;

/** Input that cannot be intended `stops`; a rule that is our guess `warns`. */
export const weightOf = {
	needed: 'stops',
	'not-a-number': 'stops',
	negative: 'stops',
	'not-whole': 'stops',
	'not-a-day': 'stops',
	'same-key': 'stops',
	'out-of-bounds': 'warns',
	'wrong-form': 'warns',
	'too-long': 'warns',
	'unknown-record': 'warns',
	fixed: 'warns',
	taken: 'warns',
	'base-unit': 'warns',
	'own-ingredient': 'warns',
	'recipe-cycle': 'stops',
	'uneven-units': 'stops',
	'factor-changed': 'stops',
	'not-sent-yet': 'stops',
	'other-unit': 'warns',
} as const;

export type ProblemCode = keyof typeof weightOf;

export interface Problem {
	readonly at: Pointer;
	readonly code: ProblemCode;
	/** Values for the message: `from`, `to`, `longest`, `unit`, `count`, `other`, `path`. */
	readonly args?: Readonly<Record<string, string | number>>;
}

export const isWarning = ({ code }: Pick<Problem, 'code'>): boolean => weightOf[code] === 'warns';

/** What a rule may ask. null if the copies on this PC cannot tell; then only the service decides. */
export interface Facts {
	/** The record before the edit; null for a new one. */
	readonly before: Plain | null;
	exists(to: string, value: string | number, by: string): boolean | null;
	record(to: string, id: string): Plain | null;
	/** Whether another record has the same values in these fields. */
	hasTwin(fields: readonly string[], record: Plain): boolean | null;
}

/** Everything that is wrong with a record. */
export function problemsOf(type: AnyType, record: Plain, facts: Facts): readonly Problem[] {
	const taken = type.unique.flatMap((fields): Problem[] => {
		const [first] = fields;
		const isWhole = fields.some((field) => !isEmpty(record[field]));
		return first !== undefined && isWhole && facts.hasTwin(fields, record) === true
			? [{ at: first, code: 'taken' }]
			: [];
	});
	return [
		...problemsOfFields(type.fields, record, '', facts),
		...fixedProblems(type, record, facts.before),
		...(type.check?.(record, facts) ?? []),
		...taken,
	];
}

function problemsOfFields(
	fields: AnyFields,
	record: Plain,
	before: string,
	facts: Facts,
): readonly Problem[] {
	return Object.entries(fields).flatMap(([name, field]): readonly Problem[] => {
		const at = before + name;
		const value = record[name];
		if (field.owned === true) return [];
		if (isEmpty(value)) return field.needed === true ? [{ at, code: 'needed' }] : [];
		if (field.kind === 'group') {
			return problemsOfFields(field.fields ?? {}, partsOf(value), `${at}/`, facts);
		}
		if (field.kind === 'lines') return problemsOfLines(field, value, at, facts);
		const problem = problemOfValue(field, value, facts);
		return problem === null ? [] : [{ ...problem, at }];
	});
}

function problemsOfLines(
	field: AnyField,
	value: unknown,
	at: string,
	facts: Facts,
): readonly Problem[] {
	return [...linesByKey(field, value)].flatMap(([key, line]): readonly Problem[] => {
		const place = `${at}/${key}`;
		const [, isTwin] = key.split('#');
		const twin: Problem[] =
			isTwin !== undefined && field.key?.some((name) => !isEmpty(line[name])) === true
				? [{ at: place, code: 'same-key' }]
				: [];
		return [...twin, ...problemsOfFields(field.fields ?? {}, line, `${place}/`, facts)];
	});
}

function problemOfValue(field: AnyField, value: unknown, facts: Facts): Omit<Problem, 'at'> | null {
	switch (field.kind) {
		case 'text':
		case 'paragraph':
		case 'phone':
		case 'email':
		case 'code':
			return problemOfText(field, String(value));
		case 'decimal':
		case 'money':
		case 'whole':
			return problemOfNumber(field, String(value));
		case 'reference':
		case 'references': {
			const each: readonly unknown[] = Array.isArray(value) ? value : [value];
			const isUnknown = (one: unknown) =>
				(typeof one === 'string' || typeof one === 'number') &&
				facts.exists(String(field.to), one, field.by ?? 'id') === false;
			return each.some(isUnknown) ? { code: 'unknown-record' } : null;
		}
		default:
			return null;
	}
}

function problemOfText(
	{ kind, longest, pattern }: AnyField,
	text: string,
): Omit<Problem, 'at'> | null {
	if (longest !== undefined && text.length > longest)
		return { code: 'too-long', args: { longest } };
	const form = pattern ?? (kind === 'email' ? /^[^\s@]+@[^\s@]+$/ : null);
	return form === null || form.test(text) ? null : { code: 'wrong-form' };
}

/** A number with decimals, as people write it. */
const withDecimals = /^\s*[-−]?\p{Nd}+[.,٫]\p{Nd}+\s*$/u;

const belowZero = /^\s*[-−]\p{Nd}+([.,٫]\p{Nd}+)?\s*$/u;

/** Why the text of a box is no value of its field. */
export const unreadBecause = (kind: string | undefined, text: string): ProblemCode =>
	kind === 'day'
		? 'not-a-day'
		: kind === 'whole' && withDecimals.test(text)
			? 'not-whole'
			: belowZero.test(text)
				? 'negative'
				: 'not-a-number';

const numeral = { whole: /^-?\d+$/, decimal: /^-?\d+(\.\d+)?$/, money: /^-?\d+(\.\d+)?$/ };

function problemOfNumber(field: AnyField, text: string): Omit<Problem, 'at'> | null {
	const { kind } = field;
	if (kind in numeral && !numeral[kind as keyof typeof numeral].test(text)) {
		return { code: numeral.decimal.test(text) ? 'not-whole' : 'not-a-number' };
	}
	const { above, from = kind === 'money' && above === undefined ? '0' : undefined, to } = field;
	const isBelow =
		(from !== undefined && compare(text, String(from)) < 0) ||
		(above !== undefined && compare(text, above) <= 0);
	const isAbove = to !== undefined && compare(text, String(to)) > 0;
	if (!isBelow && !isAbove) return null;
	const bounds = { from: from ?? above, to };
	const args = Object.entries(bounds).flatMap(([name, bound]) =>
		bound === undefined ? [] : [[name, bound] as const],
	);
	return { code: 'out-of-bounds', args: Object.fromEntries(args) };
}

const fixedProblems = ({ fields }: AnyType, record: Plain, before: Plain | null): Problem[] =>
	before === null
		? []
		: Object.entries(fields).flatMap(([name, field]): Problem[] =>
				field.fixed === true && !sameContent(field, before[name], record[name])
					? [{ at: name, code: 'fixed' }]
					: [],
			);

const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	(Array.isArray(value) && value.length === 0);
