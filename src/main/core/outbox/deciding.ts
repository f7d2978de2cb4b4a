// A person's decisions about a step: send again, mark as done, discard, undo.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { Choice } from '../../../shared/record/merge.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { ActionTables } from '../store/actions.ts';
import { mayFollow } from './awaited.ts';
import { changedDecision } from './changed-decision.ts';
import {
	finished,
	fromCopy,
	originOf,
	orderedAllTheSame,
	orderedUnanswered,
	type ActionRow,
	type ActionState,
	type LaneRow,
} from './action.ts';
import type { EngineOptions } from './engine-options.ts';
import { labelOf } from './lane-label.ts';
import type { Move, Moving } from './moving.ts';
import type { Outbox } from './outbox.ts';
import { overlappingOf } from './overlaps.ts';
import { payloadVersion } from './payload.ts';
import { createTwinWatch } from './twin-watch.ts';

interface Target {
	actionId: string;
	revision: number;
}

type Decided = Reply<Record<string, never>>;

const verbOf = ({ operation }: ActionRow): string => operation.split('.')[1] ?? '';

/** Operations made from a draft: they create the document, or are one step of it. */
const makesDocument = ['create', 'changeStock'];
const stepOfDraft = ['update', 'updateOne', 'receive', 'fulfill'];

/** Problems that editing the entry can solve. */
const mayBeWrong: readonly ActionRow['attention'][] = [
	'rejected',
	'moved-meanwhile',
	'entered-before',
	'earlier-step-discarded',
];

/** Someone may have done it elsewhere. */
const maybeDone: readonly ActionRow['attention'][] = [
	'maybe-elsewhere',
	'moved-meanwhile',
	'entered-before',
];

export const isMadeOfDraft = (row: ActionRow): boolean =>
	makesDocument.includes(verbOf(row)) || stepOfDraft.includes(verbOf(row));

/** Whether a step can become a draft again: refused or outdated, and no part of its draft can be at the service. */
export function mayBeEdited(
	row: ActionRow,
	rows: readonly ActionRow[],
	tables: ActionTables,
): boolean {
	if (row.state !== 'attention' || !isMadeOfDraft(row)) return false;
	if (!mayBeWrong.includes(row.attention)) return false;
	// Earlier decisions about a document of the service do not belong to the draft.
	return (stepOfDraft.includes(verbOf(row)) ? [row] : rows).every(
		({ state, action_id }) => state !== 'confirmed' && !tables.mayHaveBeenApplied(action_id),
	);
}

/** Whether a lane's unfinished steps can be undone: none was sent, and no finished one created the document. */
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
	isPart(row) &&
	!tables.mayHaveBeenApplied(row.action_id);

/** Each stock change of a lane has its own lines. */
const isPart = ({ operation }: ActionRow): boolean => operation.endsWith('.changeStock');

const movesStock = ({ operation }: ActionRow): boolean =>
	findOperation(operation)?.replay?.proof === 'quantities';

/** Whether one of the two can be done without the other: two parts of a count, or two receipts of an order. */
const standApart = (one: ActionRow, other: ActionRow): boolean =>
	one.action_id !== other.action_id && movesStock(one) && movesStock(other);

/** Whether both are taken back together: they were entered together, or one depends on the other. */
const goesBackWith =
	(row: ActionRow) =>
	(other: ActionRow): boolean =>
		originOf(row) === originOf(other) || !standApart(row, other);

/** The resolution of a step that a person sends again: they are not asked again about what they have seen. */
function orderOf(row: ActionRow, tables: ActionTables): string | null {
	const { attention, resolution, action_id } = row;
	if (resolution === orderedAllTheSame) return resolution;
	if (maybeDone.includes(attention)) return orderedAllTheSame;
	if (!tables.mayHaveBeenApplied(action_id)) return null;
	if (tables.lastEventOf(action_id)?.code === 'answers-not-usable') return orderedUnanswered;
	return attention === 'not-confirmed-undecided' ? orderedAllTheSame : null;
}

const anotherIsOpen = (): Decided =>
	fail('not-possible-now', 'Another entry for this document is open. Send or discard that first.');

const nothingToChoose = (): Decided => fail('not-found', 'There is nothing to choose here.');

const undecided: readonly ActionState[] = ['attention', 'stale-review'];

interface Lanes {
	isInFlight(laneId: string): boolean;
	moved(laneId: string): void;
}

/** All return `not-found`, or `changed-meanwhile` if the step has moved on since it was shown. */
export class Decisions {
	readonly #options: EngineOptions;
	readonly #moving: Moving;
	readonly #lanes: Lanes;
	readonly #watchForTwins: ReturnType<typeof createTwinWatch>;
	readonly #drafts;

	constructor(options: EngineOptions, moving: Moving, lanes: Lanes) {
		this.#options = options;
		this.#moving = moving;
		this.#lanes = lanes;
		this.#watchForTwins = createTwinWatch(options);
		this.#drafts = options.store.drafts;
	}

	sendAgain(target: Target, by: string): Decided {
		return this.#decide(target, undecided, (row, lane) => {
			this.#moving.settleNow(lane, () => this.#queueDocument(row, by));
			return undefined;
		});
	}

	sendAllAgain(rows: readonly ActionRow[], by: string): number {
		const sent = this.#moving.transaction('verdict', () =>
			rows.filter((row) => this.#queueDocument(row, by)),
		);
		const laneIds = sent.map(({ lane_id }) => lane_id);
		this.#moving.announce(laneIds);
		for (const laneId of laneIds) this.#lanes.moved(laneId);
		return sent.length;
	}

	choose(target: Target & { key: string; choice: Choice }): Decided {
		const { tables } = this.#moving;
		return this.#decide(target, ['attention'], (row, lane) => {
			const met = overlappingOf(row, lane);
			if (met?.overlaps.some(({ at }) => at === target.key) !== true) return nothingToChoose();
			const chosen = met.withChoice(target.key, target.choice);
			this.#moving.settleNow(lane, () => tables.keepBaseline(row, chosen));
			return undefined;
		});
	}

	/** `incomplete` while a choice is missing. */
	resolve(target: Target, by: string): Decided {
		return this.#decide(target, ['attention'], (row, lane) => {
			const met = overlappingOf(row, lane);
			if (met === null) return nothingToChoose();
			const { chosen } = met;
			if (chosen === null) return fail('incomplete', 'Choose for every line.');
			const why = { code: 'lines-chosen', args: { count: met.overlaps.length } } as const;
			this.#sendRevised(row, lane, chosen, { by, why });
			return undefined;
		});
	}

	decideAnew(target: Target, by: string): Decided {
		return this.#decide(target, ['attention'], (row, lane) => {
			const changed = changedDecision(row);
			if (changed === null) return nothingToChoose();
			this.#sendRevised(row, lane, changed.anew, { by, why: { code: 'decided-anew' } });
			return undefined;
		});
	}

	/** `not-possible-now` unless `mayBeEdited`. */
	edit(target: Target, by: string): Decided {
		return this.#decide(target, ['attention'], (row, lane) => {
			const all = this.#moving.tables.ofLane(row.lane_id);
			if (!mayBeEdited(row, all, this.#moving.tables)) {
				return fail('not-possible-now', 'Part of it may be at the service already.');
			}
			const back = all.filter(goesBackWith(row));
			if (this.#isTaken(back)) return anotherIsOpen();
			this.#reopen(lane, back, 'superseded', {
				by,
				why: { code: 'undone-to-edit' },
				resolution: `edited by ${by}`,
			});
			return undefined;
		});
	}

	/** `not-possible-now` if it may already be on its way. */
	cancel(target: Target, by: string): Decided {
		return this.#decide(target, ['held', 'queued', 'stale-review'], (row, lane) => {
			const all = this.#moving.tables.ofLane(row.lane_id);
			if (!mayBeUndone(all, this.#moving.tables) || this.#lanes.isInFlight(row.lane_id)) {
				return fail('not-possible-now', 'It may already be on its way and cannot be undone.');
			}
			const back = all.filter(goesBackWith(row));
			if (this.#isTaken(back)) return anotherIsOpen();
			this.#reopen(lane, back, 'cancelled', { by, why: { code: 'undone' } });
			return undefined;
		});
	}

	/** `incomplete` if the next step needs the service's document and none is given. */
	markDone(target: Target & { serverId: string | null }, by: string): Decided {
		return this.#decide(target, undecided, (row, lane) => {
			const creates = findOperation(row.operation)?.answer.kind === 'created';
			const followed = this.#moving.tables
				.ofLane(row.lane_id)
				.some((other) => other.seq > row.seq && !finished.includes(other.state));
			if (creates && target.serverId === null && followed) {
				return fail('incomplete', 'Choose the document at the service: the next step needs it.');
			}
			this.#moving.confirmNow(row, lane, {
				by: 'person',
				person: by,
				why: { code: 'said-to-be-done' },
				serverId: target.serverId,
				number: '',
			});
			return undefined;
		});
	}

	discard(target: Target & { reason: string }, by: string): Decided {
		return this.#decide(target, undecided, (row, lane) => {
			this.#moving.settleNow(lane, () => this.#discard(row, lane, target.reason, by));
			return undefined;
		});
	}

	/** The request may be carried out hours later: watch for its document, unless the person saw it. */
	#watchLate(row: ActionRow): void {
		const { tables } = this.#moving;
		const isSeen = tables.lastEventOf(row.action_id)?.code === 'reference-found';
		if (tables.mayHaveBeenApplied(row.action_id) && !isSeen) this.#watchForTwins(row);
	}

	/** Call it in a transaction. */
	#discard(row: ActionRow, lane: LaneRow, reason: string, by: string): boolean {
		const { tables } = this.#moving;
		this.#watchLate(row);
		const moved = this.#moving.move(row, 'discarded', {
			by,
			why: { code: 'given-up', args: { reason } },
			resolution: reason,
		});
		for (const later of tables.ofLane(row.lane_id)) {
			if (later.seq <= row.seq || finished.includes(later.state)) continue;
			if (standApart(row, later)) continue;
			const why = { code: 'earlier-given-up' } as const;
			this.#watchLate(later);
			this.#moving.move(later, 'discarded', { by, why, resolution: reason });
		}
		// It was refused and nothing can turn up later, so the person gets the draft back.
		const nothingThere = tables
			.ofLane(row.lane_id)
			.filter(goesBackWith(row))
			.every(
				(other) =>
					other.state !== 'confirmed' &&
					finished.includes(other.state) &&
					(other.action_id === row.action_id || !tables.mayHaveBeenApplied(other.action_id)),
			);
		if (row.attention === 'rejected' && nothingThere) this.#options.reopen(lane, [row]);
		return moved;
	}

	amend(amendment: Parameters<Outbox['amend']>[0]): Decided {
		const { actionId, revision, body, by, reason, alsoRecord, label } = amendment;
		const { tables } = this.#moving;
		return this.#decide({ actionId, revision }, ['attention'], (row, lane) => {
			if (!mayBeAmended(row, tables)) {
				return fail('not-possible-now', 'This was not refused, or may be at the service already.');
			}
			const why: Why =
				reason === '' ? { code: 'sent-again' } : { code: 'lines-changed', args: { reason } };
			this.#moving.settleNow(lane, () => {
				alsoRecord();
				const relabelled = JSON.stringify({ ...labelOf(lane), ...label() });
				tables.relabel(lane.lane_id, relabelled, lane.words);
				if (body === null) {
					return this.#moving.move(row, 'discarded', { by, why, resolution: reason });
				}
				const next = {
					payload_version: payloadVersion,
					payload: JSON.stringify({ body }),
					base: row.base,
					base_hash: row.base_hash,
				};
				return this.#queueRevised(row, lane, next, { by, why, absent_probes: 0 });
			});
			return undefined;
		});
	}

	#decide(
		target: Target,
		from: readonly ActionState[],
		work: (row: ActionRow, lane: LaneRow) => Decided | undefined,
	): Decided {
		const { tables } = this.#moving;
		const row = tables.byId(target.actionId);
		const lane = row && tables.lane(row.lane_id);
		if (!row || !lane || row.account_id !== this.#options.account()?.accountId) {
			return fail('not-found', 'This step is not in the outbox.');
		}
		if (row.revision !== target.revision || !from.includes(row.state)) {
			return fail('changed-meanwhile', 'This step has moved on since it was shown.');
		}
		const refused = work(row, lane);
		if (refused) return refused;
		this.#lanes.moved(row.lane_id);
		return succeed({});
	}

	/**
	 * Queues the step. An order to create a document that came from elsewhere is also an order for its later steps,
	 * which nobody can have sent for a document that does not exist. Call it in a transaction.
	 */
	#queueDocument(row: ActionRow, by: string): boolean {
		const { tables } = this.#moving;
		const creates = row.resolution === fromCopy && verbOf(row) === 'create';
		const queued = this.#queueAgain(row, by);
		if (!queued || !creates) return queued;
		for (const later of tables.ofLane(row.lane_id)) {
			const isSurelyUnsent =
				later.resolution === fromCopy && !tables.mayHaveBeenApplied(later.action_id);
			if (later.seq > row.seq && isSurelyUnsent && !finished.includes(later.state))
				this.#queueAgain(later, by);
		}
		return true;
	}

	/** Call it in a transaction. */
	#queueAgain(row: ActionRow, by: string): boolean {
		const { tables } = this.#moving;
		tables.lookedAt(row.lane_id, this.#options.ports.clock.now());
		// The person sends it without the step that it waited for.
		if (row.attention === 'earlier-step-discarded') tables.setWaitsFor(row.lane_id, null);
		return this.#moving.move(row, 'queued', {
			by,
			why: { code: row.state === 'stale-review' ? 'looked-at' : 'sent-again' },
			absent_probes: 0,
			unsent_count: 0,
			resolution: orderOf(row, tables),
			raiseRevision: true,
		});
	}

	#sendRevised(
		row: ActionRow,
		lane: LaneRow,
		chosen: Parameters<ActionTables['revise']>[1],
		change: { readonly by: string; readonly why: Why },
	): void {
		this.#moving.settleNow(lane, () =>
			this.#queueRevised(row, lane, chosen, { ...change, baseline: null, service_said: '' }),
		);
	}

	/** Call it in a transaction. */
	#queueRevised(
		row: ActionRow,
		lane: LaneRow,
		next: Parameters<ActionTables['revise']>[1],
		change: Move,
	): boolean {
		const { tables } = this.#moving;
		const now = this.#options.ports.clock.now();
		tables.lookedAt(lane.lane_id, now);
		return (
			tables.revise(row, next, now) &&
			this.#moving.move(row, 'queued', { ...change, unsent_count: 0, raiseRevision: true })
		);
	}

	#isTaken(rows: readonly ActionRow[]): boolean {
		const open = rows.filter(({ state }) => !finished.includes(state));
		return open.some((row) => this.#drafts.isTaken(originOf(row)));
	}

	/** Ends the unfinished steps of a document, which becomes a draft again, and undoes documents made from it. */
	#reopen(
		lane: LaneRow,
		all: readonly ActionRow[],
		to: 'cancelled' | 'superseded',
		change: Move & { by: string },
	): void {
		let followed: string[] = [];
		this.#moving.settleNow(lane, () => {
			const taken = all.filter(({ state }) => !finished.includes(state));
			for (const row of taken) this.#moving.move(row, to, change);
			this.#options.reopen(lane, taken);
			followed = this.#undoWaiting(lane.lane_id, change.by);
			return true;
		});
		this.#moving.announce(followed);
	}

	/** Cancels documents made from a cancelled one; they become drafts again. Call it in a transaction. */
	#undoWaiting(laneId: string, by: string): string[] {
		const { tables } = this.#moving;
		return tables.waitingFor(laneId).flatMap((lane) => {
			const all = tables.ofLane(lane.lane_id);
			const taken = all.filter(({ state }) => !finished.includes(state));
			const ended = mayFollow(tables, lane.lane_id) === 'ended';
			if (!ended || taken.length === 0 || !mayBeUndone(all, tables)) return [];
			for (const row of taken) {
				this.#moving.move(row, 'cancelled', { by, why: { code: 'undone-with-it' } });
			}
			this.#options.reopen(lane, taken);
			return [lane.lane_id, ...this.#undoWaiting(lane.lane_id, by)];
		});
	}
}
