// What a box of a form shows, and what its text means.
import { businessDate } from '../../shared/domain/business-date.ts';
import { readDay } from '../../shared/domain/day-entry.ts';
import { formatQuantity, parseEntry } from '../../shared/domain/quantity-entry.ts';
import type { AnyField } from '../../shared/record/field.ts';
import type { App } from '../app.svelte.ts';
import { plainText } from './record-words.ts';

const numbers: readonly string[] = ['decimal', 'money', 'whole'];

export const isNumber = ({ kind }: Pick<AnyField, 'kind'>): boolean => numbers.includes(kind);

const plain = { minus: 'plain', grouping: false } as const;

/** How a PC writes numbers. */
export interface Writing {
	readonly locale: string;
	/** Decimals that a price has at least. */
	readonly pricePlaces: number;
}

export const writingOf = ({ language, format }: Pick<App, 'language' | 'format'>): Writing => ({
	locale: language.locale,
	pricePlaces: format.pricePlaces,
});

/** The value as text that can be typed again. */
export function boxText(field: AnyField, value: unknown, { locale, pricePlaces }: Writing): string {
	if (field.kind === 'numbers' && Array.isArray(value)) {
		return value.map((each) => formatQuantity(String(each), locale, plain)).join(', ');
	}
	const text = plainText(value);
	const isNumeral = isNumber(field) && /^-?\d+(\.\d+)?$/.test(text);
	const minPlaces = field.kind === 'money' ? pricePlaces : 0;
	return isNumeral ? formatQuantity(text, locale, { ...plain, minPlaces }) : text;
}

/** null: the text is no value of the field. */
export function valueOfText(
	field: AnyField,
	text: string,
	locale: string,
): { readonly value: string | number | readonly number[] | null } | null {
	const trimmed = text.trim();
	if (trimmed === '') return { value: null };
	if (field.kind === 'day') {
		const day = readDay(trimmed, locale, today());
		return day === null ? null : { value: instantOf(day) };
	}
	if (field.kind === 'numbers') {
		const each = trimmed.split(/[\s,;،]+/).map((one) => wholeOf(one, locale));
		return each.some((one) => one === null)
			? null
			: { value: [...new Set(each.filter((one) => one !== null))] };
	}
	if (!isNumber(field)) return { value: field.kind === 'paragraph' ? text : trimmed };
	if (field.kind === 'whole') {
		const whole = wholeOf(trimmed, locale);
		return whole === null ? null : { value: whole };
	}
	const entry = parseEntry(trimmed, locale);
	return entry.kind === 'quantity' ? { value: entry.quantity } : null;
}

function wholeOf(text: string, locale: string): number | null {
	const entry = parseEntry(text, locale);
	const whole = entry.kind === 'quantity' ? Number(entry.quantity) : NaN;
	return Number.isSafeInteger(whole) ? whole : null;
}

/** Of a day without a time. */
export const instantOf = (day: string): string => `${day}T00:00:00Z`;

const today = () => businessDate(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone, 0);
