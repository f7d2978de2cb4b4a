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
	'numbers',
	'instants',
	'record',
	'count',
	'paging',
	'pageSize',
	'filter',
	'shape',
	'complete',
	'states',
	'stateRead',
	'refusals',
	'reference',
	'textLimit',
	'update',
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
	'inHeader',
	'asNumbers',
	'asTexts',
	'instantsUtc',
	'instantsUnzoned',
	'namesAsDeclared',
	'namesPascal',
	'namesSnake',
	'namesKebab',
	'namesLower',
	'namesOneWord',
	'namesOther',
	'text',
	'integer',
	'noRows',
	'pageByNumber',
	'pageByOffset',
	'pageByCursor',
	'pageByLink',
	'pageByAddress',
	'pageNone',
	'pageUnknown',
	'sizeKept',
	'sizeCapped',
	'sizeFixed',
	'sizeSeen',
	'filterWorks',
	'filterIgnored',
	'readable',
	'unreadable',
	'rowLacks',
	'rowWrong',
	'whole',
	'doubled',
	'short',
	'restless',
	'tooLong',
	'statesKnown',
	'statesUnknown',
	'stateSame',
	'stateDiffers',
	'sentenceAt',
	'fieldsAt',
	'fieldsBeside',
	'kept',
	'lost',
	'unlisted',
	'textWhole',
	'textCut',
	'textRefused',
	'updateTaken',
	'updateNone',
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

/** The settings that a check looks for, by the path in the profile. Their words are `check.setting-<name>`. */
export const settingPaths = {
	tokenHeader: 'token.header',
	tokenLife: 'token.expiresIn',
	refresh: 'token.refresh',
	pathCase: 'pathCase',
	probe: 'probe',
	rows: 'lists.rows',
	record: 'lists.record',
	total: 'lists.total',
	totalHeader: 'lists.totalHeader',
	count: 'lists.count',
	fieldCase: 'fieldCase',
	fields: 'fields',
	ids: 'ids',
	stateForm: 'stateForm',
	integers: 'integers',
	decimals: 'decimals',
	precision: 'instants.precision',
	zone: 'instants.zone',
	quantityScale: 'quantityScale',
	queryCase: 'queryCase',
	paging: 'paging.style',
	pageSize: 'paging.size',
	problemSentence: 'problems.sentence',
	problemFields: 'problems.fields',
	writes: 'writes',
	listDelayMs: 'behaviour.listDelayMs',
	emptyAnswersMeanDone: 'behaviour.emptyAnswersMeanDone',
	refusalsDoNothing: 'behaviour.refusalsDoNothing',
	// By document.
	states: 'states',
	reference: 'reference',
	textLimits: 'textLimits',
	rejection: 'rejection',
} as const;
export const settingName = z.enum(
	// The keys of the record above.
	Object.keys(settingPaths) as [keyof typeof settingPaths, ...(keyof typeof settingPaths)[]],
);
export type SettingName = z.infer<typeof settingName>;

const checkedSetting = z.object({
	name: settingName,
	document: checkedDocument.nullable(),
	/** Where it stands in the profile. */
	path: z.string(),
	/**
	 * `found`, from `source`; `asked`: a question of the form is about it; `unknown`: neither, and what that costs is said by
	 * `check.cost-<name>`.
	 */
	state: z.enum(['found', 'asked', 'unknown']),
	source: z
		.enum(['signIn', 'lists', 'headers', 'tried', 'refusals', 'testDocument', 'person'])
		.nullable(),
	/** As the proposed profile has it: JSON text. */
	value: z.string(),
});
export type CheckedSetting = z.infer<typeof checkedSetting>;
export type SettingSource = NonNullable<CheckedSetting['source']>;

const settingValue = z.union([z.string(), z.number(), z.boolean()]);

/** A question of the form: what the check could not find and a person may know. Its words are `check.form-<about>`. */
const formQuestion = z.object({
	/** Names it in the answers. */
	key: z.string(),
	about: z.enum(['state', 'zone', 'busy', 'idField', 'field', 'tokenLife']),
	/** The settings that the answer fills. */
	paths: z.array(z.string()),
	values: z.record(z.string(), z.union([z.string(), z.number()])),
	/** What can be answered; empty where it is typed. */
	choices: z.array(settingValue),
	/** What the service shows, as it shows it: a line each. */
	seen: z.array(z.string()),
});
export type FormQuestion = z.infer<typeof formQuestion>;

/** By the key of the question. What is left out stays open. */
export const formAnswers = z.record(z.string(), settingValue);
export type FormAnswers = z.infer<typeof formAnswers>;

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
	settings: z.array(checkedSetting),
	questions: z.array(formQuestion),
	/** What a person answered so far. */
	given: formAnswers,
	differences: z.array(profileDifference),
	/**
	 * The service profile that was asked with, the one that the check found, and the one that is proposed: what was found,
	 * with the answers of the form. JSON text.
	 */
	profile: z.string(),
	found: z.string(),
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
	 * Answers questions of the last report: the proposed profile with them. Kept with the report. Fails with `not-found`
	 * where there is no report, and with `profile-invalid` where an answer is no value of its setting.
	 */
	'serviceCheck.answer': call(
		z.object({ answers: formAnswers }),
		z.object({ proposed: z.string() }),
	),
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
