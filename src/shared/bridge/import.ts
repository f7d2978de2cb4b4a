// One preview for import, paste, grid, bulk edit, replace-everywhere and undo, and the runs that send what it showed.
// The core keeps all rows; a screen gets those in view. Nothing reaches a record before `import.send`.
import { z } from 'zod';
import { bulkVerbsAll } from '../record/preview-acts.ts';
import { dayOrders, decimalSigns } from '../record/preview-numbers.ts';
import { recordTypes, type RecordTypeName } from '../record/records.ts';
import { call } from './call.ts';
import { actionState } from './outbox.ts';
import { decimal, instant, intentId } from './values.ts';

const type = z.enum(Object.keys(recordTypes) as [RecordTypeName, ...RecordTypeName[]]);
const recordId = z.string().min(1).max(200);
const pointer = z.string().min(1).max(500);
const previewId = z.string().min(1).max(100);
const runId = z.string().min(1).max(100);
const number = z.number().int().min(0);

/**
 * `planned`: not yet. `sent`: the outbox has it, or had it. The others were not sent: `clash` (others changed the same
 * field), `stopped` (a rule), `refused` (by the service, while the run waited), `gone` (no such record here), `busy` (a
 * draft or a step of it is open), `unchanged` (the record already has it).
 */
const rowState = z.enum([
	'planned',
	'sent',
	'clash',
	'stopped',
	'refused',
	'gone',
	'busy',
	'unchanged',
]);
export type RowState = z.infer<typeof rowState>;

/** Limits of a table: bigger files are refused, not cut. */
export const mostRows = 50_000;
export const mostColumns = 200;
export const mostSheets = 60;
/** Rows in one `import.add`. */
export const rowsAtOnce = 1000;
const longestCell = 5000;
/** Characters of a file for the service's own upload: one request holds it. */
export const longestUpload = 300_000;

/** The lane of all uploads: while one is not confirmed, the next could repeat it. Their items are in no lane. */
export const uploadLane = { document: 'record:inventoryItem', documentId: 'upload' } as const;

const heading = z.string().max(longestCell);
const cells = z.array(z.union([z.string().max(longestCell), z.number()])).max(mostColumns);
const column = z.object({
	heading,
	/** `id`, `name`, `units/conversionFactor`; null: not used. */
	path: z.string().max(500).nullable(),
	/** false: the column only helps to find the record. */
	mayOverwrite: z.boolean(),
});

export const importSources = ['file', 'paste', 'grid', 'bulk', 'replace', 'undo'] as const;
export type ImportSource = (typeof importSources)[number];
const source = z.enum(importSources);

const states = ['new', 'changed', 'same', 'error'] as const;
const change = z.object({ at: pointer, was: z.unknown(), to: z.unknown() });
const problem = z.object({
	/** The field or column; null: the whole row. */
	at: z.string().nullable(),
	/** The cell that it is about, if it is about one. */
	column: number.nullable(),
	text: z.string(),
	/** `import.problem-<code>`, else `record.problem-<code>`. */
	code: z.string(),
	args: z.record(z.string(), z.union([z.string(), z.number()])),
	weight: z.enum(['stops', 'warns']),
});

const summary = z.object({
	previewId,
	source,
	title: z.string(),
	/** Of its records. */
	types: z.array(type),
	/** Rows by what becomes of them. */
	counts: z.object({ new: number, changed: number, same: number, error: number }),
	/** Records that a run would send, without those left out. */
	toSend: number,
	/** At the pace of the profile. */
	seconds: number,
	/** How numbers and days were read; null if nothing was read from text. */
	reading: z
		.object({
			decimalSign: z.enum(decimalSigns),
			dayOrder: z.enum(dayOrders),
			/** Cells that mean something else when read another way. */
			ambiguous: number,
		})
		.nullable(),
	/** Of each sheet; empty if the preview is of no table. */
	headings: z.array(z.array(z.string())),
	/** Some records are sent only while the service answers; then the run waits for the network. */
	needsNetwork: z.boolean(),
});
export type ImportSummary = z.infer<typeof summary>;

const row = z.object({
	/** Position in the preview. */
	row: number,
	/** As a person counts in the file; null if it is from no table. */
	line: number.nullable(),
	sheet: number,
	type,
	id: z.string().nullable(),
	title: z.string(),
	state: z.enum(states),
	leftOut: z.boolean(),
	/** As they were read; empty if the row is from no table. */
	cells,
	changes: z.array(change),
	problems: z.array(problem),
	/** Headings of cells that read differently another way. */
	ambiguous: z.array(z.string()),
});
export type ImportRow = z.infer<typeof row>;

const run = z.object({
	runId,
	source,
	title: z.string(),
	/** Of its records. */
	types: z.array(type),
	/** `waiting`: for the network. */
	state: z.enum(['running', 'waiting', 'stopped', 'done']),
	startedAt: instant,
	by: z.string(),
	records: number,
	/** Not handed over yet. */
	left: number,
	/** In the outbox. */
	waiting: number,
	applied: number,
	/** Refused, not sent, or a person must decide. */
	failed: number,
	/** Something of it can be undone. A run that is going is stopped first. */
	canUndo: z.boolean(),
});
export type ImportRun = z.infer<typeof run>;

export const importCalls = {
	/** Begins a preview of tables. `remembered`: the columns chosen last for these headings. */
	'import.open': call(
		{
			source: z.enum(['file', 'paste']),
			title: z.string().max(200),
			sheets: z
				.array(
					z.object({
						type,
						headings: z.array(heading).max(mostColumns),
						/** Rows of the file above the headings. */
						above: number.default(0),
					}),
				)
				.min(1)
				.max(mostSheets),
		},
		{ previewId, remembered: z.array(z.array(column).nullable()) },
	),
	/** Adds rows to a sheet. Fails with `not-possible-now` beyond `mostRows`, and `not-found` if the preview is gone. */
	'import.add': call({ previewId, sheet: number, rows: z.array(cells).max(rowsAtOnce) }, {}),
	/** Reads the tables. Fails with `incomplete` if no column of a sheet identifies its records. */
	'import.read': call(
		{
			previewId,
			columns: z.array(z.array(column).max(mostColumns)).max(mostSheets),
			/** null: guessed from all cells. */
			decimalSign: z.enum(decimalSigns).nullable().default(null),
			dayOrder: z.enum(dayOrders).nullable().default(null),
		},
		summary,
	),
	/** A preview of what is from no table. The ids are those of the moment when the records were selected. */
	'import.propose': call(
		z.discriminatedUnion('source', [
			z.object({
				source: z.literal('bulk'),
				type,
				ids: z.array(recordId).min(1).max(mostRows),
				field: pointer,
				act: z.enum(bulkVerbsAll),
				/** Of `set`, `add` and `remove`. */
				to: z.unknown().optional(),
				/** Of `percent`. */
				by: decimal.optional(),
				roundTo: decimal.nullable().default(null),
			}),
			/** Open drafts of these records, as a sheet keeps them. */
			z.object({ source: z.literal('grid'), type, ids: z.array(recordId).min(1).max(mostRows) }),
			/** Wherever one record is used, the other takes its place. */
			z.object({ source: z.literal('replace'), type, id: recordId, by: recordId }),
			z.object({ source: z.literal('undo'), runId }),
		]),
		summary,
	),
	'import.rows': call(
		{
			previewId,
			/** null: all. */
			show: z.enum(states).nullable().default(null),
			from: number.default(0),
			limit: z.number().int().min(0).max(500).default(100),
		},
		{
			rows: z.array(row),
			total: number,
			/** Titles of what the rows refer to, as in `record.list`. */
			names: z.record(z.string(), z.string()),
		},
	),
	/** Corrects one cell and reads the tables again. */
	'import.fix': call(
		{ previewId, row: number, column: number, text: z.string().max(longestCell) },
		summary,
	),
	/** Leaves records out, or takes them in again. */
	'import.leave': call(
		{ previewId, rows: z.array(number).max(mostRows), out: z.boolean() },
		summary,
	),
	/**
	 * Sends what is new and changed as a run. Rows in error are never sent. A second call with the same intent answers
	 * the same run. Fails with `incomplete` if there is nothing to send.
	 */
	'import.send': call({ previewId, intentId }, { runId }),
	/** Newest first. */
	'import.runs': call(
		{ limit: z.number().int().min(1).max(200).default(50) },
		{ runs: z.array(run) },
	),
	'import.run': call(
		{ runId, from: number.default(0), limit: z.number().int().min(0).max(500).default(100) },
		{
			run,
			total: number,
			rows: z.array(
				z.object({
					number,
					type,
					/** null while the service does not have it. */
					id: z.string().nullable(),
					title: z.string(),
					changes: z.array(change),
					state: rowState,
					/** Of its action in the outbox. */
					action: actionState.nullable(),
					said: z.string(),
				}),
			),
			names: z.record(z.string(), z.string()),
		},
	),
	/** Stops a run after the record that it is at, and answers then. */
	'import.stop': call({ runId }, run),
	'import.resume': call({ runId }, run),
	/**
	 * The service's own upload of a file of items, while somebody waits. Fails with `needs-network`, `refused`, or
	 * `not-possible-now` while an earlier upload is not confirmed.
	 */
	'import.upload': call(
		{
			name: z.string().min(1).max(200),
			file: z.string().min(1).max(longestUpload),
			intentId,
		},
		{ state: z.enum(['applied', 'not-confirmed']) },
	),
	/** Rows of an export that can be imported again. The first sheet has the records, the others their lines. */
	'import.export': call(
		{ type, from: number.default(0), limit: z.number().int().min(1).max(2000).default(500) },
		{
			sheets: z.array(
				z.object({
					/** The field with lines; null for the records. */
					lines: z.string().nullable(),
					paths: z.array(z.string()),
					rows: z.array(z.array(z.string())),
				}),
			),
			total: number,
		},
	),
};

export const importEvents = {
	'import.changed': z.object({ runId }),
};
