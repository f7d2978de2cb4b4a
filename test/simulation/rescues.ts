// Backups, restoring, and a file without its last commits.
import { originOf } from '../../src/main/core/outbox/action.ts';
import { alsoElsewhere } from '../../src/main/core/store/also-elsewhere.ts';
import { makeCopy } from '../../src/main/core/store/copies.ts';
import type { World } from './world.ts';

export async function copyData(world: World): Promise<void> {
	const { run, folder, clock } = world;
	if (!run.alive) return;
	const { durable } = run.store;
	await makeCopy(durable, folder, clock.now(), (file) => {
		durable.exec(`VACUUM INTO '${file}'`);
		return Promise.resolve();
	});
}

export async function restore(world: World): Promise<void> {
	const [copy] = world.copies();
	if (copy === undefined) return;
	await world.run.close();
	await world.reopen({ kind: 'restore', copy, by: world.inUse.person });
}

/** The file loses its last commits. The program must report what is missing. */
export async function rollBack(
	world: World,
	how: 'log-gone' | 'log-cut' | 'commit-damaged',
): Promise<void> {
	if (!world.run.alive) return;
	world.run.rollBack(how);
	world.rolledBack += 1;
	const startedAt = world.clock.now();
	await world.reopen();
	if (toldSince(world, startedAt)) noteLost(world);
	// Their drafts are open again, and every start that finds a loss marks the open drafts.
	const elsewhere = alsoElsewhere(world.run.store.durable);
	for (const intent_id of world.lost.values()) elsewhere.add(originOf({ intent_id }), startedAt);
}

function noteLost(world: World): void {
	const rows = new Map(world.actions().map((row) => [row.intent_id, row]));
	for (const [intent] of world.acknowledged) {
		if (!rows.has(intent)) world.acknowledged.delete(intent);
		else world.acknowledged.set(intent, null);
	}
	const ids = new Set([...rows.values()].map(({ action_id }) => action_id));
	for (const [actionId, intent] of world.intents) {
		if (!ids.has(actionId)) world.lost.set(actionId, intent);
	}
	for (const [actionId, at] of world.toldDone) {
		world.toldDone.delete(actionId);
		if (!world.doneUntold.has(actionId)) world.doneUntold.set(actionId, at);
	}
}

/** Whether the start recorded possible loss. Records of earlier starts may be lost too. */
const toldSince = ({ run }: World, at: number): boolean =>
	run.store.durable.prepare<[number]>('SELECT 1 FROM rescue WHERE at >= ?').get(at) !== undefined;
