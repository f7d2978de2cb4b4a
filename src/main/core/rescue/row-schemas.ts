// The schemas of stillroom.db's rows. Rescue lists rows that do not match; work files may only contain named ones.
import { z } from 'zod';
import { countPlan } from '../../../shared/bridge/count-plan.ts';
import { tolerances } from '../../../shared/bridge/counting-rules.ts';
import { lane } from '../../../shared/bridge/outbox.ts';
import { decimal } from '../../../shared/bridge/values.ts';
import { creditKinds, creditStates } from '../../../shared/credit/credit.ts';
import { isKindName } from '../../../shared/document/kinds.ts';
import { draftDocument, type DraftDocument } from '../../../shared/document/stored.ts';
import { followUpKinds, followUpStates } from '../../../shared/follow-up/follow-up.ts';
import { isRecordDocument } from '../../../shared/record/records.ts';
import { readProfile } from '../../../shared/service/profile.ts';
import { draftBodyOf } from '../document/draft-body.ts';
import { enteredBodyOf } from '../receiving/entered.ts';
import { recordDraftBodyOf } from '../record/draft.ts';
import { orderingCells } from '../ordering/ordering-tables.ts';
import { itemCounted, lastCounted } from '../stocktake/line.ts';
import { quantitiesByLine } from '../store/closed-books.ts';
import { countedUnits } from '../store/counted-totals.ts';
import { countStates } from '../store/counts.ts';
import { creditLines } from '../store/credits.ts';
import { keptChanges, keptColumns as keptColumnsOf } from '../store/import-runs.ts';
import { draftStates } from '../store/drafts.ts';
import {
	durableTables,
	identityOf,
	keptTables,
	type KeptRows,
	type Row,
} from '../store/durable-tables.ts';
import { keptOr, readableOrNull, readKept } from '../store/kept-json.ts';
import { entryOf } from '../store/rescue-records.ts';
import type { Pieces } from '../turns.ts';
import { templateLines } from '../waste/shortcuts.ts';
import { partChanges } from './merge-draft.ts';

type Reads = (text: string, row: Row) => boolean;

function bodyOf(document: DraftDocument, row: { body: string }): unknown {
	if (isRecordDocument(document)) return recordDraftBodyOf(row);
	return isKindName(document) ? draftBodyOf(document, row) : enteredBodyOf(row);
}

const fits =
	(schema: z.ZodType): Reads =>
	(text) =>
		keptOr(schema, text, undefined) !== undefined;
const isJson: Reads = (text) => readKept(text) !== undefined;

/** A JSON column and its check. `travels`: also checked in work files. */
interface KeptColumn {
	readonly table: string;
	readonly column: string;
	readonly reads: Reads;
	readonly travels: boolean;
	/** There may be hundreds of thousands: SQLite checks them for valid JSON first. */
	readonly many: boolean;
}
const kept = (
	table: string,
	column: string,
	reads: Reads,
	more: Partial<Pick<KeptColumn, 'travels' | 'many'>> = {},
): KeptColumn => ({ table, column, reads, travels: false, many: false, ...more });
const versionsByPc = z.record(z.string(), z.number().int());
const travels = { travels: true };
const many = { many: true };

export const keptColumns: readonly KeptColumn[] = [
	kept('account', 'profile', (text) => readProfile(readKept(text) ?? 'damaged').ok),
	kept('setting', 'value', isJson),
	kept(
		'draft',
		'body',
		(body, row) => {
			const document = draftDocument.safeParse(row['document']);
			return document.success && readableOrNull(() => bodyOf(document.data, { body })) !== null;
		},
		travels,
	),
	kept('draft', 'versions', fits(versionsByPc), travels),
	kept('draft', 'moved_as', fits(versionsByPc), travels),
	kept('draft', 'parts', fits(partChanges), travels),
	// Readers ignore unreadable parts of labels, payloads and details.
	kept('lane', 'label', isJson),
	kept('action', 'payload', isJson, many),
	kept('action', 'base', isJson, many),
	kept('action_event', 'args', isJson, many),
	kept('record_told', 'told', isJson),
	kept('stocktake', 'plan', fits(countPlan), travels),
	kept('stocktake', 'tolerances', fits(tolerances), travels),
	kept('stocktake_line', 'item', fits(itemCounted), { ...travels, ...many }),
	kept('stocktake_line', 'last_count', fits(lastCounted), { ...travels, ...many }),
	kept('count_entry', 'before', isJson, many),
	kept('count_event', 'detail', isJson, many),
	kept('closed_book', 'by_line', fits(quantitiesByLine), travels),
	kept('counted_total', 'unit_ids', fits(countedUnits), { ...travels, ...many }),
	kept('count_template', 'plan', fits(countPlan)),
	kept('ordering_row', 'cells', fits(orderingCells), travels),
	kept('credit', 'lines', fits(creditLines), travels),
	kept('import_run', 'columns', fits(keptColumnsOf)),
	kept('import_row', 'changes', fits(keptChanges), many),
	kept('waste_template', 'lines', fits(templateLines)),
	kept('rescue', 'facts', (text, { kind }) => fits(entryOf(String(kind)))(text, {})),
	kept('possible_twin', 'ours', isJson),
	kept('possible_twin', 'other', isJson),
];
const travelling = Map.groupBy(
	keptColumns.filter((each) => each.travels),
	({ table }) => table,
);

const cell = z.union([z.string(), z.number(), z.null()]);

/** The minimum for every row of a table, damaged or not. */
const shapes: Readonly<Record<string, z.ZodType>> = {
	lane: z.looseObject({ document: lane.shape.document, label: z.string() }),
	draft: z.looseObject({
		document: draftDocument,
		state: z.enum(draftStates),
		revision: z.number().int(),
		body: z.string(),
	}),
	stocktake: z.looseObject({ state: z.enum(countStates) }),
	credit: z.looseObject({ kind: z.enum(creditKinds) }),
	follow_up: z.looseObject({ kind: z.enum(followUpKinds), decision: z.enum(followUpStates) }),
	credit_step: z.looseObject({ state: z.enum(creditStates), amount: decimal }),
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
	kept: KeptRows;
}

/** Unreadable rows of a work file, by table and identity. They are transferred unchanged. */
export const unreadableIn = (work: Rows): string[] =>
	rowsOf(work).flatMap(([table, row]) => (isReadable(table, row) ? [] : [nameOf(table, row)]));

/** Whether all rows fit their tables. @param unreadable rows that the file names as such */
export function* areRows(work: Rows, unreadable: readonly string[]): Pieces<boolean> {
	const known = new Set(unreadable);
	for (const [table, row] of rowsOf(work)) {
		yield;
		if (!isRowOf(table, row)) return false;
		if (!isReadable(table, row) && !known.has(nameOf(table, row))) return false;
	}
	return true;
}

const tables = new Map(durableTables.map((table) => [table.name, table]));
const nameOf = (name: string, row: Row): string => {
	const table = tables.get(name);
	return `${name} ${table === undefined ? '' : identityOf(table, row)}`;
};

const rowsOf = ({
	documents,
	drafts,
	counts,
	kept: only,
}: Rows): (readonly [table: string, row: Row])[] => {
	const each = (table: string, rows: readonly object[]) =>
		rows.map((row) => [table, { ...row }] as const);
	return [
		...documents.flatMap((document) => [
			...each('lane', [document.lane]),
			...document.steps.flatMap((step) => [
				...each('action', [step.action]),
				...each('action_revision', step.revisions),
				...each('attempt', step.attempts),
				...each('action_event', step.events),
			]),
		]),
		...each('draft', drafts),
		...keptTables.flatMap((table) => each(table, only[table])),
		...counts.flatMap(({ stocktake, parts }) => [
			...each('stocktake', [stocktake]),
			...Object.entries(parts).flatMap(([table, rows]) => each(table, rows)),
		]),
	];
};

const isRowOf = (table: string, row: Row): boolean =>
	tables.has(table) &&
	Object.values(row).every((value) => cell.safeParse(value).success) &&
	(shapes[table]?.safeParse(row).success ?? true);

const isReadable = (table: string, row: Row): boolean =>
	(travelling.get(table) ?? []).every(({ column, reads }) => {
		const text = row[column] ?? null;
		return text === null || (typeof text === 'string' && reads(text, row));
	});
