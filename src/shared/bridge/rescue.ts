// Rescue: backups of the data file, repairs, and moving work to another PC, so that nothing is lost with a disk, file
// or PC.
import { z } from 'zod';
import { call } from './call.ts';
import { together } from './count-plan.ts';
import { settlement } from './transfer.ts';
import { instant, nothing } from './values.ts';

/** Recovered from a file that was set aside, counted in documents a person knows. */
const broughtOver = z.object({
	/** Outbox steps. */
	steps: z.number().int(),
	drafts: z.number().int(),
	/** Entries of counts. */
	entries: z.number().int(),
});

/** `copy` is a backup; `move` continues only on the other PC. */
const exportMode = z.enum(['copy', 'move']);
export type ExportMode = z.infer<typeof exportMode>;

const amount = {
	/** Documents not confirmed by the service. */
	documents: z.number().int(),
	drafts: z.number().int(),
	counts: z.number().int(),
	/** Of waste. */
	photos: z.number().int(),
};

/** Maximum characters of a file per call. */
export const filePart = 250_000;

const boxesTold = z.array(z.object({ typed: z.string(), unit: z.string(), by: z.string() }));

/** A count line that both PCs counted differently. */
const bothEntered = z.object({
	/** The count's name. */
	count: z.string(),
	/** The line's number here. */
	lineNo: z.number().int(),
	item: z.string(),
	here: boxesTold,
	there: boxesTold,
});
export type BothEntered = z.infer<typeof bothEntered>;

const draftSide = z.object({
	/** Who changed the draft last, and when. */
	by: z.string(),
	at: instant,
	/** The content on that side; empty for a whole draft. */
	says: z.array(z.string()),
	settlement,
});
export type DraftSide = z.infer<typeof draftSide>;
const side = z.enum(['here', 'there']);

export const draftDocument = z.enum([
	'wastage',
	'transfer-out',
	'transfer-in',
	'receipt',
	'fulfilment',
	'excess',
]);

/**
 * A draft line or field changed on both PCs. Or a whole draft: both PCs began one for the same service document, or one
 * submitted what the other changed.
 */
const draftFork = z.object({
	draftId: z.string(),
	document: draftDocument,
	businessDate: z.string(),
	/** Name of the part; empty for the whole draft. */
	part: z.string(),
	about: z.enum(['draft', 'line', 'description', 'location']),
	/** For a line. */
	item: z.string(),
	here: draftSide,
	there: draftSide,
});
export type DraftFork = z.infer<typeof draftFork>;

const importedFile = z.object({
	mode: exportMode,
	/** Who wrote it, and on which PC. */
	from: z.string(),
	writtenAt: instant,
	...amount,
	known: z.number().int(),
	/** Written on this PC. */
	own: z.boolean(),
	/** Set if the work belongs to another address or client id; else null. */
	otherAccount: z.object({ serviceUrl: z.string(), clientId: z.string() }).nullable(),
	/** Count lines that both PCs counted; the first hundred. */
	both: z.array(bothEntered),
	/** Draft parts that both PCs changed; the first hundred. */
	forks: z.array(draftFork),
	/** Some of these still need a decision. */
	undecided: z.boolean(),
});
export type ImportedFile = z.infer<typeof importedFile>;

/**
 * `damaged`: stillroom.db was unreadable and set aside. `changes-missing`: the data has fewer changes than were saved.
 * `restored`: a person restored a backup. `exported`: work was exported to a file (`copy` or `move`). `imported`:
 * such a file was imported here.
 */
export const rescueEntry = z.discriminatedUnion('kind', [
	z.object({
		kind: z.enum(['damaged', 'restored']),
		/** SQLite's message, or `missing`, `empty`, `not-a-file`; empty if nothing was wrong. */
		said: z.string(),
		/** Path of the file set aside; empty if none. */
		setAside: z.string(),
		/** When the backup that replaced it was made; null if there was none. */
		copyAt: instant.nullable(),
		broughtOver,
		/** Every row of the file set aside was readable. */
		whole: z.boolean(),
		/** Unfinished steps to look up at the service before they continue. */
		toAsk: z.number().int(),
	}),
	z.object({
		kind: z.literal('changes-missing'),
		/** Saved changes that are gone. */
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
		mode: exportMode,
		/** Who wrote the file, and when. */
		from: z.string(),
		writtenAt: instant,
		...amount,
		/** Steps, drafts and counts already here, left unchanged. */
		known: z.number().int(),
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
	/** Newest first. */
	copies: z.array(dataCopy),
	/** Why the last backup failed; null if it succeeded. */
	copyProblem: z.enum(['disk-full', 'failed']).nullable(),
	dataFolder: z.string(),
	/** Newest first. */
	records: z.array(rescueRecord),
});
export type RescueState = z.infer<typeof rescueState>;

/** An unreadable row of the data file, left in place. */
const unreadableRow = z.object({
	table: z.string(),
	/** The unreadable column and the start of its content. */
	column: z.string(),
	text: z.string(),
	/** The readable columns. */
	known: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type UnreadableRow = z.infer<typeof unreadableRow>;

export const rescueCalls = {
	'rescue.state': call(nothing, rescueState),
	/** Unreadable rows of the data file; all others appear on their own screens. */
	'rescue.unreadable': call(nothing, z.object({ rows: z.array(unreadableRow) })),
	/** Makes a backup now, beside the daily ones. Fails with `disk-full`. */
	'rescue.makeCopy': call(nothing, dataCopy),
	/** Compares a backup with the present data. Fails with `not-found` if it is gone or damaged. */
	'rescue.lookInto': call(
		z.object({ name: z.string() }),
		z.object({
			copy: dataCopy,
			/** In the backup: documents not confirmed by then, and open work. */
			waiting: z.number().int(),
			drafts: z.number().int(),
			counts: z.number().int(),
			/** Newer than the backup and kept: steps created or moved on, drafts and counts begun. */
			newerSteps: z.number().int(),
			newerDrafts: z.number().int(),
			newerCounts: z.number().int(),
			/** Drafts and counts that revert to the backup. */
			goBack: z.number().int(),
		}),
	),
	/** Sets the present file aside and restores the backup. The program is running again when it answers. */
	'rescue.restore': call(z.object({ name: z.string() }), nothing),
	/** The amount of work an export would contain now. */
	'rescue.waiting': call(
		nothing,
		z.object({
			...amount,
			/** Photos too big for a file. */
			photosLeft: z.number().int(),
		}),
	),
	/**
	 * Exports all unsent work, drafts, open counts and their photos to a file, without secrets. `move` also removes
	 * them from this PC: they continue where the file is imported. Fails with `not-possible-now` if there is nothing.
	 */
	'rescue.exportWork': call(
		z.object({ mode: exportMode }),
		z.object({ file: z.string(), text: z.string() }),
	),
	/**
	 * Exports one open count with its history. `move` also closes it here until it, or its result, comes back. Fails
	 * with `not-found`, or with `not-possible-now` if it is not open.
	 */
	'rescue.exportCount': call(
		z.object({ stocktakeId: z.string(), mode: exportMode }),
		z.object({ file: z.string(), text: z.string() }),
	),
	/** Resumes here a count that was moved away. Fails with `not-possible-now` if it was not. */
	'rescue.continueCount': call(z.object({ stocktakeId: z.string() }), nothing),
	/** Returns an earlier export again. */
	'rescue.file': call(z.object({ file: z.string() }), z.object({ text: z.string() })),
	/** Uploads a part of a file to import, in order; `first` starts a new file. */
	'rescue.giveFile': call(
		z.object({ file: z.string().max(200), first: z.boolean(), text: z.string().max(filePart) }),
		nothing,
	),
	/** Previews the uploaded file. Fails with `not-a-rescue-file`, `newer-file` or `not-connected`. */
	'rescue.lookAtFile': call(nothing, importedFile),
	/**
	 * Imports the uploaded file. Importing it twice changes nothing; a count continued on this PC gets what it lacks.
	 * Fails and changes nothing: with `changed-meanwhile` if both PCs counted a line and neither the count nor
	 * `together` decides, or if both changed a part of a draft and neither `parts` nor `drafts` decides; with
	 * `other-account` (the message names it) unless `sameService` is set.
	 */
	'rescue.importWork': call(
		z.object({
			together: together.exclude(['ask']).nullable().default(null),
			/** Decides for draft parts changed on both PCs that `parts` does not list. */
			drafts: side.nullable().default(null),
			parts: z
				.array(z.object({ draftId: z.string(), part: z.string(), stays: side }))
				.max(1_000)
				.default([]),
			/** The person confirms that it is the same service under another address or client id. */
			sameService: z.boolean().default(false),
		}),
		importedFile,
	),
	/** Marks the notice as read. */
	'rescue.read': call(z.object({ rescueId: z.number().int() }), nothing),
};

export const rescueEvents = {
	'rescue.changed': rescueState,
};
