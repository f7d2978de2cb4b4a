// Backups of the data file, repairs, and moving work to another PC, so that nothing is lost with a disk, file or PC.
import { z } from 'zod';
import { draftDocument } from '../document/stored.ts';
import { call } from './call.ts';
import { together } from './count-plan.ts';
import { settlement } from './receiving.ts';
import { instant, nothing } from './values.ts';

/** Recovered from a file that was set aside, counted in documents a person knows. */
const broughtOver = z.object({
	steps: z.number().int(),
	drafts: z.number().int(),
	entries: z.number().int(),
});

/** `copy` is a backup; `move` continues only on the other PC. */
const exportMode = z.enum(['copy', 'move']);
export type ExportMode = z.infer<typeof exportMode>;

const amount = {
	documents: z.number().int(),
	drafts: z.number().int(),
	counts: z.number().int(),
	photos: z.number().int(),
	/** Rows that the service has no place for: ordering tables, credits, follow-ups. */
	kept: z.number().int(),
};

/** Maximum characters of a file per call. */
export const filePart = 250_000;

const boxesTold = z.array(z.object({ typed: z.string(), unit: z.string(), by: z.string() }));

/** A count line that both PCs counted differently. */
const bothEntered = z.object({
	count: z.string(),
	lineNo: z.number().int(),
	item: z.string(),
	here: boxesTold,
	there: boxesTold,
});
export type BothEntered = z.infer<typeof bothEntered>;

const draftSide = z.object({
	by: z.string(),
	at: instant,
	says: z.array(z.string()),
	settlement,
});
export type DraftSide = z.infer<typeof draftSide>;
const side = z.enum(['here', 'there']);

/** A whole draft: both PCs began one for the same service document, or one submitted what the other changed. */
const draftFork = z.object({
	draftId: z.string(),
	document: draftDocument,
	businessDate: z.string(),
	part: z.string(),
	about: z.enum(['draft', 'line', 'description', 'location']),
	item: z.string(),
	here: draftSide,
	there: draftSide,
});
export type DraftFork = z.infer<typeof draftFork>;

const fromFile = {
	mode: exportMode,
	from: z.string(),
	writtenAt: instant,
	...amount,
	known: z.number().int(),
};

const importedFile = z.object({
	...fromFile,
	own: z.boolean(),
	/** Set if the work belongs to another address or client id; else null. */
	otherAccount: z.object({ serviceUrl: z.string(), clientId: z.string() }).nullable(),
	/** Count lines that both PCs counted; the first hundred. */
	both: z.array(bothEntered),
	/** Draft parts that both PCs changed; the first hundred. */
	forks: z.array(draftFork),
	undecided: z.boolean(),
});
export type ImportedFile = z.infer<typeof importedFile>;

/**
 * `damaged`: stillroom.db was unreadable and set aside. `changes-missing`: the data has fewer changes than were saved.
 */
export const rescueEntry = z.discriminatedUnion('kind', [
	z.object({
		kind: z.enum(['damaged', 'restored']),
		/** SQLite's message, or `missing`, `empty`, `not-a-file`; empty if nothing was wrong. */
		said: z.string(),
		setAside: z.string(),
		copyAt: instant.nullable(),
		broughtOver,
		whole: z.boolean(),
		/** Unfinished steps to look up at the service before they continue. */
		toAsk: z.number().int(),
	}),
	z.object({
		kind: z.literal('changes-missing'),
		changes: z.number().int(),
		toAsk: z.number().int(),
	}),
	z.object({
		kind: z.literal('exported'),
		/** File name; a copy is in the data's `work-files` folder. */
		file: z.string(),
		mode: exportMode,
		...amount,
		/** Drafts and counts moved away: importing a file brings them back. */
		moved: z.array(z.string()),
	}),
	z.object({
		kind: z.literal('imported'),
		file: z.string(),
		...fromFile,
	}),
]);
export type RescueEntry = z.infer<typeof rescueEntry>;

const rescueRecord = z.object({
	rescueId: z.number().int(),
	at: instant,
	by: z.string(),
	read: z.boolean(),
	entry: rescueEntry,
});
export type RescueRecord = z.infer<typeof rescueRecord>;

const dataCopy = z.object({
	name: z.string(),
	/** In order of creation, regardless of the clock. */
	number: z.number().int(),
	at: instant,
	bytes: z.number().int(),
});
export type DataCopy = z.infer<typeof dataCopy>;

const rescueState = z.object({
	copies: z.array(dataCopy),
	copyProblem: z.enum(['disk-full', 'failed']).nullable(),
	dataFolder: z.string(),
	records: z.array(rescueRecord),
});
export type RescueState = z.infer<typeof rescueState>;

const unreadableRow = z.object({
	table: z.string(),
	/** The unreadable column and the start of its content. */
	column: z.string(),
	text: z.string(),
	known: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type UnreadableRow = z.infer<typeof unreadableRow>;

export const rescueCalls = {
	'rescue.state': call(nothing, rescueState),
	/** Unreadable rows of the data file; all others appear on their own screens. */
	'rescue.unreadable': call(nothing, { rows: z.array(unreadableRow) }),
	'rescue.makeCopy': call(nothing, dataCopy),
	/** Compares a backup with the present data. Fails with `not-found` if it is gone or damaged. */
	'rescue.lookInto': call(
		{ name: z.string() },
		{
			copy: dataCopy,
			/** In the backup: documents not confirmed by then, and open work. */
			waiting: z.number().int(),
			drafts: z.number().int(),
			counts: z.number().int(),
			/** Newer than the backup and kept: steps created or moved on, drafts and counts begun. */
			newerSteps: z.number().int(),
			newerDrafts: z.number().int(),
			newerCounts: z.number().int(),
			goBack: z.number().int(),
		},
	),
	/** Sets the present file aside and restores the backup. The program is running again when it answers. */
	'rescue.restore': call({ name: z.string() }, nothing),
	'rescue.waiting': call(nothing, {
		...amount,
		photosLeft: z.number().int(),
	}),
	/**
	 * All unsent work, without secrets, and the kept rows. `move` also removes the work from this PC; the rows stay. Fails
	 * with `not-possible-now` if there is nothing.
	 */
	'rescue.exportWork': call({ mode: exportMode }, { file: z.string(), text: z.string() }),
	/**
	 * `move` also closes the count here until it, or its result, comes back. Fails with `not-found` or `not-possible-
	 * now`.
	 */
	'rescue.exportCount': call(
		{ stocktakeId: z.string(), mode: exportMode },
		{ file: z.string(), text: z.string() },
	),
	/** Resumes here a count that was moved away. Fails with `not-possible-now` if it was not. */
	'rescue.continueCount': call({ stocktakeId: z.string() }, nothing),
	'rescue.file': call({ file: z.string() }, { text: z.string() }),
	/** Uploads a part of a file to import, in order; `first` starts a new file. */
	'rescue.giveFile': call(
		{ file: z.string().max(200), first: z.boolean(), text: z.string().max(filePart) },
		nothing,
	),
	/** Previews the uploaded file. Fails with `not-a-rescue-file`, `newer-file` or `not-connected`. */
	'rescue.lookAtFile': call(nothing, importedFile),
	/**
	 * Importing twice changes nothing. Fails and changes nothing: with `changed-meanwhile` if both PCs changed a line
	 * or a part of a draft and nothing given decides; with `other-account` unless `sameService` is set.
	 */
	'rescue.importWork': call(
		{
			together: together.exclude(['ask']).nullable().default(null),
			drafts: side.nullable().default(null),
			parts: z
				.array(z.object({ draftId: z.string(), part: z.string(), stays: side }))
				.max(1_000)
				.default([]),
			sameService: z.boolean().default(false),
		},
		importedFile,
	),
	'rescue.read': call({ rescueId: z.number().int() }, nothing),
};

export const rescueEvents = {
	'rescue.changed': rescueState,
};
