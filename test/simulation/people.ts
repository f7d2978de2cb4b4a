// People's actions in a history: enter, click again, undo, decide.
import { finished, type ActionRow } from '../../src/main/core/outbox/action.ts';
import { overlappingOf } from '../../src/main/core/outbox/overlaps.ts';
import { entryAnew, entryOf, type EntryStep } from './entries.ts';
import type { Step } from './history.ts';
import { isGone } from './rest-checks.ts';
import { Violation } from './violation.ts';
import { isBeforePerson, operationOf, type Entry, type World } from './world.ts';

export const beforePerson = (world: World): ActionRow[] => world.mine().filter(isBeforePerson);

export function enterNew(world: World, step: EntryStep): void {
	const asked = entryOf(world, step);
	if (asked === null) return;
	add(world, { ...asked, mayWait: step.which % 2 === 0 });
}

function add(world: World, asked: Omit<Entry, 'accountId'>): void {
	const entry = { ...asked, accountId: world.inUse.accountId };
	world.entries.push(entry);
	enter(world, entry);
}

/** The same click again, or the same submit of something undone. */
export function enterAgain(world: World, which: number, what: 'click' | 'undone'): void {
	const taken = new Set(
		world
			.mine()
			.filter(({ state }) => state === 'cancelled')
			.map(({ intent_id }) => intent_id),
	);
	const own = world.entries.filter(
		({ accountId, actions }) =>
			accountId === world.inUse.accountId &&
			actions.some(({ intentId }) => taken.has(intentId)) === (what === 'undone'),
	);
	const entry = own[which % Math.max(1, own.length)];
	if (entry) enter(world, entry);
}

function enter(world: World, { lane, actions, mayWait }: Entry): void {
	const { store, outbox } = world.run;
	const reply = store.durable
		.transaction(() => outbox.enqueue(lane, actions, { mayWait }))
		.immediate();
	store.noteSaved();
	if (!reply.ok) return;
	checkTaken(world, lane, actions);
	for (const { intentId } of actions) {
		if (!world.acknowledged.has(intentId)) world.acknowledged.set(intentId, null);
	}
}

/** An accepted submit closes the draft: something not discarded represents it. */
function checkTaken(
	world: World,
	{ document, documentId }: Entry['lane'],
	actions: Entry['actions'],
): void {
	const laneOf = world.run.store.durable
		.prepare<[string, string, string], string>(
			'SELECT lane_id FROM lane WHERE account_id = ? AND document = ? AND document_id = ?',
		)
		.pluck();
	const laneId = laneOf.get(world.inUse.accountId, document, documentId) ?? '';
	const rows = world.run.outbox.tables.ofLane(laneId);
	const stands = ({ state }: ActionRow) => state === 'confirmed' || !finished.includes(state);
	const [first] = actions;
	// Discarded or edited entries are no longer wanted.
	const isGivenUp = ({ state }: ActionRow) => state === 'discarded' || state === 'superseded';
	const asked = rows.find(({ intent_id }) => intent_id === first?.intentId);
	if (rows.some(stands) || (asked && isGivenUp(asked))) return;
	world.note(new Violation('lost', `${documentId} was submitted, and nothing is queued of it.`));
}

export function takeBack(world: World, which: number): void {
	const { run, orders } = world;
	const open = world.mine().filter(({ state }) => state === 'queued' || state === 'held');
	const row = open[which % Math.max(1, open.length)];
	if (!row) return;
	const at = world.clock.monotonic();
	const target = { actionId: row.action_id, revision: row.revision };
	const reply = world.guarded(() => run.outbox.cancel(target, world.inUse.person));
	if (reply?.ok === false) return;
	// Other receipts of the order stay.
	const alone = row.operation === 'purchaseOrder.receive' && isOfService(world, row);
	const taken = alone ? [row] : run.outbox.tables.ofLane(row.lane_id);
	for (const each of taken) orders.push({ actionId: each.action_id, choice: 'take-back', at });
}

const isOfService = (world: World, row: ActionRow): boolean =>
	world.laneOf(row)?.document_id.startsWith('service:') === true;

type Decision = Extract<Step, { do: 'decide' }>['choice'];

/** A person who looks at the service first: never resends or discards what is done. */
export function decide(world: World, row: ActionRow, choice: Decision): void {
	const { run, orders } = world;
	const { person } = world.inUse;
	const target = { actionId: row.action_id, revision: row.revision };
	// A deleted document cannot be named, whoever has its id now.
	const creates = operationOf(row).answer.kind === 'created';
	const effect = world
		.effectsOf(row)
		.find(({ documentId }) => !creates || !isGone(world, documentId));
	const at = world.clock.monotonic();
	const told = run.outbox.tables.lastEventOf(row.action_id)?.code;
	const order = (chosen: 'again' | 'done') =>
		orders.push({
			actionId: row.action_id,
			choice: chosen,
			at,
			knowsNothing: told === 'answers-not-usable',
		});
	if (effect) {
		order('done');
		run.outbox.markDone({ ...target, serverId: creates ? effect.documentId : null }, person);
		return;
	}
	const lane = world.laneOf(row);
	if (choice === 'edit') {
		editAnew(world, row);
		return;
	}
	if (choice === 'mistake') {
		const serverId = documentOfAnother(world, row);
		if (serverId === null) return;
		world.mistakes += 1;
		order('done');
		run.outbox.markDone({ ...target, serverId }, person);
		return;
	}
	const met = lane && overlappingOf(row, lane);
	if (met && choice !== 'discard') {
		for (const [index, { at: key }] of met.overlaps.entries()) {
			run.outbox.choose({ ...target, key, choice: index % 2 === 0 ? 'mine' : 'theirs' });
		}
		order('again');
		run.outbox.resolve(target, person);
		return;
	}
	if (choice === 'again') {
		order('again');
		run.outbox.sendAgain(target, person);
		return;
	}
	for (const later of run.outbox.tables.ofLane(row.lane_id)) {
		if (later.seq >= row.seq) orders.push({ actionId: later.action_id, choice: 'discard', at });
	}
	run.outbox.discard({ ...target, reason: 'Not wanted any more' }, person);
}

/** The last document of another entry, which a person mistakes for this step's. */
function documentOfAnother({ service }: World, row: ActionRow): string | null {
	if (row.operation !== 'wastage.create') return null;
	const made = service.effects.filter(
		({ documentId, maker, actionId }) => maker === actionId && documentId?.startsWith('w-'),
	);
	return made.at(-1)?.documentId ?? null;
}

/** A refused document becomes a draft and is sent with another quantity. */
function editAnew(world: World, row: ActionRow): void {
	const { run, orders } = world;
	const at = world.clock.monotonic();
	const target = { actionId: row.action_id, revision: row.revision };
	const taken = run.outbox.tables
		.ofLane(row.lane_id)
		.filter(({ state }) => !finished.includes(state));
	const entry = world.entries.find(
		({ lane, actions }) =>
			lane.documentId === world.laneOf(row)?.document_id && actions[0]?.operation === row.operation,
	);
	if (!entry || operationOf(row).answer.kind !== 'created') return;
	// Noted first: the program may crash when the order is saved.
	for (const each of taken) orders.push({ actionId: each.action_id, choice: 'edit', at });
	if (!run.outbox.edit(target, world.inUse.person).ok) {
		orders.splice(orders.length - taken.length);
		return;
	}
	add(world, { ...entryAnew(world, entry, row.seq), mayWait: true });
}
