// Invariants at rest: no document shown twice or missing, no foreign content, no unreported duplicate.
import { z } from 'zod';
import type { ActionRow } from '../../src/main/core/outbox/action.ts';
import { laneFolds } from '../../src/main/core/document/lane-fold.ts';
import { folded, pull } from './pull.ts';
import { isThere } from './step-checks.ts';
import { Violation } from './violation.ts';
import { isBeforePerson, isNamedWrongly, operationOf, type World } from './world.ts';

/**
 * The screens show the copies with the lanes merged in: each document once, ours until a copy shows it. After a fresh
 * pull that equals the service, and our documents have our last content.
 */
export async function checkView(world: World): Promise<void> {
	const { run, service } = world;
	const { store, outbox } = run;
	const fold = laneFolds(store);
	for (const { document, copies, list } of folded) {
		const view = () => {
			const lanes = outbox
				.lanes(document)
				.map((lane) => ({ lane, is: fold(world.account(), copies, lane) }));
			const ours = lanes.filter(({ is }) => is.shows === 'ours').map(({ lane }) => lane.serverId);
			const theirs = store.records.all(world.inUse.accountId, copies).map(({ id }) => id);
			return [...ours, ...theirs.filter((id) => !ours.includes(id))].sort();
		};
		const twice = view().find((id, index, all) => all.indexOf(id) !== index);
		if (twice !== undefined && !isNamedWrongly(world))
			throw new Violation('doubled', `${String(twice)} is shown twice.`);
		const failure = await pull(world, { copies, list });
		// An incomplete list shows nothing of what it omits.
		if (!isWhole(world)) continue;
		if (failure !== null) throw new Violation('stuck', `${list} cannot be read: ${failure}`);
		const there = service.idsOf(copies).sort();
		if (JSON.stringify(view()) !== JSON.stringify(there)) {
			throw new Violation('lost', `Shown are ${view().join()}, and there are ${there.join()}.`);
		}
	}
	for (const row of world.mine()) {
		checkContent(world, row);
	}
	if (isWhole(world)) checkTwins(world);
}

const isWhole = ({ kind }: World): boolean => kind.look.lists === 'whole';

/** A duplicate is never silent: each document of ours belongs to a lane or awaits a person. */
function checkTwins(world: World): void {
	const { run, service, inUse } = world;
	const rows = world.mine();
	const twins = run.outbox.twins.undecided(inUse.accountId);
	const found = twins.map((twin) => twin.server_id);
	world.duplicates = found.length;
	const ours = new Set(
		rows
			.filter((row) => row.state === 'confirmed' && operationOf(row).answer.kind === 'created')
			.map((row) => world.laneOf(row)?.server_id),
	);
	const mine = new Set(rows.map(({ action_id }) => action_id));
	for (const { actionId, documentId, maker: by } of service.effects) {
		if (!mine.has(actionId) || by !== actionId) continue;
		if (documentId === null || isGone(world, documentId)) continue;
		if (ours.has(documentId) || found.includes(documentId)) continue;
		const maker = rows.find(({ action_id }) => action_id === actionId);
		// A discarded write that arrived late awaits a person, with the document found.
		if (maker && isBeforePerson(maker) && isLateDocument(world, maker, documentId)) continue;
		// Only our reference distinguishes it from someone else's document.
		if (maker?.state === 'discarded' && !carries(world, documentId, maker)) continue;
		// Without our text, nobody can tell that an answer named the wrong one.
		if (isNamedWrongly(world) && !world.kind.references) continue;
		throw new Violation('doubled', `${actionId} also made ${documentId}, unseen.`);
	}
	const innocent = twins.find(
		(twin) =>
			service.effects.every(({ documentId }) => documentId !== twin.server_id) &&
			// The id of ours shows a stranger's document, so that any like ours may be it.
			!isGone(world, twin.our_server_id),
	);
	if (innocent !== undefined) {
		throw new Violation('stuck', `${innocent.server_id} is taken for a duplicate, and is none.`);
	}
}

function isLateDocument({ run }: World, { action_id }: ActionRow, documentId: string): boolean {
	const event = run.store.durable
		.prepare<[string], { from_state: string; lookup: string | null }>(
			'SELECT from_state, lookup FROM action_event WHERE action_id = ? ORDER BY event_id DESC',
		)
		.get(action_id);
	const found = z.object({ record: z.string() }).safeParse(JSON.parse(event?.lookup ?? 'null'));
	return event?.from_state === 'discarded' && found.data?.record === documentId;
}

const carries = ({ service }: World, documentId: string, { reference }: ActionRow): boolean =>
	JSON.stringify(service.shownNow(documentId)).toUpperCase().includes(reference.toUpperCase());

/** It was deleted, and its id now belongs to a stranger. */
export const isGone = ({ service: { books } }: World, id: string | null): boolean =>
	id !== null && books.wastage.get(id) !== undefined && books.wastage.makerOf(id) === null;

/** A document has our last content, unless a person ordered a resend. */
function checkContent(world: World, row: ActionRow): void {
	const content = (each: ActionRow) =>
		each.state === 'confirmed' && /^wastage\.(create|update)$/.test(each.operation);
	const lane = world.laneOf(row);
	const rows = world.run.outbox.tables.ofLane(row.lane_id);
	const last = rows.filter(content).at(-1);
	if (last?.action_id !== row.action_id || !lane?.server_id) return;
	// Shared data may have changed since.
	if (lane.document_id.startsWith('service:') || row.confirmed_by === 'person') return;
	const { wastage } = world.service.books;
	if (wastage.makerOf(lane.server_id) === null) return;
	const wrote = wastage
		.versions(lane.server_id)
		.findLast(({ by, made }) => made || (by !== null && isContentOf(world, by)))?.by;
	const writer = rows.find(({ action_id }) => action_id === wrote);
	if (wrote === row.action_id || writer === undefined) return;
	// A change that the document had already was not sent.
	if (world.requestsOf(row.action_id).length === 0 && isThere(world, row, lane.server_id)) return;
	// A discarded or resent request may arrive late: nobody can prevent that.
	if (writer.state === 'discarded' || world.requestsOf(writer.action_id).length < 2) return;
	throw new Violation('lost', `${lane.server_id} holds what ${writer.action_id} wrote again.`);
}

const isContentOf = (world: World, actionId: string): boolean =>
	world.actions().some((each) => each.action_id === actionId && each.operation.endsWith('.update'));
