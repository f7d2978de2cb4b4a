// The state that the shell shows: host, account, session, network, sync, counts, settings.
import { z } from 'zod';
import { call } from './call.ts';
import { countingRules } from './counting-rules.ts';
import { instant, locale, nothing } from './values.ts';

export const hostInfo = z.object({
	kind: z.enum(['electron', 'loopback']),
	/** What this host can do: `print`, `save-file`, `keep-secret`, `practise`, `auto-update`. */
	can: z.array(z.enum(['print', 'save-file', 'keep-secret', 'practise', 'auto-update'])),
});
export type HostInfo = z.infer<typeof hostInfo>;
export type Capability = HostInfo['can'][number];

export const settings = z.object({
	language: z.enum(['en', 'ar']),
	/** BCP 47 tag for numbers, dates and money. */
	locale,
	theme: z.enum(['system', 'light', 'dark']),
	contrast: z.enum(['system', 'more']),
	density: z.enum(['compact', 'default', 'touch']),
	/** Who is working at this PC; written beside everything that is entered. */
	person: z.string(),
	locationId: z.string().nullable(),
	/** Whether approvals and rejections may wait in the outbox while the service does not answer. */
	approvalsWait: z.boolean(),
	/** How long what was submitted or decided can be undone before it goes, seconds; 0 for not at all. */
	undoSeconds: z.number().int().min(0).max(120),
	/** The barcode scanner of this PC, which types its codes. */
	scanner: z.object({
		/** What it types before a code; empty for nothing. */
		prefix: z.string().max(4),
		/** The key behind a code. */
		suffix: z.enum(['enter', 'tab', 'none']),
		sound: z.boolean(),
	}),
	counting: countingRules,
});
export type Settings = z.infer<typeof settings>;

/**
 * `online`: the last authenticated probe or call was answered by the service. `offline`: it was not.
 * `busy`: the service asked us to wait (Retry-After). `unknown`: nothing was tried yet.
 */
const networkState = z.object({
	state: z.enum(['online', 'offline', 'busy', 'unknown']),
	/** When the service last answered us. */
	lastAnswerAt: instant.nullable(),
	/** When it will be tried again by itself. */
	nextProbeAt: instant.nullable(),
	/** What the last failure was, in the words of the network or the service. */
	reason: z.string().nullable(),
});
export type NetworkState = z.infer<typeof networkState>;

const outboxCounts = z.object({
	/** Documents with work that goes by itself. */
	waiting: z.number().int(),
	/** Documents that need a person. */
	needYou: z.number().int(),
});
export type OutboxCounts = z.infer<typeof outboxCounts>;

const waitingElsewhere = z.object({
	accountId: z.string(),
	/** As its service is called. */
	name: z.string(),
	serviceUrl: z.string(),
	/** Tells apart two accounts of one service. */
	clientId: z.string(),
	practice: z.boolean(),
	/** Documents that are not with the service yet. */
	documents: z.number().int(),
	/** What is still being entered. */
	drafts: z.number().int(),
	counts: z.number().int(),
});
export type WaitingElsewhere = z.infer<typeof waitingElsewhere>;

/**
 * Why a list is not known to be whole. `not-proved`: nothing showed that it ended. `fewer-than-told`: the service tells
 * of more rows than came. `repeats`: the same rows came again. `changed`: while it was read. `other-address`: its next
 * page is not at this service. `endless`: it has no end. `broke-off`: the service stopped to answer.
 */
export const incompleteCode = z.enum([
	'not-proved',
	'fewer-than-told',
	'repeats',
	'changed',
	'other-address',
	'endless',
	'rows-set-aside',
	'broke-off',
]);

export const incomplete = z.object({
	code: incompleteCode,
	/** The page with which the list ended. */
	page: z.number().int(),
	/** Rows that came, each once. */
	came: z.number().int(),
	/** Rows that the service tells of; null where it tells nothing. */
	told: z.number().int().nullable(),
});
export type Incomplete = z.infer<typeof incomplete>;

const syncTable = z.object({
	kind: z.string(),
	/** Null until the copies are counted, soon after a start. */
	count: z.number().int().nullable(),
	asOf: instant.nullable(),
	/** False where it is not proved that everything came: what is shown may not be all there is. */
	complete: z.boolean(),
	/** Why it is not complete; null where it is, or was never read. */
	incomplete: incomplete.nullable(),
});

/** A row of a list that cannot be read, and is left out until the service shows it otherwise. */
const setAsideRow = z.object({
	kind: z.string(),
	/** Which row of the list, from 1. */
	place: z.number().int(),
	/** What the service calls the record: its number, name or id; empty where nothing of these can be read. */
	name: z.string(),
	/** The field that is wrong, as the service calls it; empty where the row is no record. */
	field: z.string(),
});
const syncState = z.object({
	running: z.boolean(),
	/** The kind being fetched now, and how many records of it have come. */
	now: z.object({ kind: z.string(), fetched: z.number().int() }).nullable(),
	/** The oldest `asOf` of all kinds: "as of" for the screens. */
	asOf: instant.nullable(),
	failure: z.string().nullable(),
	tables: z.array(syncTable),
	/** The first of the rows that are set aside, and how many there are. */
	setAside: z.object({ rows: z.array(setAsideRow), count: z.number().int() }),
});
export type SyncState = z.infer<typeof syncState>;

export const account = z.object({
	accountId: z.string(),
	name: z.string(),
	serviceUrl: z.string(),
	clientId: z.string(),
	practice: z.boolean(),
});
export type Account = z.infer<typeof account>;

/** The lists that a screen shows by themselves, and that a person may fetch by themselves. */
export const fetchedList = z.enum(['wastage', 'transferOut', 'transferIn', 'stock']);
export type FetchedList = z.infer<typeof fetchedList>;

export const appState = z.object({
	/** Answers and events come by different ways: of two states the one with the greater number is the newer. */
	order: z.number().int(),
	version: z.string(),
	account: account.nullable(),
	/** `secret-needed`: everything works, but nothing is sent until the client secret is given again. */
	session: z.enum(['none', 'signing-in', 'signed-in', 'secret-needed', 'offline']),
	network: networkState,
	outbox: outboxCounts,
	/** Work that waits for other accounts of this PC; only they can go on with it. */
	elsewhere: z.array(waitingElsewhere),
	sync: syncState,
	settings,
	/** The data of the practice service is of an earlier Stillroom: `session.practise` with `afresh` sets it aside. */
	practiceOutdated: z.boolean(),
	/** The service profile of the account cannot be read: nothing is sent or fetched until somebody gives it again. */
	profileDamaged: z.boolean(),
	/** Nothing new is taken in, and nothing sent or fetched, until there is room on the disk again. */
	diskFull: z.boolean(),
	/**
	 * UTF-16 units that the service keeps of what a person writes about a document, beside our reference; null where that is
	 * not known.
	 */
	textRoom: z.object({
		wastage: z.number().int().nullable(),
		transferOut: z.number().int().nullable(),
		transferIn: z.number().int().nullable(),
	}),
	/** Of `outbox.needYou`, how many belong to each area. */
	needYou: z.object({
		stocktake: z.number().int(),
		wastage: z.number().int(),
		transfer: z.number().int(),
	}),
	/** Documents and counts open per area, for the rail. */
	open: z.object({
		stocktake: z.number().int(),
		wastage: z.number().int(),
		transfer: z.number().int(),
	}),
});
export type AppState = z.infer<typeof appState>;

export const appCalls = {
	'app.state': call(nothing, appState),
	'settings.set': call(settings.partial(), settings),
	/** Asks the service now whether it is there, with an authenticated call. */
	'network.check': call(nothing, networkState),
	/**
	 * Without lists it starts fetching everything afresh; progress comes with `app.changed`. With lists it fetches these at
	 * once, before whatever else is to be fetched, and answers when they are here; the stock is that of the chosen location.
	 * Refuses with `unreachable` where one of them did not come.
	 */
	'sync.pull': call(z.object({ lists: z.array(fetchedList).optional() }), nothing),
};
