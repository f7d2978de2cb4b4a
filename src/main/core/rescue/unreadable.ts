// Lists unreadable rows of stillroom.db. They stay in the file, and go unchanged into each copy and work file.
import type { UnreadableRow } from '../../../shared/bridge/rescue.ts';
import type { Row } from '../store/durable-tables.ts';
import type { Sqlite } from '../store/open.ts';
import { keptColumns } from './row-schemas.ts';

const mostTold = 2_000;
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
