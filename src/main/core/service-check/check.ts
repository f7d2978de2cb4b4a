// The service check: finds out what the service's document does not say, each step building on earlier ones.
import {
	checkQuestion,
	settingName,
	type CheckedSetting,
	type CheckQuestion,
	type CheckReport,
	type WritePermission,
	type SettingName,
} from '../../../shared/bridge/service-check.ts';
import { writtenKinds } from '../../../shared/document/kinds.ts';
import { nothingLearned } from '../../../shared/service/behaviour.ts';
import { isTimeZone } from '../../../shared/domain/business-date.ts';
import { openCount } from '../../../shared/service/envelope.ts';
import { countOf } from '../../../shared/service/index.ts';
import type { LocalClock } from '../../../shared/service/instants.ts';
import { locationRecord } from '../../../shared/service/organisation.ts';
import {
	documentKinds,
	type DocumentKind,
	type ServiceProfile,
} from '../../../shared/service/profile.ts';
import { codecOf, wireNameOf } from '../../../shared/service/wire.ts';
import { Client } from '../api/client.ts';
import { withoutSecrets } from '../api/secrets.ts';
import { Connectivity } from '../api/connectivity.ts';
import type { CorePorts } from '../ports.ts';
import { Findings, checkedSetting, differencesOf } from './findings.ts';
import { findCount, findRecord, findRows, idText, type FoundList } from './forms.ts';
import { askTheRest } from './form-questions.ts';
import { findIds, findNames, findQuery } from './names.ts';
import { findPaging } from './paging.ts';
import { patience, patientApi, type Patience } from './patience.ts';
import { findProblems } from './problems.ts';
import { lookAtPaths, lookAtRecords } from './paths.ts';
import { RawService, jsonOf, type Asked } from './raw.ts';
import { checkReading, type Known } from './reading.ts';
import { recordingNetwork, type Recorder } from './recorder.ts';
import { checkSigningIn } from './signing-in.ts';
import { documentsIn, findStateForm, nameStates } from './states.ts';
import { tryDocuments } from './test-documents.ts';
import { findTotal, type Page } from './totals.ts';
import { findValues, datesAreZoned } from './values.ts';

interface CheckOptions {
	serviceUrl: string;
	clientId: string;
	secret: string;
	/** The profile to start from: its settings are tried first. */
	profile: ServiceProfile;
	ports: Pick<CorePorts, 'clock' | 'log' | 'network' | 'newId' | 'random'>;
	write: WritePermission | null;
	progress?: (now: { question: CheckQuestion; requests: number }) => void;
	/** true once the report is no longer wanted: nothing more is sent. */
	stopped?: () => boolean;
}

/** Runs all questions. Never throws for errors of the network or the service. */
export async function checkService(options: CheckOptions): Promise<CheckReport> {
	const { ports, profile: present, secret } = options;
	const { clock } = ports;
	const stopped = options.stopped ?? (() => false);
	const at = clock.now();
	const started = clock.monotonic();

	const secrets = new Set([secret]);
	let question: CheckQuestion = 'signIn';
	const told = () => options.progress?.({ question, requests: recorder.count() });
	const recorder = recordingNetwork(ports.network, secrets, told);
	const clean = (text: string) => withoutSecrets(text, secrets);
	const findings = new Findings(present, recorder, clean, (now) => {
		question = now;
		told();
	});
	const waiting = patience(clock, stopped);
	const service = new RawService({
		...options,
		network: recorder,
		clock,
		patience: waiting,
		profile: () => findings.profile(),
		stopped,
		secrets,
	});

	const paths: CheckReport['paths'] = [];
	if (await checkSigningIn(service, findings, options.clientId, clock)) {
		const found = await findForms(service, findings);
		paths.push(...found.paths);
		await tryThem(options, { service, recorder, findings, waiting, lists: found.lists });
	}
	openTheRest(findings);
	findings.ask('busy').open('busyNotTried');
	findings.ask('stockPosting').open('postingNotTried');
	return reportOf(options, { findings, recorder, paths, at, started });
}

/** By single requests: the structure of answers, names, and how to request lists. */
async function findForms(
	service: RawService,
	findings: Findings,
): Promise<{ lists: readonly FoundList[]; paths: CheckReport['paths'] }> {
	const look = await lookAtPaths(service, findings);
	const lists = findRows(look.answers, findings);
	findNames(lists, findings);
	findIds(lists, findings);
	findStateForm(lists, findings);
	findValues(lists, findings);
	const records = await lookAtRecords(service, findings, look, (list) =>
		firstId(lists, list, findings.profile()),
	);
	findRecord(records, findings);
	findCount(look.answers, findings);
	const counted = countedPages(lists, look.answers, findings);
	findTotal([...(await findPaging(service, lists, counted, findings)), ...counted], findings);
	await findQuery(service, lists, findings);
	return { lists, paths: look.paths };
}

interface Means {
	service: RawService;
	recorder: Recorder;
	findings: Findings;
	waiting: Patience;
	lists: readonly FoundList[];
}

/** Through the program's own client, so that the proposed profile is exactly what was tried. */
async function tryThem(
	options: CheckOptions,
	{ service, recorder, findings, waiting, lists }: Means,
): Promise<void> {
	const { clock, newId } = options.ports;
	const locations = new Map<string, LocalClock>();
	const client = clientFor(options, recorder, findings, locations);
	const api = patientApi(client, waiting, clock);
	const known = await checkReading(api, lists, findings, async (list) => {
		const counting = countOf(list);
		const read = counting && (await api.one(counting.name));
		return read?.ok && typeof read.value === 'number' ? read.value : null;
	});
	for (const [id, location] of clocksIn(known)) locations.set(id, location);
	await api.one('wastage.get', { path: { id: 'stillroom-service-check' } });
	if (options.write === null) openWithoutLeave(findings);
	else {
		const timeZone = locations.get(options.write.locationId)?.timeZone ?? 'UTC';
		const zoned = datesAreZoned(lists, findings);
		await tryDocuments({
			api,
			service,
			findings,
			clock,
			patience: waiting,
			newId,
			permission: options.write,
			known,
			timeZone,
			zoned,
		});
	}
	findProblems(recorder.refusals(), findings);
	nameStates(
		documentsIn((list) => known.get(list) ?? readRows(lists, list, findings)),
		findings,
	);
	askTheRest(lists, findings);
}

function reportOf(
	{ profile: present, ports: { clock }, serviceUrl, write }: CheckOptions,
	{
		findings,
		recorder,
		paths,
		at,
		started,
	}: {
		findings: Findings;
		recorder: Recorder;
		paths: CheckReport['paths'];
		at: number;
		started: number;
	},
): CheckReport {
	const proposed = findings.profile();
	return {
		format: 'stillroom-service-check-1',
		at,
		serviceUrl,
		requests: recorder.count(),
		durationMs: Math.round(clock.monotonic() - started),
		wrote: write !== null,
		answers: findings.answers,
		paths,
		learned: findings.flags,
		settings: checkedSettings(findings, proposed, write?.documents ?? []),
		questions: findings.questions,
		given: {},
		differences: differencesOf(present, proposed),
		profile: textOf(present),
		found: textOf(proposed),
		proposed: textOf(proposed),
	};
}

const byDocument: readonly SettingName[] = ['states', 'reference', 'textLimits', 'rejection'];
const ownDocuments: readonly DocumentKind[] = writtenKinds;

function checkedSettings(
	findings: Findings,
	profile: ServiceProfile,
	tried: readonly DocumentKind[],
): CheckedSetting[] {
	const of = (name: SettingName, document: DocumentKind | null) =>
		checkedSetting(findings, profile, name, document);
	const documents = documentKinds.filter(
		(kind) => ownDocuments.includes(kind) || tried.includes(kind),
	);
	return settingName.options
		.filter((name) => isOfUse(name, findings))
		.flatMap((name) =>
			byDocument.includes(name) ? documents.map((kind) => of(name, kind)) : [of(name, null)],
		);
}

/** A total comes in one place only, and a header counts only if the service uses one. */
const isOfUse = (name: SettingName, findings: Findings): boolean =>
	name === 'total'
		? findings.sourceOf('totalHeader') === null
		: name !== 'totalHeader' || findings.sourceOf('totalHeader') !== null;

export const textOf = (profile: ServiceProfile): string => JSON.stringify(profile, null, '\t');

function clientFor(
	options: CheckOptions,
	recorder: Recorder,
	findings: Findings,
	locations: ReadonlyMap<string, LocalClock>,
): () => Client {
	const stopped = options.stopped ?? (() => false);
	const { clock, log, random } = options.ports;
	const ended = () => Promise.reject(new Error('The check was stopped.'));
	let made: { profile: ServiceProfile; client: Client } | null = null;
	let reads = 0;
	return () => {
		const profile = findings.profile();
		if (made?.profile === profile) return made.client;
		const client = new Client({
			account: {
				accountId: 'service-check',
				serviceUrl: options.serviceUrl,
				clientId: options.clientId,
				name: '',
				practice: false,
				profile,
				learned: nothingLearned,
			},
			network: {
				read: (request) => (stopped() ? ended() : recorder.read(request)),
				write: (request) => (stopped() ? ended() : recorder.write(request)),
			},
			secrets: {
				read: () => Promise.resolve(options.secret),
				keep: () => Promise.resolve(false),
				forget: () => Promise.resolve(),
			},
			clock,
			log,
			connectivity: new Connectivity({
				clock,
				random,
				pauses: profile.pauses,
				changed: () => undefined,
				opened: () => undefined,
			}),
			nextReadNo: () => (reads += 1),
			clockOf: (locationId) => locations.get(locationId ?? options.write?.locationId ?? '') ?? null,
			sessionChanged: () => undefined,
		});
		made = { profile, client };
		return client;
	};
}

function clocksIn(known: Known): [string, LocalClock][] {
	return (known.get('location.list') ?? []).flatMap((row) => {
		const read = locationRecord.safeParse(row).data;
		const { timeZone = 'UTC', dayStartHour = 0 } = read ?? {};
		return read !== undefined && isTimeZone(timeZone)
			? [[read.id, { timeZone, dayStartHour }]]
			: [];
	});
}

const readRows = (lists: readonly FoundList[], name: string, findings: Findings): unknown[] => {
	const list = lists.find((each) => each.name === name);
	if (list === undefined) return [];
	const codec = codecOf(list.schema, findings.profile());
	return list.rows.map((row) => codec.read(row, '', []));
};

/** First answers of lists with a count: their totals must match it. */
function countedPages(
	lists: readonly FoundList[],
	answers: ReadonlyMap<string, Asked>,
	findings: Findings,
): Page[] {
	return lists.flatMap(({ name, rows, json, headers }) => {
		const counting = countOf(name);
		if (counting === undefined) return [];
		const counted = openCount(jsonOf(answers.get(counting.name)), findings.profile());
		if (counted === null || rows.length === 0) return [];
		return [{ json, headers, counted, isPart: counted > rows.length }];
	});
}

function firstId(
	lists: readonly FoundList[],
	name: string,
	profile: ServiceProfile,
): string | null {
	const list = lists.find((each) => each.name === name);
	if (list === undefined) return null;
	return idText(list.rows[0]?.[wireNameOf(list.schema, 'id', profile)]);
}

function openTheRest(findings: Findings): void {
	const asked = new Set(findings.answers.map(({ question }) => question));
	for (const question of checkQuestion.options) {
		if (asked.has(question) || neverTried.includes(question)) continue;
		findings.ask(question).open('notReached');
	}
}

/** Answered separately at the end, or only after a write. */
const neverTried: readonly CheckQuestion[] = [
	'busy',
	'stockPosting',
	'leftBehind',
	'textLimit',
	'update',
];

function openWithoutLeave(findings: Findings): void {
	for (const question of [
		'reference',
		'textLimit',
		'update',
		'ownWrites',
		'repeat',
		'draftStock',
	] as const) {
		findings.ask(question).open('needsPermission');
	}
}
