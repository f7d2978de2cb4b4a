// Invariants after a step: no entry is gone, done twice, or shown wrongly.
import Big from 'big.js';
import { z } from 'zod';
import { finished, type ActionRow } from '../../src/main/core/outbox/action.ts';
import { quantityAs } from './appearance.ts';
import type { Effect } from './service.ts';
import { Violation } from './violation.ts';
import { isBeforePerson, isNamedWrongly, operationOf, type World } from './world.ts';

export function checkState(world: World): void {
	if (world.violation) throw world.violation;
	if (world.broken) throw world.broken;
	const rows = world.actions();
	checkAcknowledged(world, rows);
	checkStandings(world, rows);
	for (const row of rows) {
		world.statesReached.add(row.state);
		checkStep(world, row);
		if (row.state === 'superseded') checkSuperseded(world, row, rows);
		if (earlierPayloads(world, row).length > 0) noteEdit(world, row);
	}
}

/** A saved entry is in the outbox with the same request, even beside a re-entered row. */
function checkAcknowledged(world: World, rows: readonly ActionRow[]): void {
	const { acknowledged } = world;
	const byIntent = Map.groupBy(rows, (row) => row.intent_id);
	for (const [intent, known] of acknowledged) {
		const entered = byIntent.get(intent) ?? [];
		const row = entered.at(-1);
		const isKept = entered.some(
			(each) =>
				each.operation === known?.operation &&
				[each.payload, ...earlierPayloads(world, each)].includes(known.payload),
		);
		if (!row || (known && !isKept)) {
			throw new Violation('lost', `${intent} is not in the outbox any more.`);
		}
		acknowledged.set(intent, { operation: row.operation, payload: row.payload });
	}
}

function checkStep(world: World, row: ActionRow): void {
	const { state } = row;
	const step = `${row.operation} ${row.action_id}`;
	const effects = world.effectsOf(row);
	// A document may be made anew after the file lost it and a colleague deleted it: each is its own.
	for (const group of Map.groupBy(effects, ({ documentId }) => documentId).values()) {
		if (!isHarm(world, row, group)) continue;
		throw new Violation('doubled', `${step} was done ${String(group.length)} times.`);
	}
	checkDocument(world, row, effects);
	if (state === 'confirmed') checkConfirmed(world, row, effects);
	else if (world.toldDone.has(row.action_id)) {
		throw new Violation('lost', `${step} was told to be done.`);
	}
	const last = world.requestsOf(row.action_id).at(-1);
	if (
		state === 'attention' &&
		row.attention === 'rejected' &&
		effects.some(({ at }) => at <= (last?.endedAt ?? 0))
	) {
		throw new Violation('lost', `${step} is shown as refused and was done.`);
	}
	const wasUndone = state === 'cancelled' && world.requestsOf(row.action_id).length > 0;
	if (wasUndone && effects.length > 0) {
		throw new Violation('lost', `${step} was taken back and is done.`);
	}
	const ordered = world.orders.some(({ actionId }) => actionId === row.action_id);
	if ((state === 'cancelled' || state === 'discarded') && !ordered) {
		throw new Violation('lost', `${step} is ${state} by nobody.`);
	}
}

/**
 * Whether an action was done twice automatically. Duplicates are searched at rest. A resend ordered after a probe may
 * arrive late: nobody can prevent that.
 */
function isHarm(world: World, row: ActionRow, effects: readonly Effect[]): boolean {
	if (effects.length < 2 || operationOf(row).answer.kind === 'created') return false;
	const sentAt = (effect: Effect): number => world.net.requestOf(effect)?.at ?? 0;
	const inOrder = effects.toSorted((a, b) => sentAt(a) - sentAt(b));
	const ids = world.everKnownAs(row);
	const isOrdered = (from: number, until: number) =>
		world.orders.some(
			({ actionId, choice, at }) =>
				ids.includes(actionId) && choice === 'again' && from < at && at <= until,
		);
	// The file lost the first, a person entered it again, and the first took effect only after that was sent.
	const isLateLost = (first: Effect, next: Effect) =>
		first.actionId !== next.actionId && first.at > sentAt(next);
	// For any two applied requests, a person ordered the later one after the earlier was sent.
	const pairs = inOrder.slice(1).map((next, before) => [inOrder[before] ?? next, next] as const);
	if (pairs.every(([a, b]) => isOrdered(sentAt(a), sentAt(b)) || isLateLost(a, b))) return false;
	// A repeated update changes nothing, unless something came between.
	return operationOf(row).replay?.proof === 'equality'
		? effects.some(({ undoes }) => undoes)
		: true;
}

/** A step of our document affects that document, not a stranger's with its id. */
function checkDocument(world: World, row: ActionRow, effects: readonly Effect[]): void {
	// The one a person named.
	if (world.mistakes > 0) return;
	const lane = world.laneOf(row);
	if (!lane || lane.document_id.startsWith('service:') || lane.document === 'stocktake') return;
	const makers = world.run.outbox.tables
		.ofLane(row.lane_id)
		.filter((each) => operationOf(each).answer.kind === 'created')
		.flatMap((each) => world.everKnownAs(each));
	for (const effect of effects) {
		const { maker, madeAt, documentId } = effect;
		const isOurs = maker !== null && makers.includes(maker);
		// Nobody sees changes between our probe and our request, or while it is delayed for hours.
		const sentAt = world.net.requestOf(effect)?.at ?? effect.at;
		if (isOurs || documentId === null || sentAt - madeAt < 60_000) continue;
		// Without our text, an answer that names another entry's document of the same item cannot be told from ours.
		if (maker !== null && isNamedWrongly(world) && !world.kind.references) continue;
		throw new Violation('lost', `${row.operation} went to ${documentId}, which is not ours.`);
	}
}

function noteEdit(world: World, { action_id }: ActionRow): void {
	const codes = world.run.store.durable
		.prepare<[string], string>('SELECT code FROM action_event WHERE action_id = ?')
		.pluck()
		.all(action_id);
	for (const code of ['merged', 'lines-chosen'] as const) {
		if (codes.includes(code)) world.editsMet.add(code);
	}
}

/** A step before merging or choosing lines. */
const earlierPayloads = (world: World, { action_id }: ActionRow): string[] =>
	world.run.store.durable
		.prepare<[string], string>('SELECT payload FROM action_revision WHERE action_id = ?')
		.pluck()
		.all(action_id);

/** Lists and counts use the database's lane summaries, which must match the steps. */
function checkStandings(world: World, rows: readonly ActionRow[]): void {
	const { tables } = world.run.outbox;
	const heads = new Map<string, ActionRow>();
	for (const row of rows) {
		if (!finished.includes(row.state) && !heads.has(row.lane_id)) heads.set(row.lane_id, row);
	}
	const counts = { waiting: 0, 'needs-you': 0, done: 0 };
	for (const laneId of new Set(rows.map(({ lane_id }) => lane_id))) {
		const head = heads.get(laneId);
		const stands = head === undefined ? 'done' : isBeforePerson(head) ? 'needs-you' : 'waiting';
		if (tables.lane(laneId)?.standing !== stands) {
			throw new Violation('lost', `The lane ${laneId} is not shown as ${stands}.`);
		}
		if (tables.lane(laneId)?.account_id === world.inUse.accountId) counts[stands] += 1;
	}
	if (JSON.stringify(tables.laneCounts(world.inUse.accountId)) !== JSON.stringify(counts)) {
		throw new Violation('lost', `The documents are miscounted: ${JSON.stringify(counts)}.`);
	}
}

/** A superseded step was never sent, and its successor exists. */
function checkSuperseded(world: World, row: ActionRow, rows: readonly ActionRow[]): void {
	if (world.orders.some((each) => each.actionId === row.action_id && each.choice === 'edit'))
		return;
	const heir = rows.find(({ action_id }) => action_id === row.resolution);
	if (world.requestsOf(row.action_id).length > 0 || heir?.lane_id !== row.lane_id) {
		throw new Violation('lost', `${row.operation} ${row.action_id} was replaced by nothing.`);
	}
}

/** How long before the report a probe may have seen the state. */
const lookServesMs = 100_000;

/** What is shown as done was done: by us, by others where that counts, or according to a person. */
function checkConfirmed(world: World, row: ActionRow, effects: readonly Effect[]): void {
	const step = `${row.operation} ${row.action_id}`;
	if (effects.length > 0) {
		const made = effects.map(({ documentId }) => documentId);
		const found = world.laneOf(row)?.server_id ?? null;
		const isFound = row.confirmed_by === 'probe' && operationOf(row).answer.kind === 'created';
		// The document an answer names is compared before the next step, and at rest.
		if (isFound && !made.includes(found)) {
			throw new Violation('lost', `${step} made ${made.join()}, taken for ${String(found)}.`);
		}
		return;
	}
	if (row.confirmed_by === 'person') return;
	const { replay } = operationOf(row);
	const serverId = world.laneOf(row)?.server_id ?? '';
	const { toldDone, doneUntold, clock } = world;
	const told = doneUntold.get(row.action_id) ?? toldDone.get(row.action_id) ?? clock.monotonic();
	if (replay?.proof === 'state' && row.confirmed_by === 'probe') {
		const words = world.service.statesBetween(serverId, told - lookServesMs, told);
		const reached: readonly string[] = replay.reached;
		if (words.some((word) => reached.includes(word.toLowerCase()))) return;
	}
	if (replay?.proof === 'equality' && isThere(world, row, serverId)) return;
	throw new Violation('lost', `${step} is shown as done and was not.`);
}

const withItems = z.looseObject({
	items: z.array(z.looseObject({ itemId: z.string(), quantity: z.string() })).default([]),
});

/** Whether a document ever had an update's lines, by anyone. */
export function isThere(
	{ service, kind }: World,
	{ payload }: ActionRow,
	serverId: string,
): boolean {
	const lines = (record: unknown) =>
		withItems
			.parse(record)
			.items.map(({ itemId, quantity }) =>
				[itemId, new Big(quantityAs(quantity, kind.look)).toFixed()].join(' '),
			)
			.sort()
			.join();
	const { body } = z.object({ body: z.unknown() }).parse(JSON.parse(payload));
	return service.books.wastage
		.versions(serverId)
		.some(({ document }) => lines(document) === lines(body));
}
