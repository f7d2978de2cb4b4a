// Checks the outbox's event log against its promises: every request has a committed attempt before it, every second
// attempt a probe since the first, and every conclusion names what was read. Shared by simulation, crash test and fault
// test.
import { z } from 'zod';
import type { Sqlite } from '../../src/main/core/store/open.ts';
import { findOperation } from '../../src/shared/service/index.ts';

const program = 'Stillroom';

interface Step {
	action_id: string;
	operation: string;
	state: string;
	confirmed_by: string | null;
}

interface Event {
	event_id: number;
	at: number;
	from_state: string;
	to_state: string;
	by: string;
	code: string;
	lookup: string | null;
}

interface Attempt {
	number: number;
	started_at: number;
	ended_at: number | null;
	verdict: string | null;
}

/** State of a step. */
interface Known {
	events: readonly Event[];
	attempts: readonly Attempt[];
}

/** The lookup that an event is based on. */
const savedLookup = z.looseObject({
	read: z.string().min(1),
	/** null if no answer was usable. */
	readNo: z.number().nullable(),
	startedAt: z.number(),
	serverDate: z.number().nullable(),
	record: z.string().nullable(),
	rows: z.number().nullable(),
});

type Look = z.output<typeof savedLookup>;

/** Conclusions possible from the service's answer alone. */
const concluded: readonly string[] = [
	'already-shows',
	'already-there',
	'reference-found',
	'same-content-found',
	'shows',
	'has-what-was-sent',
	'quantities-after',
	'none-is-ours',
	'still-shows',
	'still-as-before',
	'quantities-before',
	'quantities-neither',
	'several-fit',
	'neither-sent-nor-before',
];
const finished: readonly string[] = ['confirmed', 'cancelled', 'superseded', 'discarded'];
/** More probes without a person are too many: it would probe forever. */
const mostLooks = 60;

/**
 * @param how.requests number of requests of an action, if counted
 * @param how.clockIsSteady nobody set the PC's clock, so instants are comparable
 * @returns a sentence per contradiction
 */
export function wrongInEventLog(
	db: Sqlite,
	how: { requests?: (actionId: string) => number; clockIsSteady?: boolean } = {},
): string[] {
	const steps = db.prepare<[], Step>('SELECT * FROM action ORDER BY seq').all();
	const events = db.prepare<[string], Event>(
		'SELECT * FROM action_event WHERE action_id = ? ORDER BY event_id',
	);
	const attempts = db.prepare<[string], Attempt>(
		'SELECT * FROM attempt WHERE action_id = ? ORDER BY attempt_id',
	);
	const isMended = db.prepare('SELECT 1 FROM rescue LIMIT 1').get() !== undefined;
	return steps.flatMap((step) => {
		const known = { events: events.all(step.action_id), attempts: attempts.all(step.action_id) };
		return [
			...(isMended ? [] : wrongOrder(step, known)),
			...wrongAttempts(step, known, how),
			...known.events.flatMap(wrongConclusion),
			...wrongPerson(known.events),
		].map((said) => `${step.operation} ${step.action_id}: ${said}`);
	});
}

/** Each change starts where the previous ended, and nothing leaves a final state. */
function wrongOrder(step: Step, known: Known): string[] {
	const { state } = step;
	const { events } = known;
	const wrong = events.flatMap((event, index) => {
		const before = events[index - 1];
		const movesOn = finished.includes(event.from_state) && event.to_state !== event.from_state;
		if (movesOn && !isLateDocument(step, event, known))
			return [`it was ${event.from_state}, and moved on`];
		return before !== undefined && before.to_state !== event.from_state
			? [`it went from ${before.to_state}, and on from ${event.from_state}`]
			: [];
	});
	const last = events.at(-1);
	return last && last.to_state !== state
		? [...wrong, `it is ${state}, not ${last.to_state}`]
		: wrong;
}

/** The one exception: a discarded create may still be applied, and a list may show its document once. */
const isLateDocument = (
	{ operation }: Step,
	{ from_state, to_state, by, code, lookup }: Event,
	{ events, attempts }: Known,
): boolean =>
	from_state === 'discarded' &&
	to_state === 'attention' &&
	by === program &&
	code === 'reference-found' &&
	findOperation(operation)?.replay?.proof === 'reference' &&
	typeof usable(lookup)?.record === 'string' &&
	attempts.some(mayBeDone) &&
	events.filter((each) => each.from_state === 'discarded').length === 1;

const mayBeDone = ({ verdict }: Attempt): boolean =>
	verdict === null || verdict === 'unknown' || verdict === 'unauthorized';

function wrongAttempts(
	{ action_id, operation }: Step,
	{ events, attempts }: Known,
	{
		requests,
		clockIsSteady = false,
	}: { requests?: (actionId: string) => number; clockIsSteady?: boolean },
): string[] {
	const wrong: string[] = [];
	const sent = events.filter(({ to_state }) => to_state === 'sending');
	if (sent.length !== attempts.length) {
		wrong.push(`${String(sent.length)} times sending, ${String(attempts.length)} attempts`);
	}
	const out = requests?.(action_id) ?? 0;
	if (out > attempts.length) {
		wrong.push(`${String(out)} requests of ${String(attempts.length)} attempts`);
	}
	const movesStock = findOperation(operation)?.replay?.proof === 'quantities';
	for (const [index, event] of sent.entries()) {
		const before = sent[index - 1];
		const attempt = attempts[index - 1];
		if (before === undefined || attempt === undefined || attempt.verdict === 'not-sent') continue;
		const between = events.filter(
			({ event_id }) => event_id > before.event_id && event_id <= event.event_id,
		);
		const looks = between.flatMap(({ lookup }) => usable(lookup) ?? askedInVain(event, events));
		const which = `attempt ${String(index + 1)}`;
		const earliest = attempt.ended_at ?? attempt.started_at;
		if (looks.length === 0) wrong.push(`${which} went without a look since the one before`);
		else if (clockIsSteady && !looks.some(({ startedAt }) => startedAt >= earliest)) {
			wrong.push(`${which} rests on a look from before the one before ended`);
		}
		const isOpen = attempt.verdict === null || attempt.verdict === 'unknown';
		if (movesStock && isOpen && !between.some(({ by }) => by !== program)) {
			wrong.push(`${which} moves stock again, and nobody ordered it`);
		}
	}
	return wrong;
}

/** A person told that no answer is usable ordered it: then its probe needs none either. */
function askedInVain(sent: Event, events: readonly Event[]): Look[] {
	const before = events.filter(({ event_id }) => event_id < sent.event_id);
	const order = before.findLastIndex(({ by }) => by !== program);
	const isTold = before[order - 1]?.code === 'answers-not-usable';
	const look = sent.lookup === null ? null : savedLookup.safeParse(JSON.parse(sent.lookup));
	return isTold && look?.success ? [look.data] : [];
}

/** A conclusive probe; null otherwise. */
function usable(lookup: string | null): Look | null {
	const read = lookup === null ? null : savedLookup.safeParse(JSON.parse(lookup));
	return read?.success && read.data.readNo !== null ? read.data : null;
}

/** A conclusion names its lookup: what was read, when, and from which record. */
function wrongConclusion({ by, code, to_state, lookup }: Event): string[] {
	if (by !== program || !concluded.includes(code)) return [];
	const look = usable(lookup);
	if (look === null) return [`it became ${to_state} (${code}), and nothing says what was read`];
	return look.record === null && look.rows === null
		? [`it became ${to_state} (${code}), and nothing says of which record`]
		: [];
}

/** Decisions have a person's name, and nothing is probed forever. */
function wrongPerson(events: readonly Event[]): string[] {
	const wrong = events.flatMap(({ by, to_state }) =>
		by === program && (to_state === 'discarded' || to_state === 'cancelled')
			? [`it became ${to_state} by nobody`]
			: [],
	);
	let looks = 0;
	for (const { by, to_state } of events) {
		if (by !== program) looks = 0;
		else if (to_state === 'verifying') looks += 1;
		if (looks > mostLooks)
			return [...wrong, `it was asked about more than ${String(mostLooks)} times`];
	}
	return wrong;
}
