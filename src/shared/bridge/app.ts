// The shell's state: host, account, session, network, sync, counts and settings.
import { z } from 'zod';
import { kindNames } from '../document/kinds.ts';
import { area } from '../document/stored.ts';
import { recordTypeNames } from '../record/records.ts';
import { call } from './call.ts';
import { countingRules } from './counting-rules.ts';
import { policy } from './policy.ts';
import { instant, locale, nothing } from './values.ts';

export const hostInfo = z.object({
	kind: z.enum(['electron', 'loopback']),
	can: z.array(z.enum(['print', 'save-file', 'keep-secret', 'practise', 'auto-update'])),
	policy: policy.optional(),
});
export type HostInfo = z.infer<typeof hostInfo>;
export type Capability = HostInfo['can'][number];

const recordView = z.object({
	name: z.string().min(1).max(60),
	type: z.enum(recordTypeNames),
	/** Search, filters, order and columns, as in the address of the list. */
	query: z.string().max(4000),
});
export type RecordView = z.infer<typeof recordView>;

export const settings = z.object({
	language: z.enum(['en', 'ar']),
	locale,
	/** The locale last used with each language. */
	localeOf: z.partialRecord(z.enum(['en', 'ar']), locale),
	theme: z.enum(['system', 'light', 'dark']),
	contrast: z.enum(['system', 'more']),
	density: z.enum(['compact', 'default', 'touch']),
	/** Per cent. */
	textSize: z.number().int().min(90).max(200),
	/**
	 * Recorded with everything this person enters. A window has its own; kept here is the last one chosen, for the next
	 * window.
	 */
	person: z.string(),
	/** Names to choose a person from. */
	staff: z.array(z.string()),
	locationId: z.string().nullable(),
	approvalsWait: z.boolean(),
	/** Kinds of documents that only somebody who did not enter them approves. */
	anotherApproves: z.array(z.enum(kindNames)),
	/** Seconds a submit or decision can be undone before it is sent; 0 disables undo. */
	undoSeconds: z.number().int().min(0).max(120),
	scanner: z.object({
		/** Typed before each code; empty for none. */
		prefix: z.string().max(4),
		/** Typed after each code. */
		suffix: z.enum(['enter', 'tab', 'none']),
		sound: z.boolean(),
	}),
	counting: countingRules,
	/** Saved views of lists of records. */
	recordViews: z.array(recordView).max(1000),
});
export type Settings = z.infer<typeof settings>;

/**
 * `online` and `offline`: whether the service answered the last authenticated call. `busy`: it asked us to wait (Retry-
 * After).
 */
const networkState = z.object({
	state: z.enum(['online', 'offline', 'busy', 'unknown']),
	lastAnswerAt: instant.nullable(),
	reason: z.string().nullable(),
});
export type NetworkState = z.infer<typeof networkState>;

const outboxCounts = z.object({
	waiting: z.number().int(),
	needYou: z.number().int(),
});
export type OutboxCounts = z.infer<typeof outboxCounts>;

export const account = z.object({
	accountId: z.string(),
	name: z.string(),
	serviceUrl: z.string(),
	/** Distinguishes two accounts of the same service. */
	clientId: z.string(),
	practice: z.boolean(),
});
export type Account = z.infer<typeof account>;

const waitingElsewhere = z.object({
	...account.shape,
	documents: z.number().int(),
	drafts: z.number().int(),
	counts: z.number().int(),
});
export type WaitingElsewhere = z.infer<typeof waitingElsewhere>;

/**
 * `not-proved`: nothing proved that the list ended. `changed`: it changed while we read it. `other-address`: its next
 * page is on another host.
 */
export const incompleteCode = z.enum([
	'not-proved',
	'fewer-than-told',
	'repeats',
	'changed',
	'other-address',
	'endless',
	'rows-unreadable',
	'broke-off',
]);

export const incomplete = z.object({
	code: incompleteCode,
	page: z.number().int(),
	came: z.number().int(),
	/** Rows announced by the service; null if it announces none. */
	told: z.number().int().nullable(),
});
export type Incomplete = z.infer<typeof incomplete>;

const syncTable = z.object({
	kind: z.string(),
	/** null until the copies are counted, shortly after start. */
	count: z.number().int().nullable(),
	asOf: instant.nullable(),
	/** false unless we proved that every row came. */
	complete: z.boolean(),
	/** null if complete or never read. */
	incomplete: incomplete.nullable(),
});

/** A row we could not read. It is left out until the service sends a readable version. */
const unreadableRow = z.object({
	kind: z.string(),
	/** Position in the list, from 1. */
	place: z.number().int(),
	/** The record's number, name or id at the service; empty if none is readable. */
	name: z.string(),
	/** The invalid field, by its service name; empty if the row is not a record. */
	field: z.string(),
});
const syncState = z.object({
	running: z.boolean(),
	now: z.object({ kind: z.string(), fetched: z.number().int() }).nullable(),
	asOf: instant.nullable(),
	failure: z.string().nullable(),
	tables: z.array(syncTable),
	unreadable: z.object({ rows: z.array(unreadableRow), count: z.number().int() }),
});
export type SyncState = z.infer<typeof syncState>;

export const fetchedList = z.enum([...kindNames, 'stock', 'receiving', ...recordTypeNames]);
export type FetchedList = z.infer<typeof fetchedList>;

export const appState = z.object({
	/** Answers and events can overtake each other: the state with the higher number is newer. */
	order: z.number().int(),
	version: z.string(),
	account: account.nullable(),
	/** `secret-needed`: everything works, but nothing is sent until someone enters the client secret again. */
	session: z.enum(['none', 'signing-in', 'signed-in', 'secret-needed', 'offline']),
	network: networkState,
	outbox: outboxCounts,
	/** Work waiting under other accounts on this PC; only those accounts can send it. */
	elsewhere: z.array(waitingElsewhere),
	sync: syncState,
	settings,
	/** An earlier Stillroom wrote the practice data: `session.practise` with `afresh` sets it aside. */
	practiceOutdated: z.boolean(),
	/** The account's service profile is unreadable: nothing is sent or fetched until someone provides it again. */
	profileDamaged: z.boolean(),
	/** Nothing is saved, sent or fetched until disk space is free. */
	diskFull: z.boolean(),
	/** UTF-16 units left for a person's text beside our reference; null if unknown. */
	textRoom: z.record(z.enum(kindNames), z.number().int().nullable()),
	needYou: z.record(area, z.number().int()),
	open: z.record(area, z.number().int()),
	/** Follow-ups of recent receipts that nobody decided. */
	followUps: z.number().int(),
});
export type AppState = z.infer<typeof appState>;

export const appCalls = {
	'app.state': call(nothing, appState),
	'settings.set': call(settings.partial(), settings),
	'network.check': call(nothing, networkState),
	/**
	 * Without `lists`: starts a full fetch and answers at once. With `lists`: answers when those are here, or fails
	 * with `unreachable`.
	 */
	'sync.pull': call({ lists: z.array(fetchedList).optional() }, nothing),
};
