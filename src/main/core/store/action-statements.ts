// The statements of the tables lane, action, attempt and action_event. Parameters beside ORDER BY or a partial index
// stand behind a SELECT, or SQLite recompiles the statement at every run: ten times slower.
import type { HistoryCode } from '../../../shared/bridge/outbox-history.ts';
import type { ActionRow, LaneRow, LaneStands } from '../outbox/action.ts';
import type { Sqlite } from './open.ts';

const live = `state NOT IN ('confirmed', 'cancelled', 'superseded', 'discarded')`;

const inTheMiddle = `state IN ('held', 'sending', 'ambiguous', 'verifying', 'held-newer-version')`;

export interface EventRow {
	action_id: string;
	at: number;
	from_state: string;
	to_state: string;
	by: string;
	why: string;
	code: string;
	/** JSON: arguments of the code's message. */
	args: string;
}

export interface Tries {
	made: number;
	/** Attempts with no verdict or an unknown one, or refused for the token: the answer may only have been lost. */
	maybeApplied: number;
}

export type Head = Pick<ActionRow, 'lane_id' | 'action_id' | 'state' | 'revision' | 'next_at'>;

export const laneStatements = (db: Sqlite) => ({
	insertLane: db.prepare<[LaneRow]>(
		`INSERT INTO lane (lane_id, account_id, document, document_id, label, server_id, server_number, created_at,
			created_by, standing, words, waits_for)
		 VALUES (@lane_id, @account_id, @document, @document_id, @label, @server_id, @server_number, @created_at,
			@created_by, @standing, @words, @waits_for)`,
	),
	relabel: db.prepare<[string, string, string]>(
		'UPDATE lane SET label = ?, words = ? WHERE lane_id = ?',
	),
	setWaitsFor: db.prepare<[string | null, string]>(
		'UPDATE lane SET waits_for = ? WHERE lane_id = ?',
	),
	waitingFor: db.prepare<[string], LaneRow>(
		`SELECT * FROM lane INDEXED BY lane_waits_for WHERE waits_for IN (
			SELECT action_id FROM action INDEXED BY action_lane WHERE lane_id = (SELECT ?))`,
	),
	liveHeads: db.prepare<[string], Head & { seq: number }>(
		`SELECT head.lane_id, head.action_id, head.state, head.revision, head.next_at, head.seq
		 FROM lane INDEXED BY lane_standing CROSS JOIN action AS head ON head.seq = (
			SELECT seq FROM action INDEXED BY action_lane WHERE action.lane_id = lane.lane_id AND ${live}
			ORDER BY seq LIMIT 1)
		 WHERE lane.account_id = ? AND lane.standing IN ('waiting', 'needs-you') ORDER BY head.seq`,
	),
	counts: db.prepare<[], { account_id: string; standing: LaneStands; lanes: number }>(
		'SELECT account_id, standing, lanes FROM lane_count',
	),
	lane: db.prepare<[string], LaneRow>('SELECT * FROM lane WHERE lane_id = ?'),
	laneOfDocument: db.prepare<[string, string, string], LaneRow>(
		`SELECT * FROM lane WHERE account_id = (SELECT ?) AND document = (SELECT ?) AND document_id = (SELECT ?)
		 ORDER BY rowid DESC`,
	),
	isLive: db
		.prepare<[string, string, string], number>(
			`SELECT EXISTS (SELECT 1 FROM lane INDEXED BY lane_standing
			 WHERE account_id = ? AND standing IN ('waiting', 'needs-you') AND document = ? AND server_id = ?)`,
		)
		.pluck(),
	lanesShown: db.prepare<
		{ account: string; document: string; after: number; most: number },
		LaneRow
	>(
		`SELECT * FROM lane WHERE document = (SELECT @document) AND lane_id IN (
			SELECT lane_id FROM lane WHERE account_id = (SELECT @account) AND standing IN ('waiting', 'needs-you')
			UNION SELECT lane_id FROM (
				SELECT lane_id FROM action INDEXED BY action_confirmed
				WHERE account_id = (SELECT @account) AND state = 'confirmed' AND confirmed_read_no >= (SELECT @after)
				ORDER BY confirmed_read_no DESC LIMIT @most))
		 ORDER BY rowid DESC`,
	),
	setServer: db.prepare<[string | null, string | null, string]>(
		'UPDATE lane SET server_id = coalesce(?, server_id), server_number = coalesce(?, server_number) WHERE lane_id = ?',
	),
	madeHere: db
		.prepare<[string, string, string], number>(
			`SELECT count(*) FROM lane JOIN action USING (lane_id)
			 WHERE lane.account_id = ? AND document = ? AND server_id = ?
				AND operation LIKE '%.create' AND state = 'confirmed'`,
		)
		.pluck(),
});

export const attemptStatements = (db: Sqlite) => ({
	startAttempt: db.prepare<[string, number, number, number, number | null]>(
		'INSERT INTO attempt (action_id, number, revision, started_at, server_date) VALUES (?, ?, ?, ?, ?)',
	),
	endAttempt: db.prepare(
		`UPDATE attempt SET ended_at = @at, verdict = @verdict, http_status = @status, error_code = @code,
			server_date = coalesce(@serverDate, server_date)
		 WHERE attempt_id = @attempt AND verdict IS NULL`,
	),
	tries: db.prepare<[string], Tries>(
		`SELECT count(*) AS made, count(*) FILTER (WHERE verdict IS NULL OR verdict IN ('unknown', 'unauthorized'))
			AS maybeApplied
		 FROM attempt WHERE action_id = ?`,
	),
	lastServerDate: db
		.prepare<[string], number | null>(
			`SELECT max(server_date) FROM attempt WHERE action_id IN (
				SELECT action_id FROM action INDEXED BY action_lane WHERE lane_id = ?)`,
		)
		.pluck(),
	sentAs: db
		.prepare<[ActionRow], number>(
			`SELECT EXISTS (SELECT 1 FROM attempt WHERE action_id IN (
				SELECT action_id FROM action INDEXED BY action_lane
				WHERE lane_id = @lane_id AND reference = @reference AND action_id <> @action_id))`,
		)
		.pluck(),
});

export const eventStatements = (db: Sqlite) => ({
	insertEvent: db.prepare<
		[string, number, string, string, string, string, HistoryCode, string, string | null]
	>(
		`INSERT INTO action_event (action_id, at, from_state, to_state, by, why, code, args, lookup)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	),
	resends: db
		.prepare<{ action: string }, number>(
			`SELECT count(*) FROM action_event
			 WHERE action_id = (SELECT @action) AND from_state = 'verifying' AND to_state = 'queued' AND event_id > coalesce((
				SELECT max(event_id) FROM action_event
				WHERE action_id = (SELECT @action) AND from_state IN ('attention', 'stale-review')), 0)`,
		)
		.pluck(),
	lastEvent: db.prepare<[], number>('SELECT coalesce(max(event_id), 0) FROM action_event').pluck(),
	history: db.prepare<[string], EventRow & { place: number; step: number }>(
		'SELECT * FROM step_event WHERE action_id = (SELECT ?) ORDER BY place, step',
	),
});

export const changeStatements = (db: Sqlite) => ({
	keepRevision: db.prepare<[number, ActionRow]>(
		`INSERT INTO action_revision (action_id, revision, payload_version, payload, base, replaced_at)
		 SELECT action_id, revision, payload_version, payload, base, ? FROM action
		 WHERE action_id = @action_id AND revision = @revision AND state = @state`,
	),
	replacePayload: db.prepare<
		[Pick<ActionRow, 'action_id' | 'payload_version' | 'payload' | 'base' | 'base_hash'>]
	>(
		`UPDATE action SET payload_version = @payload_version, payload = @payload, base = @base, base_hash = @base_hash
		 WHERE action_id = @action_id`,
	),
	keepBaseline: db.prepare<[string, ActionRow]>(
		`UPDATE action SET baseline = ?
		 WHERE action_id = @action_id AND revision = @revision AND state = @state`,
	),
	insertAction: db.prepare<[Omit<ActionRow, 'seq'>]>(
		`INSERT INTO action (action_id, intent_id, lane_id, account_id, actor, operation, payload_version, payload, base,
			base_hash, reference, state, attention, revision, since, next_at, unsent_count, baseline, absent_probes,
			service_status, service_said, confirmed_by, confirmed_read_no, resolution, created_at, fresh_from, settings,
			queued_as, queued_after)
		 VALUES (@action_id, @intent_id, @lane_id, @account_id, @actor, @operation, @payload_version, @payload, @base,
			@base_hash, @reference, @state, @attention, @revision, @since, @next_at, @unsent_count, @baseline, @absent_probes,
			@service_status, @service_said, @confirmed_by, @confirmed_read_no, @resolution, @created_at, @fresh_from,
			@settings, @state, (SELECT coalesce(max(event_id), 0) FROM action_event))`,
	),
	setState: db.prepare(
		`UPDATE action SET state = @to, since = @at, revision = revision + @raise,
			attention = @attention, next_at = @next_at, unsent_count = @unsent_count, baseline = @baseline,
			absent_probes = @absent_probes, service_status = @service_status, service_said = @service_said,
			confirmed_by = @confirmed_by, confirmed_read_no = @confirmed_read_no, resolution = @resolution,
			settings = @settings
		 WHERE action_id = @action_id AND state = @from AND revision = @revision`,
	),
	lookedAt: db.prepare<[number, string]>(
		`UPDATE action SET fresh_from = ? WHERE lane_id = ? AND ${live}`,
	),
	waitUntil: db.prepare<[number, string, string]>(
		'UPDATE action SET next_at = ? WHERE action_id = ? AND state = ?',
	),
});

export const actionStatements = (db: Sqlite) => ({
	byId: db.prepare<[string], ActionRow>('SELECT * FROM action WHERE action_id = ?'),
	ofIntent: db.prepare<[string, string], ActionRow>(
		'SELECT * FROM action INDEXED BY action_lane WHERE lane_id = (SELECT ?) AND intent_id = (SELECT ?)',
	),
	head: db.prepare<[string, string], ActionRow>(
		`SELECT * FROM action INDEXED BY action_lane
		 WHERE account_id = (SELECT ?) AND lane_id = (SELECT ?) AND ${live} ORDER BY seq LIMIT 1`,
	),
	behind: db.prepare<[ActionRow], ActionRow>(
		`SELECT * FROM action INDEXED BY action_lane
		 WHERE account_id = (SELECT @account_id) AND lane_id = (SELECT @lane_id) AND ${live} AND seq > (SELECT @seq)
		 ORDER BY seq LIMIT 1`,
	),
	ofLane: db.prepare<[string], ActionRow>(
		'SELECT * FROM action WHERE lane_id = (SELECT ?) ORDER BY seq',
	),
	triedBesides: db.prepare<{ action_id: string; after: number }, ActionRow>(
		`SELECT * FROM action WHERE action_id <> @action_id AND action_id IN (
			SELECT action_id FROM action_event
			WHERE event_id > @after AND from_state IN ('sending', 'ambiguous', 'verifying')
			UNION
			SELECT action_id FROM action INDEXED BY action_in_the_middle
			WHERE ${inTheMiddle} AND state IN ('sending', 'ambiguous', 'verifying'))`,
	),
	inState: db.prepare<[string], ActionRow>(
		`SELECT * FROM action INDEXED BY action_in_the_middle
		 WHERE ${inTheMiddle} AND state = (SELECT ?) ORDER BY seq`,
	),
	anyInTheMiddle: db
		.prepare<[], number>(
			`SELECT 1 FROM action INDEXED BY action_in_the_middle WHERE ${inTheMiddle} AND state <> 'held' LIMIT 1`,
		)
		.pluck(),
	lastConfirmedRead: db
		.prepare<[string], number | null>(
			`SELECT max(confirmed_read_no) FROM action INDEXED BY action_confirmed WHERE account_id = ? AND state = 'confirmed'`,
		)
		.pluck(),
	unfinished: db.prepare<[], ActionRow>(`SELECT * FROM action WHERE ${live} ORDER BY seq`),
	liveOfOperation: db.prepare<[string, string], ActionRow>(
		`SELECT action.* FROM lane INDEXED BY lane_standing CROSS JOIN action INDEXED BY action_lane USING (lane_id)
		 WHERE lane.account_id = (SELECT ?) AND lane.standing IN ('waiting', 'needs-you')
			AND operation = (SELECT ?) AND ${live} ORDER BY seq`,
	),
	// No index: rarely asked, only for a similar document with another reference.
	hasReference: db
		.prepare<[string, string], number>(
			'SELECT 1 FROM action WHERE account_id = ? AND reference = ? LIMIT 1',
		)
		.pluck(),
});
