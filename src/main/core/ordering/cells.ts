// Reads the text of one cell of an ordering table: typed, pasted or from a file.
import type { OrderingProblem } from '../../../shared/bridge/ordering.ts';
import type { ItemView } from '../../../shared/bridge/values.ts';
import { parseEntry } from '../../../shared/domain/quantity-entry.ts';
import { remembered } from '../../../shared/domain/remembered.ts';
import { readTime } from '../../../shared/domain/time-entry.ts';
import { inLatinDigits } from '../../../shared/domain/typed-number.ts';
import { isBase } from '../../../shared/domain/unit.ts';
import type { OrderingCell } from '../../../shared/ordering/tables.ts';
import type { FindItem } from '../document/item-view.ts';
import type { ItemTable } from '../store/items.ts';

export type CellProblem = OrderingProblem;

interface Read {
	readonly value: string | null;
	readonly problem: Omit<CellProblem, 'field'> | null;
}

/** The items and suppliers that a cell can name. */
export interface Named {
	readonly item: FindItem;
	/** Ids of the items with this code or, if none has it, with this name. */
	readonly items: (word: string) => readonly string[];
	/** Names by id. */
	readonly suppliers: ReadonlyMap<string, string>;
}

const value = (text: string): Read => ({ value: text, problem: null });
const problem = (code: CellProblem['code']): Read => ({ value: null, problem: { code } });

const mostDays = 60;

export function cellReader(named: Named, locale: string) {
	const read = (cell: OrderingCell, typed: string, itemId: string | null): Read => {
		const text = typed.trim();
		if (text === '') return { value: null, problem: null };
		switch (cell.as) {
			case 'item':
				return named.item(text) === null ? one(named.items(text), 'item') : value(text);
			case 'supplier':
				return named.suppliers.has(text)
					? value(text)
					: one(suppliersNamed(named, text), 'supplier');
			case 'unit':
				return unitOf(itemId === null ? null : named.item(itemId), text);
			case 'weekday':
				return weekdayNamed(text, locale);
			case 'time': {
				const time = readTime(text, locale);
				return time === null ? problem('not-a-time') : value(time);
			}
			case 'choice':
				return cell.options?.includes(text) === true ? value(text) : problem('unknown-choice');
			case 'whole':
				return number(text, locale, 0, mostDays);
			case 'quantity':
			case 'money':
				return number(text, locale, 6);
		}
	};
	const baseUnit = (itemId: string | null): string | null =>
		(itemId === null ? null : named.item(itemId)?.units.find(isBase)?.unitId) ?? null;
	return Object.assign(read, { baseUnit });
}

function one(ids: readonly string[], what: 'item' | 'supplier'): Read {
	const [id, another] = ids;
	if (id === undefined) return problem(`unknown-${what}`);
	return another === undefined ? value(id) : problem(`several-${what}s`);
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Names are read only when a word is no code. */
export function itemsNamed(
	items: Pick<ItemTable, 'withCode' | 'names'>,
	accountId: string,
): Named['items'] {
	let names: ReadonlyMap<string, readonly { itemId: string }[]> | null = null;
	return (word) => {
		const coded = items.withCode(accountId, word);
		if (coded.length > 0) return coded;
		names ??= Map.groupBy(items.names(accountId), ({ name }) => plain(name));
		return (names.get(plain(word)) ?? []).map(({ itemId }) => itemId);
	};
}

const suppliersNamed = ({ suppliers }: Named, text: string): string[] =>
	[...suppliers].flatMap(([id, name]) => (plain(name) === plain(text) ? [id] : []));

function unitOf(item: ItemView | null, text: string): Read {
	const found = item?.units.find(
		({ unitId, name }) => unitId === text || plain(name) === plain(text),
	);
	return found === undefined ? problem('unknown-unit') : value(found.unitId);
}

function number(text: string, locale: string, places: number, most?: number): Read {
	const entry = parseEntry(text, locale, { places });
	if (entry.kind === 'blank') return { value: null, problem: null };
	if (entry.kind === 'problem') {
		const readings = 'readings' in entry ? { readings: [...entry.readings] } : {};
		return { value: null, problem: { code: entry.code, ...readings } };
	}
	return most !== undefined && Number(entry.quantity) > most
		? problem('too-many-days')
		: value(entry.quantity);
}

/** 1 (Monday) to 7, or its long or short name in the person's language or in English. */
function weekdayNamed(text: string, locale: string): Read {
	const digit = inLatinDigits(text, locale);
	if (/^[1-7]$/.test(digit)) return value(digit);
	const at = weekdayNames(locale).findIndex((names) => names.includes(plain(text)));
	return at === -1 ? problem('unknown-weekday') : value(String(at + 1));
}

const namesKnown = new Map<string, readonly (readonly string[])[]>();

const weekdayNames = (locale: string) =>
	remembered(namesKnown, locale, () =>
		[1, 2, 3, 4, 5, 6, 7].map((day) =>
			[locale, 'en'].flatMap((of) =>
				(['long', 'short'] as const).map((weekday) =>
					// 1 January 2001 was a Monday.
					plain(
						new Intl.DateTimeFormat(of, { weekday, timeZone: 'UTC' }).format(
							Date.UTC(2001, 0, day),
						),
					),
				),
			),
		),
	);
