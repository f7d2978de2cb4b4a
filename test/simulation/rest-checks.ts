// What may never be seen once everything has come to rest: a document shown twice or not at all, content that is not ours,
// a duplicate that nobody was told of.
import type { ActionRow } from '../../src/main/core/outbox/action.ts';
import { readPayload } from '../../src/main/core/outbox/payload.ts';
import { watchedKind } from '../../src/main/core/outbox/twin-watch.ts';
import { laneFolds } from '../../src/main/core/document/lane-fold.ts';
import { cacheRecords } from '../../src/main/core/store/cache-records.ts';
import { wastageRequest } from '../../src/shared/service/wastage.ts';
import { folded, pull } from './pull.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/**
 * What the screens show is the copies with the lanes folded over them: each document once, ours until a copy shows
 * it. After a fresh pull that is what the service holds, and our documents there hold what we last did to them.
 */
export async function checkView(world: World): Promise<void> {
	const { run, service } = world;
	const { store, outbox } = run;
	const fold = laneFolds(store);
	const records = cacheRecords(store.cache);
	for (const { document, copies, list } of folded) {
		const view = () => {
			const lanes = outbox
				.lanes(document)
				.map((lane) => ({ lane, is: fold(world.account(), copies, lane) }));
			const ours = lanes.filter(({ is }) => is.shows === 'ours').map(({ lane }) => lane.serverId);
			const theirs = records.all(world.inUse.accountId, copies).map(({ id }) => id);
			return [...ours, ...theirs.filter((id) => !ours.includes(id))].sort();
		};
		const twice = view().find((id, index, all) => all.indexOf(id) !== index);
		if (twice !== undefined) throw new Violation('doubled', `${String(twice)} is shown twice.`);
		const failure = await pull(world, { copies, list });
		if (failure !== null) throw new Violation('stuck', `${list} cannot be read: ${failure}`);
		const there = service.idsOf(copies).sort();
		if (JSON.stringify(view()) !== JSON.stringify(there)) {
			throw new Violation('lost', `Shown are ${view().join()}, and there are ${there.join()}.`);
		}
	}
	for (const row of world.mine()) {
		checkContent(world, row);
		checkTwins(world, row);
	}
}

/** What was made twice is never passed over in silence: each document besides ours stands before a person. */
function checkTwins(world: World, row: ActionRow): void {
	if (row.state !== 'confirmed' || watchedKind(row.operation) === null) return;
	const ours = world.laneOf(row)?.server_id;
	const found = world.run.outbox.twins.undecided(row.account_id).map((twin) => twin.server_id);
	for (const { documentId } of world.effectsOf(row.action_id)) {
		if (documentId === ours || found.includes(String(documentId))) continue;
		throw new Violation('doubled', `${row.operation} also made ${String(documentId)}, unseen.`);
	}
	const innocent = found.find((id) =>
		world.service.effects.every((each) => each.documentId !== id),
	);
	if (innocent !== undefined) {
		throw new Violation('stuck', `${innocent} is taken for a duplicate, and is none.`);
	}
}

/** The last that we did to a document is what it holds. */
function checkContent(world: World, row: ActionRow): void {
	const content = (each: ActionRow) =>
		each.state === 'confirmed' && /^wastage\.(create|update)$/.test(each.operation);
	const lane = world.laneOf(row);
	const last = world.run.outbox.tables.ofLane(row.lane_id).filter(content).at(-1);
	if (last?.action_id !== row.action_id || !lane?.server_id) return;
	// What is everybody's may have been changed by others since.
	if (lane.document_id.startsWith('service:')) return;
	const sent = readPayload(row, lane);
	const asked = typeof sent === 'string' ? undefined : wastageRequest.parse(sent.body);
	const held = world.service.wastage.get(lane.server_id);
	if (JSON.stringify(held?.items) !== JSON.stringify(asked?.items)) {
		throw new Violation(
			'lost',
			`${lane.server_id} holds ${JSON.stringify(held?.items)}, not ${JSON.stringify(asked?.items)}.`,
		);
	}
}
