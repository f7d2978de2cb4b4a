// Reads a table that was copied from a spreadsheet or comes from a CSV file into text by cell.
import Papa from 'papaparse';

export interface Pasted {
	readonly rows: readonly Readonly<Record<string, string>>[];
	/** With commas between the cells, numbers have a point. */
	readonly commas: boolean;
}

/**
 * A first row that names a column is a heading; without one, the cells are in the order of `columns`.
 * @param columns each with the headings that name it
 */
export function readPasted(
	text: string,
	columns: readonly { readonly key: string; readonly headings: readonly string[] }[],
): Pasted {
	const { data, meta } = Papa.parse<string[]>(text.replace(/^\uFEFF/, '').trim(), {
		skipEmptyLines: 'greedy',
	});
	const [first = [], ...rest] = data;
	const headed = first.map((cell) => {
		const plain = cell.trim().toLowerCase();
		return columns.find(({ headings }) => headings.some((word) => word.toLowerCase() === plain))
			?.key;
	});
	const isHeading = headed.some((key) => key !== undefined);
	const keys = isHeading ? headed : columns.map(({ key }) => key);
	return {
		commas: meta.delimiter === ',',
		rows: (isHeading ? rest : data).map((cells) =>
			Object.fromEntries(
				cells.flatMap((cell, at) => {
					const key = keys[at];
					return key === undefined ? [] : [[key, cell.trim()]];
				}),
			),
		),
	};
}
