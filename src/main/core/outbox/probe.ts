// Asks the service whether a write was applied, by the operation's replay rule. Read-only.
import Big from 'big.js';
import { z } from 'zod';
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import type { Phase } from '../../../shared/bridge/values.ts';
import { documentKindOf } from '../../../shared/service/behaviour.ts';
import type { WallClock } from '../../../shared/service/likeness.ts';
import type { Operation, Payload, ReplayRule } from '../../../shared/service/operation.ts';
import type { ReadFailure } from '../api/verdict.ts';
import type { Tries } from '../store/actions.ts';
import { hashOfRecord } from './base.ts';
import type { Baseline } from './baseline.ts';
import { editedAs, holds, mergeEdit, type EditedAs, type ShownAs } from './edits.ts';
import type { ProvedBy } from './kept-settings.ts';
import type { LookupReads } from './lookup-reads.ts';
import { maybeThere, onFailure, stillUndecided } from './not-sent.ts';
import type { ShownList } from './observing.ts';
import type { Moved } from './own-movements.ts';
import type { SendInput } from './payload.ts';
import { lookForDocument, probeDocuments } from './probe-documents.ts';
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

type Asked = 'maybe-elsewhere' | 'moved-meanwhile' | 'not-confirmed-undecided';

export type BeforeSending =
	| { kind: 'send'; baseline: Baseline | null }
	| ({ kind: 'done' } & Trace)
	/** Not allowed in this state, or maybe applied already. `baseline` is set if a person can choose. */
	| { kind: 'conflict'; why: Why; attention?: Asked; baseline?: Baseline }
	/** Others changed other lines: this body contains both, based on what the service has now. */
	| { kind: 'merged'; body: Payload; base: Payload; taken: readonly string[] }
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
	isAnothers: (serverId: string) => boolean;
	/** Whether another PC may have sent the same. `ordered`: a person knows and sends it anyway. */
	elsewhere: () => 'no' | 'maybe' | 'ordered';
	/** Whether an earlier step from here sent the document with the same reference. */
	wasSentAs: () => boolean;
	/** Our earlier confirmed receipts of the same document, oldest first. */
	ownBefore: () => readonly Payload[];
	/** ms until a list must show what the last attempt made, judging by the longest delay seen. */
	msUntilListed: () => number;
	now: () => number;
	observe: (list: ShownList) => void;
	isReferenceHere: (reference: string) => boolean;
	/** Why a record is not the document that the lane made; null if it may be, or the lane made none. */
	whyOther: (record: Payload) => Why | null;
	location: WallClock;
	shownAs: ShownAs;
	onItsDay: (record: Payload) => Payload;
	besides: (asOf: number) => Moved;
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
		case 'reference':
			return lookForDocument(context, rule, earlier);
		case 'equality':
			return lookAtEdit(context, rule);
		case 'gone': {
			const gone = await probeGone(context, rule);
			if (gone.kind === 'found') return { ...gone, kind: 'done' };
			return gone.kind === 'unanswered' ? gone : { kind: 'send', baseline: null };
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
	const other = context.whyOther(state.record);
	if (other !== null) return { kind: 'conflict', why: other };
	if (rule.reached.includes(state.phase)) {
		return {
			kind: 'done',
			serverId: null,
			number: state.number,
			why: { code: 'already-shows', args: { state: state.word } },
		};
	}
	// An unknown state word decides nothing: the first attempt may go, as from any other program.
	const mayGo = state.phase === 'unknown' || rule.from.includes(state.phase);
	if (rule.judgement && context.baseHash !== null && state.hash !== context.baseHash) {
		const baseline = { kind: 'decided-on', current: state.record } as const;
		// In another state the decision cannot be made again.
		return {
			kind: 'conflict',
			why: { code: 'changed-since-seen' },
			...(mayGo ? { baseline } : {}),
		};
	}
	if (state.phase === 'unknown' && tries.maybeApplied > 0 && context.elsewhere() !== 'ordered') {
		const why = { code: 'shows', args: { state: state.word } } as const;
		return { kind: 'conflict', attention: 'not-confirmed-undecided', why };
	}
	if (mayGo) return { kind: 'send', baseline: { kind: 'state', phase: state.phase } };
	return { kind: 'conflict', why: { code: 'document-is', args: { state: state.word } } };
}

async function lookAtQuantities(
	context: ProbeContext,
	rule: RuleOf<'quantities'>,
	{ tries, before }: Earlier,
	recent: StockLook | null,
): Promise<BeforeSending> {
	const body = context.input.body ?? {};
	const asOf = context.lastEvent();
	const known = recent && recalledStock(context, recent);
	if (known !== null) return { kind: 'send', baseline: known };
	const read = await context.api.readByName(rule.read, rule.readInput(body));
	if (!read.ok) return onFailure(read);
	recent?.keep(rule, body, { answer: read.value, asOf });
	const present = rule.present(read.value, body);
	const elsewhere = context.elsewhere();
	if (tries.maybeApplied > 0) {
		const asked = compareQuantities(context, rule, before, present);
		if (asked.kind === 'found') return { ...asked, kind: 'done' };
		if (asked.kind === 'undecided' && elsewhere !== 'ordered') return stillUndecided(asked.why);
	}
	if (elsewhere !== 'ordered' && hasMoved(context, rule, present)) {
		return elsewhere === 'maybe'
			? maybeThere({ code: 'moved-since-entered' })
			: {
					kind: 'conflict',
					attention: 'moved-meanwhile',
					why: { code: 'moved-since-entered' },
				};
	}
	return { kind: 'send', baseline: { kind: 'quantities', present, asOf } };
}

export function recalledStock(
	{ operation, input, besides, lastEvent, elsewhere }: ProbeContext,
	recent: StockLook,
): Baseline | null {
	const { replay: rule } = operation;
	// Another PC may have moved it, so read it again.
	if (rule?.proof !== 'quantities' || elsewhere() !== 'no') return null;
	const body = input.body ?? {};
	const known = recent.recall(rule, body, besides, lastEvent());
	if (known === null) return null;
	return { kind: 'quantities', present: rule.present(known.answer, body), asOf: known.asOf };
}

/** Whether the current quantities are neither what the person saw, nor that plus our own receipts since. */
function hasMoved(
	{ base, input, elsewhere, ownBefore }: ProbeContext,
	rule: RuleOf<'quantities'>,
	present: Readonly<Record<string, string>>,
): boolean {
	const body = input.body ?? {};
	// Stock changes all day, so it is compared only for a part of a count that another PC may have sent.
	if (base === null && elsewhere() === 'no') return false;
	const seen = base === null ? rule.seen?.(body) : rule.present(base, body);
	const adds = rule.adds(body);
	const expected = Object.entries(seen ?? {}).filter(([line]) => line in adds);
	const fits = (own: readonly Payload[]) =>
		expected.every(([line, quantity]) =>
			own
				.reduce((sum, done) => sum.plus(rule.adds(done)[line] ?? '0'), new Big(quantity))
				.eq(present[line] ?? '0'),
		);
	const own = base === null ? [] : ownBefore();
	// The record the person saw may already include the first of them.
	return !fits([]) && !own.some((_, first) => fits(own.slice(first)));
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
	// The document may only be missing under the current names: it was sent with others.
	return result.kind === 'absent' && context.writtenOtherwise
		? { kind: 'undecided', why: { code: 'settings-changed' } }
		: result;
}

async function probeByRule(context: ProbeContext, before: Baseline | null): Promise<ProbeResult> {
	const rule = context.operation.replay;
	switch (rule?.proof) {
		case 'state':
			return probeState(context, rule);
		case 'quantities': {
			if (before?.kind !== 'quantities') return noQuantitiesBefore;
			const body = context.input.body ?? {};
			const read = await context.api.readByName(rule.read, rule.readInput(body));
			return read.ok
				? compareQuantities(context, rule, before, rule.present(read.value, body))
				: { kind: 'unanswered', failure: read };
		}
		case 'reference':
			return probeDocuments(context, rule, before);
		case 'equality':
			return probeEdit(context, rule);
		case 'gone':
			return probeGone(context, rule);
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
	const other = context.whyOther(record);
	if (other !== null) return { kind: 'conflict', why: other };
	if (as === null) return { kind: 'send', baseline: null };
	if (hasWhatWasSent(context, as, record)) {
		return { kind: 'done', serverId: null, number, why: { code: 'already-there' } };
	}
	if (!takes(context, rule, record)) {
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
	return { kind: 'merged', body: merged.body, base: record, taken: merged.taken };
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

function takes(
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

async function probeGone(context: ProbeContext, rule: RuleOf<'gone'>): Promise<ProbeResult> {
	const read = await readEdited(context, rule);
	if (read.ok) return { kind: 'absent', why: { code: 'still-as-before' } };
	return read.failure.kind === 'not-found'
		? { kind: 'found', serverId: null, number: '', why: { code: 'not-shown' } }
		: { kind: 'unanswered', failure: read.failure };
}

async function readEdited(
	{ api, operation, input }: ProbeContext,
	rule: RuleOf<'equality'> | RuleOf<'gone'>,
) {
	const body = input.body ?? {};
	const read = await api.readByName(rule.read, { path: pathOf(input) });
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

const noQuantitiesBefore = {
	kind: 'undecided',
	why: { code: 'quantities-not-recorded' },
} as const satisfies ProbeResult;

function compareQuantities(
	{ input, besides, writtenOtherwise }: ProbeContext,
	rule: RuleOf<'quantities'>,
	before: Baseline | null,
	present: Readonly<Record<string, string>>,
): ProbeResult {
	if (before?.kind !== 'quantities') return noQuantitiesBefore;
	if (writtenOtherwise) return { kind: 'undecided', why: { code: 'settings-changed' } };
	const adds = Object.entries(rule.adds(input.body ?? {}));
	// Two of our own writes on one line: a matching sum cannot tell which of them was applied.
	const moved = besides(before.asOf);
	if (adds.some(([line]) => moved.has(line))) {
		return { kind: 'undecided', why: { code: 'same-lines-moved' } };
	}
	const quantity = (from: Readonly<Record<string, string>>, line: string) =>
		new Big(from[line] ?? '0');
	const unchanged = adds.every(([line]) =>
		quantity(present, line).eq(quantity(before.present, line)),
	);
	const added = adds.every(([line, add]) =>
		quantity(present, line).eq(quantity(before.present, line).plus(add)),
	);
	if (added && !unchanged) {
		return { kind: 'found', serverId: null, number: '', why: { code: 'quantities-after' } };
	}
	if (unchanged && !added) return { kind: 'absent', why: { code: 'quantities-before' } };
	return { kind: 'undecided', why: { code: 'quantities-neither' } };
}
