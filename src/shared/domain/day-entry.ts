// Parses a typed day by the rules of the locale: `20/11/2026`, `20 Nov` or `2026-11-20`.
import { addDays, type BusinessDate } from './business-date.ts';
import { remembered } from './remembered.ts';
import { inLatinDigits } from './typed-number.ts';

type Field = 'day' | 'month' | 'year';

/**
 * Numbers are in the order of `locale`; a leading four-digit year means year, month, day. A missing year is the one
 * nearest to `today`. @returns null if the text is not a day
 */
export function readDay(typed: string, locale: string, today: BusinessDate): BusinessDate | null {
	const latin = inLatinDigits(typed, locale);
	const text = latin.toLocaleLowerCase(locale);
	if (!/^[\d\p{L}\p{M}\s\p{Cf}.,،/-]+$/u.test(text)) return null;

	const form = formOf(locale);
	const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => !form.fillers.has(word));
	const month = monthNamed(words, form.months);
	if (words.length > 0 && month === null) return null;

	const numbers = text.match(/\d+/g) ?? [];
	const fields = fieldsOf(numbers, form.order, month !== null);
	if (fields === null) return null;
	const given = new Map(fields.map((field, at) => [field, numbers[at] ?? '']));
	if (month !== null) given.set('month', String(month));
	return dayOf(given, today);
}

export function dayForm(locale: string): { order: readonly Field[]; separator: string } {
	const { order, separator } = formOf(locale);
	return { order, separator };
}

/** A numeric day: `20/11/2026`. */
export function dayInNumbers(day: BusinessDate, locale: string): string {
	return numeric(locale).format(Date.parse(`${day}T00:00:00Z`));
}

function fieldsOf(
	numbers: readonly string[],
	order: readonly Field[],
	monthNamed: boolean,
): readonly Field[] | null {
	const others = order.filter((field) => field === 'day' || (field === 'month' && !monthNamed));
	if (numbers.length === others.length) return others;
	if (numbers.length !== others.length + 1) return null;
	const yearAt = numbers.findIndex(({ length }) => length > 2);
	const inFront = yearAt < 0 ? order[0] === 'year' : yearAt === 0;
	// A year at the opposite end from the locale's reverses the order: 20.11.2026 in a 2026-11-20 locale.
	const turned = !monthNamed && inFront !== (order[0] === 'year');
	const rest: readonly Field[] = !turned ? others : inFront ? ['month', 'day'] : ['day', 'month'];
	return inFront ? ['year', ...rest] : [...rest, 'year'];
}

function dayOf(given: ReadonlyMap<Field, string>, today: BusinessDate): BusinessDate | null {
	const day = given.get('day') ?? '';
	const month = given.get('month') ?? '';
	const inYear = (year: string): BusinessDate | null =>
		existing(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);

	const year = given.get('year');
	if (year !== undefined) {
		return inYear(year.length === 2 ? `20${year}` : year);
	}
	const thisYear = Number(today.slice(0, 4));
	const away = (date: BusinessDate): number => Math.abs(Date.parse(date) - Date.parse(today));
	const found = [0, -1, 1]
		.map((by) => inYear(String(thisYear + by)))
		.filter((date) => date !== null);
	return found.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}

/** Rejects 31 February, which Date would turn into a day in March, and numbers with too many digits. */
function existing(date: string): BusinessDate | null {
	return Number.isNaN(Date.parse(`${date}T00:00:00Z`)) || addDays(date, 0) !== date ? null : date;
}

interface Form {
	readonly order: readonly Field[];
	readonly separator: string;
	readonly months: readonly (readonly string[])[];
	/** Words beside day, month and year, like "de" in "3 de dez. de 2026". */
	readonly fillers: ReadonlySet<string>;
}

const isName = (name: string, word: string): boolean => name === word;
const isBegun = (name: string, word: string): boolean => word.length > 2 && name.startsWith(word);

/** The only month with all the words among its names. Some months share one: تشرين الأول and تشرين الثاني. */
function monthNamed(words: readonly string[], months: Form['months']): number | null {
	for (const fits of [isName, isBegun]) {
		const [month, another] = months.flatMap((names, at) =>
			words.every((word) => names.some((name) => fits(name, word))) ? [at + 1] : [],
		);
		if (month !== undefined && another === undefined) return month;
	}
	return null;
}

const forms = new Map<string, Form>();

const formOf = (locale: string): Form => remembered(forms, locale, () => readForm(locale));

function readForm(locale: string): Form {
	const parts = numeric(locale).formatToParts(0);
	const months = Array.from({ length: 12 }, () => new Set<string>());
	const fillers = new Set<string>();
	for (const month of ['short', 'long'] as const) {
		const whole = new Intl.DateTimeFormat(locale, { ...gregorian, ...numbers, month });
		const alone = new Intl.DateTimeFormat(locale, { ...gregorian, month });
		for (const [at, names] of months.entries()) {
			const instant = Date.UTC(2001, at, 15);
			for (const { type, value } of [
				...whole.formatToParts(instant),
				...alone.formatToParts(instant),
			]) {
				for (const word of value.toLocaleLowerCase(locale).match(/[\p{L}\p{M}]+/gu) ?? []) {
					(type === 'month' ? names : fillers).add(word);
				}
			}
		}
	}
	return {
		order: parts.flatMap(({ type }) =>
			type === 'day' || type === 'month' || type === 'year' ? [type] : [],
		),
		separator: (parts.find(({ type }) => type === 'literal')?.value ?? '/').replace(/\p{Cf}/gu, ''),
		months: months.map((names) => [...names]),
		fillers,
	};
}

// The service and its paperwork use the Gregorian calendar; some Arabic regions default to another.
const gregorian = { calendar: 'gregory', timeZone: 'UTC' } as const;
const numbers = { day: 'numeric', year: 'numeric' } as const;

const numeric = (locale: string): Intl.DateTimeFormat =>
	new Intl.DateTimeFormat(locale, { ...gregorian, ...numbers, month: 'numeric' });
