// Words of the ordering tables: columns, cells, and problems of what was typed.
import type { App } from '../../app.svelte.ts';
import type {
	OrderingProblem,
	OrderingRowShown,
	SupplierDue,
} from '../../../shared/bridge/ordering.ts';
import { formatQuantity } from '../../../shared/domain/quantity-entry.ts';
import { wallClockAt } from '../../../shared/domain/wall-clock.ts';
import {
	isKeyOf,
	orderingTable,
	roundings,
	type OrderingCell,
	type OrderingTableName,
} from '../../../shared/ordering/tables.ts';
import { fileNameOf, type Report } from '../../../shared/report/report.ts';
import { isMessageKey, type Message } from '../../messages/message.ts';

export type Words = Pick<App, 't' | 'format' | 'language'>;

/** Monday is 1. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const;

export const weekdayWord = ({ language }: Pick<App, 'language'>, weekday: string): string =>
	// 1 January 2001 was a Monday.
	new Intl.DateTimeFormat(language.locale, { weekday: 'long', timeZone: 'UTC' }).format(
		Date.UTC(2001, 0, Number(weekday)),
	);

export const columnWord = ({ t }: Pick<App, 't'>, field: string): string => {
	const key = `ordering.field-${field}`;
	return isMessageKey(key) ? t(key) : field;
};

/** As it stands in a box: it can be typed again as it is. */
export function cellText(
	words: Words,
	row: Pick<OrderingRowShown, 'cells' | 'names'>,
	field: string,
	cell: OrderingCell,
): string {
	const value = row.cells[field] ?? null;
	if (value === null) return '';
	switch (cell.as) {
		case 'item':
		case 'supplier':
		case 'unit':
			return row.names[field] ?? value;
		case 'weekday':
			return weekdayWord(words, value);
		case 'choice':
			return choiceWord(words, value);
		case 'time':
			return value;
		case 'quantity':
		case 'money':
		case 'whole':
			return formatQuantity(value, words.language.locale, { minus: 'plain', grouping: false });
	}
}

export const choiceWord = ({ t }: Pick<App, 't'>, value: string): string => {
	const known = roundings.find((each) => each === value);
	return known === undefined ? value : t(`ordering.rounding-${known}`);
};

/** What the core reads: words of this language become its values. */
export function typedCell(words: Words, cell: OrderingCell, typed: string): string {
	const plain = typed.trim().toLowerCase();
	if (plain === '') return '';
	if (cell.as === 'choice') {
		const found = cell.options?.find((option) =>
			choiceWord(words, option).toLowerCase().startsWith(plain),
		);
		return found ?? typed;
	}
	if (cell.as === 'weekday') {
		return weekdays.find((day) => weekdayWord(words, day).toLowerCase() === plain) ?? typed;
	}
	return typed;
}

export function problemMessage({ code, readings }: OrderingProblem): Message {
	if (code === 'too-many-places') return { key: 'entry.too-many-places', values: { places: 6 } };
	if (code === 'ambiguous') {
		return readings === undefined || readings.length === 0
			? { key: 'entry.ambiguous' }
			: { key: 'entry.ambiguousOf', values: { readings: { oneOf: readings } } };
	}
	const entry = `entry.${code}`;
	if (isMessageKey(entry)) return { key: entry };
	const own = `ordering.problem-${code}`;
	return { key: isMessageKey(own) ? own : 'entry.not-a-number' };
}

/** The words that head a column in a file, with the name of the cell. */
export function headingsOf(words: Words, table: OrderingTableName) {
	const { cells } = orderingTable(table);
	return Object.keys(cells).flatMap((field) => {
		const own = { key: field, headings: [columnWord(words, field), field] };
		return cells[field]?.as === 'item'
			? [{ key: 'code', headings: [words.t('common.code'), 'code'] }, own]
			: [own];
	});
}

/** For paper and files: reading the file again gives the same table. */
export function tableReport(
	words: Words,
	table: OrderingTableName,
	rows: readonly OrderingRowShown[],
	at: { readonly location: string; readonly day: string },
): Report {
	const { cells } = orderingTable(table);
	const columns = headingsOf(words, table);
	const filled = rows.filter(({ cells: values }) =>
		Object.entries(values).some(([field, value]) => value !== null && !isKeyOf(table, field)),
	);
	const title = words.t(`ordering.table-${table}`);
	const isNumber = (field: string) =>
		['quantity', 'money', 'whole'].includes(cells[field]?.as ?? '');
	return {
		title,
		fileName: fileNameOf(title, at.location, at.day),
		...at,
		facts: [],
		tables: [
			{
				name: title,
				columns: columns.map(({ key, headings: [label = key] }) => ({
					kind: isNumber(key) ? 'decimal' : 'text',
					label,
				})),
				rows: filled.map((row) =>
					columns.map(({ key }) => {
						const cell = cells[key];
						if (cell === undefined) return row.names['code'] ?? '';
						return isNumber(key) ? (row.cells[key] ?? null) : cellText(words, row, key, cell);
					}),
				),
			},
		],
	};
}

/** In the time zone of the location. */
export const cutOffWord = (
	{ format, language }: Words,
	cutOff: number,
	timeZone: string,
): string => {
	const wall = wallClockAt(cutOff, timeZone);
	const time = new Intl.DateTimeFormat(language.locale, {
		hour: 'numeric',
		minute: '2-digit',
		timeZone,
	}).format(cutOff);
	return `${format.day(wall.slice(0, 10))}, ${time}`;
};

/** Empty without a minimum. */
export function minimumWord(
	{ format, t }: Words,
	{ minimumAmount, minimumQuantity }: Pick<SupplierDue, 'minimumAmount' | 'minimumQuantity'>,
	currency: string,
): string {
	const parts = [
		...(minimumAmount === null ? [] : [format.money(minimumAmount, currency)]),
		...(minimumQuantity === null
			? []
			: [t('ordering.minimumUnits', { quantity: format.quantity(minimumQuantity) })]),
	];
	return format.list(parts);
}
