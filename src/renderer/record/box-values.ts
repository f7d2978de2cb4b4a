// What a box of a form shows, and what its text means.
import { formatQuantity, parseEntry } from '../../shared/domain/quantity-entry.ts';
import type { AnyField } from '../../shared/record/field.ts';
import { plainText } from './record-words.ts';

const numbers: readonly string[] = ['decimal', 'money', 'whole'];

export const isNumber = ({ kind }: Pick<AnyField, 'kind'>): boolean => numbers.includes(kind);

/** The value as text that can be typed again. */
export function boxText(field: AnyField, value: unknown, locale: string): string {
	const text = plainText(value);
	const isNumeral = isNumber(field) && /^-?\d+(\.\d+)?$/.test(text);
	return isNumeral ? formatQuantity(text, locale, { minus: 'plain', grouping: false }) : text;
}

/** null: the text is no value of the field. */
export function valueOfText(
	field: AnyField,
	text: string,
	locale: string,
): { readonly value: string | number | null } | null {
	const trimmed = text.trim();
	if (trimmed === '') return { value: null };
	if (!isNumber(field)) return { value: field.kind === 'paragraph' ? text : trimmed };
	const entry = parseEntry(trimmed, locale);
	if (entry.kind !== 'quantity') return null;
	if (field.kind !== 'whole') return { value: entry.quantity };
	const whole = Number(entry.quantity);
	return Number.isSafeInteger(whole) ? { value: whole } : null;
}
