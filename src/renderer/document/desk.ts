// What the screens need of a kind besides its declaration.
import type { App } from '../app.svelte.ts';
import {
	isKindName,
	type Kind,
	type ListedKind,
	type WrittenKind,
} from '../../shared/document/kinds.ts';
import type { AnyKind, Field } from '../../shared/document/kit.ts';
import { nameField } from '../../shared/document/field-schemas.ts';
import type { Format } from '../messages/format.svelte.ts';
import { isMessageKey } from '../messages/message.ts';
import type { Language, MessageArguments } from '../messages/language.svelte.ts';
import { areaOf, type Area } from '../shell/areas.ts';
import { hrefOf } from '../shell/route.svelte.ts';
import type { KindCalls, ShownDocument, ShownLine } from './kind-calls.ts';

/** What the sheet and the view of a document call. */
export type DocumentCalls = Omit<KindCalls, 'list' | 'inFull' | 'totals'>;

export interface Desk<Of extends Kind = Kind, Calls = DocumentCalls> {
	readonly kind: Of;
	/** Its place in the navigation. */
	readonly area: Area;
	/** Begins the names of its files. */
	readonly file: string;
	readonly calls: (app: App) => Calls;
	/** A line's field as text, where it is more than the field itself; null where another field shows it. */
	readonly lineTexts?: Readonly<Record<string, ((line: ShownLine) => string) | null>>;
}

/** The kind's own word, else the one that kinds share. The spec of the messages wants one of them for every kind. */
export function wordOf(
	t: Language['t'],
	{ name }: Pick<AnyKind, 'name'>,
	word: string,
	values: MessageArguments = {},
): string {
	const key = [`${name}.${word}`, `document.${word}`].find(isMessageKey);
	return key === undefined ? word : t(key, values);
}

/** A kind that is drafted here, at its sheet. */
export type SheetDesk = Desk<WrittenKind>;

/** A kind with a list of its own, at the screens that show it. */
export type FullDesk = Desk<ListedKind, KindCalls>;

/** A value of a head or line, with the names of its records. */
type Shown = Readonly<Record<string, unknown>>;

/** @param currency of its money */
export function fieldText(
	format: FieldFormat,
	shown: Shown,
	[name, { as }]: readonly [string, Field],
	currency: string,
): string {
	const value = shown[as === 'reference' ? nameField(name) : name];
	if (typeof value === 'number') return format.dateTime(value);
	if (typeof value !== 'string' || value === '') return '';
	switch (as) {
		case 'day':
			return format.day(value);
		case 'quantity':
			return format.quantity(value);
		case 'money':
			return format.money(value, currency);
		default:
			return value;
	}
}
export type FieldFormat = Pick<Format, 'day' | 'dateTime' | 'quantity' | 'money'>;

export interface LineField {
	readonly name: string;
	readonly label: string;
	readonly field: Field;
	/** The kind's own text for it. */
	readonly own: ((line: ShownLine) => string) | undefined;
}

/** The fields of a line that are shown, in their order. */
export const lineFieldsOf = (
	t: Language['t'],
	{ kind, lineTexts = {} }: Pick<Desk, 'kind' | 'lineTexts'>,
): readonly LineField[] =>
	Object.entries<Field>(kind.lines.fields).flatMap(([name, field]) => {
		const own = lineTexts[name];
		if (own === null || field.as === 'key') return [];
		return { name, label: wordOf(t, kind, `field-${name}`), field, own };
	});

/** The fields of the head that are shown as texts, with their labels; blank ones are left out. */
export const headTextsOf = (
	{ t, format }: { readonly t: Language['t']; readonly format: FieldFormat },
	kind: Kind,
	shown: ShownDocument,
): readonly { readonly label: string; readonly value: string; readonly field: Field }[] =>
	Object.entries<Field>(kind.head)
		.filter(([, { as }]) => as !== 'key')
		.map(([name, field]) => {
			return {
				label: wordOf(t, kind, `field-${name}`),
				value: fieldText(format, shown, [name, field], shown.currency),
				field,
			};
		})
		.filter(({ value }) => value !== '');

/** The documents that the head refers to. */
export const linksOf = (
	t: Language['t'],
	kind: Kind,
	shown: ShownDocument,
): readonly { readonly label: string; readonly number: string; readonly href: string }[] =>
	Object.entries<Field>(kind.head).flatMap(([name, field]) => {
		const id = shown[name];
		const number = shown[nameField(name)];
		if (field.as !== 'reference' || !isKindName(field.to)) return [];
		if (typeof id !== 'string' || id === '' || typeof number !== 'string') return [];
		const href = hrefOf(areaOf(field.to), `service:${field.to}:${id}`);
		return { label: wordOf(t, kind, `field-${name}`), number, href };
	});
