// The service profile: settings, each with a default and a reason, for everything the service's document does not show.
// A service of the same shape with other answers needs another profile (a JSON file), not other code.
import { z } from 'zod';
import { inOwnWords } from '../bridge/own-words.ts';
import { phase, type Phase } from '../bridge/values.ts';
import { letterCase } from './letter-case.ts';
import { meanings } from './profile-meanings.ts';
import { mistakeIn } from './profile-mistake-words.ts';
import {
	checkFieldNames,
	checkOperations,
	checkQueryNames,
	isPlainRead,
} from './profile-name-checks.ts';

const phaseWords = z
	.partialRecord(
		phase,
		z.array(z.union([z.string(), z.number().int({ abort: true })]).transform(String)),
	)
	.superRefine((words, context) => {
		const meanings = new Map<string, string>();
		for (const [name, list] of Object.entries(words)) {
			for (const word of new Set(list.map(plainState))) {
				const before = meanings.get(word);
				if (before === undefined) meanings.set(word, name);
				else {
					const message = inOwnWords('wordTwice', `${word}, ${before}`);
					context.addIssue({ code: 'custom', path: [name], message });
				}
			}
		}
	});

/** Documents with states and possibly our reference. Operation names begin with these. */
export const documentKinds = [
	'wastage',
	'transferOut',
	'transferIn',
	'production',
	'purchaseRequest',
	'purchaseOrder',
	'returnOrder',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

const standardStates = {
	draft: ['Draft', 'New', 'Created', 'Not submitted', 'Unsubmitted', 'Saved'],
	submitted: [
		'Submitted',
		'Pending',
		'Pending approval',
		'In review',
		'Under review',
		'Awaiting approval',
		'Waiting for approval',
		'For approval',
	],
	approved: ['Approved', 'Accepted', 'Authorised', 'Authorized'],
	rejected: ['Rejected', 'Declined', 'Refused', 'Denied', 'Turned down', 'Not approved'],
	finalized: ['Finalized', 'Finalised', 'Final', 'Released'],
	'in-transit': [
		'InTransit',
		'Sent',
		'Dispatched',
		'Shipped',
		'On the way',
		'On its way',
		'En route',
	],
	'partly-received': [
		'PartiallyReceived',
		'Partly received',
		'Part received',
		'Partial receipt',
		'Partially delivered',
	],
	received: ['Received', 'Completed', 'Closed', 'Fully received', 'Delivered'],
	fulfilled: ['Fulfilled', 'Fully sent', 'Fully fulfilled'],
	cancelled: ['Cancelled', 'Canceled', 'Withdrawn', 'Voided'],
};

const orderStates = {
	...standardStates,
	received: standardStates.received.filter((word) => word !== 'Closed'),
	closed: ['Closed', 'Short closed', 'Closed short'],
};

const section = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.strictObject(shape).prefault({} as never);

const forEach = <Setting extends z.ZodType>(setting: Setting) =>
	({
		wastage: setting,
		transferOut: setting,
		transferIn: setting,
		production: setting,
		purchaseRequest: setting,
		purchaseOrder: setting,
		returnOrder: setting,
	}) satisfies Record<DocumentKind, Setting>;

const perDocument = <Setting extends z.ZodType>(setting: Setting) => section(forEach(setting));

const stated = z.boolean().nullable().default(null);

const whole = (least: number) => z.number().int().min(least);

/** A field shorter than our reference carries none. */
const limit = whole(15).nullable().default(null);

const milliseconds = (standard: number) => whole(0).default(standard);

export const serviceProfile = z.strictObject({
	name: z.string().default('default'),

	token: section({
		/** Not shown. Nearly every such service reads `Authorization`. */
		header: z.string().min(1).default('Authorization'),
		/** Word before the token; empty for the bare token. Whether `token_type` is meant for it is not shown. */
		scheme: z.string().default('Bearer'),
		/** Not shown; OAuth (RFC 6749, 4.2.2), which has the same field names, says seconds. */
		expiresIn: z.enum(['seconds', 'minutes', 'milliseconds']).default('seconds'),
		renewBeforeMs: milliseconds(30_000),
		/** false if RefreshToken does not work: we sign in again instead. */
		refresh: z.boolean().default(true),
		/** Field names of the refresh request. RefreshTokenDto's fields are not shown. */
		refreshFields: section({
			refreshToken: z.string().default('refresh_token'),
			clientId: z.string().nullable().default(null),
		}),
	}),

	paging: section({
		/**
		 * Not shown. `link`: the URL in the Link header (RFC 8288, rel=next). `none`: every list comes in one answer.
		 */
		style: z.enum(['page', 'offset', 'cursor', 'link', 'next-url', 'none']).default('page'),
		parameter: z.string().default('pageNumber'),
		sizeParameter: z.string().default('pageSize'),
		/** Of the pages, or of the rows with offsets. null: 1 for pages, and 0 for offsets. */
		first: whole(0).nullable().default(null),
		size: whole(1).max(10_000).default(500),
		/**
		 * When an entry waits for a complete list with a known total; a pull requests one page at a time. The limit is
		 * not shown.
		 */
		pagesAtOnce: whole(1).max(32).default(4),
		nextCursor: z.string().default('nextCursor'),
		nextUrl: z.string().nullable().default(null),
	}),

	lists: section({
		/** Path to the rows (`result.rows`); null takes the answer, or the only array in it. */
		rows: z.string().nullable().default(null),
		/** Path to a single record; null takes the answer, or the record in its `data` or `result`. */
		record: z.string().nullable().default(null),
		total: z.string().nullable().default(null),
		/** Header with the total, if the body has none; null tries the usual names. */
		totalHeader: z.string().min(1).nullable().default(null),
		/** Path to the number in a Count answer; null takes the answer, or the only number in it. */
		count: z.string().nullable().default(null),
	}),

	/** The service's words for our phases. State names are not shown; unknown ones are displayed verbatim. */
	states: section({
		...forEach(phaseWords.default(standardStates)),
		purchaseOrder: phaseWords.default(orderStates),
	}),

	/** Letter case of field names. Shown records (camelCase and snake_case) keep theirs. */
	fieldCase: letterCase.default('as-declared'),
	/** Letter case of query parameters. Those in `paging` are used verbatim. */
	queryCase: letterCase.default('as-declared'),
	query: z.record(z.string(), z.string().min(1)).default({}).superRefine(checkQueryNames),
	/**
	 * By record: `{ "Wastage": { "number": "documentNo" } }`; `*` for every record that does not rename the field
	 * itself.
	 */
	fields: z
		.record(z.string(), z.record(z.string(), z.string().min(1)))
		.default({})
		.superRefine(checkFieldNames),
	/** JSON form of identifiers. The shown ones are strings (some uuid). */
	ids: z.enum(['string', 'integer']).default('string'),
	/** JSON form of states. Not shown. */
	stateForm: z.enum(['string', 'integer']).default('string'),

	/** Whether we write whole numbers as JSON numbers or texts (`"3"`); we read both. Not shown. */
	integers: z.enum(['number', 'text']).default('number'),
	decimals: z.enum(['number', 'text']).default('number'),
	/**
	 * How an update clears a field: left out, as null, or as an empty text or list (null for other types). Not shown. An
	 * update is the whole record, so a field left out should be empty afterwards; reading back shows whether it is.
	 */
	clearing: z.enum(['omit', 'null', 'empty']).default('omit'),
	/** Decimal places of quantities that the service keeps; null assumes all. */
	quantityScale: whole(0).max(20).nullable().default(null),

	/** Dates and times; the document shows them with milliseconds and `Z`, in one place only. */
	instants: section({
		precision: z.enum(['millisecond', 'second', 'minute', 'day']).default('millisecond'),
		/** Of texts without a zone. `location`: a transfer's sender, else this PC's location. */
		zone: z.enum(['utc', 'location']).default('utc'),
	}),

	/**
	 * For operations called `update`. The document shows PUT on the list's path for most. The suffix (`/update`,
	 * `/{id}`) is appended.
	 */
	writes: section({
		method: z.enum(['PUT', 'POST', 'PATCH']).default('PUT'),
		suffix: z
			.string()
			.regex(/^(?:\/(?:[\w.-]+|\{id\}))*$/, 'This must be empty or begin with a slash.')
			.default(''),
	}),

	/** Letter case of paths. The document mixes cases (`Wastage`, `roles`); some servers accept only lower case. */
	pathCase: z.enum(['as-declared', 'lower']).default('as-declared'),

	operations: z
		.record(
			z.string(),
			z.strictObject({
				method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
				path: z.string().startsWith('/').optional(),
			}),
		)
		.default({})
		.superRefine(checkOperations),

	/** Shown for one operation only (ProblemDetails, with extra string properties that name fields). */
	problems: section({
		sentence: z.string().nullable().default(null),
		/** Path to the record of field errors; null takes the problem record's own extra properties. */
		fields: z.string().nullable().default(null),
	}),

	/** The free-text field for our reference; null if none keeps it. Only ReturnOrder shows a description. */
	reference: perDocument(z.string().nullable().default('description')),

	/**
	 * UTF-16 units of the reference's field. People's text is cut to fit, never the reference. null: only lengths that
	 * came back count.
	 */
	textLimits: perDocument(limit),

	/**
	 * The field for a rejection reason, in request and document. Not shown, so by default the reason stays on this PC.
	 */
	rejection: perDocument(z.string().nullable().default(null)),

	/** null: the service check's answer counts, else the careful path (behaviour.ts). */
	behaviour: section({
		keepsReferences: stated,
		listsAreCurrent: stated,
		listDelayMs: whole(0).max(3_600_000).nullable().default(null),
		/** A transition may then be repeated after two negative probes. */
		refusesRepeatedTransition: stated,
		/** Otherwise we probe after a 429 or 503. The service check cannot find this out. */
		refusalsDoNothing: stated,
		/**
		 * Otherwise we probe after a 2xx answer without a body, which a proxy may have sent. Shown for two updates
		 * only.
		 */
		emptyAnswersMeanDone: stated,
	}),

	/** A cheap call that proves the service is up and the token valid. */
	ping: z
		.string()
		.default('location.count')
		.refine(isPlainRead, 'This must be a read whose path has no parts in braces.'),

	timeouts: section({
		/** Timeouts for reads and writes, ms. Not shown. */
		readMs: milliseconds(30_000),
		writeMs: milliseconds(60_000),
	}),

	/** Limits on an answer's use of this PC. The document names none. */
	limits: section({
		responseBytes: whole(1).default(32 * 1024 * 1024),
		/** At least one byte must arrive within this many ms. */
		idleMs: whole(1).default(30_000),
		depth: whole(1).max(500).default(100),
	}),

	pauses: section({
		/** Delay before probing an unanswered write, ms, so that a late request can finish. */
		beforeProbeMs: milliseconds(90_000),
		/** With slow answers the delay grows to three times what nearly all of them took, up to this. */
		beforeProbeMostMs: milliseconds(600_000),
		/** ms between two probes that must agree on an absence. */
		betweenProbesMs: milliseconds(60_000),
		/** Backoff for unsent requests: full jitter between zero and first × 2^n, at most `retryMostMs`. */
		retryFirstMs: milliseconds(1_000),
		retryMostMs: milliseconds(300_000),
		/** While offline (doubles), and while no other traffic proves the connection. */
		offlinePingMs: milliseconds(10_000),
		offlinePingMostMs: milliseconds(120_000),
		onlinePingMs: milliseconds(60_000),
		/**
		 * After a longer outage, the first request waits for a random part of a window: this many ms per location, at
		 * least `reconnectWindowMs`, because other PCs come back at the same time. At 50 requests a second, the seven
		 * of a PC with three documents take 140 ms; the rest is room for others.
		 */
		outageMs: milliseconds(30_000),
		reconnectWindowMs: milliseconds(10_000),
		reconnectPerLocationMs: milliseconds(200),
		pullSpreadMs: milliseconds(300_000),
		waitMostMs: milliseconds(3_600_000),
		staleAfterMs: milliseconds(86_400_000),
		/** How long a submitted document can be undone before it is sent. */
		holdMs: milliseconds(0),
		/** For a document confirmed without certainty. A day covers queues that are emptied at night. */
		watchTwinsMs: milliseconds(86_400_000),
	}),

	resendsWhenAbsent: whole(0).max(20).default(3),

	lanesAtOnce: whole(1).max(32).default(4),
	/** Records that an import, a bulk edit or its undo sends in a minute. Limits of the service are not shown. */
	importsPerMinute: whole(1).max(6000).default(300),

	...meanings,

	transfer: section({
		/** Phases in which a TransferIn can be received, and a TransferOut fulfilled. Not shown. */
		receiveIn: z.array(phase).default(['finalized', 'in-transit', 'partly-received']),
		fulfillIn: z.array(phase).default(['finalized', 'in-transit']),
		/**
		 * Above the quantity sent; null for no limit. Not shown; 10 % covers re-weighed goods, and more is probably the
		 * wrong unit.
		 */
		overReceiptPercent: z.number().min(0).nullable().default(10),
	}),

	ordering: section({
		/**
		 * The quantity of a requisition template: the stock to fill up to, or the quantity to ask for each time. Shown, but
		 * not what it means.
		 */
		templateQuantity: z.enum(['fill-to', 'fixed']).default('fill-to'),
	}),

	purchasing: section({
		/** Phases in which an order can be received. Not shown. A submitted one waits until somebody has approved it. */
		receiveIn: z.array(phase).default(['approved', 'partly-received']),
		/** Above the quantity ordered; null for no limit. Not shown. */
		overReceiptPercent: z.number().min(0).nullable().default(10),
		/** A price above the one ordered by more than this many percent is marked; red from the second. */
		priceAmberPercent: z.number().min(0).default(1),
		priceRedPercent: z.number().min(0).default(5),
		/** A change raises the total of an approved order by more than this many percent: approved again. A rule of ours. */
		approveAgainPercent: z.number().min(0).default(5),
		/** Who approves an order that is made for goods that came without one. Not shown. */
		afterwardsApprovedBy: z.enum(['anybody', 'another']).default('anybody'),
		/** The text of such an order, which has no field for it. */
		afterwardsText: z.string().max(100).default('Ordered afterwards'),
		/** Items that are bought by the piece and weighed. The document shows no such mark and no weight on a receipt. */
		catchWeight: section({
			/** Names of a transaction unit that mark such an item: it is billed in that unit of weight. */
			transactions: z.array(z.string().toLowerCase()).default(['catch-weight', 'catch weight']),
			/** Codes of items that are weighed although nothing in them says so. */
			items: z.array(z.string()).default([]),
			/** How far a weight may be from the nominal one before the program asks. */
			percent: z.number().min(0).default(15),
			/** A receipt sends the quantity in the unit of the order; the other measure as text of the line, or not. */
			sendsText: z.boolean().default(false),
		}),
	}),

	stocktake: section({
		/** The document shows no stocktake. `stock-changes` posts differences, `file` writes them beside the count. */
		posting: z.enum(['stock-changes', 'file', 'none']).default('stock-changes'),
		/**
		 * The size limit is not shown: 250 lines are about 40 kB, and few enough for a person to review after a
		 * refusal.
		 */
		batchLines: whole(1).max(1_000).default(250),
		/**
		 * ms that quantities read for one part also serve the next: longer than sending a part, too short for others to
		 * move the lines.
		 */
		lookAgainAfterMs: milliseconds(10_000),
		/**
		 * Phases in which the goods of a document may be counted but not booked, or the reverse. When stock moves is
		 * not shown.
		 */
		cutOff: section({
			receipts: z.array(phase).default(['approved', 'in-transit', 'partly-received']),
			wastage: z.array(phase).default(['draft', 'submitted']),
			returns: z.array(phase).default(['draft', 'submitted']),
			production: z.array(phase).default(['draft', 'submitted']),
		}),
		/** By lower-case counting frequency. None of its values is shown; items with an unlisted word are never due. */
		frequencyDays: z.record(z.string().toLowerCase(), whole(1).max(3_660)).default({
			daily: 1,
			weekly: 7,
			'bi-weekly': 14,
			biweekly: 14,
			fortnightly: 14,
			monthly: 30,
			quarterly: 91,
			yearly: 365,
			annually: 365,
		}),
	}),
});

export type ServiceProfile = z.output<typeof serviceProfile>;

/** Where a list begins: the number of its first page, or of its first row. */
export const firstOf = ({ paging: { style, first } }: Pick<ServiceProfile, 'paging'>): number =>
	first ?? (style === 'page' ? 1 : 0);

export const defaultProfile: ServiceProfile = serviceProfile.parse({});

/** @returns the profile with its defaults, or every mistake with its path */
export function readProfile(
	json: unknown,
):
	| { ok: true; profile: ServiceProfile }
	| { ok: false; problems: { path: string; message: string }[] } {
	const read = serviceProfile.safeParse(json ?? {});
	if (read.success) return { ok: true, profile: read.data };
	return {
		ok: false,
		problems: read.error.issues.map(mistakeIn),
	};
}

/** Our phase for a service state, ignoring spelling; `unknown` if no word matches. */
export function phaseOf(profile: ServiceProfile, kind: DocumentKind, word: string): Phase {
	const wanted = plainState(word);
	for (const [name, words] of Object.entries(profile.states[kind])) {
		if (words.some((each) => plainState(each) === wanted)) return phase.parse(name);
	}
	return 'unknown';
}

/** The word for a phase in a request; the phase's own name if the profile has none. */
export const stateWordOf = ({ states }: ServiceProfile, kind: DocumentKind, of: Phase): string =>
	states[kind][of]?.[0] ?? of;

/** `In Transit`, `IN_TRANSIT` and `in-transit` are equal. A number stays unchanged. */
export const plainState = (word: string): string =>
	/^-?\d+$/.test(word) ? word : word.toLowerCase().replaceAll(/[\s_-]+/g, '');
