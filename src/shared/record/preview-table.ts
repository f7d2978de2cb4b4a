// Reads a table into proposals: each row finds its record, and its cells become values. Works in pieces, because a table
// may have tens of thousands of rows.
import { isReference, type AnyField } from './field.ts';
import { apply, atPath, keyOfLine, linesByKey, linesIn, sameContent } from './merge.ts';
import {
	cellOf,
	cellText,
	isBlank,
	readCell,
	type Cell,
	type CellContext,
	type CellRead,
} from './preview-cells.ts';
import { naturalKeys, placedColumn, type Column, type PlacedColumn } from './preview-columns.ts';
import { propose, stopping, type NamedType, type Proposal, type RowProblem } from './preview.ts';
import type { Reading } from './preview-numbers.ts';
import { keyFrom, type RecordIndex } from './record-index.ts';
import type { Plain } from './record-kit.ts';
import { typeNamed } from './records.ts';
import { targetsOf } from './reference-targets.ts';

/** One sheet: rows of one record type, or of its lines. */
export interface Table {
	readonly type: NamedType;
	readonly columns: readonly Column[];
	readonly rows: readonly (readonly Cell[])[];
}

interface UsedColumn extends Partial<PlacedColumn> {
	readonly index: number;
	readonly heading: string;
	readonly path: string;
	readonly mayOverwrite: boolean;
}

/** What the rows of one record come to. */
interface Group {
	readonly type: NamedType;
	readonly id: string | null;
	readonly now: Plain | null;
	desired: Plain;
	/** What each row has set, by field. */
	readonly set: Map<string, { readonly value: unknown; readonly row: number }>;
	readonly rows: number[];
	readonly tables: Set<Table>;
	/** Nothing says which record it is, so its rules say nothing. */
	readonly isLost: boolean;
	readonly problems: RowProblem[];
}

export interface TableRow {
	/** Position in the table, without its headings, from 0. */
	readonly row: number;
	readonly table: number;
	readonly proposal: number;
	/** Headings of cells that read differently another way. */
	readonly ambiguous: readonly string[];
	/** The fields that the row sets; null: all of its record. */
	readonly touched: readonly string[] | null;
}

export interface Proposed {
	readonly rows: readonly TableRow[];
	readonly proposals: readonly Proposal[];
}

type Found = { readonly id: string; readonly by: readonly string[] } | { readonly key: string };

/** Rows are numbered through all tables. Yields wherever the work may pause. */
export function* proposeTables(
	tables: readonly Table[],
	reading: Reading,
	index: RecordIndex,
): Generator<undefined, Proposed> {
	const groups = new Map<string, Group>();
	const rows: (Omit<TableRow, 'proposal'> & { key: string })[] = [];
	let number = 0;
	for (const [at, table] of tables.entries()) {
		const reader = new TableReader(table, reading, index, groups);
		yield* reader.prepare();
		for (const [row, cells] of table.rows.entries()) {
			number += 1;
			// An empty row between two others.
			if (cells.every(isBlank)) continue;
			rows.push({ table: at, row, ...reader.read(cells, number - 1) });
			yield;
		}
	}
	const proposals: Proposal[] = [];
	const positions = new Map<string, number>();
	for (const [key, { type, id, now, desired, problems, isLost }] of groups) {
		positions.set(key, proposals.length);
		const facts = index.factsFor(type.name, id, now);
		proposals.push(
			isLost
				? { type: type.name, id, now, desired, changes: [], problems }
				: propose(type, { id, now, desired }, facts, problems),
		);
		yield;
	}
	return {
		proposals,
		rows: rows.map(({ key, ...row }) => ({ ...row, proposal: positions.get(key) ?? 0 })),
	};
}

class TableReader {
	readonly #table: Table;
	readonly #reading: Reading;
	readonly #index: RecordIndex;
	readonly #groups: Map<string, Group>;
	readonly #columns: readonly UsedColumn[];
	/** Fields of the record by name, with the column of each. */
	readonly #given: ReadonlyMap<string, UsedColumn>;
	readonly #keys: readonly (readonly string[])[];
	readonly #hasLines: boolean;
	/** By the row that is read. */
	#touched: string[] = [];

	constructor(table: Table, reading: Reading, index: RecordIndex, groups: Map<string, Group>) {
		this.#table = table;
		this.#reading = reading;
		this.#index = index;
		this.#groups = groups;
		this.#columns = table.columns.flatMap(({ heading, path, mayOverwrite }, at): UsedColumn[] => {
			if (path === null) return [];
			return [{ ...placedColumn(table.type, path), index: at, heading, path, mayOverwrite }];
		});
		this.#given = new Map(this.#columns.map((column) => [column.path, column]));
		this.#keys = naturalKeys(table.type, (field) => this.#given.has(field));
		this.#hasLines = this.#columns.some(({ lines }) => typeof lines === 'string');
	}

	/** So that the first row takes no longer than the others. */
	*prepare(): Generator<undefined, void> {
		const { type } = this.#table;
		const keys = [['code'], ...this.#keys].filter((each) =>
			each.every((field) => this.#given.has(field)),
		);
		for (const fields of [...keys, ...type.unique]) yield* this.#index.prepare(type.name, fields);
		for (const { field } of this.#columns) {
			for (const name of field === undefined || !isReference(field) ? [] : targetsOf(field.to)) {
				const { fields, title } = typeNamed(name);
				for (const by of [field?.by ?? 'id', 'code', title])
					if (by !== 'id' && fields[by] !== undefined) yield* this.#index.prepare(name, [by]);
			}
		}
	}

	/** @param row its number through all tables */
	read(
		cells: readonly Cell[],
		row: number,
	): Pick<TableRow, 'ambiguous' | 'touched'> & { key: string } {
		const problems: RowProblem[] = [];
		// A separator within a text moves all cells after it.
		const extra = cells.slice(this.#table.columns.length).find((cell) => !isBlank(cell));
		if (extra !== undefined) {
			problems.push(stopping('too-many-cells', { row, text: String(extra) }));
		}
		const found = this.#recordOf(cells, row, problems);
		const key =
			found === null
				? `row ${String(row)}`
				: 'id' in found
					? `${this.#table.type.name} ${found.id}`
					: `${this.#table.type.name} new ${found.key}`;
		const group = this.#group(key, found);
		this.#noteTwins(group, row, problems);
		group.rows.push(row);
		group.tables.add(this.#table);
		this.#touched = [];
		const ambiguous = found === null ? [] : this.#apply(cells, row, { group, found, problems });
		group.problems.push(...problems);
		return { key, ambiguous, touched: this.#touched };
	}

	#group(key: string, found: Found | null): Group {
		const known = this.#groups.get(key);
		if (known !== undefined) return known;
		const { type } = this.#table;
		const id = found !== null && 'id' in found ? found.id : null;
		const now = id === null ? null : this.#index.whole(type.name, id);
		const group: Group = {
			type,
			id,
			now,
			desired: now ?? {},
			set: new Map(),
			rows: [],
			tables: new Set(),
			isLost: found === null,
			problems: [],
		};
		this.#groups.set(key, group);
		return group;
	}

	/** Two rows of a record are a mistake, unless each is a line of it. */
	#noteTwins(group: Group, row: number, problems: RowProblem[]): void {
		const [first] = group.rows;
		if (this.#hasLines || first === undefined || !group.tables.has(this.#table)) return;
		problems.push(stopping('named-twice', { row: first, args: { row } }));
		problems.push(stopping('named-twice', { row, args: { row: first } }));
	}

	/** By id, else by code, else by a set of fields that no two records share. Several are never a guess. */
	#recordOf(cells: readonly Cell[], row: number, problems: RowProblem[]): Found | null {
		const { name } = this.#table.type;
		const textIn = (path: string): string => {
			const cell = cells[this.#given.get(path)?.index ?? -1];
			return cellText(cell ?? '');
		};
		const id = textIn('id');
		if (id !== '') {
			if (this.#index.whole(name, id) !== null) return { id, by: ['id'] };
			problems.push(stopping('no-such-id', { row, at: 'id', text: id }));
			return null;
		}
		for (const fields of [['code'], ...this.#keys]) {
			if (!fields.every((field) => this.#given.has(field))) continue;
			const values = this.#valuesOf(fields, cells);
			if (values === null || keyFrom(values) === keyFrom(values.map(() => ''))) continue;
			const ids = this.#index
				.withValues(name, fields, values)
				.filter((each) => fields[0] !== 'code' || fields.length > 1 || this.#hasCode(each, values));
			const [only] = ids;
			if (ids.length > 1) {
				const at = fields.at(-1) ?? null;
				const args = { count: ids.length };
				problems.push(stopping('several-fit', { row, at, text: textIn(at ?? ''), args }));
				return null;
			}
			if (only !== undefined) return { id: only, by: fields };
		}
		const code = textIn('code');
		const natural = this.#keys.map((fields) => this.#valuesOf(fields, cells));
		const key = natural.find((values) => values !== null && values.some((value) => value !== ''));
		if (code === '' && (key === undefined || key === null)) {
			const unread = this.#unreadKeys(cells, row);
			problems.push(...(unread.length > 0 ? unread : [stopping('no-key', { row })]));
			return null;
		}
		return { key: keyFrom(code === '' ? (key ?? []) : [code]) };
	}

	/** Cells that would tell the record, if they were values. */
	#unreadKeys(cells: readonly Cell[], row: number): readonly RowProblem[] {
		return [...new Set(this.#keys.flat())].flatMap((path) => {
			const column = this.#given.get(path);
			const read = column && this.#read(column, cells, { record: {}, line: {}, now: undefined });
			if (read?.is !== 'problem') return [];
			const text = cellText(cells[column?.index ?? -1] ?? '');
			return [stopping(read.code, { row, at: path, text, args: read.args ?? {} })];
		});
	}

	/** Codes differ by their case and their zeros. */
	#hasCode(id: string, [code]: readonly unknown[]): boolean {
		const { name } = this.#table.type;
		return String(this.#index.whole(name, id)?.['code']).trim() === code;
	}

	/** null: a cell is no value, which is told when the cells are read. */
	#valuesOf(fields: readonly string[], cells: readonly Cell[]): readonly unknown[] | null {
		const values: unknown[] = [];
		let record: Plain = {};
		for (const field of fields) {
			const column = this.#given.get(field);
			const read = column && this.#read(column, cells, { record, line: {}, now: undefined });
			if (read === undefined || read.is === 'problem') return null;
			const value = read.is === 'value' ? read.value : '';
			record = { ...record, [field]: value };
			values.push(value ?? '');
		}
		return values;
	}

	#read(
		{ field, index }: UsedColumn,
		cells: readonly Cell[],
		context: Pick<CellContext, 'record' | 'line' | 'now'>,
	): CellRead {
		if (field === undefined) return { is: 'left' };
		return readCell(field, cells[index], {
			...context,
			reading: this.#reading,
			find: (...asked) => this.#index.find(...asked),
			nameFor: (...asked) => this.#index.nameFor(...asked),
			unitsOf: (id) => this.#index.unitsOf(id),
		});
	}

	#apply(
		cells: readonly Cell[],
		row: number,
		{ group, found, problems }: { group: Group; found: Found; problems: RowProblem[] },
	): readonly string[] {
		const by = 'id' in found ? found.by : [];
		const ambiguous: string[] = [];
		const mayWrite = ({ path, mayOverwrite }: UsedColumn) =>
			path !== 'id' && (!('id' in found) || (mayOverwrite && !by.includes(path)));
		const take = (
			column: UsedColumn,
			context: Pick<CellContext, 'record' | 'line' | 'now'>,
		): { value: unknown } | null => {
			const read = this.#read(column, cells, context);
			if (read.is === 'left') return null;
			if (read.is === 'problem') {
				const { code, args = {} } = read;
				const text = String(cells[column.index] ?? '');
				problems.push(stopping(code, { row, at: column.path, text, args }));
				return null;
			}
			if (read.ambiguous) ambiguous.push(column.heading);
			return { value: read.value };
		};
		for (const column of this.#columns) {
			if (column.lines !== null || !mayWrite(column)) continue;
			const { path } = column;
			const now = atPath(group.desired, path);
			const taken = take(column, { record: group.desired, line: {}, now });
			if (taken === null || this.#clashes(group, path, taken.value, { row, column, problems }))
				continue;
			group.desired = apply(group.type.fields, group.desired, [
				{ at: path, was: null, to: taken.value },
			]);
		}
		for (const lines of new Set(this.#columns.map((column) => column.lines))) {
			if (typeof lines === 'string') this.#applyLine(lines, cells, row, { group, problems, take });
		}
		return ambiguous;
	}

	#applyLine(
		lines: string,
		cells: readonly Cell[],
		row: number,
		{
			group,
			problems,
			take,
		}: {
			group: Group;
			problems: RowProblem[];
			take: (
				column: UsedColumn,
				context: Pick<CellContext, 'record' | 'line' | 'now'>,
			) => { value: unknown } | null;
		},
	): void {
		const field = group.type.fields[lines];
		const columns = this.#columns.filter((column) => column.lines === lines);
		if (field === undefined || columns.every(({ index }) => isBlank(cells[index]))) return;
		if (group.id !== null && !columns.some(({ mayOverwrite }) => mayOverwrite)) return;
		const inner = (path: string) => path.slice(lines.length + 1);
		const keys = field.key ?? [];
		let line: Plain = {};
		for (const name of keys) {
			const column = columns.find(({ path }) => inner(path) === name);
			if (column === undefined) continue;
			const present = this.#present(column, cells, linesIn(group.desired[lines]), name);
			const taken = present ?? take(column, { record: group.desired, line, now: undefined });
			if (taken !== null) line = { ...line, [name]: taken.value };
		}
		const [key, known] = lineLike(field, group.desired[lines], line);
		// The fields of a line that is there are another row's, unless this row sets them.
		if (known === undefined) this.#touched.push(`${lines}/${key}`);
		if (known === undefined && keys.length > 0 && Object.keys(line).length === 0) {
			problems.push(stopping('line-without-key', { row, at: `${lines}/${keys[0] ?? ''}` }));
			return;
		}
		line = known ?? line;
		for (const column of columns) {
			const name = inner(column.path);
			if (keys.includes(name) || (known !== undefined && !column.mayOverwrite)) continue;
			const now = atPath(line, name);
			const taken = take(column, { record: group.desired, line, now });
			if (taken === null) continue;
			const at = `${lines}/${key}/${name}`;
			if (this.#clashes(group, at, taken.value, { row, column, problems })) continue;
			line = apply(field.fields ?? {}, line, [{ at: name, was: null, to: taken.value }]);
		}
		group.desired = apply(group.type.fields, group.desired, [
			{ at: `${lines}/${key}`, was: null, to: line },
		]);
	}

	/** A key as a line of the record has it, even if it no longer leads anywhere. */
	#present(
		{ field, index }: UsedColumn,
		cells: readonly Cell[],
		lines: readonly Plain[],
		name: string,
	): { value: unknown } | null {
		const text = cellText(cells[index] ?? '');
		const says = (value: unknown) =>
			field !== undefined && cellText(cellOf(field, value, this.#index)) === text;
		const line = text === '' ? undefined : lines.find((each) => says(each[name]));
		return line === undefined ? null : { value: line[name] };
	}

	/** Another row of the record has set the field to something else. */
	#clashes(
		group: Group,
		at: string,
		value: unknown,
		{ row, column, problems }: { row: number; column: UsedColumn; problems: RowProblem[] },
	): boolean {
		const before = group.set.get(at);
		const field = column.field ?? { kind: 'text' };
		const clashes = before !== undefined && !sameContent(field, before.value, value);
		const isTold = problems.some((each) => each.code === 'named-twice' && each.at === null);
		if (clashes && !isTold) {
			const told = { row, at: column.path, text: cellOf(field, value, null) };
			problems.push(stopping('named-twice', { ...told, args: { row: before.row } }));
		}
		if (clashes) return true;
		group.set.set(at, { value, row });
		this.#touched.push(at);
		return false;
	}
}

/** The line with these values in its key, and its key as it stands there. */
function lineLike(
	field: AnyField,
	value: unknown,
	line: Plain,
): readonly [string, Plain | undefined] {
	const same = (name: string, known: Plain) =>
		sameContent(field.fields?.[name] ?? { kind: 'text' }, known[name], line[name]);
	const lines = [...linesByKey(field, value)];
	const exact = keyOfLine(field, line);
	return (
		lines.find(([key]) => key === exact) ??
		lines.find(([, known]) => field.key?.every((name) => same(name, known)) === true) ?? [
			exact,
			undefined,
		]
	);
}
