// Shows a document's lane and its steps: state, reason, and what a person may do about each.
import type { Lane, Step } from '../../../shared/bridge/outbox.ts';
import { told, type Told } from '../../../shared/bridge/outbox-history.ts';
import { findOperation } from '../../../shared/service/index.ts';
import { itemViews } from '../document/item-view.ts';
import type { ActionTables, EventRow } from '../store/actions.ts';
import { readKept } from '../store/kept-json.ts';
import type { Store } from '../store/open.ts';
import { finished, fromCopy, movedAway, type ActionRow, type LaneRow } from './action.ts';
import { awaitedStep, mayFollow } from './awaited.ts';
import { changedDecision } from './changed-decision.ts';
import { mayBeEdited, mayBeUndone } from './deciding.ts';
import { labelOf } from './lane-label.ts';
import { overlappingOf } from './overlaps.ts';
import { bodyOf } from './payload.ts';
import { refusalByName } from './refused-lines.ts';

/** Steps restored from a copy may be `ambiguous`, but the service is asked only when it is their turn. */
const waitsItsTurn: readonly ActionRow['state'][] = ['queued', 'ambiguous'];

export class LaneViews {
	readonly #tables: ActionTables;
	readonly #items;
	readonly #locationName: (locationId: string) => string;

	constructor(store: Store, tables: ActionTables, locationName: (locationId: string) => string) {
		this.#tables = tables;
		this.#items = itemViews(store);
		this.#locationName = locationName;
	}

	of(lane: LaneRow): Lane {
		const rows = this.#tables.ofLane(lane.lane_id);
		const { locationId, partLines, ...known } = labelOf(lane);
		const head = rows.find((row) => !finished.includes(row.state));
		return {
			laneId: lane.lane_id,
			document: lane.document,
			documentId: lane.document_id,
			locationName: this.#locationName(locationId),
			...known,
			number: lane.server_number ?? '',
			createdAt: lane.created_at,
			createdBy: lane.created_by,
			standing: lane.standing,
			parts: partLines === undefined ? null : partsOf(rows, partLines),
			steps: rows.map((row) => this.#step(row, lane, row === head, rows)),
		};
	}

	#step(row: ActionRow, lane: LaneRow, isHead: boolean, rows: readonly ActionRow[]): Step {
		// Also during the undo period, because the awaited step comes first.
		const isUnsent = row.state === 'queued' || row.state === 'held';
		const waitsFor = isHead && isUnsent ? this.#awaitedBy(lane) : null;
		const waits = waitsFor !== null || (waitsItsTurn.includes(row.state) && !isHead);
		return {
			actionId: row.action_id,
			revision: row.revision,
			operation: row.operation,
			verb: verbOf(row.operation),
			state: waits ? 'waiting' : row.state,
			waitsFor,
			attention: row.attention,
			createdAt: row.created_at,
			since: row.since,
			attempts: this.#tables.attempts(row.action_id),
			fromCopy: row.resolution === fromCopy,
			moved: row.state === 'superseded' && row.resolution === movedAway,
			nextAt: row.next_at,
			because: this.#because(row),
			serviceNumber: lane.server_number ?? lane.server_id ?? '',
			serviceStatus: row.service_status,
			serviceSaid: this.refusalOf(row, lane).said,
			confirmedBy: row.confirmed_by,
			can: canBeDone(row, lane, isHead && mayBeUndone(rows, this.#tables), () =>
				mayBeEdited(row, rows, this.#tables),
			),
		};
	}

	#awaitedBy(lane: LaneRow): Step['waitsFor'] {
		if (mayFollow(this.#tables, lane.lane_id) !== 'under-way') return null;
		const step = awaitedStep(this.#tables, lane.lane_id);
		if (step === null || step === 'gone') return null;
		const awaited = this.#tables.lane(step.lane_id);
		if (awaited === null) return null;
		const name = awaited.server_number ?? labelOf(awaited).title;
		return { verb: verbOf(step.operation), name };
	}

	/** The service's refusal, with line numbers replaced by item names; anything else it said, unchanged. */
	refusalOf(row: ActionRow, lane: LaneRow): ReturnType<typeof refusalByName> {
		if (row.service_status === null || !row.service_said.includes('items')) {
			return { said: row.service_said, lines: [] };
		}
		return refusalByName(
			row.service_said,
			bodyOf(row, lane),
			(itemId) => this.#items.get(row.account_id, itemId, null)?.name ?? null,
		);
	}

	#because(row: ActionRow): Told | null {
		if (finished.includes(row.state)) return null;
		const last = this.#tables.lastEventOf(row.action_id);
		return last === undefined ? null : tellingOf(last);
	}
}

function canBeDone(
	row: ActionRow,
	lane: LaneRow,
	mayGoBack: boolean,
	mayEdit: () => boolean,
): Step['can'] {
	if (overlappingOf(row, lane) !== null) return ['choose', 'discard'];
	const usual = ['mark-done', 'discard'] as const;
	switch (row.state) {
		case 'attention':
			if (mayEdit()) return ['edit', 'send-again', ...usual];
			if (row.attention !== 'changed' || !isJudgement(row)) return ['send-again', ...usual];
			return changedDecision(row) === null ? [...usual] : ['decide-anew', ...usual];
		case 'stale-review':
			return mayGoBack ? ['send-again', 'cancel', ...usual] : ['send-again', ...usual];
		default:
			return mayGoBack ? ['cancel'] : [];
	}
}

export const tellingOf = ({ code, args, why }: Pick<EventRow, 'code' | 'args' | 'why'>): Told => ({
	code,
	args: told.shape.args.catch({}).parse(readKept(args)),
	said: why,
});

function partsOf(rows: readonly ActionRow[], linesEach: number): Lane['parts'] {
	const sent = rows.filter(({ state }) => state !== 'cancelled' && state !== 'superseded');
	const done = sent.filter(({ state }) => state === 'confirmed').length;
	return { done, of: sent.length, linesEach };
}

function isJudgement({ operation }: ActionRow): boolean {
	const { replay } = findOperation(operation) ?? {};
	return replay?.proof === 'state' && replay.judgement;
}

export function verbOf(operation: string): Step['verb'] {
	const [, verb = ''] = operation.split('.');
	switch (verb) {
		case 'create':
		case 'update':
		case 'submit':
		case 'approve':
		case 'reject':
		case 'finalize':
		case 'receive':
		case 'fulfill':
		case 'lock':
			return verb;
		case 'updateOne':
			return 'update';
		case 'changeStock':
			return 'post';
		case 'rollBack':
			return 'reverse';
		default:
			return 'other';
	}
}
