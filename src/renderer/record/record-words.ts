// A record in words: the names of its type and fields (`recordTypes.<type>-…` in the catalogue), and its values.
import type { AtService } from '../../shared/bridge/lookup.ts';
import type { AnyField } from '../../shared/record/field.ts';
import { isEmptyValue, partsOf } from '../../shared/record/merge.ts';
import { fieldOf, keyPartsOf, stepsOf } from '../../shared/record/pointer.ts';
import type { AnyType, Plain } from '../../shared/record/record-kit.ts';
import { typeNamed, type RecordTypeName } from '../../shared/record/records.ts';
import type { App } from '../app.svelte.ts';
import type { MessageArguments } from '../messages/language.svelte.ts';
import { isMessageKey } from '../messages/message.ts';

export interface Words extends Pick<App, 't' | 'format'> {
	/** Titles of other records and of units, as the core answers them: `supplier/P-1`, `unit/3`. */
	readonly names?: Readonly<Record<string, string>>;
}

/** @param part empty for the name of the list. Fields and sections of the form may share a word: `field-name`. */
export function typeWord(
	{ t }: Pick<Words, 't'>,
	{ name }: Pick<AnyType, 'name'>,
	part: string,
	values: MessageArguments = {},
): string {
	const key = typeKeys(name, part).find(isMessageKey);
	return key === undefined ? part : t(key, values);
}

/** What an item at the service is; in the service's words if its type is not known. */
export const kindOfItem = (words: Pick<Words, 't'>, { type, kind }: AtService): string =>
	type === null ? kind : typeWord(words, typeNamed(type), 'one');

/** The messages that can be the word, the type's own first. */
export const typeKeys = (name: string, part: string): readonly string[] =>
	part === ''
		? [`recordTypes.${name}`]
		: [
				`recordTypes.${name}-${part}`,
				...(/^(field|part)-/.test(part) ? [`recordTypes.${part}`] : []),
			];

/** @param at `name`, or `prices/2026-01-01/price` for a field of a line */
export function fieldWord(words: Words, type: AnyType, at: string): string {
	const steps = stepsOf(type.fields, at);
	const [first, ...rest] = steps.map(({ name, field, key }, index) => {
		const names = steps.slice(0, index + 1).map((step) => step.name);
		const word = typeWord(words, type, `field-${names.join('-')}`);
		const own = word.startsWith('field-') ? name : word;
		return field === null || key === null
			? [own]
			: [...(index === 0 ? [own] : []), keyWord(words, type, { field, names, key })];
	});
	const deeper = rest.flat();
	const [word = '', key] = first ?? [];
	const after = [...(key === undefined ? [] : [key]), ...deeper];
	return after.length === 0 ? word : `${word}: ${after.join(', ')}`;
}

function keyWord(
	words: Words,
	type: AnyType,
	{ field, names, key }: { field: AnyField; names: readonly string[]; key: string },
): string {
	const { parts, twin } = keyPartsOf(key);
	const said = parts.map((part, index) => {
		const name = field.key?.[index];
		const inner = name === undefined ? field : field.fields?.[name];
		const path = name === undefined ? names : [...names, name];
		return wordOfValue(words, type, { field: inner ?? null, path: path.join('-') }, part);
	});
	const word = said.filter((part) => part !== '').join(' ');
	return twin === 1 ? word : `${word} (${words.format.number(twin)})`;
}

export const fieldAt = ({ fields }: AnyType, at: string): AnyField | null => fieldOf(fields, at);

/** The base unit of an item or preparation. */
export const baseUnitOf = (
	{ t, format }: Pick<Words, 't' | 'format'>,
	type: RecordTypeName,
	{ record, names }: { record: Plain; names: NonNullable<Words['names']> },
): string => valueWord({ t, format, names }, typeNamed(type), 'baseUomId', record['baseUomId']);

/** A value to read; empty for no value. */
export function valueWord(words: Words, type: AnyType, at: string, value: unknown): string {
	const steps = stepsOf(type.fields, at);
	const field = steps.at(-1)?.field ?? null;
	return wordOfValue(words, type, { field, path: steps.map(({ name }) => name).join('-') }, value);
}

function wordOfValue(
	words: Words,
	type: AnyType,
	place: { field: AnyField | null; path: string },
	value: unknown,
): string {
	const { t, format, names = {} } = words;
	const { field, path } = place;
	if (isEmptyValue(value)) return '';
	if (typeof value === 'boolean') {
		if (path === 'isActive') return t(value ? 'record.active' : 'record.inactive');
		return t(value ? 'record.yes' : 'record.no');
	}
	if (Array.isArray(value)) {
		const word = (each: unknown) => wordOfValue(words, type, place, each);
		return format.list(value.map(word).filter((each) => each !== ''));
	}
	const text = plainText(value);
	switch (field?.kind) {
		case 'coded': {
			const { id } = partsOf(value);
			return codedWord(words, type, path, { id: plainText(id), name: text });
		}
		case 'money':
			return isNumeral(text) ? format.price(text, field.places) : text;
		case 'decimal':
		case 'whole':
			return isNumeral(text) ? format.quantity(text) : text;
		case 'day': {
			const day = dayOf(value);
			return day === '' ? text : format.date(day);
		}
		case 'choice':
			return choiceWord(words, type, path, text);
		case 'reference':
		case 'references':
			return names[`${String(field.to)}/${text}`] ?? text;
		case 'unit':
			return names[`unit/${text}`] ?? text;
		case 'numbers':
			return names[`right/${text}`] ?? text;
		case 'group':
		case 'lines':
			return typeof value === 'object'
				? Object.entries(field.fields ?? {})
						.map(([name, inner]) => {
							const part = { field: inner, path: `${path}-${name}` };
							return wordOfValue(words, type, part, partsOf(value)[name]);
						})
						.filter((each) => each !== '')
						.join(' ')
				: text;
		default:
			return text;
	}
}

/** A word that the catalogue does not know is the service's own. @param path `name`, or `units-type` in a line */
export function choiceWord(
	words: Pick<Words, 't'>,
	type: AnyType,
	path: string,
	option: string,
): string {
	const part = `field-${path}-${option}`;
	const word = typeWord(words, type, part);
	return word === part ? option : word;
}

/** In the person's language where the number is known; else the service's word. */
export function codedWord(
	words: Pick<Words, 't'>,
	type: AnyType,
	path: string,
	{ id, name }: { readonly id: string; readonly name: string },
): string {
	const word = choiceWord(words, type, path, id);
	return word === id ? name : word;
}

/** `units-type` for `units/3/type`. */
export const pathOf = ({ fields }: AnyType, at: string): string =>
	stepsOf(fields, at)
		.map(({ name }) => name)
		.join('-');

/** Of a record, or the words of the fields that name one without a title. */
export function titleOf(words: Words, type: AnyType, record: Plain): string {
	const { title, titleElse = [] } = type;
	const word = plainText(record[title]);
	if (word !== '') return word;
	return titleElse
		.map((name) => valueWord(words, type, name, record[name]))
		.filter((each) => each !== '')
		.join(' · ');
}

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
