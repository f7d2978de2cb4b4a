// Rows of stillroom.db that cannot be read, with what is known about them: they stay in the file, and go into each copy,
// as they are. Asked for when a person looks, so the tables with a row for each line or entry are looked through by SQLite.
import type { z } from 'zod';
import { countPlan } from '../../../shared/bridge/count-plan.ts';
import { tolerances } from '../../../shared/bridge/counting-rules.ts';
import type { UnreadableRow } from '../../../shared/bridge/rescue.ts';
import { readProfile } from '../../../shared/service/profile.ts';
import { quantitiesByLine } from '../store/closed-books.ts';
import type { DraftDocument } from '../store/drafts.ts';
import { keptOr, readableOrNull, readKept } from '../store/kept-json.ts';
import type { Sqlite } from '../store/open.ts';
import { entryOf } from '../store/rescue-records.ts';
import { handoverBodyOf } from '../transfer/handover.ts';
import { transferBodyOf } from '../transfer/sending.ts';
import { wasteBodyOf } from '../wastage/waste-body.ts';
import { templateLines } from '../wastage/waste-kit.ts';

type Cells = Readonly<Record<string, unknown>>;

/** As much as is told of a damaged text, in characters. */
const mostTold = 2_000;
/** As many rows as are told of each column. */
const mostRows = 100;

const bodies: Readonly<Record<DraftDocument, (row: { body: string }) => unknown>> = {
	wastage: wasteBodyOf,
	'transfer-out': transferBodyOf,
	'transfer-in': transferBodyOf,
	receipt: handoverBodyOf,
	fulfilment: handoverBodyOf,
	excess: handoverBodyOf,
};
const isDraft = (document: unknown): document is DraftDocument =>
	typeof document === 'string' && Object.hasOwn(bodies, document);

const fits = (schema: z.ZodType) => (text: string) => keptOr(schema, text, undefined) !== undefined;
/** What whoever reads it asks of the text; `json`: to be JSON. */
const columns: readonly [
	table: string,
	column: string,
	isReadable: 'json' | ((text: string, row: Cells) => boolean),
][] = [
	['account', 'profile', (text) => readProfile(readKept(text) ?? 'damaged').ok],
	['setting', 'value', 'json'],
	[
		'draft',
		'body',
		(body, { document }) =>
			isDraft(document) && readableOrNull(() => bodies[document]({ body })) !== null,
	],
	['lane', 'label', 'json'],
	['action', 'payload', 'json'],
	['action', 'base', 'json'],
	['action_event', 'args', 'json'],
	['stocktake', 'plan', fits(countPlan)],
	['stocktake', 'tolerances', fits(tolerances)],
	['stocktake_line', 'item', 'json'],
	['count_entry', 'before', 'json'],
	['count_event', 'detail', 'json'],
	['closed_book', 'by_line', fits(quantitiesByLine)],
	['counted_total', 'unit_ids', 'json'],
	['count_plan', 'plan', fits(countPlan)],
	['waste_template', 'lines', fits(templateLines)],
	['rescue', 'facts', (text, { kind }) => fits(entryOf(String(kind)))(text)],
	['possible_twin', 'ours', 'json'],
	['possible_twin', 'other', 'json'],
];

export function unreadableRows(durable: Sqlite): UnreadableRow[] {
	return columns.flatMap(([table, column, isReadable]) => {
		const only = isReadable === 'json' ? `AND NOT json_valid("${column}") LIMIT ${mostRows}` : '';
		const rows = durable
			.prepare<[], Cells>(`SELECT * FROM "${table}" WHERE "${column}" IS NOT NULL ${only}`)
			.all();
		return rows
			.filter((row) => isReadable === 'json' || !isReadable(String(row[column]), row))
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
