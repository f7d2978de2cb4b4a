// The tables lane, action, attempt and action_event. Every state change goes through `move` (compare-and-set).
import type { ActionRow, ActionState, LaneRow, LaneStands } from '../outbox/action.ts';
import type { Lookup } from '../outbox/lookup-reads.ts';
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import {
	actionStatements,
	attemptStatements,
	changeStatements,
	eventStatements,
	laneStatements,
	type EventRow,
	type Head,
	type Tries,
} from './action-statements.ts';
import type { Sqlite } from './open.ts';

export type { EventRow, Head, Tries };

type MiddleState = Extract<
	ActionState,
	'held' | 'sending' | 'ambiguous' | 'verifying' | 'held-newer-version'
>;

export type Changes = Partial<
	Pick<
		ActionRow,
		| 'attention'
		| 'next_at'
		| 'unsent_count'
		| 'baseline'
		| 'absent_probes'
		| 'service_status'
		| 'service_said'
		| 'confirmed_by'
		| 'confirmed_read_no'
		| 'resolution'
		| 'settings'
	>
>;

interface StateChange {
	at: number;
	from: string;
	to: ActionState;
	by: string;
	why: Why;
	lookup?: Lookup | null;
}

export class ActionTables {
	readonly #lanes;
	readonly #attempts;
	readonly #events;
	readonly #changes;
	readonly #actions;

	constructor(db: Sqlite) {
		this.#lanes = laneStatements(db);
		this.#attempts = attemptStatements(db);
		this.#events = eventStatements(db);
		this.#changes = changeStatements(db);
		this.#actions = actionStatements(db);
	}

	insertLane(row: LaneRow) {
		return this.#lanes.insertLane.run(row);
	}

	relabel(laneId: string, label: string, words: string) {
		return this.#lanes.relabel.run(label, words, laneId);
	}

	/** null: waits for nothing any more. */
	setWaitsFor(laneId: string, actionId: string | null) {
		return this.#lanes.setWaitsFor.run(actionId, laneId);
	}

	waitingFor(laneId: string) {
		return this.#lanes.waitingFor.all(laneId);
	}

	/** The row is also the first event of its history (view `step_event`). */
	insertAction(row: Omit<ActionRow, 'seq'>) {
		return this.#changes.insertAction.run(row);
	}

	/** Adds an event for a change that was not made by `move`. */
	record(actionId: string, { at, from, to, by, why, lookup }: StateChange): void {
		const { code, args = {}, said = '' } = why;
		const read = lookup ? JSON.stringify(lookup) : null;
		this.#events.insertEvent.run(
			actionId,
			at,
			from,
			to,
			by,
			said,
			code,
			JSON.stringify(args),
			read,
		);
	}

	/** Replaces a payload and keeps the old one; raise the revision with `move`. @returns false if changed first */
	revise(
		row: ActionRow,
		next: Pick<ActionRow, 'payload_version' | 'payload' | 'base' | 'base_hash'>,
		at: number,
	): boolean {
		if (this.#changes.keepRevision.run(at, row).changes === 0) return false;
		this.#changes.replacePayload.run({ action_id: row.action_id, ...next });
		return true;
	}

	/** Saves the baseline without a state change. @returns false if it was moved first */
	keepBaseline(row: ActionRow, baseline: string): boolean {
		return this.#changes.keepBaseline.run(baseline, row).changes > 0;
	}

	/** Compare-and-set by state and revision; call it in a transaction. @returns false if someone moved it first */
	move(
		row: ActionRow,
		to: ActionState,
		change: Omit<StateChange, 'from' | 'to'> & { raiseRevision?: boolean } & Changes,
	): boolean {
		const { at, by, why, lookup = null, raiseRevision = false, ...changes } = change;
		const { changes: moved } = this.#changes.setState.run({
			attention: null,
			next_at: null,
			unsent_count: row.unsent_count,
			baseline: row.baseline,
			absent_probes: row.absent_probes,
			service_status: row.service_status,
			service_said: row.service_said,
			confirmed_by: row.confirmed_by,
			confirmed_read_no: row.confirmed_read_no,
			resolution: row.resolution,
			settings: row.settings,
			...changes,
			to,
			at,
			raise: raiseRevision ? 1 : 0,
			action_id: row.action_id,
			from: row.state,
			revision: row.revision,
		});
		if (moved === 0) return false;
		this.record(row.action_id, { at, from: row.state, to, by, why, lookup });
		return true;
	}

	byId(actionId: string) {
		return this.#actions.byId.get(actionId);
	}

	/** In order; an undone intent may have been queued again. */
	ofIntent(laneId: string, intentId: string) {
		return this.#actions.ofIntent.all(laneId, intentId);
	}

	head(accountId: string, laneId: string) {
		return this.#actions.head.get(accountId, laneId);
	}

	behind(row: ActionRow) {
		return this.#actions.behind.get(row);
	}

	liveHeads(accountId: string): Head[] {
		return this.#lanes.liveHeads.all(accountId);
	}

	laneCounts(accountId: string): Record<LaneStands, number> {
		const found = { waiting: 0, 'needs-you': 0, done: 0 };
		for (const { account_id, standing, lanes } of this.#lanes.counts.all())
			if (account_id === accountId) found[standing] = lanes;
		return found;
	}

	ofLane(laneId: string) {
		return this.#actions.ofLane.all(laneId);
	}

	lane(laneId: string) {
		return this.#lanes.lane.get(laneId);
	}

	laneOfDocument(accountId: string, document: string, documentId: string) {
		return this.#lanes.laneOfDocument.get(accountId, document, documentId);
	}

	isLive(accountId: string, document: string, serverId: string): boolean {
		return this.#lanes.isLive.get(accountId, document, serverId) === 1;
	}

	/** Live lanes of a kind, and those confirmed since a read (limited to `most` steps), newest first. */
	lanesShown(accountId: string, document: string, since: { readNo: number; most: number }) {
		return this.#lanes.lanesShown.all({
			account: accountId,
			document,
			after: since.readNo,
			most: since.most,
		});
	}

	setServer(laneId: string, serverId: string | null, number: string | null) {
		return this.#lanes.setServer.run(serverId, number, laneId);
	}

	/** A person reviewed the lane's waiting work and still wants it. */
	lookedAt(laneId: string, at: number) {
		return this.#changes.lookedAt.run(at, laneId);
	}

	/** @param number of attempts so far, plus one. @returns the attempt's id */
	startAttempt(row: ActionRow, number: number, at: number, serviceNow: number | null) {
		return Number(
			this.#attempts.startAttempt.run(
				row.action_id,
				number,
				row.revision,
				at,
				serviceNow && Math.floor(serviceNow),
			).lastInsertRowid,
		);
	}

	endAttempt(end: {
		attempt: number;
		at: number;
		verdict: string;
		status: number | null;
		code: string | null;
		serverDate: number | null;
	}) {
		return this.#attempts.endAttempt.run(end);
	}

	mayHaveBeenApplied(actionId: string) {
		return this.tries(actionId).maybeApplied > 0;
	}

	/** Automatic resends after two absences. */
	resends(actionId: string) {
		return this.#events.resends.get({ action: actionId }) ?? 0;
	}

	attempts(actionId: string) {
		return this.tries(actionId).made;
	}

	/** Service time of the document's last write, if known: of its answer, or of the request if there was none. */
	lastServerDate(laneId: string) {
		return this.#attempts.lastServerDate.get(laneId) ?? null;
	}

	wasSentAs(row: ActionRow) {
		return this.#attempts.sentAs.get(row) === 1;
	}

	lastEvent() {
		return this.#events.lastEvent.get() ?? 0;
	}

	/** Other actions of any account of this PC that were in flight or unconfirmed at some time after an event. */
	triedBesides({ action_id }: ActionRow, after: number) {
		return this.#actions.triedBesides.all({ action_id, after });
	}

	waitUntil(row: ActionRow, at: number) {
		return this.#changes.waitUntil.run(at, row.action_id, row.state);
	}

	hasAnyInTheMiddle() {
		return this.#actions.anyInTheMiddle.get() === 1;
	}

	inState(state: MiddleState) {
		return this.#actions.inState.all(state);
	}

	live(accountId: string, operation: string) {
		return this.#actions.liveOfOperation.all(accountId, operation);
	}

	madeHere(accountId: string, document: LaneRow['document'], serverId: string): boolean {
		return (this.#lanes.madeHere.get(accountId, document, serverId) ?? 0) > 0;
	}

	/** More than one only if the service named it to two entries. */
	madeByHowMany(accountId: string, document: LaneRow['document'], serverId: string): number {
		return this.#lanes.madeHere.get(accountId, document, serverId) ?? 0;
	}

	hasReference(accountId: string, reference: string): boolean {
		return this.#actions.hasReference.get(accountId, reference) === 1;
	}

	unfinished() {
		return this.#actions.unfinished.all();
	}

	lastConfirmedRead(accountId: string) {
		return this.#actions.lastConfirmedRead.get(accountId) ?? 0;
	}

	history(laneId: string): (EventRow & { operation: string })[] {
		return this.#actions.ofLane
			.all(laneId)
			.flatMap(({ action_id, operation }) =>
				this.#events.history.all(action_id).map((event) => ({ ...event, operation })),
			)
			.sort((a, b) => a.place - b.place || a.step - b.step);
	}

	lastEventOf(actionId: string): EventRow | undefined {
		return this.#events.history.all(actionId).at(-1);
	}

	tries(actionId: string): Tries {
		return this.#attempts.tries.get(actionId) ?? { made: 0, maybeApplied: 0 };
	}
}

export const actionTables = (db: Sqlite): ActionTables => new ActionTables(db);
