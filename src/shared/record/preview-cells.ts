// A cell of a table as a value of a field, and back: what `cellOf` writes, `readCell` reads as the same value.
import { decimalText } from '../domain/decimal.ts';
import type { AnyField } from './field.ts';
import { partsOf, sameContent } from './merge.ts';
import {
	isAmbiguousDay,
	isAmbiguousNumber,
	readDay,
	readNumber,
	type Reading,
} from './preview-numbers.ts';
import type { Plain } from './record-kit.ts';

/** Text as it was typed; a number of a workbook is exact. */
export type Cell = string | number;

/** In a cell: the field loses its value. A cell without text leaves it. */
export const clearing = '(empty)';

/** A formula that was saved without a value. */
export const withoutValue = '#N/A';
const failedFormula = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/;

/** Read as something else than a text, unless the field already holds it. */
export const isMark = (text: string): boolean => text === clearing || failedFormula.test(text);

export type CellProblemCode =
	| 'failed-formula'
	| 'not-a-number'
	| 'not-whole'
	| 'not-a-day'
	| 'not-a-flag'
	| 'not-an-option'
	| 'no-such-record'
	| 'several-records'
	| 'no-such-unit';

export type CellRead =
	| { readonly is: 'left' }
	| { readonly is: 'value'; readonly value: unknown; readonly ambiguous: boolean }
	| {
			readonly is: 'problem';
			readonly code: CellProblemCode;
			/** How many records fit; the options. */
			readonly args?: Readonly<Record<string, string | number>>;
	  };

/** What the copies on this PC know of other records. */
export interface Lookup {
	/** Values of a reference that a text names: by the value itself, else by code, else by title. */
	find(field: AnyField, text: string): readonly (string | number)[];
	/** Text that `find` reads as this value alone: its title, else the value. */
	nameFor(field: AnyField, value: unknown): string;
	/** Lines of units of an item. */
	unitsOf(itemId: string): readonly Plain[];
}

export interface CellContext extends Lookup {
	readonly reading: Reading;
	/** The record, and the line in it, so far. */
	readonly record: Plain;
	readonly line: Plain;
	/** The value now. A cell that says the same leaves it exactly as it is. */
	readonly now: unknown;
}

const value = (read: unknown, ambiguous = false): CellRead => ({
	is: 'value',
	value: read,
	ambiguous,
});
const problem = (
	code: CellProblemCode,
	args: Readonly<Record<string, string | number>> = {},
): CellRead => ({ is: 'problem', code, args });

export const isBlank = (cell: Cell | undefined): boolean =>
	cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** Without what says nothing: white space at the ends, and the kind of line break. */
export const cellText = (cell: Cell): string =>
	typeof cell === 'number' ? numberText(cell) : plainText(cell);

const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

export function readCell(field: AnyField, cell: Cell | undefined, context: CellContext): CellRead {
	if (cell === undefined || isBlank(cell)) return { is: 'left' };
	const text = cellText(cell);
	if (text === clearing && context.now !== clearing) return value(null);
	if (failedFormula.test(text) && context.now !== text) return problem('failed-formula');
	return readText(field, text, { ...context, isExact: typeof cell === 'number' });
}

/** A spreadsheet keeps 15 digits. */
const numberText = (number: number): string => decimalText(String(Number(number.toPrecision(15))));

function readText(
	field: AnyField,
	text: string,
	context: CellContext & { isExact: boolean },
): CellRead {
	const { reading, isExact, now } = context;
	switch (field.kind) {
		case 'decimal':
		case 'money':
		case 'whole':
			return readAmount(field, text, context);
		case 'day': {
			if (text === now) return { is: 'left' };
			const day = readDay(text, reading.dayOrder);
			if (day === null) {
				const instant = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN;
				return Number.isNaN(instant) ? problem('not-a-day') : value(text);
			}
			// A day says nothing about the time.
			if (typeof now === 'string' && now.startsWith(day)) return { is: 'left' };
			return value(`${day}T00:00:00Z`, isAmbiguousDay(text));
		}
		case 'flag': {
			const flag = flagOf(text);
			return flag === null ? problem('not-a-flag') : value(flag);
		}
		case 'choice':
		case 'coded':
			return readOption(field, text, now);
		case 'reference': {
			const found = context.find(field, text);
			const [only] = found;
			return found.length === 1 ? value(only) : notOne(found.length, text, now);
		}
		case 'references':
			return readSet(text, now, (each) => context.find(field, each));
		case 'numbers':
			return readSet(text, now, (each) => (/^\d{1,9}$/.test(each) ? [Number(each)] : []));
		case 'unit':
			return readUnit(field, text, context);
		default:
			return isExact && typeof now === 'string' && decimalTextOrNull(now) === text
				? { is: 'left' }
				: textCell(text, now);
	}
}

function textCell(text: string, now: unknown): CellRead {
	const isSame = typeof now === 'string' && plainText(now) === text;
	return isSame ? { is: 'left' } : value(text);
}

const decimalTextOrNull = (text: string): string | null =>
	/^-?\d{1,20}(\.\d{1,20})?$/.test(text) ? decimalText(text) : null;

function readAmount(
	field: AnyField,
	text: string,
	{ reading, isExact, now }: CellContext & { isExact: boolean },
): CellRead {
	const plain = field.unit === 'percent' ? text.replace(/[%٪]$/, '') : text;
	// As our own files have it.
	if (sameContent(field, plain, now)) return { is: 'left' };
	const number = isExact ? plain : readNumber(plain, reading.decimalSign);
	if (number === null) return problem('not-a-number');
	const ambiguous = !isExact && isAmbiguousNumber(plain);
	if (field.kind !== 'whole') return value(number, ambiguous);
	const whole = Number(number);
	return Number.isSafeInteger(whole) ? value(whole, ambiguous) : problem('not-whole');
}

const yes = ['yes', 'true', '1', 'y', 'نعم', 'active', 'نشط'];
const no = ['no', 'false', '0', 'n', 'لا', 'inactive', 'غير نشط'];

function flagOf(text: string): boolean | null {
	const word = text.toLowerCase();
	return yes.includes(word) ? true : no.includes(word) ? false : null;
}

const optionsOf = ({ options = [] }: AnyField): readonly (readonly [string, string])[] =>
	Array.isArray(options)
		? (options as readonly string[]).map((word) => [word, word])
		: Object.entries(options);

function readOption(field: AnyField, text: string, now: unknown): CellRead {
	const word = text.toLowerCase();
	// A word that we do not know survives.
	if (cellOf(field, now, null).toLowerCase() === word) return { is: 'left' };
	const found = optionsOf(field).find(([key, name]) => key === word || name.toLowerCase() === word);
	if (found === undefined) {
		return problem('not-an-option', {
			options: optionsOf(field)
				.map(([, name]) => name)
				.join(', '),
		});
	}
	const [key, name] = found;
	return value(field.kind === 'coded' ? { id: Number(key), name } : name);
}

const notOne = (count: number, text: string, now: unknown): CellRead => {
	if (text === now) return { is: 'left' };
	return count === 0 ? problem('no-such-record') : problem('several-records', { count });
};

function readSet(
	text: string,
	now: unknown,
	find: (each: string) => readonly (string | number)[],
): CellRead {
	const present: readonly unknown[] = Array.isArray(now) ? now : [];
	const values: unknown[] = [];
	for (const each of text.split(/[;\n]/).map((part) => part.trim())) {
		if (each === '') continue;
		const found = find(each);
		const known = found.length === 1 ? found[0] : present.find((one) => String(one) === each);
		if (known === undefined) return notOne(found.length, each, undefined);
		values.push(known);
	}
	return value([...new Set(values)]);
}

function readUnit(field: AnyField, text: string, context: CellContext): CellRead {
	if (/^\d{1,9}$/.test(text)) return value(Number(text));
	const { record, line, unitsOf } = context;
	const of = line[field.of ?? ''] ?? record[field.of ?? ''];
	const units: readonly unknown[] = Array.isArray(of)
		? of
		: typeof of === 'string'
			? unitsOf(of)
			: [];
	const fitting = units.map(partsOf).filter(({ name }) => isSameWord(name, text));
	const [only] = fitting;
	return fitting.length === 1 && only !== undefined
		? value(only['uomId'])
		: problem('no-such-unit');
}

export const isSameWord = (one: unknown, other: string): boolean =>
	typeof one === 'string' && one.trim().toLowerCase() === other.trim().toLowerCase();

/** Text of a value for a file. @param lookup null: references by their values */
export function cellOf(
	field: AnyField,
	given: unknown,
	lookup: Pick<Lookup, 'nameFor'> | null,
): string {
	if (given === undefined || given === null) return '';
	const plain = (each: unknown): string => (typeof each === 'string' ? each : JSON.stringify(each));
	const named = (each: unknown): string => lookup?.nameFor(field, each) ?? plain(each);
	switch (field.kind) {
		case 'flag':
			return given === true ? 'yes' : 'no';
		case 'coded':
			return plain(partsOf(given)['name'] ?? '');
		case 'reference':
			return named(given);
		case 'references':
		case 'numbers':
			return Array.isArray(given) ? (given as readonly unknown[]).map(named).join('; ') : '';
		case 'day':
			return plain(given).replace(/T00:00:00(\.0+)?Z$/, '');
		default:
			return plain(given);
	}
}
