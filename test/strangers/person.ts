// The person at the PC: waits for all work, and answers the program truthfully by the service's real state. Judges each
// question: needless if the program could have known, or could have resent safely.
import type { CallOutput } from '../../src/shared/bridge/contract.ts';
import type { TestPc } from '../support/pc.ts';
import type { Entry } from './entries.ts';
import type { Stranger } from './stranger.ts';

export interface Question {
	readonly operation: string;
	readonly why: string;
	readonly said: string;
	readonly needless: boolean;
	readonly answer: string;
	readonly history: readonly string[];
}

type Lane = CallOutput<'outbox.list'>['lanes'][number];
type Step = Lane['steps'][number];

const mostQuestions = 60;
/** How often something was sent in vain before it was discarded. */
const mostAttempts = 12;

/** A PC, and whether it checked the service: another PC does not know what the service keeps. */
export interface Desk {
	readonly pc: TestPc;
	readonly isChecked: boolean;
}

/** Answers every question until nothing waits, and adds it to `questions`. */
export async function seeThrough(
	desk: Desk,
	stranger: Stranger,
	entries: readonly Entry[],
	questions: Question[],
	during: <Value>(awaited: Promise<Value>, what: string) => Promise<Value>,
): Promise<void> {
	const { pc } = desk;
	for (;;) {
		await during(
			pc.until(({ outbox }) => outbox.waiting === 0),
			'work is still waiting',
		);
		const { lanes } = await pc.call('outbox.list', { filter: 'needs-you' });
		const open = lanes.filter((lane) => entryOf(entries, lane)?.waits !== true);
		if (open.length === 0) break;
		for (const lane of open) {
			const step = lane.steps.find(
				({ state }) => state === 'attention' || state === 'stale-review',
			);
			if (step === undefined) throw new Error(`${lane.document} needs a person for no step.`);
			questions.push(await answer(desk, stranger, entries, lane, step));
			if (questions.length > mostQuestions) throw new Error('The questions have no end.');
		}
	}
	const { twins } = await pc.call('outbox.twins', {});
	for (const twin of twins) {
		const [entry] = entries.filter(({ documentId }) => documentId === twin.laneId);
		questions.push({
			operation: twin.document,
			why: 'possible-twin',
			said: '',
			answer: 'two',
			history: [],
			needless: entry === undefined || entry.times() <= sameAs(entry, entries),
		});
		await pc.call('outbox.decideTwin', { twinId: twin.twinId, says: 'two', reason: 'Looked' });
	}
}

/** @param step one of several alike, each with an entry of its own: the receipts of an order */
function entryOf(
	entries: readonly Entry[],
	{ documentId: at, steps }: Lane,
	step?: Step,
): Entry | undefined {
	const own = entries.filter(({ documentId, changes }) => [documentId, changes].includes(at));
	const alike = steps.filter(({ operation }) => operation === step?.operation);
	const place = alike.findIndex(({ actionId }) => actionId === step?.actionId);
	return own[own.length === alike.length ? place : 0];
}

const sameAs = (entry: Entry, entries: readonly Entry[]): number =>
	entries.filter(({ content }) => content === entry.content).length;

async function answer(
	{ pc, isChecked }: Desk,
	stranger: Stranger,
	entries: readonly Entry[],
	lane: Lane,
	step: Step,
): Promise<Question> {
	const target = { actionId: step.actionId, revision: step.revision };
	const why = step.attention ?? step.state;
	const history = await historyOf(pc, lane, step);
	const question = { operation: step.operation, why, said: step.serviceSaid, history };
	const entry = entryOf(entries, lane, step);
	if (entry === undefined) throw new Error(`Nobody entered ${lane.documentId}.`);

	if (why === 'cannot-be-asked' && stranger.composition.broken !== null) {
		entry.waits = true;
		return { ...question, needless: false, answer: 'left to wait' };
	}

	const isDone = await isDoneAt(pc, stranger, entries, entry, step);
	// A refusal of a text could have been predicted.
	const needless = isDone.done
		? isIdentified(stranger, entries, entry, step)
		: why === 'rejected' || (isChecked && isSafeToSend(stranger, step));
	if (isDone.done && step.can.includes('mark-done')) {
		await pc.call('outbox.markDone', { ...target, serverId: isDone.serverId });
		return { ...question, needless, answer: 'done' };
	}
	if (!isDone.done && why === 'rejected' && entry.again !== undefined) {
		await pc.call('outbox.discard', { ...target, reason: 'It is entered again without its text' });
		await entry.again();
		return { ...question, needless: true, answer: 'entered again without its text' };
	}
	if (!isDone.done && step.can.includes('send-again') && step.attempts < mostAttempts) {
		await pc.call('outbox.sendAgain', target);
		return { ...question, needless, answer: 'send again' };
	}
	await pc.call('outbox.discard', { ...target, reason: 'Nothing else was possible' });
	return { ...question, needless: true, answer: `dropped, could only ${step.can.join(', ')}` };
}

async function historyOf(pc: TestPc, lane: Lane, { actionId }: Step): Promise<string[]> {
	const { entries } = await pc.call('outbox.history', { laneId: lane.laneId });
	return entries
		.filter((each) => each.actionId === actionId)
		.map(({ at, to, why }) => `${new Date(at).toISOString()} ${to}: ${JSON.stringify(why)}`);
}

/** Whether the service applied the step, and with which document. */
async function isDoneAt(
	pc: TestPc,
	stranger: Stranger,
	entries: readonly Entry[],
	entry: Entry,
	step: Step,
): Promise<{ done: boolean; serverId: string | null }> {
	if (step.verb === 'submit') {
		const submitted = entry.submitted?.() ?? 0;
		return { done: submitted >= sameAs(entry, entries), serverId: null };
	}
	if (step.verb !== 'create') return { done: entry.times() > 0, serverId: null };
	// Looks at the service itself: the program's candidates may come from a lagging list.
	const taken = await confirmed(pc, entries, entry);
	const left = (entry.documents?.() ?? []).find(
		({ id, number }) => !taken.has(stranger.dialect.shownId(id)) && !taken.has(number),
	);
	return left === undefined
		? { done: false, serverId: null }
		: { done: true, serverId: stranger.dialect.shownId(left.id) };
}

/** Identifiers and numbers of documents already matched to other entries with the same content. */
async function confirmed(
	pc: TestPc,
	entries: readonly Entry[],
	entry: Entry,
): Promise<ReadonlySet<string>> {
	const others = entries.filter((each) => each !== entry && each.content === entry.content);
	const taken = new Set<string>();
	for (const { documentId } of others) {
		const { lane } = await pc.call('outbox.lane', { id: documentId });
		for (const { serviceNumber } of lane?.steps ?? [])
			if (serviceNumber !== '') taken.add(serviceNumber);
	}
	return taken;
}

/** Whether the service shows what was applied: not if it keeps no text and another entry has the same content. */
function isIdentified(
	{ composition }: Stranger,
	entries: readonly Entry[],
	entry: Entry,
	step: Step,
): boolean {
	return step.verb !== 'create' || composition.text.field !== null || sameAs(entry, entries) === 1;
}

/**
 * Whether an unapplied step can be resent without a person: a document with our reference, which reveals a late
 * original. Stock, transitions and changes are never resent unseen.
 */
const isSafeToSend = ({ composition }: Stranger, step: Step): boolean =>
	step.verb === 'create' && composition.text.field !== null && composition.broken === null;
