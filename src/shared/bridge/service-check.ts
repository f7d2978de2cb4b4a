// The service check: what was asked of the service, what came, what it means, and the profile that follows from it.
import { z } from 'zod';
import type { LearnableFlag } from '../service/behaviour.ts';
import type { DocumentKind } from '../service/profile.ts';
import { call } from './call.ts';
import { instant, nothing } from './values.ts';

/** The documents that a test document can be made of, as the service profile names them. */
export const checkedDocument = z.enum([
	'wastage',
	'transferOut',
	'transferIn',
	'production',
	'purchaseRequest',
	'purchaseOrder',
	'returnOrder',
] as const satisfies readonly DocumentKind[]);

/** In the order in which they are asked and shown. The words of each are `check.ask-<question>`. */
export const checkQuestion = z.enum([
	'signIn',
	'token',
	'tokenLife',
	'refresh',
	'pathCase',
	'pathsUsed',
	'pathsAll',
	'rows',
	'total',
	'names',
	'ids',
	'stateForm',
	'record',
	'count',
	'paging',
	'pageSize',
	'shape',
	'complete',
	'states',
	'stateRead',
	'reference',
	'ownWrites',
	'repeat',
	'draftStock',
	'leftBehind',
	'busy',
	'stockPosting',
]);
export type CheckQuestion = z.infer<typeof checkQuestion>;

/** What came out, with the values that its words (`check.found-<code>`) need. */
const checkCode = z.enum([
	'signedIn',
	'signInRefused',
	'noAnswer',
	'tokenWithScheme',
	'tokenBare',
	'tokenNotAsked',
	'tokenNone',
	'lifeUnit',
	'lifeUntold',
	'refreshWorks',
	'refreshNotGiven',
	'refreshRefused',
	'caseAsDeclared',
	'caseLower',
	'pathsAllThere',
	'pathsMissing',
	'bare',
	'at',
	'notFound',
	'noTotal',
	'namesAsDeclared',
	'namesPascal',
	'namesOther',
	'text',
	'integer',
	'noRows',
	'pageByNumber',
	'pageByOffset',
	'pageByCursor',
	'pageNone',
	'pageUnknown',
	'sizeKept',
	'sizeCapped',
	'sizeFixed',
	'readable',
	'unreadable',
	'whole',
	'doubled',
	'short',
	'restless',
	'tooLong',
	'statesKnown',
	'statesUnknown',
	'stateSame',
	'stateDiffers',
	'kept',
	'lost',
	'unlisted',
	'shownAtOnce',
	'shownAfter',
	'notShown',
	'repeatRefused',
	'repeatTaken',
	'mayMoveStock',
	'stockStayed',
	'stockMoved',
	'leftRejected',
	'leftAsItIs',
	'notReached',
	'needsLeave',
	'notAllowed',
	'nothingToTryWith',
	'busyNotTried',
	'postingNotTried',
]);
export type CheckCode = z.infer<typeof checkCode>;

/** One request: what was sent and what came, without a secret and without the records themselves. */
const checkEvidence = z.object({ sent: z.string(), came: z.string() });
export type CheckEvidence = z.infer<typeof checkEvidence>;

const checkAnswer = z.object({
	question: checkQuestion,
	/** The document it was asked about; null where it is about all. */
	document: checkedDocument.nullable(),
	/**
	 * `good`: known, and nothing stands in the way. `careful`: known, and Stillroom has to be careful. `open`: not
	 * answered; the code says why.
	 */
	outcome: z.enum(['good', 'careful', 'open']),
	code: checkCode,
	values: z.record(z.string(), z.union([z.string(), z.number()])),
	evidence: z.array(checkEvidence),
});
export type CheckAnswer = z.infer<typeof checkAnswer>;

/** How a path stands: `refuses` is there and wants something else; `missing` is not there under this address. */
const checkedPath = z.object({
	operation: z.string(),
	address: z.string(),
	/** Stillroom itself works with it. */
	used: z.boolean(),
	outcome: z.enum(['answers', 'refuses', 'missing', 'silent', 'not-asked']),
	status: z.number().int().nullable(),
	said: z.string(),
});
export type CheckedPath = z.infer<typeof checkedPath>;

const learnedFlag = z.object({
	flag: z.enum([
		'keepsReferences',
		'listsAreCurrent',
		'refusesRepeatedTransition',
	] as const satisfies readonly LearnableFlag[]),
	document: checkedDocument,
	holds: z.boolean(),
	/** The field that was tried, for `keepsReferences`. */
	field: z.string(),
	/** How long the text was that came back with its reference. */
	kept: z.object({ units: z.number().int(), bytes: z.number().int() }).optional(),
});
export type LearnedFlag = z.infer<typeof learnedFlag>;

/** A setting of the profile that would change; values as JSON text, null where there is none. */
const profileDifference = z.object({
	path: z.string(),
	before: z.string().nullable(),
	after: z.string().nullable(),
});
export type ProfileDifference = z.infer<typeof profileDifference>;

export const checkReport = z.object({
	format: z.literal('stillroom-service-check-1'),
	at: instant,
	serviceUrl: z.string(),
	/** Requests that were made. */
	requests: z.number().int(),
	durationMs: z.number().int(),
	/** Whether there was leave to write. */
	wrote: z.boolean(),
	answers: z.array(checkAnswer),
	paths: z.array(checkedPath),
	learned: z.array(learnedFlag),
	differences: z.array(profileDifference),
	/** The service profile that was asked with, and the one that is proposed: JSON text. */
	profile: z.string(),
	proposed: z.string(),
});
export type CheckReport = z.infer<typeof checkReport>;

/** Leave to write: a marked test document of each kind that is named. */
export const leaveToWrite = z.object({
	locationId: z.string().min(1),
	/** For transfers; without it none is made. */
	otherLocationId: z.string().min(1).nullable(),
	documents: z.array(checkedDocument).min(1),
	/** Also submits one, where submitting moves no stock, and has it rejected afterwards. */
	submit: z.boolean(),
});
export type LeaveToWrite = z.infer<typeof leaveToWrite>;

const checkState = z.object({
	/** The question that is being asked; null while no check runs. */
	running: z.object({ question: checkQuestion, requests: z.number().int() }).nullable(),
	/** The last check of this account. */
	report: checkReport.nullable(),
	/** The profile is neither the one that was asked with nor the one that was proposed. */
	outdated: z.boolean(),
	/** Why the last run ended without a report. */
	failure: z.enum(['secret-needed', 'internal']).nullable(),
});
export type CheckState = z.infer<typeof checkState>;

export const serviceCheckCalls = {
	/** Fails with `not-connected` before the first connection. */
	'serviceCheck.state': call(nothing, checkState),
	/**
	 * Begins a check of the account in use; what comes of it is told by `serviceCheck.changed`. `write: null` only reads.
	 * Fails with `not-possible-now` while one runs.
	 */
	'serviceCheck.start': call(z.object({ write: leaveToWrite.nullable() }), nothing),
	/** Ends the check that runs; nothing of it is kept. */
	'serviceCheck.stop': call(nothing, nothing),
	/**
	 * Makes this the profile of the account, signed in anew. Fails with `profile-invalid` (every mistake by path), or as
	 * `session.connect` does; then nothing is changed.
	 */
	'serviceCheck.use': call(z.object({ profile: z.unknown() }), nothing),
};

export const serviceCheckEvents = {
	/** A check began, went on or ended, or the profile changed: ask for the state. */
	'serviceCheck.changed': nothing,
};
