// Rows of stillroom.db that cannot be read, with what is known about them: they stay in the file, and go into each copy
// and each file of work, as they are.
import type { UnreadableRow } from '../../../shared/bridge/rescue.ts';
import type { Row } from '../store/durable-tables.ts';
import type { Sqlite } from '../store/open.ts';
import { keptColumns } from './row-schemas.ts';

/** As much as is told of a damaged text, in characters. */
const mostTold = 2_000;
/** As many rows as are told of each column. */
const mostRows = 100;

export function unreadableRows(durable: Sqlite): UnreadableRow[] {
	return keptColumns.flatMap(({ table, column, reads, many }) => {
		const only = many ? `AND NOT json_valid("${column}") LIMIT ${mostRows}` : '';
		const rows = durable
			.prepare<[], Row>(`SELECT * FROM "${table}" WHERE "${column}" IS NOT NULL ${only}`)
			.all();
		return rows
			.filter((row) => !reads(String(row[column]), row))
			.slice(0, mostRows)
			.map((row) => ({
				table,
				column,
				known: Object.entries(row).flatMap(([name, value]) =>
					name === column || (typeof value !== 'string' && typeof value !== 'number')
						? []
						: [{ name, value: String(value).slice(0, 200) }],
				),
				text: String(row[column]).slice(0, mostTold),
			}));
	});
}
