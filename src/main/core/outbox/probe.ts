// Asks the service whether a write was applied, by the operation's replay rule. Read-only.
import { z } from 'zod';
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import type { Phase } from '../../../shared/bridge/values.ts';
import { documentKindOf } from '../../../shared/service/behaviour.ts';
import type { WallClock } from '../../../shared/service/likeness.ts';
import type { Operation, Payload, ReplayRule } from '../../../shared/service/operation.ts';
import type { ReadFailure } from '../api/verdict.ts';
import type { Tries } from '../store/actions.ts';
import { hashOfRecord } from './record-hash.ts';
import type { Baseline } from './baseline.ts';
import { editedAs, holds, mergeEdit, type EditedAs, type ShownAs } from './edits.ts';
import type { ProvedBy } from './kept-settings.ts';
import type { LookupReads } from './lookup-reads.ts';
import { maybeThere, onFailure, stillUndecided } from './not-sent.ts';
import type { ShownList } from './observing.ts';
import type { Moved } from './own-movements.ts';
import type { SendInput } from './payload.ts';
import { readRecord } from './record-read.ts';
import { lookForDocument, probeDocuments } from './probe-documents.ts';
import { lookAtQuantities, lookForEntry, probeQuantities } from './probe-quantities.ts';
import type { StockLook } from './stock-look.ts';

interface Trace {
	serverId: string | null;
	number: string;
	why: Why;
}

export type ProbeResult =
	| ({ kind: 'found' } & Trace)
	| { kind: 'absent'; why: Why }
	| { kind: 'undecided'; why: Why }
	| { kind: 'unanswered'; failure: ReadFailure };

export type RuleOf<Proof extends ReplayRule['proof']> = Extract<ReplayRule, { proof: Proof }>;

type Asked =
	| 'cannot-be-asked'
	| 'entered-before'
	| 'maybe-elsewhere'
	| 'moved-meanwhile'
	| 'not-confirmed-undecided';

export type BeforeSending =
	| { kind: 'send'; baseline: Baseline | null }
	| ({ kind: 'done' } & Trace)
	/** Not allowed in this state, or maybe applied already. `baseline` is set if a person can choose. */
	| { kind: 'conflict'; why: Why; attention?: Asked; baseline?: Baseline }
	/** Saved with this body first, based on what the service has now, and sent at its next turn. */
	| { kind: 'revised'; body: Payload; base: Payload; why: Why }
	/** The document does not accept it yet. */
	| { kind: 'waits'; why: Why }
	| { kind: 'unanswered'; failure: ReadFailure };

const edited = z.looseObject({ number: z.string().optional(), status: z.string().optional() });
const withState = z.looseObject({ status: z.string(), number: z.string().optional() });

export interface ProbeContext extends ProvedBy {
	api: LookupReads;
	operation: Operation;
	input: SendInput;
	reference: string;
	/** Hash of the record that the person saw; null if none was kept. */
	baseHash: string | null;
	base: Payload | null;
	lastEvent: () => number;
	isOfAnotherEntry: (serverId: string) => boolean;
	/** Whether another PC may have sent the same. `ordered`: a person knows and sends it anyway. */
	elsewhere: () => 'no' | 'maybe' | 'ordered';
	/** Whether an earlier step from here sent the document with the same reference. */
	referenceWasSent: () => boolean;
	/** Whether such a step was sent with other settings, so that its reference may be in another field. */
	wasSentOtherwise: () => boolean;
	/** The payload that created the lane's document; null if it was not created here. */
	create: () => Payload | null;
	/** The payload with which the same entry created the document; null if it did not. */
	madeWith: () => Payload | null;
	/** Receipts with the same invoice that a person has already been asked about. */
	answeredBefore: () => readonly string[];
	entryBehind: () => readonly { readonly operation: Operation; readonly body: Payload }[];
	/** What this operation sent, or will send, from here about a document. */
	sentHere: (serverId: string) => readonly Payload[];
	/** Our earlier confirmed receipts of the same document, oldest first. */
	ownBefore: () => readonly Payload[];
	/** ms until a list must show what the last attempt made, judging by the longest delay seen. */
	msUntilListed: () => number;
	now: () => number;
	observe: (list: ShownList) => void;
	isReferenceHere: (reference: string) => boolean;
	/** Why a record is not the document that the lane made; null if it may be, or the lane made none. */
	whyNotOurs: (record: Payload) => Why | null;
	location: WallClock;
	shownAs: ShownAs;
	onItsDay: (record: Payload) => Payload;
	ourOtherMoves: (asOf: number) => Moved;
}

export interface Earlier {
	tries: Tries;
	before: Baseline | null;
}

/** Looks before every attempt, since old conclusions expire. @param recent an earlier look at stock, if reusable */
export async function lookBeforeSending(
	context: ProbeContext,
	earlier: Earlier,
	recent: StockLook | null = null,
): Promise<BeforeSending> {
	const rule = context.operation.replay;
	switch (rule?.proof) {
		case 'state':
			return lookAtState(context, rule, earlier);
		case 'quantities':
			return lookAtQuantities(context, rule, earlier, recent);
		case 'reference': {
			const looked = await lookForDocument(context, rule, earlier);
			return looked.kind === 'send' ? ((await lookForEntry(context)) ?? looked) : looked;
		}
		case 'equality':
			return lookAtEdit(context, rule);
		case 'gone': {
			const read = await readEdited(context, rule);
			if (read.ok) return { kind: 'send', baseline: { kind: 'shown' } };
			return read.failure.kind === 'not-found'
				? { kind: 'send', baseline: null }
				: onFailure(read.failure);
		}
		case 'effect': {
			const found = await probeEffect(context, rule);
			if (found.kind === 'unanswered') return onFailure(found.failure);
			return found.kind === 'found' ? { ...found, kind: 'done' } : { kind: 'send', baseline: null };
		}
		case 'none':
		case undefined:
			return { kind: 'send', baseline: null };
	}
}

async function lookAtState(
	context: ProbeContext,
	rule: RuleOf<'state'>,
	{ tries }: Earlier,
): Promise<BeforeSending> {
	const state = await readPhase(context, rule);
	if (!state.ok) return onFailure(state.failure);
	const other = context.whyNotOurs(state.record);
	if (other !== null) return { kind: 'conflict', why: other };
	if (rule.reached.includes(state.phase)) {
		return {
			kind: 'done',
			serverId: null,
			number: state.number,
			why: { code: 'already-shows', args: { state: state.word } },
		};
	}
	// An unknown state proves nothing, so a first attempt may be sent.
	const mayGo = state.phase === 'unknown' || rule.from.includes(state.phase);
	if (rule.judgement && context.baseHash !== null && state.hash !== context.baseHash) {
		const baseline = { kind: 'decided-on', current: state.record } as const;
		return {
			kind: 'conflict',
			why: { code: 'changed-since-seen' },
			...(mayGo ? { baseline } : {}),
		};
	}
	const why = { code: 'shows', args: { state: state.word } } as const;
	if (state.phase === 'unknown' && tries.maybeApplied > 0 && context.elsewhere() !== 'ordered') {
		return stillUndecided(why);
	}
	// No submit from here is known, so the rejected one may be ours.
	if (state.phase === 'rejected' && mayGo && context.elsewhere() === 'maybe') {
		return maybeThere(why);
	}
	if (mayGo) return { kind: 'send', baseline: { kind: 'state', phase: state.phase } };
	return { kind: 'conflict', why: { code: 'document-is', args: { state: state.word } } };
}

/** How often to ask again after an unusable answer. */
export const mostAnswersThatSayNothing = 10;

/** An outage ends, but an unreadable or refused answer, or a list that keeps changing, may not: ask a person. */
export const isHopeless = (failure: ReadFailure, unanswered: number): boolean =>
	saysNothing(failure) && unanswered >= mostAnswersThatSayNothing;

export const saysNothing = ({ kind }: ReadFailure): boolean =>
	kind === 'unreadable' || kind === 'refused' || kind === 'not-found';

export const unusableWhy = ({ unusable }: LookupReads) => unusable() ?? ('could-not-ask' as const);

export async function probe(context: ProbeContext, before: Baseline | null): Promise<ProbeResult> {
	const result = await probeByRule(context, before);
	// It was sent under other names, so it may only seem to be missing.
	return result.kind === 'absent' && context.writtenOtherwise
		? { kind: 'undecided', why: { code: 'settings-changed' } }
		: result;
}

async function probeByRule(context: ProbeContext, before: Baseline | null): Promise<ProbeResult> {
	const rule = context.operation.replay;
	switch (rule?.proof) {
		case 'state':
			return probeState(context, rule);
		case 'quantities':
			return probeQuantities(context, rule, before);
		case 'reference':
			return probeDocuments(context, rule, before);
		case 'equality':
			return probeEdit(context, rule);
		case 'gone':
			return probeGone(context, rule, before);
		case 'effect':
			return probeEffect(context, rule);
		case 'none':
		case undefined:
			return { kind: 'undecided', why: { code: 'nothing-proves' } };
	}
}

/** A full update before sending: already done, unchanged, merged with other people's changes, or a conflict. */
async function lookAtEdit(context: ProbeContext, rule: RuleOf<'equality'>): Promise<BeforeSending> {
	const read = await readEdited(context, rule);
	if (!read.ok) return onFailure(read.failure);
	const { record, body, as, number } = read;
	const other = context.whyNotOurs(record);
	if (other !== null) return { kind: 'conflict', why: other };
	if (as === null) return { kind: 'send', baseline: null };
	if (hasWhatWasSent(context, as, record)) {
		return { kind: 'done', serverId: null, number, why: { code: 'already-there' } };
	}
	if (!acceptsEdit(context, rule, record)) {
		return { kind: 'conflict', why: { code: 'document-is', args: { state: record.status ?? '' } } };
	}
	// Setting a flag, or a step queued without a base, cannot be merged.
	if (context.base === null || hashOfRecord(record) === context.baseHash) {
		return { kind: 'send', baseline: null };
	}
	const merged = mergeEdit(as, { base: context.base, body, current: record });
	if (merged.overlaps.length > 0) {
		return {
			kind: 'conflict',
			why: { code: 'same-lines-changed' },
			baseline: { kind: 'overlaps', current: record, choices: {} },
		};
	}
	const { body: whole, taken } = merged;
	const why: Why = { code: 'merged', args: { count: taken.length }, said: taken.join(', ') };
	return { kind: 'revised', body: whole, base: record, why };
}

/** Ignores digits and letters that the service does not keep, as long as the change still shows. */
function hasWhatWasSent(
	{ base, input, shownAs }: ProbeContext,
	{ sent }: EditedAs,
	record: Payload,
): boolean {
	const body = input.body ?? {};
	if (holds(sent, record, body)) return true;
	return base !== null && !holds(sent, base, body, shownAs) && holds(sent, record, body, shownAs);
}

function acceptsEdit(
	{ operation, phaseOf }: ProbeContext,
	{ from }: RuleOf<'equality'>,
	{ status }: z.output<typeof edited>,
): boolean {
	if (from === undefined || documentKindOf(operation) === null || status === undefined) return true;
	const phase = phaseOf(status);
	return phase === 'unknown' || from.includes(phase);
}

async function probeEdit(context: ProbeContext, rule: RuleOf<'equality'>): Promise<ProbeResult> {
	const read = await readEdited(context, rule);
	if (!read.ok) {
		return read.failure.kind === 'not-found'
			? { kind: 'undecided', why: { code: 'not-shown' } }
			: { kind: 'unanswered', failure: read.failure };
	}
	const { record, as, number } = read;
	if (as === null) return { kind: 'undecided', why: { code: 'nothing-proves' } };
	if (hasWhatWasSent(context, as, record)) {
		return { kind: 'found', serverId: null, number, why: { code: 'has-what-was-sent' } };
	}
	return hashOfRecord(record) === context.baseHash
		? { kind: 'absent', why: { code: 'still-as-before' } }
		: {
				kind: 'undecided',
				why: { code: 'neither-sent-nor-before' },
			};
}

/** The absence of a record that this read never showed proves nothing. */
async function probeGone(
	context: ProbeContext,
	rule: RuleOf<'gone'>,
	before: Baseline | null,
): Promise<ProbeResult> {
	const read = await readEdited(context, rule);
	if (read.ok) return { kind: 'absent', why: { code: 'still-as-before' } };
	if (read.failure.kind !== 'not-found') return { kind: 'unanswered', failure: read.failure };
	return before?.kind === 'shown'
		? { kind: 'found', serverId: null, number: '', why: { code: 'not-shown' } }
		: { kind: 'undecided', why: { code: 'not-shown' } };
}

async function probeEffect(
	{ api, input }: ProbeContext,
	rule: RuleOf<'effect'>,
): Promise<Exclude<ProbeResult, { kind: 'undecided' }>> {
	const body = input.body ?? {};
	const read = await api.readByName(rule.read, rule.readInput(body));
	if (!read.ok) return { kind: 'unanswered', failure: read };
	return rule.holds(read.value, body)
		? { kind: 'found', serverId: null, number: '', why: { code: 'has-what-was-sent' } }
		: { kind: 'absent', why: { code: 'still-as-before' } };
}

async function readEdited(
	{ api, operation, input }: ProbeContext,
	rule: RuleOf<'equality'> | RuleOf<'gone'>,
) {
	const body = input.body ?? {};
	const read = await readRecord(api, rule.read, pathOf(input));
	if (!read.ok) return { ok: false as const, failure: read };
	const record = edited.safeParse(read.value);
	return {
		ok: true as const,
		record: record.data ?? {},
		number: record.data?.number ?? '',
		body,
		as: record.success ? editedAs(operation) : null,
	};
}

/** The path that reads the document of a write. Some writes name it in their body only. */
function pathOf({ path, body }: SendInput): Record<string, string> {
	const id = path?.['id'] ?? body?.['id'];
	return typeof id === 'string' ? { id } : (path ?? {});
}

async function probeState(context: ProbeContext, rule: RuleOf<'state'>): Promise<ProbeResult> {
	const state = await readPhase(context, rule);
	if (!state.ok) {
		return state.failure.kind === 'not-found'
			? { kind: 'undecided', why: { code: 'not-shown' } }
			: { kind: 'unanswered', failure: state.failure };
	}
	const other = context.whyNotOurs(state.record);
	if (other !== null) return { kind: 'undecided', why: other };
	if (rule.reached.includes(state.phase)) {
		return {
			kind: 'found',
			serverId: null,
			number: state.number,
			why: { code: 'shows', args: { state: state.word } },
		};
	}
	if (rule.from.includes(state.phase))
		return { kind: 'absent', why: { code: 'still-shows', args: { state: state.word } } };
	return { kind: 'undecided', why: { code: 'shows', args: { state: state.word } } };
}

async function readPhase(
	context: ProbeContext,
	rule: RuleOf<'state'>,
): Promise<
	| { ok: true; phase: Phase; word: string; number: string; record: Payload; hash: string }
	| { ok: false; failure: ReadFailure }
> {
	const read = await context.api.readByName(rule.read, { path: pathOf(context.input) });
	if (!read.ok) return { ok: false, failure: read };
	const record = withState.parse(read.value);
	return {
		ok: true,
		phase: context.phaseOf(record.status),
		word: record.status,
		number: record.number ?? '',
		record,
		hash: hashOfRecord(record),
	};
}
