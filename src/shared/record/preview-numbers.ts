// How numbers and days of a table are written. Guessed from all its cells, stated, and set by a person if wrong.
import { decimalText, type DecimalText } from '../domain/decimal.ts';

export const decimalSigns = ['.', ','] as const;
export type DecimalSign = (typeof decimalSigns)[number];

export const dayOrders = ['day-month-year', 'month-day-year', 'year-month-day'] as const;
export type DayOrder = (typeof dayOrders)[number];

export interface Reading {
	readonly decimalSign: DecimalSign;
	readonly dayOrder: DayOrder;
}

const shapes: Readonly<Record<DecimalSign, RegExp>> = {
	'.': /^-?(\d+|[1-9]\d{0,2}(,\d{3})+)?(\.\d+)?$/,
	',': /^-?(\d+|[1-9]\d{0,2}(\.\d{3})+)?(,\d+)?$/,
};
const zeros = { arabic: 0x0660, persian: 0x06f0 };

/** Latin digits, a hyphen as minus, without spaces, apostrophes, currency signs and marks of direction. */
function plainNumber(text: string): string {
	return text
		.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - zeros.arabic))
		.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - zeros.persian))
		.replace(/[\u200e\u200f\u061c\s'’٬]/g, '')
		.replace(/^(-?)\p{Sc}|\p{Sc}$/gu, '$1')
		.replace(/[−–]/g, '-');
}

/** null: no number with this decimal sign. */
export function readNumber(text: string, sign: DecimalSign): DecimalText | null {
	const plain = plainNumber(text).replace('٫', sign);
	if (!/\d/.test(plain) || plain.length > 40 || !shapes[sign].test(plain)) return null;
	const [whole = '', part] = plain.split(sign);
	const digits = whole.replace(/[.,]/g, '');
	const lead = digits === '' || digits === '-' ? `${digits}0` : digits;
	return decimalText(part === undefined ? lead : `${lead}.${part}`);
}

/** Whether another decimal sign makes it another number: `1,234`. */
export function isAmbiguousNumber(text: string): boolean {
	const [point, comma] = decimalSigns.map((sign) => readNumber(text, sign));
	return point !== null && comma !== null && point !== comma;
}

const dayShape = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})$/;

/** `YYYY-MM-DD`; null: no day in this order. A year of four digits at the front is always one. */
export function readDay(text: string, order: DayOrder): string | null {
	const plain = plainNumber(text).replace(/T00:00:00(\.0+)?Z?$/, '');
	const parts = dayShape.exec(plain)?.slice(1);
	if (parts === undefined) return null;
	const [a = '', b = '', c = ''] = parts;
	if (a.length === 4) return dayOf(a, b, c);
	if (order === 'year-month-day') return a.length === 2 ? dayOf(`20${a}`, b, c) : null;
	if (c.length !== 4 && c.length !== 2) return null;
	const year = c.length === 2 ? `20${c}` : c;
	return order === 'day-month-year' ? dayOf(year, b, a) : dayOf(year, a, b);
}

function dayOf(year: string, month: string, day: string): string | null {
	const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	const at = Date.parse(`${written}T00:00:00Z`);
	return !Number.isNaN(at) && new Date(at).toISOString().startsWith(written) ? written : null;
}

export function isAmbiguousDay(text: string): boolean {
	const readings = dayOrders.map((order) => readDay(text, order)).filter((day) => day !== null);
	return new Set(readings).size > 1;
}

/** What most cells can only be; `otherwise` if no cell tells. */
export function guessReading(
	{ numbers, days }: { numbers: readonly string[]; days: readonly string[] },
	otherwise: Reading,
): Reading {
	const told = numbers.flatMap((text) => {
		const fitting = decimalSigns.filter((sign) => readNumber(text, sign) !== null);
		const tells = fitting.length === 1 && /[.,]/.test(text);
		return tells ? fitting : [];
	});
	const orders = days.flatMap((text) => {
		const fitting = dayOrders.filter((order) => readDay(text, order) !== null);
		return fitting.length === 1 ? fitting : [];
	});
	return {
		decimalSign: mostOften(decimalSigns, told, otherwise.decimalSign),
		dayOrder: mostOften(dayOrders, orders, otherwise.dayOrder),
	};
}

function mostOften<Value>(all: readonly Value[], told: readonly Value[], otherwise: Value): Value {
	const count = (value: Value) => told.filter((each) => each === value).length;
	return all.reduce((most, value) => (count(value) > count(most) ? value : most), otherwise);
}

/** How the person's region writes. */
export function readingOf(locale: string): Reading {
	const number = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
	const order = new Intl.DateTimeFormat(locale, { dateStyle: 'short' })
		.formatToParts(0)
		.flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []))
		.join('-');
	return {
		decimalSign: number.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.',
		dayOrder: dayOrders.find((each) => each === order) ?? 'day-month-year',
	};
}
