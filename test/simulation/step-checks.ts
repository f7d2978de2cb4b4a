// What may never be seen after a step: that something entered is gone, was done twice, or is shown as what it is not.
import { finished, type ActionRow } from '../../src/main/core/outbox/action.ts';
import { holds } from '../../src/main/core/outbox/edits.ts';
import { readPayload } from '../../src/main/core/outbox/payload.ts';
import { watchedKind } from '../../src/main/core/outbox/twin-watch.ts';
import { phaseOf } from '../../src/shared/service/profile.ts';
import { updateWastage } from '../../src/shared/service/wastage.ts';
import { Violation } from './violation.ts';
import { isBeforePerson, operationOf, type World } from './world.ts';

/** @throws Violation. */
export function checkState(world: World): void {
	if (world.violation) throw world.violation;
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

/** What was shown as saved is in the outbox, and asks for the same. */
function checkAcknowledged(world: World, rows: readonly ActionRow[]): void {
	const { acknowledged, run } = world;
	const byIntent = new Map(rows.map((row) => [row.intent_id, row]));
	for (const [intent, known] of acknowledged) {
		const row = byIntent.get(intent);
		const kept =
			row && known && [row.payload, ...earlierPayloads(world, row)].includes(known.payload);
		if (!row || (known && (row.operation !== known.operation || kept !== true))) {
			throw new Violation('lost', `${intent} is not in the outbox any more.`);
		}
		// What is still on its way to the disk was promised to nobody.
		if (run.isFlushed()) {
			acknowledged.set(intent, { operation: row.operation, payload: row.payload });
		}
	}
}

/** Nothing is done twice, or shown as what it is not. */
function checkStep(world: World, row: ActionRow): void {
	const { state } = row;
	const step = `${row.operation} ${row.action_id}`;
	const effects = world.effectsOf(row.action_id).length;
	// What came so late is looked for when everything has come to rest.
	const mayBeTwice = world.kind.lateCreates && watchedKind(row.operation) !== null;
	if (effects > 1 && !mayBeTwice) {
		throw new Violation('doubled', `${step} was done ${String(effects)} times.`);
	}
	if (state === 'confirmed') checkConfirmed(world, row);
	else if (world.toldDone.has(row.action_id)) {
		throw new Violation('lost', `${step} was told to be done.`);
	}
	if (state === 'cancelled' && world.requestsOf(row.action_id).length > 0 && effects > 0) {
		throw new Violation('lost', `${step} was taken back and is done.`);
	}
	const ordered = world.orders.some(({ actionId }) => actionId === row.action_id);
	if ((state === 'cancelled' || state === 'dropped') && !ordered) {
		throw new Violation('lost', `${step} is ${state} by nobody.`);
	}
}

/** How an edit went that met others. */
function noteEdit(world: World, { action_id }: ActionRow): void {
	const codes = world.run.store.durable
		.prepare<[string], string>('SELECT code FROM action_event WHERE action_id = ?')
		.pluck()
		.all(action_id);
	for (const code of ['merged', 'lines-chosen'] as const) {
		if (codes.includes(code)) world.editsMet.add(code);
	}
}

/** What a step was before it was merged, or chosen by line. */
const earlierPayloads = (world: World, { action_id }: ActionRow): string[] =>
	world.run.store.durable
		.prepare<[string], string>('SELECT payload FROM action_revision WHERE action_id = ?')
		.pluck()
		.all(action_id);

/** Lists and counts are read from what the database keeps of the lanes; it must never differ from the steps. */
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

/** What another step took the place of never went out, and that step is there. */
function checkSuperseded(world: World, row: ActionRow, rows: readonly ActionRow[]): void {
	const heir = rows.find(({ action_id }) => action_id === row.resolution);
	if (world.requestsOf(row.action_id).length > 0 || heir?.lane_id !== row.lane_id) {
		throw new Violation('lost', `${row.operation} ${row.action_id} was replaced by nothing.`);
	}
}

/** What is shown as done was done: by us, by someone else where that counts, or a person says so. */
function checkConfirmed(world: World, row: ActionRow): void {
	const made = world.effectsOf(row.action_id).map(({ documentId }) => documentId);
	const { replay, answer } = operationOf(row);
	if (replay?.proof === 'equality' && row.confirmed_by !== 'person') {
		const lane = world.laneOf(row);
		const sent = lane && readPayload(row, lane);
		const body = typeof sent === 'object' ? (sent.body ?? {}) : {};
		const versions = world.service.versionsOf(lane?.server_id ?? '');
		if (!versions.some((version) => holds(updateWastage, version, body))) {
			throw new Violation('lost', `${row.operation} ${row.action_id} never stood there.`);
		}
		return;
	}
	if (made.length > 0) {
		const found = world.laneOf(row)?.server_id ?? null;
		if (answer.kind === 'created' && !made.includes(found)) {
			throw new Violation(
				'lost',
				`${row.operation} made ${made.join()}, taken for ${String(found)}.`,
			);
		}
		return;
	}
	if (row.confirmed_by === 'person') return;
	const state = world.service.stateOf(world.laneOf(row)?.server_id ?? '');
	if (
		replay?.proof === 'state' &&
		row.confirmed_by === 'probe' &&
		state !== null &&
		replay.reached.includes(phaseOf(world.profile, 'wastage', state))
	) {
		return;
	}
	throw new Violation('lost', `${row.operation} ${row.action_id} is shown as done and was not.`);
}
