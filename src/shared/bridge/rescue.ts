// Rescue: what is done so that nothing is lost when the disk, the file or the PC is. Copies of the data file, what was
// mended, and work that is handed over to another PC.
import { z } from 'zod';
import { call } from './call.ts';
import { together } from './count-plan.ts';
import { settlement } from './transfer.ts';
import { instant, nothing } from './values.ts';

/** What was brought over from a file that was set aside, as documents a person knows. */
const broughtOver = z.object({
	/** Steps of documents for the service. */
	steps: z.number().int(),
	drafts: z.number().int(),
	/** Entries of counts. */
	entries: z.number().int(),
});

/** A copy is kept for safety; work that is moved goes on at the other PC alone. */
const handOverMode = z.enum(['copy', 'move']);
export type HandOverMode = z.infer<typeof handOverMode>;

const amount = {
	/** Documents that are not with the service yet. */
	documents: z.number().int(),
	drafts: z.number().int(),
	counts: z.number().int(),
	/** Of waste. */
	photos: z.number().int(),
};

/** A call carries at most this much of a file, in characters. */
export const filePart = 250_000;

const boxesTold = z.array(z.object({ typed: z.string(), unit: z.string(), by: z.string() }));

/** A line of a count that was counted at both PCs since, to different quantities. */
const bothEntered = z.object({
	/** The name of the count. */
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
	/** What the part says there; empty for a whole draft. */
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
 * A line or a field of a draft that was changed at both PCs. Or the whole draft, where two were begun for one document of
 * the service, or one was submitted that the other PC changed.
 */
const draftFork = z.object({
	draftId: z.string(),
	document: draftDocument,
	businessDate: z.string(),
	/** The name of the part; empty for the whole draft. */
	part: z.string(),
	about: z.enum(['draft', 'line', 'description', 'place']),
	/** Of a line. */
	item: z.string(),
	here: draftSide,
	there: draftSide,
});
export type DraftFork = z.infer<typeof draftFork>;

const takenFile = z.object({
	mode: handOverMode,
	/** Who wrote it, and at which PC. */
	from: z.string(),
	writtenAt: instant,
	...amount,
	known: z.number().int(),
	/** It was written at this PC. */
	own: z.boolean(),
	/** The work belongs to another address or client id than those in use; null where it does not. */
	otherAccount: z.object({ serviceUrl: z.string(), clientId: z.string() }).nullable(),
	/** Lines of counts that were counted at both PCs; the first hundred of them. */
	both: z.array(bothEntered),
	/** What was changed of drafts at both PCs; the first hundred of them. */
	forks: z.array(draftFork),
	/** Nobody said yet what becomes of these. */
	undecided: z.boolean(),
});
export type TakenFile = z.infer<typeof takenFile>;

/**
 * `damaged`: stillroom.db could not be read and was set aside. `changes-missing`: the data has fewer changes than were
 * saved. `restored`: a person went back to a copy. `handed-over`: work was written into a file, to be kept (`copy`) or to
 * go on at another PC (`move`). `taken-in`: such a file was read here.
 */
export const rescueEntry = z.discriminatedUnion('kind', [
	z.object({
		kind: z.enum(['damaged', 'restored']),
		/** What SQLite said, or `missing`, `empty`, `not-a-file`; empty where nothing was wrong. */
		said: z.string(),
		/** Path of the file that was set aside; empty where there was none. */
		setAside: z.string(),
		/** When the copy was made that took its place; null where there was no copy. */
		copyAt: instant.nullable(),
		broughtOver,
		/** Every row of the set-aside file could be read. */
		whole: z.boolean(),
		/** Unfinished steps that the service is asked about before they go on. */
		toAsk: z.number().int(),
	}),
	z.object({
		kind: z.literal('changes-missing'),
		/** How many changes were saved and are gone. */
		changes: z.number().int(),
		toAsk: z.number().int(),
	}),
	z.object({
		kind: z.literal('handed-over'),
		/** Its name; it also lies in the folder `handed-over` of the data. */
		file: z.string(),
		mode: handOverMode,
		...amount,
		/** Drafts and counts that were moved away: a file that brings them back is imported. */
		moved: z.array(z.string()),
	}),
	z.object({
		kind: z.literal('taken-in'),
		file: z.string(),
		mode: handOverMode,
		/** Who wrote the file, and when. */
		from: z.string(),
		writtenAt: instant,
		...amount,
		/** Steps, drafts and counts that were known here already and were left as they are. */
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
	/** Copies are numbered in the order in which they were made, whatever the clock says. */
	number: z.number().int(),
	at: instant,
	bytes: z.number().int(),
});
export type DataCopy = z.infer<typeof dataCopy>;

const rescueState = z.object({
	/** Newest first. */
	copies: z.array(dataCopy),
	/** Why the last try to make a copy failed; null when it did not. */
	copyProblem: z.enum(['disk-full', 'failed']).nullable(),
	dataFolder: z.string(),
	/** What was rescued, newest first. */
	records: z.array(rescueRecord),
});
export type RescueState = z.infer<typeof rescueState>;

/** A row of the data file that cannot be read: it stays there as it is. */
const unreadableRow = z.object({
	table: z.string(),
	/** The column with what cannot be read, and the beginning of it. */
	column: z.string(),
	text: z.string(),
	/** What its other columns hold. */
	known: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type UnreadableRow = z.infer<typeof unreadableRow>;

export const rescueCalls = {
	'rescue.state': call(nothing, rescueState),
	/** Rows of the data file that cannot be read; every other one is shown where it belongs. */
	'rescue.unreadable': call(nothing, z.object({ rows: z.array(unreadableRow) })),
	/** A copy now, beside the daily ones. `disk-full` where there is no room. */
	'rescue.makeCopy': call(nothing, dataCopy),
	/** What is in a copy, and what is newer than it. `not-found` where the copy is gone or damaged. */
	'rescue.lookInto': call(
		z.object({ name: z.string() }),
		z.object({
			copy: dataCopy,
			/** In the copy: documents that were not with the service yet, and what was open then. */
			waiting: z.number().int(),
			drafts: z.number().int(),
			counts: z.number().int(),
			/** Since then: steps made or moved on (these stay), drafts and counts begun (these stay too). */
			newerSteps: z.number().int(),
			newerDrafts: z.number().int(),
			newerCounts: z.number().int(),
			/** Drafts and counts that go back to what they were in the copy. */
			goBack: z.number().int(),
		}),
	),
	/** Sets the present file aside and puts the copy in its place. The program is back when it answers. */
	'rescue.restore': call(z.object({ name: z.string() }), nothing),
	/** How much would be handed over now. */
	'rescue.waiting': call(
		nothing,
		z.object({
			...amount,
			/** Photos that do not fit into a file. */
			photosLeft: z.number().int(),
		}),
	),
	/**
	 * Writes everything that waits, drafts, open counts and their photos into a file, without secrets. `move` also takes it off this PC:
	 * it goes on where the file is imported. `not-possible-now` where there is nothing.
	 */
	'rescue.handOver': call(
		z.object({ mode: handOverMode }),
		z.object({ file: z.string(), text: z.string() }),
	),
	/**
	 * Writes one open count into a file, with all of its history. `move` also closes it here until the file, or what became
	 * of it, comes back. Fails with `not-found`, or `not-possible-now` where it is not open.
	 */
	'rescue.handOverCount': call(
		z.object({ stocktakeId: z.string(), mode: handOverMode }),
		z.object({ file: z.string(), text: z.string() }),
	),
	/** Goes on here with a count that was moved away. `not-possible-now` where it was not. */
	'rescue.takeBackCount': call(z.object({ stocktakeId: z.string() }), nothing),
	/** A file that was handed over before, once more. */
	'rescue.file': call(z.object({ file: z.string() }), z.object({ text: z.string() })),
	/** A part of a file that is to be imported, in order; `first` begins a new one. */
	'rescue.giveFile': call(
		z.object({ file: z.string().max(200), first: z.boolean(), text: z.string().max(filePart) }),
		nothing,
	),
	/**
	 * What is in the file that was given. `not-a-rescue-file`, `newer-file`, `not-connected`.
	 */
	'rescue.lookAtFile': call(nothing, takenFile),
	/**
	 * Imports the file that was given. The same file twice changes nothing; a count that this PC has gone on with gets
	 * what it lacks. Fails with `changed-meanwhile`, and changes nothing, where a line was counted at both PCs and neither
	 * the count nor `together` says what becomes of that, or a part of a draft was changed at both and neither `parts` nor
	 * `drafts` says which one stays; with
	 * `other-account` (the message names it) where it belongs to another one and nobody said that the service is the same.
	 */
	'rescue.takeIn': call(
		z.object({
			together: together.exclude(['ask']).nullable().default(null),
			/** Which one stays of what was changed of drafts at both PCs, where `parts` does not say it. */
			drafts: side.nullable().default(null),
			parts: z
				.array(z.object({ draftId: z.string(), part: z.string(), stays: side }))
				.max(1_000)
				.default([]),
			/** The person says that it is the same service, under another address or client id. */
			sameService: z.boolean().default(false),
		}),
		takenFile,
	),
	/** The person has read what was told. */
	'rescue.read': call(z.object({ rescueId: z.number().int() }), nothing),
};

export const rescueEvents = {
	'rescue.changed': rescueState,
};
