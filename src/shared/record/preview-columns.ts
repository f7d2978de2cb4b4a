// Columns of a table of records: which fields they can be, and which headings mean them.
import type { AnyField, AnyFields } from './field.ts';
import type { AnyType } from './record-kit.ts';

/** Where a column goes: `id`, `name`, `distributer/name` of a group, `units/conversionFactor` of a line. */
export type ColumnPath = string;

export interface Column {
	readonly heading: string;
	/** null: the column is not used. */
	readonly path: ColumnPath | null;
	/** Off: the column only helps to find the record. */
	readonly mayOverwrite: boolean;
}

export interface PlacedColumn {
	readonly path: ColumnPath;
	readonly field: AnyField;
	/** The field with lines that the column is in; null for a field of the record. */
	readonly lines: string | null;
}

/** Every column that can be imported, in the order of the declaration. */
export const columnsOf = ({ fields }: AnyType): readonly PlacedColumn[] => placed(fields, '', null);

function placed(fields: AnyFields, before: string, lines: string | null): readonly PlacedColumn[] {
	return Object.entries(fields).flatMap(([name, field]): readonly PlacedColumn[] => {
		const path = before + name;
		if (field.owned === true) return [];
		if (field.kind === 'group') return placed(field.fields ?? {}, `${path}/`, lines);
		if (field.kind !== 'lines') return [{ path, field, lines }];
		// A line in a line has no column: it stays as it is.
		return lines === null ? placed(field.fields ?? {}, `${path}/`, name) : [];
	});
}

export const placedColumn = (type: AnyType, path: ColumnPath): PlacedColumn | undefined =>
	columnsOf(type).find((column) => column.path === path);

export interface HeadingWords {
	readonly path: ColumnPath;
	readonly words: readonly string[];
}

const bare = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Columns for headings. A field is taken once; another column with its heading is not used. */
export function matchHeadings(
	headings: readonly string[],
	known: readonly HeadingWords[],
): readonly Column[] {
	const taken = new Set<ColumnPath>();
	return headings.map((heading): Column => {
		const fits = known.find(
			({ path, words }) =>
				!taken.has(path) && [path, ...words].some((word) => bare(word) === bare(heading)),
		);
		if (bare(heading) === '' || fits === undefined) {
			return { heading, path: null, mayOverwrite: true };
		}
		taken.add(fits.path);
		return { heading, path: fits.path, mayOverwrite: true };
	});
}

/** Names a set of headings: the same columns in another order are remembered alike. */
export const headingsKey = (headings: readonly string[]): string =>
	headings
		.map(bare)
		.toSorted((a, b) => (a < b ? -1 : 1))
		.join('|');

/** Sets of fields that identify a record without its id or code, in the order they are tried. */
export function naturalKeys(
	type: AnyType,
	isGiven: (field: string) => boolean,
): readonly (readonly string[])[] {
	const narrowing = Object.entries(type.fields)
		.filter(([name, field]) => field.kind === 'reference' && field.needed === true && isGiven(name))
		.map(([name]) => name);
	return [...type.unique, [...narrowing.filter((name) => name !== type.title), type.title]].filter(
		(fields) => fields.length > 0 && fields.every(isGiven),
	);
}
