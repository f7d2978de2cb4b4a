// Records as tables that can be imported again: a sheet of the records, and a sheet for each field with lines.
import { atPath, linesIn } from './merge.ts';
import { cellOf, type Cell } from './preview-cells.ts';
import { columnsOf, naturalKeys, type Column, type PlacedColumn } from './preview-columns.ts';
import type { NamedType } from './preview.ts';
import type { IndexedRecord, RecordIndex } from './record-index.ts';
import type { Plain } from './record-kit.ts';

export interface ExportSheet {
	/** The field with lines; null: the records themselves. */
	readonly lines: string | null;
	/** The id first. */
	readonly paths: readonly string[];
}

/** The sheets of a type. Sheets of lines also have what people know the record by. */
export function exportSheets(type: NamedType): readonly ExportSheet[] {
	const columns = columnsOf(type);
	const own = columns.filter(({ lines }) => lines === null).map(({ path }) => path);
	const [key = []] = naturalKeys(type, (field) => own.includes(field));
	const lines = new Set(columns.flatMap((column) => column.lines ?? []));
	return [
		{ lines: null, paths: ['id', ...own] },
		...[...lines].map((name) => ({
			lines: name,
			paths: [
				'id',
				...key,
				...columns.filter((column) => column.lines === name).map(({ path }) => path),
			],
		})),
	];
}

/** Whether a column of a sheet may overwrite: in a sheet of lines, the others only help to find the record. */
export const exportColumn = ({ lines }: ExportSheet, path: string, heading: string): Column => ({
	heading,
	path,
	mayOverwrite: lines === null || path.startsWith(`${lines}/`),
});

/** The rows of a record in a sheet: one, or one for each line. */
export function exportRows(
	type: NamedType,
	{ lines, paths }: ExportSheet,
	{ id, record }: IndexedRecord,
	index: RecordIndex,
): readonly (readonly Cell[])[] {
	const columns = new Map(columnsOf(type).map((column) => [column.path, column]));
	const cell = (path: string, line: Plain): Cell => {
		const column = columns.get(path);
		if (path === 'id' || column === undefined) return id;
		const [within, inner] = column.lines === null ? [record, path] : [line, afterFirst(path)];
		return written(column, atPath(within, inner), index);
	};
	const each = lines === null ? [{}] : linesIn(record[lines]);
	return each.map((line) => paths.map((path) => cell(path, line)));
}

const written = ({ field }: PlacedColumn, value: unknown, index: RecordIndex): string =>
	cellOf(field, value, index);

const afterFirst = (path: string): string => path.slice(path.indexOf('/') + 1);
