// A record in words: the names of its type and fields (`recordTypes.<type>-…` in the catalogue), and its values.
import type { AnyField } from '../../shared/record/field.ts';
import { keyOfLine, linesIn } from '../../shared/record/merge.ts';
import type { AnyType, Plain } from '../../shared/record/record-kit.ts';
import type { App } from '../app.svelte.ts';
import type { MessageArguments } from '../messages/language.svelte.ts';
import { isMessageKey } from '../messages/message.ts';

export type Words = Pick<App, 't' | 'format'>;

/** @param part empty for the name of the list */
export function typeWord(
	{ t }: Pick<Words, 't'>,
	{ name }: Pick<AnyType, 'name'>,
	part: string,
	values: MessageArguments = {},
): string {
	const key = part === '' ? `recordTypes.${name}` : `recordTypes.${name}-${part}`;
	return isMessageKey(key) ? t(key, values) : part;
}

/** @param at `name`, or `prices/2026-01-01/price` for a field of a line */
export function fieldWord(words: Pick<Words, 't'>, type: AnyType, at: string): string {
	const [name = '', ...rest] = at.split('/');
	const field = typeWord(words, type, `field-${name}`);
	return rest.length === 0 ? field : `${field}: ${rest.join(', ')}`;
}

/** The declaration of the field that a pointer names; null for a whole line or an unknown field. */
export function fieldAt({ fields }: AnyType, at: string): AnyField | null {
	const [name = '', ...rest] = at.split('/');
	const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
	if (rest.length === 0) return field ?? null;
	const inner = rest.at(-1) ?? '';
	return field?.fields?.[inner] ?? null;
}

export const isEmptyValue = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0);

/** A value to read; empty for no value. */
export function valueWord(words: Words, type: AnyType, at: string, value: unknown): string {
	const { t, format } = words;
	const field = fieldAt(type, at);
	if (isEmptyValue(value)) return '';
	if (typeof value === 'boolean') {
		if (at === 'isActive') return t(value ? 'record.active' : 'record.inactive');
		return t(value ? 'record.yes' : 'record.no');
	}
	if (Array.isArray(value)) {
		const lines = linesIn(value);
		const isLines = field !== null && lines.length > 0;
		return format.list(
			isLines ? lines.map((line) => keyOfLine(field, line)) : value.map(plainText),
		);
	}
	switch (field?.kind) {
		case 'decimal':
		case 'money':
		case 'whole':
			return isNumeral(plainText(value)) ? format.quantity(plainText(value)) : plainText(value);
		case 'day': {
			const day = dayOf(value);
			return day === '' ? plainText(value) : format.date(day);
		}
		case 'choice':
			return choiceWord(words, type, at, plainText(value));
		default:
			return plainText(value);
	}
}

/** A word that the catalogue does not know is the service's own. */
export function choiceWord(
	words: Pick<Words, 't'>,
	type: AnyType,
	at: string,
	option: string,
): string {
	const part = `field-${at}-${option}`;
	const word = typeWord(words, type, part);
	return word === part ? option : word;
}

export const titleOf = ({ title }: AnyType, record: Plain): string => plainText(record[title]);

export function plainText(value: unknown): string {
	if (typeof value === 'string') return value;
	if (isEmptyValue(value)) return '';
	const isNamed = typeof value === 'object' && value !== null && 'name' in value;
	return isNamed ? plainText(value.name) : JSON.stringify(value);
}

const isNumeral = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

/** `YYYY-MM-DD` of an instant of the service; empty if it is none. */
export function dayOf(value: unknown): string {
	const instant = Date.parse(plainText(value));
	return Number.isNaN(instant) ? '' : new Date(instant).toISOString().slice(0, 10);
}
