// The service profile: everything that the service's document does not show, as settings with a default and a reason.
// A service of the same shape that answers otherwise needs another profile (a JSON file), not other code.
import { z } from 'zod';
import { phase, type Phase } from '../bridge/values.ts';
import { operations } from './index.ts';
import { letterCase } from './letter-case.ts';
import { partsOfPath, type Operation } from './operation.ts';

/** Words of the service that mean each phase. The first is the one we send, where we ever send one. */
const phaseWords = z
	.partialRecord(phase, z.array(z.union([z.string(), z.number().int()]).transform(String)))
	.superRefine((words, context) => {
		const meanings = new Map<string, string>();
		for (const [name, list] of Object.entries(words)) {
			for (const word of new Set(list.map(plainState))) {
				const before = meanings.get(word);
				if (before === undefined) meanings.set(word, name);
				else {
					const message = `The word ${word} already means ${before}.`;
					context.addIssue({ code: 'custom', path: [name], message });
				}
			}
		}
	});

/** The documents that have states and may carry our reference, as the names of their operations begin. */
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
};

/** What a person may state, or leave open. */
const stated = z.boolean().nullable().default(null);

/** Shorter than our reference, a field carries none. */
const limit = z.number().int().min(15).nullable().default(null);

const milliseconds = (standard: number) => z.number().int().min(0).default(standard);

export const serviceProfile = z.strictObject({
	name: z.string().default('default'),

	token: z
		.strictObject({
			/** Not shown. `Authorization` is what nearly every such service reads. */
			header: z.string().min(1).default('Authorization'),
			/** Word before the token; empty for the bare token. `token_type` is shown in the login's answer, its use is not. */
			scheme: z.string().default('Bearer'),
			/** Unit of `expires_in`. Not shown; OAuth (RFC 6749, 4.2.2), whose names the answer bears, says seconds. */
			expiresIn: z.enum(['seconds', 'minutes', 'milliseconds']).default('seconds'),
			/** A token this close to its end is renewed before it is used, ms. */
			renewBeforeMs: milliseconds(30_000),
			/** False where RefreshToken does not work: then we sign in again instead. */
			refresh: z.boolean().default(true),
			/** Names of the refresh request's fields. RefreshTokenDto's fields are not shown. */
			refreshFields: z
				.strictObject({
					refreshToken: z.string().default('refresh_token'),
					/** Null when the client id is not sent along. */
					clientId: z.string().nullable().default(null),
				})
				.prefault({}),
		})
		.prefault({}),

	paging: z
		.strictObject({
			/**
			 * How a page is asked for. Not shown. `link`: by the address in the Link header (RFC 8288, rel=next); `next-url`: by
			 * the address in the body. `none`: every list comes in one answer.
			 */
			style: z.enum(['page', 'offset', 'cursor', 'link', 'next-url', 'none']).default('page'),
			parameter: z.string().default('pageNumber'),
			sizeParameter: z.string().default('pageSize'),
			/** The number of the first page. */
			first: z.number().int().min(0).default(1),
			size: z.number().int().min(1).max(10_000).default(500),
			/**
			 * Pages asked for side by side, where an entry waits for a list to be read whole and the list says how many rows it
			 * has. What is allowed is not shown; as many as documents are sent side by side. A pull asks for one at a time.
			 */
			pagesAtOnce: z.number().int().min(1).max(32).default(4),
			/** Path in the answer to the next cursor, for `cursor`. */
			nextCursor: z.string().default('nextCursor'),
			/** Path in the answer to the address of the next page, for `next-url`; null: found by the usual names. */
			nextUrl: z.string().nullable().default(null),
		})
		.prefault({}),

	lists: z
		.strictObject({
			/** Path to the rows (`result.rows`); null: the answer is the array, or the only array in it is taken. */
			rows: z.string().nullable().default(null),
			/** Path to the record in an answer of one; null: the answer itself, or the record in its `data` or `result`. */
			record: z.string().nullable().default(null),
			/** Path to the number of all rows; null: found by the usual names, or not known. */
			total: z.string().nullable().default(null),
			/** Header with the number of all rows, where the body has none; null: found by the usual names. */
			totalHeader: z.string().min(1).nullable().default(null),
			/** Path to the number in the answer of a Count operation; null: the answer itself or the only number in it. */
			count: z.string().nullable().default(null),
		})
		.prefault({}),

	/** Which words of the service mean which of our phases. State names are not shown; an unknown one is shown as it is. */
	states: z
		.strictObject({
			wastage: phaseWords.default(standardStates),
			transferOut: phaseWords.default(standardStates),
			transferIn: phaseWords.default(standardStates),
			production: phaseWords.default(standardStates),
			purchaseRequest: phaseWords.default(standardStates),
			purchaseOrder: phaseWords.default(standardStates),
			returnOrder: phaseWords.default(standardStates),
		})
		.prefault({}),

	/** Letter case of field names. Those of the records that are shown (camelCase and snake_case) never change. */
	fieldCase: letterCase.default('as-declared'),
	/** Letter case of the names of query parameters. Those of paging stand in `paging` as they are. */
	queryCase: letterCase.default('as-declared'),
	/** Other names of query parameters: `{ "locationId": "outlet" }`. */
	query: z
		.record(z.string(), z.string().min(1))
		.default({})
		.superRefine((renamed, context) => {
			for (const name of Object.keys(renamed)) {
				if (queryParameters().has(name)) continue;
				const message = `No query has the parameter ${name}.`;
				context.addIssue({ code: 'custom', path: [name], message });
			}
		}),
	/**
	 * Other names of fields, by record: `{ "Wastage": { "number": "documentNo" } }`. `*` is for every record that has such
	 * a field and no name of its own for it: `{ "*": { "id": "uuid" } }`. Which field is the identifier is shown of none.
	 */
	fields: z
		.record(z.string(), z.record(z.string(), z.string().min(1)))
		.default({})
		.superRefine((renamed, context) => {
			for (const [name, fields] of Object.entries(renamed)) {
				const known = name === '*' ? allFieldNames() : fieldsByRecord().get(name);
				if (known === undefined) {
					const message = `No record is called ${name}.`;
					context.addIssue({ code: 'custom', path: [name], message });
					continue;
				}
				for (const field of Object.keys(fields)) {
					if (known.has(field)) continue;
					const message = `The record has no field ${field}.`;
					context.addIssue({ code: 'custom', path: [name, field], message });
				}
			}
		}),
	/** Whether identifiers are JSON strings or integers. The shown ones are strings (some of them uuid). */
	ids: z.enum(['string', 'integer']).default('string'),
	/** Whether states are JSON strings or integers. Not shown. */
	stateForm: z.enum(['string', 'integer']).default('string'),

	/** Whether whole numbers are JSON numbers or texts (`"3"`) where we write them; both are read. Not shown. */
	integers: z.enum(['number', 'text']).default('number'),
	/** The same for quantities and money. */
	decimals: z.enum(['number', 'text']).default('number'),
	/** Decimals of a quantity that the service keeps; null: as many as were sent, as far as we know. */
	quantityScale: z.number().int().min(0).max(20).nullable().default(null),

	/** Dates and times, which the document shows with milliseconds and `Z` in one place only. */
	instants: z
		.strictObject({
			/** How exactly the service keeps them. What is sent is cut to it. */
			precision: z.enum(['millisecond', 'second', 'minute', 'day']).default('millisecond'),
			/**
			 * The zone of texts that name none. `location`: by the clock of the document's location (of a transfer, the one
			 * that sends; where a record names none, of the location of this PC), and sent so too.
			 */
			zone: z.enum(['utc', 'location']).default('utc'),
		})
		.prefault({}),

	/**
	 * How a record is replaced: the operations called `update`. The document shows PUT on the path of the list for most;
	 * a suffix such as `/update` or `/{id}` is put behind the path, the identifier only where the path has none.
	 */
	writes: z
		.strictObject({
			method: z.enum(['PUT', 'POST', 'PATCH']).default('PUT'),
			suffix: z
				.string()
				.regex(/^(?:\/(?:[\w.-]+|\{id\}))*$/, 'This must be empty or begin with a slash.')
				.default(''),
		})
		.prefault({}),

	/** Letter case of the paths. The document's are mixed (`Wastage`, `roles`); some servers take only lower case. */
	pathCase: z.enum(['as-declared', 'lower']).default('as-declared'),

	/** Method or path of an operation where the service differs from our reading, by operation name. */
	operations: z
		.record(
			z.string(),
			z.strictObject({
				method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
				path: z.string().startsWith('/').optional(),
			}),
		)
		.default({})
		.superRefine((changed, context) => {
			for (const [name, { path }] of Object.entries(changed)) {
				const operation = all.find((each) => each.name === name);
				if (operation === undefined) {
					const message = `No operation is called ${name}.`;
					context.addIssue({ code: 'custom', path: [name], message });
				} else if (path !== undefined) {
					const needed = partsOfPath(operation.path).sort().join(', ');
					if (needed === partsOfPath(path).sort().join(', ')) continue;
					const message = `The path needs these parts in braces: ${needed || 'none'}.`;
					context.addIssue({ code: 'custom', path: [name, 'path'], message });
				}
			}
		}),

	/** Problem records. Shown on one operation alone (ProblemDetails, with further string properties that name fields). */
	problems: z
		.strictObject({
			/** Path to the sentence for the person; null: found by the usual names. */
			sentence: z.string().nullable().default(null),
			/** Path to the record that names the fields; null: the problem record's own further properties. */
			fields: z.string().nullable().default(null),
		})
		.prefault({}),

	/**
	 * The free-text field that carries our reference, per document; null where none survives. That texts survive is our
	 * reading: only ReturnOrder shows a description.
	 */
	reference: z
		.strictObject({
			wastage: z.string().nullable().default('description'),
			transferOut: z.string().nullable().default('description'),
			transferIn: z.string().nullable().default('description'),
			production: z.string().nullable().default('description'),
			purchaseRequest: z.string().nullable().default('description'),
			purchaseOrder: z.string().nullable().default('description'),
			returnOrder: z.string().nullable().default('description'),
		})
		.prefault({}),

	/**
	 * The longest text that the field of the reference keeps, in UTF-16 units, per document. Not shown. What people write is
	 * cut to it, never the reference. Null: not known, and then only texts as long as one that came back are relied upon.
	 */
	textLimits: z
		.strictObject({
			wastage: limit,
			transferOut: limit,
			transferIn: limit,
			production: limit,
			purchaseRequest: limit,
			purchaseOrder: limit,
			returnOrder: limit,
		})
		.prefault({}),

	/**
	 * The field that carries the reason of a rejection, in the request and in the document, per document. Not shown, so
	 * by default null: nothing is sent with a rejection, and the reason stays on the PC where it was typed.
	 */
	rejection: z
		.strictObject({
			wastage: z.string().nullable().default(null),
			transferOut: z.string().nullable().default(null),
			transferIn: z.string().nullable().default(null),
		})
		.prefault({}),

	/**
	 * What a person states of the service's behaviour. Null says nothing: then an answer of the service check counts, and
	 * without one the careful path is taken (behaviour.ts).
	 */
	behaviour: z
		.strictObject({
			/** The text in the field that `reference` names comes back as it was sent. */
			keepsReferences: stated,
			/** Lists show one's own writes at once. */
			listsAreCurrent: stated,
			/** Where they do not: after how many ms at the latest they do. Null: not known. */
			listDelayMs: z.number().int().min(0).max(3_600_000).nullable().default(null),
			/** A repeated submit of a submitted document is refused: then a transition may be sent again after two absent probes. */
			refusesRepeatedTransition: stated,
			/** A 429 or 503 means that nothing was done. Otherwise it is asked first. Trying cannot find it out. */
			refusalsDoNothing: stated,
			/**
			 * A write is done where the answer is 2xx and has no body, or null. Otherwise the service is asked once more, also
			 * because a proxy may answer like that. The document shows it of two updates alone.
			 */
			emptyAnswersMeanDone: stated,
		})
		.prefault({}),

	/** The cheap call that shows whether the service is there and the token is good. */
	probe: z
		.string()
		.default('location.count')
		.refine((name) => isPlainRead(name), 'This must be a read whose path has no parts in braces.'),

	timeouts: z
		.strictObject({
			/** ms to wait for the answer of a read, and of a write. Not shown. */
			readMs: milliseconds(30_000),
			writeMs: milliseconds(60_000),
		})
		.prefault({}),

	/** What an answer may take of this PC. The document names no limits. */
	limits: z
		.strictObject({
			/** Bytes of one answer, unpacked. A page of 500 large records is some 2 MB. */
			responseBytes: z
				.number()
				.int()
				.min(1)
				.default(32 * 1024 * 1024),
			/** ms in which at least one byte of an answer must come. */
			idleMs: z.number().int().min(1).default(30_000),
			/** How many lists and records may stand in each other. */
			depth: z.number().int().min(1).max(500).default(100),
		})
		.prefault({}),

	pauses: z
		.strictObject({
			/** ms after an unanswered write before the service is asked, so that a late request can finish. */
			beforeProbeMs: milliseconds(90_000),
			/**
			 * Where answers are slow it is longer, three times what nearly all of them took, but no longer than this: a person
			 * waits for it.
			 */
			beforeProbeMostMs: milliseconds(600_000),
			/** ms between two probes that must agree on an absence. */
			betweenProbesMs: milliseconds(60_000),
			/** Backoff of what was not sent: full jitter between zero and first × 2^n, at most `retryMostMs`. */
			retryFirstMs: milliseconds(1_000),
			retryMostMs: milliseconds(300_000),
			/**
			 * How often the network is probed while it is away (the pause doubles, up to `offlineProbeMostMs`), and while
			 * nothing else shows that it is there.
			 */
			offlineProbeMs: milliseconds(10_000),
			offlineProbeMostMs: milliseconds(120_000),
			onlineProbeMs: milliseconds(60_000),
			/**
			 * Away for longer than `outageMs`, the service is away for other PCs too, and they all come back together. Then the
			 * first request waits for a random time within a window: so many ms for each location of the business, and
			 * `reconnectWindowMs` at least. How many requests a second the service allows is not shown. At 50 a second, the
			 * seven of a PC with three documents take 140 ms; the rest leaves room for PCs that come in the same second.
			 */
			outageMs: milliseconds(30_000),
			reconnectWindowMs: milliseconds(10_000),
			reconnectPerLocationMs: milliseconds(200),
			/** After an outage what is old is fetched again when what waited is sent, spread over so long. */
			pullSpreadMs: milliseconds(300_000),
			/** A Retry-After beyond this is not believed. */
			waitMostMs: milliseconds(3_600_000),
			/** Work that waited longer than this is shown to a person before it is sent; 0 for never. */
			staleAfterMs: milliseconds(86_400_000),
			/** A submitted document can be taken back for this long before it is sent. */
			holdMs: milliseconds(0),
			/**
			 * How long the copies are searched for a second document of one that was confirmed without certainty. How late a
			 * request may be done is not shown; a day covers queues that are emptied at night.
			 */
			watchTwinsMs: milliseconds(86_400_000),
		})
		.prefault({}),

	/**
	 * How often a write that left no trace goes again by itself before a person looks; counted anew when a person sends it.
	 */
	resendsWhenAbsent: z.number().int().min(0).max(20).default(3),

	/** Lanes sent side by side. */
	lanesAtOnce: z.number().int().min(1).max(32).default(4),

	transfer: z
		.strictObject({
			/** Phases in which a TransferIn can be received, and a TransferOut fulfilled. Not shown. */
			receiveIn: z.array(phase).default(['finalized', 'in-transit', 'partly-received']),
			fulfillIn: z.array(phase).default(['finalized', 'in-transit']),
			/**
			 * Per cent above what was sent that can still be received, null for any. Not shown; a tenth covers goods that are
			 * weighed again, and more than that is a slip of the unit.
			 */
			overReceiptPercent: z.number().min(0).nullable().default(10),
		})
		.prefault({}),

	stocktake: z
		.strictObject({
			/**
			 * Where a count goes. The document shows no stocktake; a count is never disguised as waste. `stock-changes`
			 * posts the differences, `file` writes them beside the count, `none` keeps it on this PC.
			 */
			posting: z.enum(['stock-changes', 'file', 'none']).default('stock-changes'),
			/**
			 * Lines in one request. Size limits are not shown: 250 lines are some 40 kB, well below what servers commonly take
			 * (1 MB), and what is refused or not confirmed concerns no more lines than a person can look through.
			 */
			batchLines: z.number().int().min(1).max(1_000).default(250),
			/**
			 * ms for which the quantities read before one part of a count stand for the next part too, so that a long count
			 * does not fetch the whole stock list once for each part. Longer than a part takes, and short beside the time in
			 * which somebody else moves the very same lines.
			 */
			lookAgainAfterMs: milliseconds(10_000),
			/**
			 * In which phases a document of the count's day or before is asked about at the cut-off, because its goods may be
			 * counted and not booked, or the other way round. When stock moves is not shown; an approval is the latest
			 * that it can.
			 */
			cutOff: z
				.strictObject({
					/** An order of which something is still to be received. */
					receipts: z.array(phase).default(['approved', 'in-transit', 'partly-received']),
					wastage: z.array(phase).default(['draft', 'submitted']),
					production: z.array(phase).default(['draft', 'submitted']),
				})
				.prefault({}),
			/**
			 * Days from one count to the next, by the counting frequency's name in small letters. The document names the
			 * type `CountingFrequency` and shows none of its values; an item whose word is not here is never due by itself.
			 */
			frequencyDays: z
				.record(z.string().toLowerCase(), z.number().int().min(1).max(3_660))
				.default({
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
		})
		.prefault({}),
});

const all: readonly Operation[] = operations;

const isPlainRead = (name: string): boolean =>
	all.some(
		(each) => each.name === name && each.method === 'GET' && partsOfPath(each.path).length === 0,
	);

let known: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The fields of every record of the registry, by the record's name. Found once, when a profile first asks. */
function fieldsByRecord(): ReadonlyMap<string, ReadonlySet<string>> {
	if (known !== undefined) return known;
	const found = new Map<string, ReadonlySet<string>>();
	const walk = (schema: unknown): void => {
		if (schema instanceof z.ZodOptional) walk(schema.def.innerType);
		else if (schema instanceof z.ZodArray) walk(schema.def.element);
		else if (schema instanceof z.ZodObject) {
			const name = schema.meta()?.['recordName'];
			if (typeof name === 'string') found.set(name, new Set(Object.keys(schema.shape)));
			for (const field of Object.values(schema.shape)) walk(field);
		}
	};
	for (const { body, answer } of all) {
		walk(body);
		if ('schema' in answer) walk(answer.schema);
	}
	return (known = found);
}

const queryParameters = (): ReadonlySet<string> =>
	new Set(all.flatMap(({ query }) => Object.keys(query?.shape ?? {})));

/** The names of all fields of the registry's records. */
export const allFieldNames = (): ReadonlySet<string> =>
	new Set([...fieldsByRecord().values()].flatMap((fields) => [...fields]));

export type ServiceProfile = z.output<typeof serviceProfile>;

export const defaultProfile: ServiceProfile = serviceProfile.parse({});

/**
 * Reads a profile, everything left out filled in.
 * @returns the profile, or every mistake with its path.
 */
export function readProfile(
	json: unknown,
):
	| { ok: true; profile: ServiceProfile }
	| { ok: false; problems: { path: string; message: string }[] } {
	const read = serviceProfile.safeParse(json ?? {});
	if (read.success) return { ok: true, profile: read.data };
	return {
		ok: false,
		problems: read.error.issues.map((issue) => ({
			path: issue.path.map(String).join('.') || '(top)',
			message: issue.message,
		})),
	};
}

/** Our phase for a state of the service, read without regard to its spelling; `unknown` where no word matches. */
export function phaseOf(profile: ServiceProfile, kind: DocumentKind, word: string): Phase {
	const wanted = plainState(word);
	for (const [name, words] of Object.entries(profile.states[kind])) {
		if (words.some((each) => plainState(each) === wanted)) return phase.parse(name);
	}
	return 'unknown';
}

/** A state without case, spaces, `_` and `-`: `In Transit`, `IN_TRANSIT` and `in-transit` are one. A number stays as it is. */
export const plainState = (word: string): string =>
	/^-?\d+$/.test(word) ? word : word.toLowerCase().replaceAll(/[\s_-]+/g, '');
