// The tables lane, action, attempt and action_event. Every state change goes through `move` (compare-and-set).
// Parameters beside ORDER BY or a partial index stand behind a SELECT, or SQLite recompiles the statement at every run:
// ten times slower.
import type { HistoryCode, Why } from '../../../shared/bridge/outbox-history.ts';
import type { ActionRow, ActionState, LaneRow, LaneStands } from '../outbox/action.ts';
import type { Lookup } from '../outbox/lookup-reads.ts';
import type { Sqlite } from './open.ts';
import { Table } from './table.ts';

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

export interface EventRow {
	action_id: string;
	at: number;
	from_state: string;
	to_state: string;
	by: string;
	why: string;
	code: string;
	args: string;
}

export interface Tries {
	made: number;
	/** Attempts with no verdict or an unknown one, or refused for the token: the answer may only have been lost. */
	maybeApplied: number;
}

export type Head = Pick<ActionRow, 'lane_id' | 'action_id' | 'state' | 'revision' | 'next_at'>;

const live = `state NOT IN ('confirmed', 'cancelled', 'superseded', 'discarded')`;

const inTheMiddle = `state IN ('held', 'sending', 'ambiguous', 'verifying', 'held-newer-version')`;

export class ActionTables extends Table {
	// ── Lanes ───────────────────────────────────────────────────────────────────────────────────────────────────────

	readonly insertLane = this.sql.run<[row: LaneRow]>(
		`INSERT INTO lane (lane_id, account_id, document, document_id, label, server_id, server_number, created_at,
			created_by, standing, words, waits_for)
		 VALUES (@lane_id, @account_id, @document, @document_id, @label, @server_id, @server_number, @created_at,
			@created_by, @standing, @words, @waits_for)`,
	);
	readonly #relabel = this.sql.run<[string, string, string]>(
		'UPDATE lane SET label = ?, words = ? WHERE lane_id = ?',
	);
	readonly #setWaitsFor = this.sql.run<[string | null, string]>(
		'UPDATE lane SET waits_for = ? WHERE lane_id = ?',
	);
	readonly waitingFor = this.sql.rows<[laneId: string], LaneRow>(
		`SELECT * FROM lane INDEXED BY lane_waits_for WHERE waits_for IN (
			SELECT action_id FROM action INDEXED BY action_lane WHERE lane_id = (SELECT ?))`,
	);
	readonly liveHeads = this.sql.rows<[accountId: string], Head & { seq: number }>(
		`SELECT head.lane_id, head.action_id, head.state, head.revision, head.next_at, head.seq
		 FROM lane INDEXED BY lane_standing CROSS JOIN action AS head ON head.seq = (
			SELECT seq FROM action INDEXED BY action_lane WHERE action.lane_id = lane.lane_id AND ${live}
			ORDER BY seq LIMIT 1)
		 WHERE lane.account_id = ? AND lane.standing IN ('waiting', 'needs-you') ORDER BY head.seq`,
	);
	readonly #counts = this.sql.rows<[], { account_id: string; standing: LaneStands; lanes: number }>(
		'SELECT account_id, standing, lanes FROM lane_count',
	);
	readonly lane = this.sql.row<[laneId: string], LaneRow>('SELECT * FROM lane WHERE lane_id = ?');
	readonly laneOfDocument = this.sql.row<
		[accountId: string, document: string, documentId: string],
		LaneRow
	>(
		`SELECT * FROM lane WHERE account_id = (SELECT ?) AND document = (SELECT ?) AND document_id = (SELECT ?)`,
	);
	readonly isLive = this.sql.has<[accountId: string, document: string, serverId: string]>(
		`SELECT EXISTS (SELECT 1 FROM lane INDEXED BY lane_standing
		 WHERE account_id = ? AND standing IN ('waiting', 'needs-you') AND document = ? AND server_id = ?)`,
	);
	readonly #lanesShown = this.sql.rows<
		[{ account: string; document: string; after: number; most: number }],
		LaneRow
	>(
		`SELECT * FROM lane WHERE document = (SELECT @document) AND lane_id IN (
			SELECT lane_id FROM lane WHERE account_id = (SELECT @account) AND standing IN ('waiting', 'needs-you')
			UNION SELECT lane_id FROM (
				SELECT lane_id FROM action INDEXED BY action_confirmed
				WHERE account_id = (SELECT @account) AND state = 'confirmed' AND confirmed_read_no >= (SELECT @after)
				ORDER BY confirmed_read_no DESC LIMIT @most))
		 ORDER BY rowid DESC`,
	);
	/** Of one document of the service, newest first. */
	readonly lanesOfServer = this.sql.rows<
		[{ account: string; document: string; server: string; after: number }],
		LaneRow
	>(
		`SELECT * FROM lane INDEXED BY lane_server
		 WHERE account_id = (SELECT @account) AND document = (SELECT @document) AND server_id = (SELECT @server)
			AND (standing IN ('waiting', 'needs-you') OR EXISTS (
				SELECT 1 FROM action INDEXED BY action_lane
				WHERE action.lane_id = lane.lane_id AND state = 'confirmed' AND confirmed_read_no >= @after))
		 ORDER BY rowid DESC`,
	);
	readonly #setServer = this.sql.run<[string | null, string | null, string]>(
		'UPDATE lane SET server_id = coalesce(?, server_id), server_number = coalesce(?, server_number) WHERE lane_id = ?',
	);
	/** Records that wait for a new one name it by its draft until now. */
	readonly #nameInWaiting = this.sql.run<[{ lane: string; server: string }]>(
		`UPDATE action SET
			payload = replace(payload, json_quote(awaited.document_id), json_quote(@server)),
			base = replace(base, json_quote(awaited.document_id), json_quote(@server))
		 FROM lane AS awaited, lane AS waiting
		 WHERE awaited.lane_id = @lane AND awaited.document LIKE 'record:%'
			AND waiting.waits_for IN (SELECT action_id FROM action AS step WHERE step.lane_id = @lane)
			AND action.lane_id = waiting.lane_id AND action.${live}`,
	);
	readonly #madeBesides = this.sql.has<
		[accountId: string, document: string, serverId: string, besides: string]
	>(
		`SELECT 1 FROM lane JOIN action USING (lane_id)
		 WHERE lane.account_id = ? AND document = ? AND server_id = ?
			AND lane_id <> ? AND operation LIKE '%.create' AND state = 'confirmed'`,
	);

	// ── Attempts and events ─────────────────────────────────────────────────────────────────────────────────────────

	readonly #startAttempt = this.sql.insert<[string, number, number, number, number | null]>(
		'INSERT INTO attempt (action_id, number, revision, started_at, server_date) VALUES (?, ?, ?, ?, ?)',
	);
	readonly endAttempt = this.sql.run<
		[
			end: {
				attempt: number;
				at: number;
				verdict: string;
				status: number | null;
				code: string | null;
				serverDate: number | null;
			},
		]
	>(
		`UPDATE attempt SET ended_at = @at, verdict = @verdict, http_status = @status, error_code = @code,
			server_date = coalesce(@serverDate, server_date)
		 WHERE attempt_id = @attempt AND verdict IS NULL`,
	);
	readonly #tries = this.sql.row<[string], Tries>(
		`SELECT count(*) AS made, count(*) FILTER (WHERE verdict IS NULL OR verdict IN ('unknown', 'unauthorized'))
			AS maybeApplied
		 FROM attempt WHERE action_id = ?`,
	);
	/** Service time of the document's last write, if known: of its answer, or of the request if there was none. */
	readonly lastServerDate = this.sql.value<[laneId: string], number>(
		`SELECT max(server_date) FROM attempt WHERE action_id IN (
			SELECT action_id FROM action INDEXED BY action_lane WHERE lane_id = ?)`,
	);
	readonly referenceWasSent = this.sql.has<[row: ActionRow]>(
		`SELECT EXISTS (SELECT 1 FROM attempt WHERE action_id IN (
			SELECT action_id FROM action INDEXED BY action_lane
			WHERE lane_id = @lane_id AND reference = @reference AND action_id <> @action_id))`,
	);
	readonly #insertEvent = this.sql.run<
		[string, number, string, string, string, string, HistoryCode, string, string | null]
	>(
		`INSERT INTO action_event (action_id, at, from_state, to_state, by, why, code, args, lookup)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	readonly #resends = this.sql.number<[{ action: string }]>(
		`SELECT count(*) FROM action_event
		 WHERE action_id = (SELECT @action) AND from_state = 'verifying' AND to_state = 'queued' AND event_id > coalesce((
			SELECT max(event_id) FROM action_event
			WHERE action_id = (SELECT @action) AND from_state IN ('attention', 'stale-review')), 0)`,
	);
	readonly lastEvent = this.sql.number<[]>('SELECT coalesce(max(event_id), 0) FROM action_event');
	readonly #history = this.sql.rows<[string], EventRow & { place: number; step: number }>(
		'SELECT * FROM step_event WHERE action_id = (SELECT ?) ORDER BY place, step',
	);

	// ── Changes of an action ────────────────────────────────────────────────────────────────────────────────────────

	readonly #keepRevision = this.sql.change<[number, ActionRow]>(
		`INSERT INTO action_revision (action_id, revision, payload_version, payload, base, replaced_at)
		 SELECT action_id, revision, payload_version, payload, base, ? FROM action
		 WHERE action_id = @action_id AND revision = @revision AND state = @state`,
	);
	readonly #replacePayload = this.sql.run<
		[Pick<ActionRow, 'action_id' | 'payload_version' | 'payload' | 'base' | 'base_hash'>]
	>(
		`UPDATE action SET payload_version = @payload_version, payload = @payload, base = @base, base_hash = @base_hash
		 WHERE action_id = @action_id`,
	);
	readonly #keepBaseline = this.sql.change<[string, ActionRow]>(
		`UPDATE action SET baseline = ?
		 WHERE action_id = @action_id AND revision = @revision AND state = @state`,
	);
	/** The row is also the first event of its history (view `step_event`). */
	readonly insertAction = this.sql.run<[row: Omit<ActionRow, 'seq'>]>(
		`INSERT INTO action (action_id, intent_id, lane_id, account_id, actor, operation, payload_version, payload, base,
			base_hash, reference, state, attention, revision, since, next_at, unsent_count, baseline, absent_probes,
			service_status, service_said, confirmed_by, confirmed_read_no, resolution, created_at, fresh_from, settings,
			queued_as, queued_after)
		 VALUES (@action_id, @intent_id, @lane_id, @account_id, @actor, @operation, @payload_version, @payload, @base,
			@base_hash, @reference, @state, @attention, @revision, @since, @next_at, @unsent_count, @baseline, @absent_probes,
			@service_status, @service_said, @confirmed_by, @confirmed_read_no, @resolution, @created_at, @fresh_from,
			@settings, @state, (SELECT coalesce(max(event_id), 0) FROM action_event))`,
	);
	readonly #setState = this.sql.change<[object]>(
		`UPDATE action SET state = @to, since = @at, revision = revision + @raise,
			attention = @attention, next_at = @next_at, unsent_count = @unsent_count, baseline = @baseline,
			absent_probes = @absent_probes, service_status = @service_status, service_said = @service_said,
			confirmed_by = @confirmed_by, confirmed_read_no = @confirmed_read_no, resolution = @resolution,
			settings = @settings
		 WHERE action_id = @action_id AND state = @from AND revision = @revision`,
	);
	readonly #lookedAt = this.sql.run<[number, string]>(
		`UPDATE action SET fresh_from = ? WHERE lane_id = ? AND ${live}`,
	);
	readonly #waitUntil = this.sql.run<[number, string, string]>(
		'UPDATE action SET next_at = ? WHERE action_id = ? AND state = ?',
	);

	// ── Actions ─────────────────────────────────────────────────────────────────────────────────────────────────────

	readonly byId = this.sql.row<[actionId: string], ActionRow>(
		'SELECT * FROM action WHERE action_id = ?',
	);
	/** In order; an undone intent may have been queued again. */
	readonly ofIntent = this.sql.rows<[laneId: string, intentId: string], ActionRow>(
		'SELECT * FROM action INDEXED BY action_lane WHERE lane_id = (SELECT ?) AND intent_id = (SELECT ?)',
	);
	readonly head = this.sql.row<[accountId: string, laneId: string], ActionRow>(
		`SELECT * FROM action INDEXED BY action_lane
		 WHERE account_id = (SELECT ?) AND lane_id = (SELECT ?) AND ${live} ORDER BY seq LIMIT 1`,
	);
	readonly behind = this.sql.row<[row: ActionRow], ActionRow>(
		`SELECT * FROM action INDEXED BY action_lane
		 WHERE account_id = (SELECT @account_id) AND lane_id = (SELECT @lane_id) AND ${live} AND seq > (SELECT @seq)
		 ORDER BY seq LIMIT 1`,
	);
	/** What it asked for when it was queued: later looks may have revised it. */
	readonly firstPayload = this.sql.value<[actionId: string], string>(
		`SELECT payload FROM action_revision WHERE action_id = ? ORDER BY revision LIMIT 1`,
	);
	readonly ofLane = this.sql.rows<[laneId: string], ActionRow>(
		'SELECT * FROM action WHERE lane_id = (SELECT ?) ORDER BY seq',
	);
	/** Steps about a document of the service that stand, from whichever lane. */
	readonly sentAbout = this.sql.rows<
		[accountId: string, document: LaneRow['document'], serverId: string],
		ActionRow
	>(
		`SELECT action.* FROM lane INDEXED BY lane_server JOIN action INDEXED BY action_lane USING (lane_id)
		 WHERE lane.account_id = (SELECT ?) AND document = (SELECT ?) AND server_id = (SELECT ?)
			AND state NOT IN ('cancelled', 'superseded', 'discarded') ORDER BY seq`,
	);
	readonly #triedBesides = this.sql.rows<[{ action_id: string; after: number }], ActionRow>(
		`SELECT * FROM action WHERE action_id <> @action_id AND action_id IN (
			SELECT action_id FROM action_event
			WHERE event_id > @after AND from_state IN ('sending', 'ambiguous', 'verifying')
			UNION
			SELECT action_id FROM action INDEXED BY action_in_the_middle
			WHERE ${inTheMiddle} AND state IN ('sending', 'ambiguous', 'verifying'))`,
	);
	readonly inState = this.sql.rows<[state: MiddleState], ActionRow>(
		`SELECT * FROM action INDEXED BY action_in_the_middle
		 WHERE ${inTheMiddle} AND state = (SELECT ?) ORDER BY seq`,
	);
	readonly hasAnyInTheMiddle = this.sql.has<[]>(
		`SELECT 1 FROM action INDEXED BY action_in_the_middle WHERE ${inTheMiddle} AND state <> 'held' LIMIT 1`,
	);
	readonly lastConfirmedRead = this.sql.number<[accountId: string]>(
		`SELECT max(confirmed_read_no) FROM action INDEXED BY action_confirmed WHERE account_id = ? AND state = 'confirmed'`,
	);
	readonly unfinished = this.sql.rows<[], ActionRow>(
		`SELECT * FROM action WHERE ${live} ORDER BY seq`,
	);
	readonly live = this.sql.rows<[accountId: string, operation: string], ActionRow>(
		`SELECT action.* FROM lane INDEXED BY lane_standing CROSS JOIN action INDEXED BY action_lane USING (lane_id)
		 WHERE lane.account_id = (SELECT ?) AND lane.standing IN ('waiting', 'needs-you')
			AND operation = (SELECT ?) AND ${live} ORDER BY seq`,
	);
	// No index: rarely asked, only for a similar document with another reference.
	readonly hasReference = this.sql.has<[accountId: string, reference: string]>(
		'SELECT 1 FROM action WHERE account_id = ? AND reference = ? LIMIT 1',
	);

	relabel(laneId: string, label: string, words: string): void {
		this.#relabel(label, words, laneId);
	}

	/** null: no longer waits. */
	setWaitsFor(laneId: string, actionId: string | null): void {
		this.#setWaitsFor(actionId, laneId);
	}

	/** Adds an event for a change that was not made by `move`. */
	record(actionId: string, { at, from, to, by, why, lookup }: StateChange): void {
		const { code, args = {}, said = '' } = why;
		const read = lookup ? JSON.stringify(lookup) : null;
		this.#insertEvent(actionId, at, from, to, by, said, code, JSON.stringify(args), read);
	}

	/** Replaces a payload and keeps the old one; raise the revision with `move`. @returns false if changed first */
	revise(
		row: ActionRow,
		next: Pick<ActionRow, 'payload_version' | 'payload' | 'base' | 'base_hash'>,
		at: number,
	): boolean {
		if (!this.#keepRevision(at, row)) return false;
		this.#replacePayload({ action_id: row.action_id, ...next });
		return true;
	}

	/** Saves the baseline without a state change. @returns false if it was moved first */
	keepBaseline(row: ActionRow, baseline: string): boolean {
		return this.#keepBaseline(baseline, row);
	}

	/** Compare-and-set by state and revision; call it in a transaction. @returns false if someone moved it first */
	move(
		row: ActionRow,
		to: ActionState,
		change: Omit<StateChange, 'from' | 'to'> & { raiseRevision?: boolean } & Changes,
	): boolean {
		const { at, by, why, lookup = null, raiseRevision = false, ...changes } = change;
		const from = row.state;
		const moved = this.#setState({
			...row,
			attention: null,
			next_at: null,
			...changes,
			to,
			at,
			from,
			raise: raiseRevision ? 1 : 0,
		});
		if (moved) this.record(row.action_id, { at, from, to, by, why, lookup });
		return moved;
	}

	laneCounts(accountId: string): Record<LaneStands, number> {
		const found = { waiting: 0, 'needs-you': 0, done: 0 };
		for (const { account_id, standing, lanes } of this.#counts())
			if (account_id === accountId) found[standing] = lanes;
		return found;
	}

	/** Live lanes of a kind, and those confirmed since a read (limited to `most` steps), newest first. */
	lanesShown(accountId: string, document: string, since: { readNo: number; most: number }) {
		return this.#lanesShown({
			account: accountId,
			document,
			after: since.readNo,
			most: since.most,
		});
	}

	setServer(laneId: string, serverId: string | null, number: string | null): void {
		this.#setServer(serverId, number, laneId);
		if (serverId !== null) this.#nameInWaiting({ lane: laneId, server: serverId });
	}

	/** A person reviewed the lane's waiting work and still wants it. */
	lookedAt(laneId: string, at: number): void {
		this.#lookedAt(at, laneId);
	}

	/** @param number of attempts so far, plus one. @returns the attempt's id */
	startAttempt(row: ActionRow, number: number, at: number, serviceNow: number | null): number {
		const serverDate = serviceNow && Math.floor(serviceNow);
		return this.#startAttempt(row.action_id, number, row.revision, at, serverDate);
	}

	mayHaveBeenApplied(actionId: string): boolean {
		return this.tries(actionId).maybeApplied > 0;
	}

	/** Automatic resends after two absences. */
	resends(actionId: string): number {
		return this.#resends({ action: actionId });
	}

	attempts(actionId: string): number {
		return this.tries(actionId).made;
	}

	/** Other actions of any account of this PC that were in flight or unconfirmed at some time after an event. */
	triedBesides({ action_id }: ActionRow, after: number) {
		return this.#triedBesides({ action_id, after });
	}

	waitUntil(row: ActionRow, at: number): void {
		this.#waitUntil(at, row.action_id, row.state);
	}

	madeHere(accountId: string, document: LaneRow['document'], serverId: string): boolean {
		return this.#madeBesides(accountId, document, serverId, '');
	}

	/** Whether another lane made the document with this id. */
	madeByAnother({ account_id, document, lane_id }: LaneRow, serverId: string): boolean {
		return this.#madeBesides(account_id, document, serverId, lane_id);
	}

	history(laneId: string): (EventRow & { operation: string })[] {
		return this.ofLane(laneId)
			.flatMap(({ action_id, operation }) =>
				this.#history(action_id).map((event) => ({ ...event, operation })),
			)
			.sort((a, b) => a.place - b.place || a.step - b.step);
	}

	lastEventOf(actionId: string): EventRow | undefined {
		return this.#history(actionId).at(-1);
	}

	tries(actionId: string): Tries {
		return this.#tries(actionId) ?? { made: 0, maybeApplied: 0 };
	}
}

export const actionTables = (db: Sqlite): ActionTables => new ActionTables(db);
