// The service check: asks the service what its document does not show, from the bottom up. Each step relies on what the
// ones before it found; what cannot be found by trying is said to be open.
import {
	checkQuestion,
	type CheckQuestion,
	type CheckReport,
	type LeaveToWrite,
} from '../../../shared/bridge/service-check.ts';
import { nothingLearned } from '../../../shared/service/behaviour.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { wireNameOf } from '../../../shared/service/wire.ts';
import { createClient, type Client } from '../api/client.ts';
import { withoutSecrets } from '../api/secrets.ts';
import { createConnectivity } from '../api/connectivity.ts';
import type { CorePorts } from '../ports.ts';
import { createFindings, differencesOf, type Findings } from './findings.ts';
import {
	findCount,
	idText,
	findEnvelope,
	findNames,
	findRecord,
	nameStates,
	type FoundList,
} from './forms.ts';
import { findPaging } from './paging.ts';
import { lookAtPaths, lookAtRecords } from './paths.ts';
import { rawService } from './raw.ts';
import { checkReading } from './reading.ts';
import { recordingNetwork, type Recorder } from './recorder.ts';
import { checkSigningIn } from './signing-in.ts';
import { tryDocuments } from './test-documents.ts';

interface CheckOptions {
	serviceUrl: string;
	clientId: string;
	secret: string;
	/** The profile to begin with: what it says is tried first. */
	profile: ServiceProfile;
	ports: Pick<CorePorts, 'clock' | 'log' | 'network' | 'newId' | 'random'>;
	/** Null only reads. */
	write: LeaveToWrite | null;
	/** Called when a question begins and after every request. */
	progress?: (now: { question: CheckQuestion; requests: number }) => void;
	/** True once nobody waits for the report any more: nothing more is sent. */
	stopped?: () => boolean;
}

/** Asks everything. Never throws for anything that the network or the service does. */
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
	const findings = createFindings(present, recorder, clean, (now) => {
		question = now;
		told();
	});
	const service = rawService({
		...options,
		network: recorder,
		clock,
		profile: findings.profile,
		stopped,
		secrets,
	});

	const paths: CheckReport['paths'] = [];
	if (await checkSigningIn(service, findings, options.clientId, clock)) {
		const look = await lookAtPaths(service, findings);
		const lists = findEnvelope(look.answers, findings);
		findNames(lists, findings);
		const records = await lookAtRecords(service, findings, look, (list) =>
			firstId(lists, list, findings.profile()),
		);
		findRecord(records, findings);
		findCount(look.answers, findings);
		await findPaging(service, lists, findings);
		paths.push(...look.paths);

		// From here on through the program's own client, so that what is proposed is what was tried.
		const api = clientFor(options, recorder, findings, stopped);
		const known = await checkReading(api(), lists, findings, async (resource) => {
			const read = await api().readByName(`${resource}.count`, {});
			return read.ok && typeof read.value === 'number' ? read.value : null;
		});
		if (options.write === null) openWithoutLeave(findings);
		else {
			const { newId } = ports;
			await tryDocuments({ api, findings, clock, newId, leave: options.write, known });
		}
		nameStates(lists, findings);
	}
	openTheRest(findings);
	findings.ask('busy').open('busyNotTried');
	findings.ask('stockPosting').open('postingNotTried');

	const proposed = findings.profile();
	return {
		format: 'stillroom-service-check-1',
		at,
		serviceUrl: options.serviceUrl,
		requests: recorder.count(),
		durationMs: Math.round(clock.monotonic() - started),
		wrote: options.write !== null,
		answers: findings.answers,
		paths,
		learned: findings.flags,
		differences: differencesOf(present, proposed),
		profile: textOf(present),
		proposed: textOf(proposed),
	};
}

export const textOf = (profile: ServiceProfile): string => JSON.stringify(profile, null, '\t');

/** A client with the profile as it is known when it is asked for; made anew when that has changed. */
function clientFor(
	options: CheckOptions,
	recorder: Recorder,
	findings: Findings,
	stopped: () => boolean,
): () => Client {
	const { clock, log, random } = options.ports;
	const ended = () => Promise.reject(new Error('The check was stopped.'));
	let made: { profile: ServiceProfile; client: Client } | null = null;
	let reads = 0;
	return () => {
		const profile = findings.profile();
		if (made?.profile === profile) return made.client;
		const client = createClient({
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
			connectivity: createConnectivity({
				clock,
				random,
				pauses: profile.pauses,
				changed: () => undefined,
				opened: () => undefined,
			}),
			nextReadNo: () => (reads += 1),
			sessionChanged: () => undefined,
		});
		made = { profile, client };
		return client;
	};
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

/** What was not come to, because the service could not be asked. */
function openTheRest(findings: Findings): void {
	const asked = new Set(findings.answers.map(({ question }) => question));
	for (const question of checkQuestion.options) {
		if (asked.has(question) || neverTried.includes(question)) continue;
		findings.ask(question).open('notReached');
	}
}

/** Those that have an answer of their own at the end, or only after something was written. */
const neverTried: readonly CheckQuestion[] = ['busy', 'stockPosting', 'leftBehind'];

function openWithoutLeave(findings: Findings): void {
	for (const question of ['reference', 'ownWrites', 'repeat', 'draftStock'] as const) {
		findings.ask(question).open('needsLeave');
	}
}
