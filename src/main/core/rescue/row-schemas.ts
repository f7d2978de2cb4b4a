// What the rows of a file must be, so that nothing in it breaks what reads them later: each is read by the schema that
// reads it here. A file with one row that is not as it should be is refused whole, so work with such a row stays where it
// is.
import { z } from 'zod';
import { countPlan } from '../../../shared/bridge/count-plan.ts';
import { tolerances } from '../../../shared/bridge/counting-rules.ts';
import { itemUnit } from '../../../shared/bridge/values.ts';
import { draftDocument } from '../../../shared/bridge/rescue.ts';
import type { DraftDocument } from '../store/drafts.ts';
import { durableTables, type Row } from '../store/durable-tables.ts';
import { readKept } from '../store/kept-json.ts';
import { handoverBodyOf } from '../transfer/handover.ts';
import { transferBodyOf } from '../transfer/sending.ts';
import { partChanges } from './merge-draft.ts';
import { wasteBodyOf } from '../wastage/waste-body.ts';

const jsonColumns = new Map(durableTables.map(({ name, json = [] }) => [name, json]));

/** What SQLite holds. */
const cell = z.union([z.string(), z.number(), z.null()]);

const bodies: Readonly<Record<DraftDocument, (row: { body: string }) => unknown>> = {
	wastage: wasteBodyOf,
	'transfer-out': transferBodyOf,
	'transfer-in': transferBodyOf,
	receipt: handoverBodyOf,
	fulfilment: handoverBodyOf,
	excess: handoverBodyOf,
};

const kept = <Shape extends z.ZodType>(shape: Shape) =>
	z
		.string()
		.transform((text, context) => {
			const value = readKept(text);
			if (value === undefined) context.addIssue('This is no JSON.');
			return value;
		})
		.pipe(shape);

const draft = z.looseObject({
	document: draftDocument,
	state: z.enum(['open', 'submitted', 'discarded']),
	revision: z.number().int(),
	body: z.string(),
	versions: kept(z.record(z.string(), z.number().int())),
	parts: kept(partChanges),
});

const stocktake = z.looseObject({
	state: z.enum(['open', 'submitted', 'discarded', 'recounted']),
	plan: kept(countPlan).nullable(),
	tolerances: kept(tolerances).nullable(),
});

const line = z.looseObject({
	item: kept(
		z.object({
			code: z.string(),
			name: z.string(),
			category: z.string(),
			baseUnitName: z.string(),
			units: z.array(itemUnit),
			unitCost: z.string().nullable(),
		}),
	),
	last_count: kept(z.object({ quantity: z.string(), unitIds: z.array(z.string()) })).nullable(),
});

const lane = z.looseObject({
	document: z.enum(['stocktake', 'wastage', 'transfer-out', 'transfer-in']),
	// Whoever reads it takes what cannot be read as not told.
	label: z.string(),
});

const shapes: Readonly<Record<string, z.ZodType>> = {
	lane,
	draft,
	stocktake,
	stocktake_line: line,
	counted_total: z.looseObject({ unit_ids: kept(z.array(z.string())) }),
	closed_book: z.looseObject({
		by_line: kept(z.record(z.string(), z.string().nullable())),
	}),
};

interface Rows {
	documents: readonly {
		lane: object;
		steps: readonly {
			action: object;
			revisions: readonly Row[];
			attempts: readonly Row[];
			events: readonly Row[];
		}[];
	}[];
	drafts: readonly Row[];
	counts: readonly { stocktake: Row; parts: Readonly<Record<string, readonly Row[]>> }[];
}

/** Whether everything of it can be read where it comes. */
export const isReadable = (work: Rows): boolean =>
	work.documents.every(
		({ lane: row, steps }) =>
			isRowOf('lane', { ...row }) &&
			steps.every(
				({ action, revisions, attempts, events }) =>
					isRowOf('action', { ...action }) &&
					areRowsOf('action_revision', revisions) &&
					areRowsOf('attempt', attempts) &&
					areRowsOf('action_event', events),
			),
	) &&
	areRowsOf('draft', work.drafts) &&
	work.counts.every(
		(count) =>
			isRowOf('stocktake', count.stocktake) &&
			Object.entries(count.parts).every(([table, rows]) => areRowsOf(table, rows)),
	);

const areRowsOf = (table: string, rows: readonly Row[]): boolean =>
	rows.every((row) => isRowOf(table, row));

/** Whether a row of a file may go into its table. */
function isRowOf(table: string, row: Row): boolean {
	const columns = jsonColumns.get(table);
	if (columns === undefined) return false;
	if (!Object.values(row).every((value) => cell.safeParse(value).success)) return false;
	// A payload that cannot be read is a row like any other: its step goes before a person.
	if (!(shapes[table]?.safeParse(row).success ?? true)) return false;
	return table !== 'draft' || hasReadableBody(row);
}

function hasReadableBody(row: Row): boolean {
	const { document, body } = draft.parse(row);
	try {
		bodies[document]({ body });
		return true;
	} catch {
		return false;
	}
}
