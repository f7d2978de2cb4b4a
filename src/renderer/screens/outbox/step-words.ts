// Texts of a step: one sentence, its tone, and an explanation.
import type { ActionState, Step } from '../../../shared/bridge/outbox.ts';
import type { NetworkState } from '../../../shared/bridge/app.ts';
import type { MessageKey } from '../../messages/catalogue.ts';
import type { MessageArguments } from '../../messages/language.svelte.ts';
import { historyWords, type HistoryWords } from './history-words.ts';

/** A message with parameters. The screen fills in `doing`, `time` and `when`. */
interface Sentence {
	readonly key: MessageKey;
	/** For `{when}`: ms until it continues automatically. */
	readonly inMs: number | null;
	readonly tone: 'plain' | 'thyme' | 'amber' | 'rust';
}

interface Circumstances {
	/** Epoch ms. */
	readonly now: number;
	readonly network: NetworkState['state'];
	readonly secretNeeded: boolean;
	/** Nothing is sent or probed meanwhile. */
	readonly diskFull: boolean;
}

/** An action overdue by this much is simply next in line. */
const overdueMs = 2_000;

/** The sentence of a step. Never "failed": a missing answer says nothing about the outcome. */
export function sentenceOf(step: Step, circumstances: Circumstances): Sentence {
	const { network, secretNeeded, diskFull } = circumstances;
	const inMs = step.nextAt === null ? null : Math.max(0, step.nextAt - circumstances.now);
	const say = (key: MessageKey, tone: Sentence['tone'], when: number | null = null): Sentence => ({
		key,
		inMs: when,
		tone,
	});
	switch (step.state) {
		case 'confirmed':
			return step.verb === 'create' && step.serviceNumber !== ''
				? say('outbox.createdAs', 'thyme')
				: say(`outbox.done-${step.verb}`, 'thyme');
		case 'held':
			return inMs === null || (inMs === 0 && (network === 'offline' || diskFull || secretNeeded))
				? say('outbox.state-heldOpen', 'amber')
				: say('outbox.state-held', 'amber', inMs);
		case 'queued':
			return queued(step, circumstances);
		case 'waiting':
			return step.waitsFor === null
				? say('outbox.state-waiting', 'plain')
				: say('outbox.state-waitingFor', 'amber');
		case 'sending':
			return say('outbox.state-sending', 'amber');
		case 'ambiguous':
			if (diskFull) return say('outbox.state-ambiguousDiskFull', 'amber');
			if (secretNeeded) return say('outbox.state-ambiguousSecret', 'amber');
			return inMs === null || network === 'offline'
				? say('outbox.state-ambiguousOpen', 'amber')
				: say('outbox.state-ambiguous', 'amber', inMs);
		case 'verifying':
			if (diskFull) return say('outbox.state-ambiguousDiskFull', 'amber');
			if (secretNeeded) return say('outbox.state-ambiguousSecret', 'amber');
			return inMs === null || inMs === 0
				? say('outbox.state-verifying', 'amber')
				: say('outbox.state-verifyingAgain', 'amber', inMs);
		case 'attention':
			return say(`outbox.attention-${step.attention ?? 'none'}`, 'rust');
		case 'stale-review':
		case 'held-newer-version':
			return say(`outbox.state-${step.state}`, 'rust');
		case 'superseded':
			return say(step.moved ? 'outbox.state-moved' : 'outbox.state-superseded', 'plain');
		case 'cancelled':
		case 'discarded':
			return say(`outbox.state-${step.state}`, 'plain');
	}
}

function queued(step: Step, { now, network, secretNeeded, diskFull }: Circumstances): Sentence {
	if (diskFull) return { key: 'outbox.state-queuedDiskFull', inMs: null, tone: 'amber' };
	if (secretNeeded) return { key: 'outbox.state-queuedSecret', inMs: null, tone: 'amber' };
	if (network === 'offline')
		return { key: 'outbox.state-queuedOffline', inMs: null, tone: 'amber' };
	if (step.nextAt === null || step.nextAt <= now - overdueMs)
		return { key: 'outbox.state-queuedNext', inMs: null, tone: 'amber' };
	if (step.because?.code === 'not-taken-yet')
		return { key: 'outbox.state-queuedApproval', inMs: null, tone: 'amber' };
	const key = step.serviceSaid === '' ? 'outbox.state-queued' : 'outbox.state-queuedAgain';
	return { key, inMs: Math.max(0, step.nextAt - now), tone: 'amber' };
}

/** Explanation of a step that is uncertain or needs attention; null if the sentence suffices. */
export function explanationOf({ state, attention, verb, fromCopy, can }: Step): MessageKey | null {
	if (can.includes('choose')) return 'overlap.explain';
	if (can.includes('decide-anew')) return 'overlap.explainAnew';
	if (attention === 'changed' && (verb === 'approve' || verb === 'reject')) {
		return 'overlap.explainDecision';
	}
	switch (state) {
		case 'ambiguous':
		case 'verifying':
			return fromCopy ? 'outbox.explain-from-copy' : 'outbox.explain-unsure';
		case 'attention':
			if (verb === 'reverse' && attention?.startsWith('not-confirmed'))
				return 'outbox.explain-reverse';
			if (fromCopy && attention === 'not-confirmed-absent')
				return 'outbox.explain-from-copy-absent';
			if (fromCopy && attention === 'not-confirmed-undecided')
				return 'outbox.explain-from-copy-undecided';
			return `outbox.explain-${attention ?? 'none'}`;
		case 'stale-review':
		case 'held-newer-version':
			return `outbox.explain-${state}`;
		default:
			return null;
	}
}

/** How it was confirmed; null if by the answer. */
export function howConfirmed({ confirmedBy, attempts, fromCopy, verb }: Step): MessageKey | null {
	if (confirmedBy === 'person') return 'outbox.confirmed-person';
	if (confirmedBy !== 'probe') return null;
	if (verb === 'reverse') return 'outbox.confirmed-reverse';
	// Nothing was sent from here, so no answer was expected.
	return fromCopy || attempts === 0 ? 'outbox.confirmed-shown' : 'outbox.confirmed-probe';
}

/** Result of the probe, if a person must act on it; else null. */
export function findingOf({ attention, because, can }: Step): HistoryWords | null {
	// The lines themselves are shown.
	if (can.includes('choose') || can.includes('decide-anew')) return null;
	switch (attention) {
		case 'changed':
		case 'maybe-elsewhere':
		case 'moved-meanwhile':
		case 'entered-before':
		case 'not-confirmed-absent':
		case 'not-confirmed-undecided':
		case 'confirmed-not-found':
			return because === null ? null : historyWords(because);
		default:
			return null;
	}
}

/** Remaining time in the largest unit that fits: "in 40 s", "in 3 min". */
export function whenWords(inMs: number): { key: MessageKey; values: MessageArguments } {
	const seconds = Math.ceil(inMs / 1_000);
	if (seconds < 1) return { key: 'outbox.inNow', values: {} };
	if (seconds < 100) return { key: 'outbox.inSeconds', values: { count: seconds } };
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 100) return { key: 'outbox.inMinutes', values: { count: minutes } };
	return { key: 'outbox.inHours', values: { count: Math.ceil(minutes / 60) } };
}

const stateWords = {
	held: 'outbox.word-held',
	queued: 'outbox.word-queued',
	waiting: 'outbox.word-waiting',
	sending: 'outbox.word-sending',
	ambiguous: 'outbox.word-ambiguous',
	verifying: 'outbox.word-verifying',
	confirmed: 'outbox.word-confirmed',
	attention: 'outbox.word-attention',
	'stale-review': 'outbox.word-stale-review',
	'held-newer-version': 'outbox.word-held-newer-version',
	cancelled: 'outbox.word-cancelled',
	superseded: 'outbox.word-superseded',
	discarded: 'outbox.word-discarded',
} satisfies Record<ActionState, MessageKey>;

/** Message for a history state; null for an unknown one, which is shown verbatim. */
export function wordOfState(state: string): MessageKey | null {
	if (state === '') return 'outbox.word-new';
	const known = Object.entries(stateWords).find(([name]) => name === state);
	return known === undefined ? null : known[1];
}

export const isMaybeElsewhere = ({ attention }: Pick<Step, 'attention'>): boolean =>
	attention === 'maybe-elsewhere' || attention === 'entered-before';

/** Refused or never sent, so sending cannot duplicate it: no confirmation needed. */
export const isCertainlyNotDone = (step: Pick<Step, 'attention' | 'state' | 'attempts'>): boolean =>
	step.attention === 'rejected' ||
	step.state === 'stale-review' ||
	// A step from a backup was never sent from here, but maybe from elsewhere.
	(step.attempts === 0 &&
		!isMaybeElsewhere(step) &&
		step.attention !== 'not-confirmed-absent' &&
		step.attention !== 'not-confirmed-undecided');
