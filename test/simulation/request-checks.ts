// Invariants of outgoing requests: every write has its action, goes in order, under its account, over nobody's changes,
// and never again without a probe before it.
import Big from 'big.js';
import { z } from 'zod';
import { finished, type ActionRow } from '../../src/main/core/outbox/action.ts';
import type { ReplayRule } from '../../src/shared/service/operation.ts';
import { rowsAtOnce } from './appearance.ts';
import { markerIn } from './entries.ts';
import type { Sent } from './network.ts';
import type { Call } from './service.ts';
import { Violation, type Wrong } from './violation.ts';
import { operationOf, type World } from './world.ts';

interface Attempt {
	attempt_id: number;
	verdict: string | null;
}

/** A probe serves the request right after it, within a timeout and a pause. */
const lookServesMs = 300_000;

/** Finds the action of an outgoing write, and checks it. @throws Violation. */
export function checkRequest(
	world: World,
	call: Call,
): { actionId: string; attempt: number; run: number } {
	const { tables } = world.run.outbox;
	const wrong = (what: Wrong, said: string) => world.note(new Violation(what, said));
	const row = tables.inState('sending').find((each) => asksFor(world, each, call));
	if (!row) {
		throw wrong('lost', `${call.operation.name} goes out and no action says that it does.`);
	}
	if (row.account_id !== world.inUse.accountId) {
		throw wrong('wrong account', `${row.operation} went for ${world.inUse.accountId}.`);
	}
	const before = tables
		.ofLane(row.lane_id)
		.find(({ seq, state }) => seq < row.seq && !finished.includes(state));
	if (before) throw wrong('out of order', `${row.operation} went before ${before.operation}.`);
	world.intents.set(row.action_id, row.intent_id);
	const attempt = attemptsOf(world, row.action_id).at(-1)?.attempt_id ?? 0;
	checkRepetition(world, row, attempt);
	checkBase(world, row);
	checkInvoice(world, row);
	return { actionId: row.action_id, attempt, run: world.rolledBack };
}

const withBody = z.object({
	body: z
		.looseObject({ id: z.unknown().optional(), description: z.unknown().optional() })
		.default({}),
});

/** By its lane's document, or by its unique text: the frozen payload is what is sent. */
function asksFor(world: World, row: ActionRow, call: Call): boolean {
	if (row.operation !== call.operation.name) return false;
	const lane = world.laneOf(row);
	if (call.id !== null) return lane?.server_id === call.id;
	const asked = withBody.parse({ body: call.body }).body;
	if (typeof asked.id === 'string') return lane?.server_id === asked.id;
	const kept = withBody.parse(JSON.parse(row.payload)).body;
	return markerIn(asked.description) === markerIn(kept.description);
}

const withItems = z.looseObject({
	items: z
		.array(
			z.looseObject({
				id: z.string().optional(),
				itemId: z.string(),
				quantity: z.string(),
				quantityReceived: z.string().optional(),
			}),
		)
		.default([]),
});

/** A document's lines as texts, equal if the lines are. */
const linesOf = (record: unknown): string =>
	withItems
		.parse(record)
		.items.map(({ itemId, quantity }) => `${itemId} ${new Big(quantity).toFixed()}`)
		.sort()
		.join();

/** Received quantities of some lines, plus these receipts. */
const receivedIn = (record: unknown, lines: readonly string[], receipts: Receipt[] = []): string =>
	withItems
		.parse(record)
		.items.filter(({ id }) => id !== undefined && lines.includes(id))
		.map(({ id, quantityReceived }) => {
			const came = receipts.flat().filter(({ line }) => line === id);
			const sum = came.reduce(
				(all, { quantity }) => all.plus(quantity),
				new Big(quantityReceived ?? '0'),
			);
			return `${id ?? ''} ${sum.toFixed()}`;
		})
		.join();

const receipt = z.object({
	body: z.object({
		items: z.array(
			z.object({
				transferItemId: z.string().optional(),
				purchaseOrderItemId: z.string().optional(),
				quantity: z.string(),
			}),
		),
	}),
});
type Receipt = { line: string; quantity: string }[];
const receiptOf = ({ payload }: Pick<ActionRow, 'payload'>): Receipt =>
	receipt
		.parse(JSON.parse(payload))
		.body.items.map(({ transferItemId, purchaseOrderItemId = '', quantity }) => ({
			line: transferItemId ?? purchaseOrderItemId,
			quantity,
		}));

/** Whether a transfer is as the person saw it, plus our later receipts. */
function isAsReceived(world: World, row: ActionRow, base: unknown, look: Sent): boolean {
	const lines = receiptOf(row).map(({ line }) => line);
	const rows = new Map(world.actions().map((each) => [each.action_id, each]));
	const own = world.service.effects
		.filter(({ documentId, at }) => documentId === look.call.id && at <= look.lookedAt)
		.flatMap(({ actionId }) => rows.get(actionId) ?? [])
		.filter(({ operation }) => operation === row.operation)
		.map(receiptOf);
	// The record the person saw may include the first of them.
	const since = [...own.map((_, first) => own.slice(first)), []];
	const seen = receivedIn(look.shows, lines);
	return since.some((receipts) => receivedIn(base, lines, receipts) === seen);
}

/** A full update and a receipt are made from the service's view, including others' changes. */
function checkBase(world: World, row: ActionRow): void {
	if (row.base === null) return;
	const { replay } = operationOf(row);
	const receives = row.operation.endsWith('.receive');
	if (replay?.proof !== 'equality' && !receives) return;
	if (receives && orderOf(world, row, 0) !== undefined) return;
	const look = freshLooks(world, row, world.clock.monotonic() - lookServesMs).at(-1);
	const step = `${row.operation} ${row.action_id}`;
	if (look === undefined) {
		throw world.note(new Violation('lost', `${step} goes without a look at what stands there.`));
	}
	const base: unknown = JSON.parse(row.base);
	const isAsSeen = receives
		? isAsReceived(world, row, base, look)
		: linesOf(base) === linesOf(look.shows);
	if (!isAsSeen) {
		const harm = receives ? 'doubled' : 'lost';
		throw world.note(new Violation(harm, `${step} goes over what others changed.`));
	}
}

const withInvoice = z.looseObject({ purchaseOrderId: z.string(), invoiceNumber: z.string() });

/** A receipt whose invoice the service shows for its order goes only if a person orders it. */
function checkInvoice(world: World, row: ActionRow): void {
	if (row.operation !== 'purchaseOrder.receive' || orderOf(world, row, 0) !== undefined) return;
	const since = world.clock.monotonic() - lookServesMs;
	const look = world.net.sent.findLast(
		({ call, at, status, endedAt }) =>
			call.operation.name === 'purchaseOrder.receivings' &&
			at >= since &&
			status === 200 &&
			endedAt !== null,
	);
	const step = `${row.operation} ${row.action_id}`;
	if (look === undefined) {
		throw world.note(new Violation('doubled', `${step} goes without a search for its invoice.`));
	}
	const { invoiceNumber } = z
		.object({ body: z.looseObject({ invoiceNumber: z.string() }) })
		.parse(JSON.parse(row.payload)).body;
	const orderId = world.laneOf(row)?.server_id;
	const isThere = z
		.array(withInvoice)
		.parse(look.shows)
		.some((each) => each.purchaseOrderId === orderId && each.invoiceNumber === invoiceNumber);
	if (isThere) throw world.note(new Violation('doubled', `${step} repeats ${invoiceNumber}.`));
}

/** G2: a probe since then resolved the earlier requests, and allows it; or a person ordered it. */
function checkRepetition(world: World, row: ActionRow, attempt: number): void {
	const last = world.everSentOf(row).at(-1);
	if (!last) return;
	const { kind } = world;
	const blind = (why: string) =>
		world.note(new Violation('blind resends', `${row.operation} ${row.action_id}: ${why}`));
	if (last.attempt === attempt && last.run === world.rolledBack) {
		throw blind('one attempt sent it twice');
	}
	const verdict = attemptsOf(world, row.action_id).find(
		(each) => each.attempt_id === last.attempt,
	)?.verdict;
	if (verdict === 'not-sent' && last.run === world.rolledBack) {
		const nothingDone = last.status === 429 || (last.status === 503 && kind.refusalsDoNothing);
		if (!nothingDone) throw blind('it counts as not sent and may have been done');
		return;
	}
	const order = orderOf(world, row, last.at);
	// A person told that no answer is usable ordered it without one: one more probe is made.
	if (order?.knowsNothing === true && readsOf(world, row, order.at).length > 0) return;
	const looks = freshLooks(world, row, last.endedAt ?? last.at);
	// A person decided by the service's view, even if the list may be incomplete.
	const latest = looks.findLast(({ isLast }) => isLast || order !== undefined);
	if (latest === undefined) throw blind('nobody looked since it went');
	if (latest.at < world.clock.monotonic() - lookServesMs) throw blind('the last look is long ago');
	const shown = world
		.effectsOf(row)
		.some(({ at, documentId }) => at <= latest.lookedAt && isShownIn(latest, documentId));
	if (shown) throw blind('the last look showed what it had done');
	if (order !== undefined) return;
	if (last.run !== world.rolledBack) return;
	if (verdict === 'unauthorized' && last.status === 401) return;
	if (verdict === 'rejected') throw blind('it was refused');
	checkAbsence(world, row, last, blind);
}

const orderOf = ({ orders }: World, { action_id }: ActionRow, since: number) =>
	orders.findLast(
		({ actionId, choice, at }) => actionId === action_id && choice === 'again' && at >= since,
	);

/** Automatic: two absences prove something here, and a late duplicate is harmless. */
function checkAbsence(
	world: World,
	row: ActionRow,
	last: Sent,
	blind: (why: string) => Violation,
): void {
	const { kind } = world;
	const { replay } = operationOf(row);
	if (!replay) return;
	const unchanged = replay.proof === 'equality' && row.base !== null;
	if (!unchanged && (!kind.listsAreCurrent || !mayProve(replay))) {
		throw blind('an absence proves nothing here');
	}
	if (replay.proof === 'reference') {
		if (!kind.references || !isReferenceKept(world, last)) throw blind('no reference would tell');
		if (
			kind.look.lists === 'capped' &&
			world.service.idsOf(row.operation.split('.')[0] ?? '').length > rowsAtOnce
		) {
			throw blind('the list is not whole');
		}
	}
	if (replay.proof === 'state' && !kind.refusesRepeated) throw blind('a late twin would do harm');
	const { beforeProbeMs, betweenProbesMs } = world.profile.pauses;
	const starts = freshLooks(world, row, (last.endedAt ?? last.at) + beforeProbeMs)
		.filter(({ isLast }) => isLast)
		.map(({ at }) => at);
	// For a document, the probe right before sending is not one of the two.
	if (replay.proof !== 'reference') starts.pop();
	const [first, ...more] = starts;
	if (first === undefined || !more.some((at) => at >= first + betweenProbesMs)) {
		throw blind('the service was not asked twice, with time between');
	}
}

const mayProve = ({ proof }: ReplayRule): boolean => proof === 'reference' || proof === 'state';

const mark = /SR-[0-9A-Z]{10}/i;
const mentions = (record: unknown): boolean => mark.test(JSON.stringify(record));

/** Whether the service shows our reference as sent. */
function isReferenceKept({ service }: World, { call }: Sent): boolean {
	return mentions(service.shown(call.body));
}

/** Conclusive probes of an action requested since. */
const freshLooks = (world: World, row: ActionRow, since: number): Sent[] =>
	readsOf(world, row, since).filter(
		({ endedAt, status, isOwn, old }) => status === 200 && isOwn && !old && endedAt !== null,
	);

/** All probes of an action since, whatever the answer. */
function readsOf(world: World, row: ActionRow, since: number): Sent[] {
	const { replay } = operationOf(row);
	if (!replay || replay.proof === 'none') return [];
	const asked = replay.proof === 'reference' ? replay.list : replay.read;
	const serverId = world.laneOf(row)?.server_id;
	return world.net.sent.filter(
		({ call, at }) =>
			call.operation.name === asked && at >= since && (call.id === null || call.id === serverId),
	);
}

/** Whether a probe showed a document that existed; for state or stock, that it existed at all. */
function isShownIn({ shows, call }: Sent, documentId: string | null): boolean {
	if (call.operation.answer.kind !== 'list' || documentId === null) return false;
	return z
		.array(z.looseObject({ id: z.string().optional() }))
		.parse(shows)
		.some((row) => row.id === documentId && mentions(row));
}

function attemptsOf(world: World, actionId: string): Attempt[] {
	return world.run.store.durable
		.prepare<[string], Attempt>(
			'SELECT attempt_id, verdict FROM attempt WHERE action_id = ? ORDER BY attempt_id',
		)
		.all(actionId);
}
