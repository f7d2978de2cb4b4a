// The service check: questions, evidence, meaning, and the profile that results.
import { z } from 'zod';
import type { LearnableFlag } from '../service/behaviour.ts';
import { documentKinds } from '../service/profile.ts';
import { call } from './call.ts';
import { instant, nothing } from './values.ts';

/** Documents that can be created as tests, by their profile names. */
export const checkedDocument = z.enum(documentKinds);

const leftOpen = [
	...(['noAnswer', 'notFound', 'noRows', 'notReached', 'needsPermission'] as const),
	...(['notAllowed', 'nothingToTryWith'] as const),
] as const;

/** In order of asking and showing. Messages: `check.ask-<question>`, and with parameters `check.found-<code>`. */
const outcomes = {
	signIn: ['signedIn', 'signInRefused'],
	token: ['tokenWithScheme', 'tokenBare', 'tokenNotAsked', 'tokenNone'],
	tokenLife: ['lifeUnit', 'lifeUntold'],
	refresh: ['refreshWorks', 'refreshNotGiven', 'refreshRefused'],
	pathCase: ['caseAsDeclared', 'caseLower'],
	pathsUsed: ['pathsAllThere', 'pathsMissing'],
	pathsAll: [],
	rows: ['bare', 'at'],
	total: ['noTotal', 'inHeader'],
	names: [
		...(['namesAsDeclared', 'namesPascal', 'namesSnake', 'namesKebab'] as const),
		...(['namesLower', 'namesOneWord', 'namesOther'] as const),
	],
	ids: ['text', 'integer'],
	stateForm: [],
	numbers: ['asNumbers', 'asTexts'],
	instants: ['instantsUtc', 'instantsUnzoned'],
	record: [],
	count: [],
	paging: [
		...(['pageByNumber', 'pageByOffset', 'pageByCursor', 'pageByLink', 'pageByAddress'] as const),
		...(['pageNone', 'pageUnknown'] as const),
	],
	pageSize: ['sizeKept', 'sizeCapped', 'sizeFixed', 'sizeSeen'],
	filter: ['filterWorks', 'filterIgnored'],
	shape: ['readable', 'unreadable', 'rowLacks', 'rowWrong'],
	complete: ['whole', 'doubled', 'short', 'restless', 'tooLong'],
	states: ['statesKnown', 'statesUnknown'],
	stateRead: ['stateSame', 'stateDiffers'],
	refusals: ['sentenceAt', 'fieldsAt', 'fieldsBeside'],
	reference: ['kept', 'lost', 'unlisted'],
	textLimit: ['textWhole', 'textCut', 'textRefused'],
	update: ['updateTaken', 'updateNone'],
	ownWrites: ['shownAtOnce', 'shownAfter', 'notShown'],
	repeat: ['repeatRefused', 'repeatTaken', 'mayMoveStock'],
	draftStock: ['stockStayed', 'stockMoved'],
	leftBehind: ['leftRejected', 'leftAsItIs'],
	busy: ['busyNotTried'],
	stockPosting: ['postingNotTried'],
} as const;

export type CheckQuestion = keyof typeof outcomes;
export const checkQuestion = z.enum(Object.keys(outcomes) as [CheckQuestion, ...CheckQuestion[]]);

const checkCode = z.enum([...Object.values(outcomes).flat(), ...leftOpen]);
export type CheckCode = z.infer<typeof checkCode>;

const checkEvidence = z.object({ sent: z.string(), came: z.string() });
export type CheckEvidence = z.infer<typeof checkEvidence>;

const checkAnswer = z.object({
	question: checkQuestion,
	document: checkedDocument.nullable(),
	/**
	 * `good`: known and fine. `careful`: known, and Stillroom must be careful. `open`: not answered; the code says why.
	 */
	outcome: z.enum(['good', 'careful', 'open']),
	code: checkCode,
	values: z.record(z.string(), z.union([z.string(), z.number()])),
	evidence: z.array(checkEvidence),
});
export type CheckAnswer = z.infer<typeof checkAnswer>;

/** `refuses`: there, but wants something else; `missing`: not under this address. */
const checkedPath = z.object({
	operation: z.string(),
	address: z.string(),
	outcome: z.enum(['answers', 'refuses', 'missing', 'silent', 'not-asked']),
	status: z.number().int().nullable(),
	said: z.string(),
});
export type CheckedPath = z.infer<typeof checkedPath>;

/** Settings the check looks for, by profile path. Messages: `check.setting-<name>`. */
export const settingPaths = {
	tokenHeader: 'token.header',
	tokenLife: 'token.expiresIn',
	refresh: 'token.refresh',
	pathCase: 'pathCase',
	ping: 'ping',
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
	states: 'states',
	reference: 'reference',
	textLimits: 'textLimits',
	rejection: 'rejection',
} as const;
export const settingName = z.enum(
	Object.keys(settingPaths) as [keyof typeof settingPaths, ...(keyof typeof settingPaths)[]],
);
export type SettingName = z.infer<typeof settingName>;

const checkedSetting = z.object({
	name: settingName,
	document: checkedDocument.nullable(),
	path: z.string(),
	/** `asked`: the form has a question on it. `unknown`: `check.cost-<name>` describes the cost. */
	state: z.enum(['found', 'asked', 'unknown']),
	source: z
		.enum(['signIn', 'lists', 'headers', 'tried', 'refusals', 'testDocument', 'person'])
		.nullable(),
	value: z.string(),
});
export type CheckedSetting = z.infer<typeof checkedSetting>;
export type SettingSource = NonNullable<CheckedSetting['source']>;

const settingValue = z.union([z.string(), z.number(), z.boolean()]);

/** A form question: the check could not find it, but a person may know. Messages: `check.form-<about>`. */
const formQuestion = z.object({
	key: z.string(),
	about: z.enum(['state', 'zone', 'busy', 'idField', 'field', 'tokenLife']),
	paths: z.array(z.string()),
	values: z.record(z.string(), z.union([z.string(), z.number()])),
	/** Possible answers; empty for free text. */
	choices: z.array(settingValue),
	/** What the service shows, verbatim, one per line. */
	seen: z.array(z.string()),
});
export type FormQuestion = z.infer<typeof formQuestion>;

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
	field: z.string(),
	/** Length of the text that came back with its reference. */
	kept: z.object({ units: z.number().int(), bytes: z.number().int() }).optional(),
});
export type LearnedFlag = z.infer<typeof learnedFlag>;

/** A profile setting that would change; JSON text, null if unset. */
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
	requests: z.number().int(),
	durationMs: z.number().int(),
	wrote: z.boolean(),
	answers: z.array(checkAnswer),
	paths: z.array(checkedPath),
	learned: z.array(learnedFlag),
	settings: z.array(checkedSetting),
	questions: z.array(formQuestion),
	given: formAnswers,
	differences: z.array(profileDifference),
	/** Three profiles as JSON text: used for the check, found by the check, and proposed (found plus form answers). */
	profile: z.string(),
	found: z.string(),
	proposed: z.string(),
});
export type CheckReport = z.infer<typeof checkReport>;

/** Allows one marked test document of each named kind. */
export const writePermission = z.object({
	locationId: z.string().min(1),
	/** For transfers; without it no transfer is created. */
	otherLocationId: z.string().min(1).nullable(),
	documents: z.array(checkedDocument).min(1),
	/** Also submits one, if submitting moves no stock, and then rejects it. */
	submit: z.boolean(),
});
export type WritePermission = z.infer<typeof writePermission>;

const checkState = z.object({
	running: z.object({ question: checkQuestion, requests: z.number().int() }).nullable(),
	report: checkReport.nullable(),
	outdated: z.boolean(),
	failure: z.enum(['secret-needed', 'internal']).nullable(),
});
export type CheckState = z.infer<typeof checkState>;

export const serviceCheckCalls = {
	/** Fails with `not-connected` before the first connection. */
	'serviceCheck.state': call(nothing, checkState),
	/** `write: null` only reads. Fails with `not-possible-now` while a check runs. */
	'serviceCheck.start': call({ write: writePermission.nullable() }, nothing),
	'serviceCheck.stop': call(nothing, nothing),
	/** Updates the proposed profile. Fails with `not-found` without a report, and with `profile-invalid`. */
	'serviceCheck.answer': call({ answers: formAnswers }, { proposed: z.string() }),
	/** Fails with `profile-invalid` (every mistake by path), or like `session.connect`; then nothing changes. */
	'serviceCheck.use': call({ profile: z.unknown() }, nothing),
};

export const serviceCheckEvents = {
	'serviceCheck.changed': nothing,
};
