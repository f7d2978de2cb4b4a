// What the screens need of a kind besides its declaration.
import type { App } from '../app.svelte.ts';
import type { Kind, ListedKind } from '../../shared/document/kinds.ts';
import type { AnyKind, Field } from '../../shared/document/kit.ts';
import { nameField } from '../../shared/document/field-schemas.ts';
import { isMessageKey } from '../messages/message.ts';
import type { Language, MessageArguments } from '../messages/language.svelte.ts';
import type { Area } from '../shell/areas.ts';
import type { KindCalls, ShownLine } from './kind-calls.ts';

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

/** A kind with a list of its own, at the screens that show it. */
export type FullDesk = Desk<ListedKind, KindCalls>;

/** A value of a head or line, with the names of its records. */
type Shown = Readonly<Record<string, unknown>>;

export function fieldText(shown: Shown, name: string, { as }: Field): string {
	const value = shown[as === 'reference' ? nameField(name) : name];
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export interface LineText {
	readonly name: string;
	readonly label: string;
	/** Notes are less important than what they are on. */
	readonly isNote: boolean;
	readonly textOf: (line: ShownLine) => string;
}

/** The fields of a line that are shown, in their order. */
export const lineTextsOf = (
	t: Language['t'],
	{ kind, lineTexts = {} }: Pick<Desk, 'kind' | 'lineTexts'>,
): readonly LineText[] =>
	Object.entries<Field>(kind.lines.fields).flatMap(([name, field]) => {
		const own = lineTexts[name];
		if (own === null) return [];
		return {
			name,
			label: wordOf(t, kind, `field-${name}`),
			isNote: field.as === 'text',
			textOf: own ?? ((line) => fieldText(line, name, field)),
		};
	});

/** The fields of the head that are shown as texts, with their labels; blank ones are left out. */
export const headTextsOf = (
	t: Language['t'],
	kind: Kind,
	shown: Shown,
): readonly { readonly label: string; readonly value: string; readonly isName: boolean }[] =>
	Object.entries<Field>(kind.head)
		.map(([name, field]) => {
			return {
				label: wordOf(t, kind, `field-${name}`),
				value: fieldText(shown, name, field),
				isName: field.as === 'reference',
			};
		})
		.filter(({ value }) => value !== '');
