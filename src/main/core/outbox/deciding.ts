// A person's decisions about a step: send again, mark as done, discard, undo.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { Choice } from '../../../shared/domain/three-way.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { ActionTables } from '../store/actions.ts';
import { mayFollow } from './awaited.ts';
import { changedDecision } from './changed-decision.ts';
import {
	finished,
	orderedAllTheSame,
	orderedUnanswered,
	type ActionRow,
	type ActionState,
	type LaneRow,
} from './action.ts';
import type { EngineOptions } from './engine-options.ts';
import { labelOf } from './lane-label.ts';
import type { Moving } from './moving.ts';
import type { Outbox } from './outbox.ts';
import { overlappingOf } from './overlaps.ts';
import { payloadVersion } from './payload.ts';
import { createTwinWatch } from './twin-watch.ts';

interface Target {
	actionId: string;
	revision: number;
}

type Decided = Reply<Record<string, never>>;

/** All return `not-found`, or `changed-meanwhile` if the step has moved on since it was shown. */
export interface Deciding {
	sendAgain(target: Target, by: string): Decided;
	sendAllAgain(rows: readonly ActionRow[], by: string): number;
	choose(target: Target & { key: string; choice: Choice }): Decided;
	/** Sends the edit as chosen; `incomplete` while a choice is missing. */
	resolve(target: Target, by: string): Decided;
	decideAnew(target: Target, by: string): Decided;
	/** Turns the document into a draft again. `not-possible-now` unless `mayBeEdited`. */
	edit(target: Target, by: string): Decided;
	/** `incomplete` if the next step needs the service's document and none is given. */
	markDone(target: Target & { serverId: string | null }, by: string): Decided;
	discard(target: Target & { reason: string }, by: string): Decided;
	amend: Outbox['amend'];
	/** `not-possible-now` if it may already be on its way. */
	cancel(target: Target, by: string): Decided;
}

const verbOf = ({ operation }: ActionRow): string => operation.split('.')[1] ?? '';

/** Operations made from a draft: they create the document, or are one step of it. */
const makesDocument = ['create', 'changeStock'];
const stepOfDraft = ['update', 'receive', 'fulfill'];

export const isMadeOfDraft = (row: ActionRow): boolean =>
	makesDocument.includes(verbOf(row)) || stepOfDraft.includes(verbOf(row));

/** Whether a step can become a draft again: refused or outdated, and no part of its draft can be at the service. */
export function mayBeEdited(
	row: ActionRow,
	rows: readonly ActionRow[],
	tables: ActionTables,
): boolean {
	if (row.state !== 'attention' || !isMadeOfDraft(row)) return false;
	if (!['rejected', 'moved-meanwhile', 'earlier-step-discarded'].includes(row.attention ?? ''))
		return false;
	// Earlier decisions about a document of the service do not belong to the draft.
	return (stepOfDraft.includes(verbOf(row)) ? [row] : rows).every(
		({ state, action_id }) => state !== 'confirmed' && !tables.mayHaveBeenApplied(action_id),
	);
}

/** Whether a lane's waiting part can be undone: it was surely not sent, and did not create the document. */
export const mayBeUndone = (rows: readonly ActionRow[], tables: ActionTables): boolean =>
	rows.every((row) =>
		finished.includes(row.state)
			? row.state === 'cancelled' ||
				row.state === 'superseded' ||
				!makesDocument.includes(verbOf(row))
			: (row.state === 'held' || row.state === 'queued' || row.state === 'stale-review') &&
				!tables.mayHaveBeenApplied(row.action_id),
	);

/** Whether a refused step can be changed on its own, whatever else of its document is at the service. */
export const mayBeAmended = (row: ActionRow, tables: ActionTables): boolean =>
	row.state === 'attention' &&
	row.attention === 'rejected' &&
	standsAlone(row) &&
	!tables.mayHaveBeenApplied(row.action_id);

/** Each stock change of a lane has its own lines: none needs the one before it. */
const standsAlone = ({ operation }: ActionRow): boolean => operation.endsWith('.changeStock');

/** Which checks a person's order to send again overrides: do not ask again about what the person has seen. */
function orderOf(row: ActionRow, tables: ActionTables): string | null {
	const { attention, resolution, action_id } = row;
	if (resolution === orderedAllTheSame) return resolution;
	if (attention === 'maybe-elsewhere' || attention === 'moved-meanwhile') return orderedAllTheSame;
	if (!tables.mayHaveBeenApplied(action_id)) return null;
	if (tables.lastEventOf(action_id)?.code === 'answers-not-usable') return orderedUnanswered;
	return attention === 'not-confirmed-undecided' ? orderedAllTheSame : null;
}

const nothingToChoose = (): Decided => fail('not-found', 'There is nothing to choose here.');

export function createDeciding(
	options: EngineOptions,
	moving: Moving,
	lanes: { isInFlight(laneId: string): boolean; moved(laneId: string): void },
): Deciding {
	const { clock } = options.ports;
	const watchForTwins = createTwinWatch(options);
	const { tables, transaction, move, settleNow, confirmNow, announce } = moving;

	const decide = (
		target: Target,
		from: readonly ActionState[],
		work: (row: ActionRow, lane: LaneRow) => Decided | undefined,
	): Decided => {
		const row = tables.byId(target.actionId);
		const lane = row && tables.lane(row.lane_id);
		if (!row || !lane || row.account_id !== options.account()?.accountId) {
			return fail('not-found', 'This step is not in the outbox.');
		}
		if (row.revision !== target.revision || !from.includes(row.state)) {
			return fail('changed-meanwhile', 'This step has moved on since it was shown.');
		}
		const refused = work(row, lane);
		if (refused) return refused;
		lanes.moved(row.lane_id);
		return succeed({});
	};

	const sendRevised = (
		row: ActionRow,
		lane: LaneRow,
		chosen: Parameters<ActionTables['revise']>[1],
		change: { readonly by: string; readonly why: Why },
	): void => {
		settleNow(lane, () => {
			const now = clock.now();
			tables.lookedAt(lane.lane_id, now);
			return (
				tables.revise(row, chosen, now) &&
				move(row, 'queued', {
					...change,
					baseline: null,
					service_said: '',
					unsent_count: 0,
					raiseRevision: true,
				})
			);
		});
	};

	const undecided: readonly ActionState[] = ['attention', 'stale-review'];

	/** Call it in a transaction. */
	const queueAgain = (row: ActionRow, by: string): boolean => {
		tables.lookedAt(row.lane_id, clock.now());
		// The person sends it without the step that it waited for.
		if (row.attention === 'earlier-step-discarded') tables.setWaitsFor(row.lane_id, null);
		return move(row, 'queued', {
			by,
			why: { code: row.state === 'stale-review' ? 'looked-at' : 'sent-again' },
			absent_probes: 0,
			unsent_count: 0,
			resolution: orderOf(row, tables),
			raiseRevision: true,
		});
	};

	/** Cancels documents made from a cancelled one; they become drafts again. Call it in a transaction. */
	const undoWaiting = (laneId: string, by: string): string[] =>
		tables.waitingFor(laneId).flatMap((lane) => {
			const all = tables.ofLane(lane.lane_id);
			const taken = all.filter(({ state }) => !finished.includes(state));
			const ended = mayFollow(tables, lane.lane_id) === 'ended';
			if (!ended || taken.length === 0 || !mayBeUndone(all, tables)) return [];
			for (const row of taken) move(row, 'cancelled', { by, why: { code: 'undone-with-it' } });
			options.reopen(lane, taken);
			return [lane.lane_id, ...undoWaiting(lane.lane_id, by)];
		});

	return {
		sendAgain(target, by) {
			return decide(target, undecided, (row, lane) => {
				settleNow(lane, () => queueAgain(row, by));
				return undefined;
			});
		},

		sendAllAgain(rows, by) {
			const sent = transaction('verdict', () => rows.filter((row) => queueAgain(row, by)));
			const laneIds = sent.map(({ lane_id }) => lane_id);
			announce(laneIds);
			for (const laneId of laneIds) lanes.moved(laneId);
			return sent.length;
		},

		choose(target) {
			return decide(target, ['attention'], (row, lane) => {
				const met = overlappingOf(row, lane);
				if (met?.overlaps.some(({ key }) => key === target.key) !== true) return nothingToChoose();
				settleNow(lane, () => tables.keepBaseline(row, met.withChoice(target.key, target.choice)));
				return undefined;
			});
		},

		resolve(target, by) {
			return decide(target, ['attention'], (row, lane) => {
				const met = overlappingOf(row, lane);
				if (met === null) return nothingToChoose();
				const { chosen } = met;
				if (chosen === null) return fail('incomplete', 'Choose for every line.');
				const why = { code: 'lines-chosen', args: { count: met.overlaps.length } } as const;
				sendRevised(row, lane, chosen, { by, why });
				return undefined;
			});
		},

		decideAnew(target, by) {
			return decide(target, ['attention'], (row, lane) => {
				const changed = changedDecision(row);
				if (changed === null) return nothingToChoose();
				sendRevised(row, lane, changed.anew, { by, why: { code: 'decided-anew' } });
				return undefined;
			});
		},

		edit(target, by) {
			return decide(target, ['attention'], (row, lane) => {
				const all = tables.ofLane(row.lane_id);
				if (!mayBeEdited(row, all, tables)) {
					return fail('not-possible-now', 'Part of it may be at the service already.');
				}
				let followed: string[] = [];
				settleNow(lane, () => {
					const taken = all.filter(({ state }) => !finished.includes(state));
					for (const other of taken) {
						move(other, 'superseded', {
							by,
							why: { code: 'undone-to-edit' },
							resolution: `edited by ${by}`,
						});
					}
					options.reopen(lane, taken);
					followed = undoWaiting(lane.lane_id, by);
					return true;
				});
				announce(followed);
				return undefined;
			});
		},

		markDone(target, by) {
			return decide(target, undecided, (row, lane) => {
				const creates = findOperation(row.operation)?.answer.kind === 'created';
				const followed = tables
					.ofLane(row.lane_id)
					.some((other) => other.seq > row.seq && !finished.includes(other.state));
				if (creates && target.serverId === null && followed) {
					return fail('incomplete', 'Choose the document at the service: the next step needs it.');
				}
				confirmNow(row, lane, {
					by: 'person',
					person: by,
					why: { code: 'said-to-be-done' },
					serverId: target.serverId,
					number: '',
				});
				return undefined;
			});
		},

		discard(target, by) {
			return decide(target, undecided, (row, lane) => {
				settleNow(lane, () => {
					const { reason } = target;
					// The request may be carried out hours later: watch for its document, unless the person saw it.
					const isSeen = tables.lastEventOf(row.action_id)?.code === 'reference-found';
					if (tables.mayHaveBeenApplied(row.action_id) && !isSeen) watchForTwins(row);
					const moved = move(row, 'discarded', {
						by,
						why: { code: 'given-up', args: { reason } },
						resolution: reason,
					});
					for (const later of tables.ofLane(row.lane_id)) {
						if (
							later.seq > row.seq &&
							!finished.includes(later.state) &&
							!(standsAlone(row) && standsAlone(later))
						) {
							move(later, 'discarded', {
								by,
								why: { code: 'earlier-given-up' },
								resolution: reason,
							});
						}
					}
					// Refused for certain, and nothing can turn up later: the person can go on with the draft.
					const nothingThere = tables
						.ofLane(row.lane_id)
						.every(
							(other) =>
								other.state !== 'confirmed' &&
								finished.includes(other.state) &&
								(other.action_id === row.action_id || !tables.mayHaveBeenApplied(other.action_id)),
						);
					if (row.attention === 'rejected' && nothingThere) options.reopen(lane, [row]);
					return moved;
				});
				return undefined;
			});
		},

		amend({ actionId, revision, body, by, reason, alsoRecord, label }) {
			return decide({ actionId, revision }, ['attention'], (row, lane) => {
				if (!mayBeAmended(row, tables)) {
					return fail(
						'not-possible-now',
						'This was not refused, or may be at the service already.',
					);
				}
				const why: Why =
					reason === '' ? { code: 'sent-again' } : { code: 'lines-changed', args: { reason } };
				settleNow(lane, () => {
					alsoRecord();
					const relabelled = JSON.stringify({ ...labelOf(lane), ...label() });
					tables.relabel(lane.lane_id, relabelled, lane.words);
					if (body === null) return move(row, 'discarded', { by, why, resolution: reason });
					const next = {
						payload_version: payloadVersion,
						payload: JSON.stringify({ body }),
						base: row.base,
						base_hash: row.base_hash,
					};
					tables.lookedAt(lane.lane_id, clock.now());
					return (
						tables.revise(row, next, clock.now()) &&
						move(row, 'queued', { by, why, absent_probes: 0, unsent_count: 0, raiseRevision: true })
					);
				});
				return undefined;
			});
		},

		cancel(target, by) {
			return decide(target, ['held', 'queued', 'stale-review'], (row, lane) => {
				const all = tables.ofLane(row.lane_id);
				if (!mayBeUndone(all, tables) || lanes.isInFlight(row.lane_id)) {
					return fail('not-possible-now', 'It may be on its way already and cannot be taken back.');
				}
				let followed: string[] = [];
				settleNow(lane, () => {
					const taken = all.filter(({ state }) => !finished.includes(state));
					for (const other of taken) move(other, 'cancelled', { by, why: { code: 'undone' } });
					options.reopen(lane, taken);
					followed = undoWaiting(lane.lane_id, by);
					return true;
				});
				announce(followed);
				return undefined;
			});
		},
	};
}
