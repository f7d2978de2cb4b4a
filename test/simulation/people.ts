// What people do in a history: enter, click again, take back, decide.
import type { ActionRow } from '../../src/main/core/outbox/action.ts';
import { overlappingOf } from '../../src/main/core/outbox/overlaps.ts';
import { entryOf, type EntryStep } from './entries.ts';
import { isBeforePerson, operationOf, type Entry, type World } from './world.ts';

/** What stands before the person in use. */
export const beforePerson = (world: World): ActionRow[] => world.mine().filter(isBeforePerson);

/** Enters something, where there is something to enter it on. */
export function enterNew(world: World, step: EntryStep): void {
	const asked = entryOf(world, step);
	if (asked === null) return;
	const { accountId } = world.inUse;
	const entry = { ...asked, accountId, mayWait: step.which % 2 === 0 };
	world.entries.push(entry);
	enter(world, entry);
}

/** The same click once more. */
export function enterAgain(world: World, which: number): void {
	const own = world.entries.filter(({ accountId }) => accountId === world.inUse.accountId);
	const entry = own[which % Math.max(1, own.length)];
	if (entry) enter(world, entry);
}

function enter({ run, acknowledged }: World, { lane, actions, mayWait }: Entry): void {
	const { store, outbox, toDisk } = run;
	const reply = toDisk.unflushedWhereSlow(() =>
		store.durable.transaction(() => outbox.enqueue(lane, actions, { mayWait })).immediate(),
	);
	if (!reply.ok) return;
	void toDisk.flushed().then(() => {
		for (const { intentId } of actions) {
			if (!acknowledged.has(intentId)) acknowledged.set(intentId, null);
		}
	});
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
	for (const each of run.outbox.tables.ofLane(row.lane_id)) {
		orders.push({ actionId: each.action_id, choice: 'take-back', at });
	}
}

/** A person who looks at the service first: never orders again what is done, nor drops it. */
export function decide(world: World, row: ActionRow, choice: 'again' | 'done' | 'drop'): void {
	const { run, orders } = world;
	const { person } = world.inUse;
	const target = { actionId: row.action_id, revision: row.revision };
	const [effect] = world.effectsOf(row.action_id);
	const at = world.clock.monotonic();
	if (effect) {
		orders.push({ actionId: row.action_id, choice: 'done', at });
		const creates = operationOf(row).answer.kind === 'created';
		run.outbox.markDone({ ...target, serverId: creates ? effect.documentId : null }, person);
		return;
	}
	const lane = world.laneOf(row);
	const met = lane && overlappingOf(row, lane);
	if (met && choice !== 'drop') {
		for (const [index, { key }] of met.overlaps.entries()) {
			run.outbox.choose({ ...target, key, choice: index % 2 === 0 ? 'mine' : 'theirs' });
		}
		orders.push({ actionId: row.action_id, choice: 'again', at });
		run.outbox.resolve(target, person);
		return;
	}
	if (choice === 'again') {
		orders.push({ actionId: row.action_id, choice: 'again', at });
		run.outbox.sendAgain(target, person);
		return;
	}
	for (const later of run.outbox.tables.ofLane(row.lane_id)) {
		if (later.seq >= row.seq) orders.push({ actionId: later.action_id, choice: 'drop', at });
	}
	run.outbox.drop({ ...target, reason: 'Not wanted any more' }, person);
}
