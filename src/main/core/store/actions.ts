// The tables lane, action, attempt and action_event. Every state change goes through `move` (compare-and-set).
import type { ActionRow, ActionState, LaneRow, LaneStands } from '../outbox/action.ts';
import type { Lookup } from '../outbox/lookup-reads.ts';
import type { HistoryCode, Why } from '../../../shared/bridge/outbox-history.ts';
import type { Sqlite } from './open.ts';

const live = `state NOT IN ('confirmed', 'cancelled', 'superseded', 'discarded')`;

const inTheMiddle = `state IN ('held', 'sending', 'ambiguous', 'verifying', 'held-newer-version')`;

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

interface StateChange {
	at: number;
	from: string;
	to: ActionState;
	by: string;
	why: Why;
	lookup?: Lookup | null;
}

export interface Tries {
	made: number;
	/** Attempts with no verdict or an unknown one, or refused for the token: the answer may only have been lost. */
	maybeApplied: number;
}

export type Head = Pick<ActionRow, 'lane_id' | 'action_id' | 'state' | 'revision' | 'next_at'>;

export type ActionTables = ReturnType<typeof actionTables>;

export function actionTables(db: Sqlite) {
	const keepRevision = db.prepare<[number, ActionRow]>(
		`INSERT INTO action_revision (action_id, revision, payload_version, payload, base, replaced_at)
		 SELECT action_id, revision, payload_version, payload, base, ? FROM action
		 WHERE action_id = @action_id AND revision = @revision AND state = @state`,
	);
	const replacePayload = db.prepare<
		[Pick<ActionRow, 'action_id' | 'payload_version' | 'payload' | 'base' | 'base_hash'>]
	>(
		`UPDATE action SET payload_version = @payload_version, payload = @payload, base = @base, base_hash = @base_hash
		 WHERE action_id = @action_id`,
	);
	const keepBaseline = db.prepare<[string, ActionRow]>(
		`UPDATE action SET baseline = ?
		 WHERE action_id = @action_id AND revision = @revision AND state = @state`,
	);
	const insertLane = db.prepare<[LaneRow]>(
		`INSERT INTO lane (lane_id, account_id, document, document_id, label, server_id, server_number, created_at,
			created_by, standing, words, waits_for)
		 VALUES (@lane_id, @account_id, @document, @document_id, @label, @server_id, @server_number, @created_at,
			@created_by, @standing, @words, @waits_for)`,
	);
	const relabel = db.prepare<[string, string, string]>(
		'UPDATE lane SET label = ?, words = ? WHERE lane_id = ?',
	);
	const setWaitsFor = db.prepare<[string | null, string]>(
		'UPDATE lane SET waits_for = ? WHERE lane_id = ?',
	);
	const waitingFor = db.prepare<[string], LaneRow>(
		`SELECT * FROM lane INDEXED BY lane_waits_for WHERE waits_for IN (
			SELECT action_id FROM action INDEXED BY action_lane WHERE lane_id = (SELECT ?))`,
	);
	const insertAction = db.prepare<[Omit<ActionRow, 'seq'>]>(
		`INSERT INTO action (action_id, intent_id, lane_id, account_id, actor, operation, payload_version, payload, base,
			base_hash, reference, state, attention, revision, since, next_at, unsent_count, baseline, absent_probes,
			service_status, service_said, confirmed_by, confirmed_read_no, resolution, created_at, fresh_from, settings,
			queued_as, queued_after)
		 VALUES (@action_id, @intent_id, @lane_id, @account_id, @actor, @operation, @payload_version, @payload, @base,
			@base_hash, @reference, @state, @attention, @revision, @since, @next_at, @unsent_count, @baseline, @absent_probes,
			@service_status, @service_said, @confirmed_by, @confirmed_read_no, @resolution, @created_at, @fresh_from,
			@settings, @state, (SELECT coalesce(max(event_id), 0) FROM action_event))`,
	);
	const insertEvent = db.prepare<
		[string, number, string, string, string, string, HistoryCode, string, string | null]
	>(
		`INSERT INTO action_event (action_id, at, from_state, to_state, by, why, code, args, lookup)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	const record = (actionId: string, { at, from, to, by, why, lookup }: StateChange): void => {
		const { code, args = {}, said = '' } = why;
		const read = lookup ? JSON.stringify(lookup) : null;
		insertEvent.run(actionId, at, from, to, by, said, code, JSON.stringify(args), read);
	};
	const setState = db.prepare(
		`UPDATE action SET state = @to, since = @at, revision = revision + @raise,
			attention = @attention, next_at = @next_at, unsent_count = @unsent_count, baseline = @baseline,
			absent_probes = @absent_probes, service_status = @service_status, service_said = @service_said,
			confirmed_by = @confirmed_by, confirmed_read_no = @confirmed_read_no, resolution = @resolution,
			settings = @settings
		 WHERE action_id = @action_id AND state = @from AND revision = @revision`,
	);
	const byId = db.prepare<[string], ActionRow>('SELECT * FROM action WHERE action_id = ?');
	const ofIntent = db.prepare<[string, string], ActionRow>(
		'SELECT * FROM action INDEXED BY action_lane WHERE lane_id = (SELECT ?) AND intent_id = (SELECT ?)',
	);
	// SQLite recompiles a statement at every run if a parameter stands beside ORDER BY or a partial index, but not
	// behind a SELECT: ten times faster.
	const head = db.prepare<[string, string], ActionRow>(
		`SELECT * FROM action INDEXED BY action_lane
		 WHERE account_id = (SELECT ?) AND lane_id = (SELECT ?) AND ${live} ORDER BY seq LIMIT 1`,
	);
	const behind = db.prepare<[ActionRow], ActionRow>(
		`SELECT * FROM action INDEXED BY action_lane
		 WHERE account_id = (SELECT @account_id) AND lane_id = (SELECT @lane_id) AND ${live} AND seq > (SELECT @seq)
		 ORDER BY seq LIMIT 1`,
	);
	const liveHeads = db.prepare<[string], Head & { seq: number }>(
		`SELECT head.lane_id, head.action_id, head.state, head.revision, head.next_at, head.seq
		 FROM lane INDEXED BY lane_standing CROSS JOIN action AS head ON head.seq = (
			SELECT seq FROM action INDEXED BY action_lane WHERE action.lane_id = lane.lane_id AND ${live}
			ORDER BY seq LIMIT 1)
		 WHERE lane.account_id = ? AND lane.standing IN ('waiting', 'needs-you') ORDER BY head.seq`,
	);
	const counts = db.prepare<[], { account_id: string; standing: LaneStands; lanes: number }>(
		'SELECT account_id, standing, lanes FROM lane_count',
	);
	const ofLane = db.prepare<[string], ActionRow>(
		'SELECT * FROM action WHERE lane_id = (SELECT ?) ORDER BY seq',
	);
	const lane = db.prepare<[string], LaneRow>('SELECT * FROM lane WHERE lane_id = ?');
	const laneOfDocument = db.prepare<[string, string, string], LaneRow>(
		`SELECT * FROM lane WHERE account_id = (SELECT ?) AND document = (SELECT ?) AND document_id = (SELECT ?)
		 ORDER BY rowid DESC`,
	);
	const isLive = db
		.prepare<[string, string, string], number>(
			`SELECT EXISTS (SELECT 1 FROM lane INDEXED BY lane_standing
			 WHERE account_id = ? AND standing IN ('waiting', 'needs-you') AND document = ? AND server_id = ?)`,
		)
		.pluck();
	const lanesShown = db.prepare<
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
	);
	const setServer = db.prepare<[string | null, string | null, string]>(
		'UPDATE lane SET server_id = coalesce(?, server_id), server_number = coalesce(?, server_number) WHERE lane_id = ?',
	);
	const lookedAt = db.prepare<[number, string]>(
		`UPDATE action SET fresh_from = ? WHERE lane_id = ? AND ${live}`,
	);
	const startAttempt = db.prepare<[string, number, number, number, number | null]>(
		'INSERT INTO attempt (action_id, number, revision, started_at, server_date) VALUES (?, ?, ?, ?, ?)',
	);
	const endAttempt = db.prepare(
		`UPDATE attempt SET ended_at = @at, verdict = @verdict, http_status = @status, error_code = @code,
			server_date = coalesce(@serverDate, server_date)
		 WHERE attempt_id = @attempt AND verdict IS NULL`,
	);
	const tries = db.prepare<[string], Tries>(
		`SELECT count(*) AS made, count(*) FILTER (WHERE verdict IS NULL OR verdict IN ('unknown', 'unauthorized'))
			AS maybeApplied
		 FROM attempt WHERE action_id = ?`,
	);
	const triesOf = (actionId: string): Tries => tries.get(actionId) ?? { made: 0, maybeApplied: 0 };
	const lastServerDate = db
		.prepare<[string], number | null>(
			`SELECT max(server_date) FROM attempt WHERE action_id IN (
				SELECT action_id FROM action INDEXED BY action_lane WHERE lane_id = ?)`,
		)
		.pluck();
	const sentAs = db
		.prepare<[ActionRow], number>(
			`SELECT EXISTS (SELECT 1 FROM attempt WHERE action_id IN (
				SELECT action_id FROM action INDEXED BY action_lane
				WHERE lane_id = @lane_id AND reference = @reference AND action_id <> @action_id))`,
		)
		.pluck();
	const resends = db
		.prepare<{ action: string }, number>(
			`SELECT count(*) FROM action_event
			 WHERE action_id = (SELECT @action) AND from_state = 'verifying' AND to_state = 'queued' AND event_id > coalesce((
				SELECT max(event_id) FROM action_event
				WHERE action_id = (SELECT @action) AND from_state IN ('attention', 'stale-review')), 0)`,
		)
		.pluck();
	const lastEvent = db
		.prepare<[], number>('SELECT coalesce(max(event_id), 0) FROM action_event')
		.pluck();
	const triedBesides = db.prepare<{ action_id: string; after: number }, ActionRow>(
		`SELECT * FROM action WHERE action_id <> @action_id AND action_id IN (
			SELECT action_id FROM action_event
			WHERE event_id > @after AND from_state IN ('sending', 'ambiguous', 'verifying')
			UNION
			SELECT action_id FROM action INDEXED BY action_in_the_middle
			WHERE ${inTheMiddle} AND state IN ('sending', 'ambiguous', 'verifying'))`,
	);
	const waitUntil = db.prepare<[number, string, string]>(
		'UPDATE action SET next_at = ? WHERE action_id = ? AND state = ?',
	);
	const inState = db.prepare<[string], ActionRow>(
		`SELECT * FROM action INDEXED BY action_in_the_middle
		 WHERE ${inTheMiddle} AND state = (SELECT ?) ORDER BY seq`,
	);
	const anyInTheMiddle = db
		.prepare<[], number>(
			`SELECT 1 FROM action INDEXED BY action_in_the_middle WHERE ${inTheMiddle} AND state <> 'held' LIMIT 1`,
		)
		.pluck();
	const lastConfirmedRead = db
		.prepare<[string], number | null>(
			`SELECT max(confirmed_read_no) FROM action INDEXED BY action_confirmed WHERE account_id = ? AND state = 'confirmed'`,
		)
		.pluck();
	const unfinished = db.prepare<[], ActionRow>(`SELECT * FROM action WHERE ${live} ORDER BY seq`);
	const liveOfOperation = db.prepare<[string, string], ActionRow>(
		`SELECT action.* FROM lane INDEXED BY lane_standing CROSS JOIN action INDEXED BY action_lane USING (lane_id)
		 WHERE lane.account_id = (SELECT ?) AND lane.standing IN ('waiting', 'needs-you')
			AND operation = (SELECT ?) AND ${live} ORDER BY seq`,
	);
	const madeHere = db
		.prepare<[string, string, string], number>(
			`SELECT count(*) FROM lane JOIN action USING (lane_id)
			 WHERE lane.account_id = ? AND document = ? AND server_id = ?
				AND operation LIKE '%.create' AND state = 'confirmed'`,
		)
		.pluck();
	// No index: rarely asked, only for a similar document with another reference.
	const hasReference = db
		.prepare<[string, string], number>(
			'SELECT 1 FROM action WHERE account_id = ? AND reference = ? LIMIT 1',
		)
		.pluck();
	const history = db.prepare<[string], EventRow & { place: number; step: number }>(
		'SELECT * FROM step_event WHERE action_id = (SELECT ?) ORDER BY place, step',
	);
	return {
		insertLane: (row: LaneRow) => insertLane.run(row),
		relabel: (laneId: string, label: string, words: string) => relabel.run(label, words, laneId),
		/** null: waits for nothing any more. */
		setWaitsFor: (laneId: string, actionId: string | null) => setWaitsFor.run(actionId, laneId),
		waitingFor: (laneId: string) => waitingFor.all(laneId),
		/** The row is also the first event of its history (view `step_event`). */
		insertAction: (row: Omit<ActionRow, 'seq'>) => insertAction.run(row),
		/** Adds an event for a change that was not made by `move`. */
		record,
		/** Replaces a payload and keeps the old one; raise the revision with `move`. @returns false if changed first */
		revise(
			row: ActionRow,
			next: Pick<ActionRow, 'payload_version' | 'payload' | 'base' | 'base_hash'>,
			at: number,
		): boolean {
			if (keepRevision.run(at, row).changes === 0) return false;
			replacePayload.run({ action_id: row.action_id, ...next });
			return true;
		},
		/** Saves the baseline without a state change. @returns false if it was moved first */
		keepBaseline: (row: ActionRow, baseline: string): boolean =>
			keepBaseline.run(baseline, row).changes > 0,
		/** Compare-and-set by state and revision; call it in a transaction. @returns false if someone moved it first */
		move(
			row: ActionRow,
			to: ActionState,
			change: Omit<StateChange, 'from' | 'to'> & { raiseRevision?: boolean } & Changes,
		): boolean {
			const { at, by, why, lookup = null, raiseRevision = false, ...changes } = change;
			const { changes: moved } = setState.run({
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
			record(row.action_id, { at, from: row.state, to, by, why, lookup });
			return true;
		},
		byId: (actionId: string) => byId.get(actionId),
		/** In order; an undone intent may have been queued again. */
		ofIntent: (laneId: string, intentId: string) => ofIntent.all(laneId, intentId),
		head: (accountId: string, laneId: string) => head.get(accountId, laneId),
		behind: (row: ActionRow) => behind.get(row),
		liveHeads: (accountId: string): Head[] => liveHeads.all(accountId),
		laneCounts(accountId: string): Record<LaneStands, number> {
			const found = { waiting: 0, 'needs-you': 0, done: 0 };
			for (const { account_id, standing, lanes } of counts.all())
				if (account_id === accountId) found[standing] = lanes;
			return found;
		},
		ofLane: (laneId: string) => ofLane.all(laneId),
		lane: (laneId: string) => lane.get(laneId),
		laneOfDocument: (accountId: string, document: string, documentId: string) =>
			laneOfDocument.get(accountId, document, documentId),
		isLive: (accountId: string, document: string, serverId: string): boolean =>
			isLive.get(accountId, document, serverId) === 1,
		/** Live lanes of a kind, and those confirmed since a read (limited to `most` steps), newest first. */
		lanesShown: (accountId: string, document: string, since: { readNo: number; most: number }) =>
			lanesShown.all({ account: accountId, document, after: since.readNo, most: since.most }),
		setServer: (laneId: string, serverId: string | null, number: string | null) =>
			setServer.run(serverId, number, laneId),
		/** A person reviewed the lane's waiting work and still wants it. */
		lookedAt: (laneId: string, at: number) => lookedAt.run(at, laneId),
		/** @param number of attempts so far, plus one. @returns the attempt's id */
		startAttempt: (row: ActionRow, number: number, at: number, serviceNow: number | null) =>
			Number(
				startAttempt.run(
					row.action_id,
					number,
					row.revision,
					at,
					serviceNow && Math.floor(serviceNow),
				).lastInsertRowid,
			),
		endAttempt: (end: {
			attempt: number;
			at: number;
			verdict: string;
			status: number | null;
			code: string | null;
			serverDate: number | null;
		}) => endAttempt.run(end),
		tries: triesOf,
		mayHaveBeenApplied: (actionId: string) => triesOf(actionId).maybeApplied > 0,
		/** Automatic resends after two absences. */
		resends: (actionId: string) => resends.get({ action: actionId }) ?? 0,
		attempts: (actionId: string) => triesOf(actionId).made,
		/** Service time of the document's last write, if known: of its answer, or of the request if there was none. */
		lastServerDate: (laneId: string) => lastServerDate.get(laneId) ?? null,
		wasSentAs: (row: ActionRow) => sentAs.get(row) === 1,
		lastEvent: () => lastEvent.get() ?? 0,
		/** Other actions of any account of this PC that were in flight or unconfirmed at some time after an event. */
		triedBesides: ({ action_id }: ActionRow, after: number) =>
			triedBesides.all({ action_id, after }),
		waitUntil: (row: ActionRow, at: number) => waitUntil.run(at, row.action_id, row.state),
		hasAnyInTheMiddle: () => anyInTheMiddle.get() === 1,
		inState: (state: MiddleState) => inState.all(state),
		live: (accountId: string, operation: string) => liveOfOperation.all(accountId, operation),
		madeHere: (accountId: string, document: LaneRow['document'], serverId: string): boolean =>
			(madeHere.get(accountId, document, serverId) ?? 0) > 0,
		/** More than one only if the service named it to two entries. */
		madeByHowMany: (accountId: string, document: LaneRow['document'], serverId: string): number =>
			madeHere.get(accountId, document, serverId) ?? 0,
		hasReference: (accountId: string, reference: string): boolean =>
			hasReference.get(accountId, reference) === 1,
		unfinished: () => unfinished.all(),
		lastConfirmedRead: (accountId: string) => lastConfirmedRead.get(accountId) ?? 0,
		history: (laneId: string): (EventRow & { operation: string })[] =>
			ofLane
				.all(laneId)
				.flatMap(({ action_id, operation }) =>
					history.all(action_id).map((event) => ({ ...event, operation })),
				)
				.sort((a, b) => a.place - b.place || a.step - b.step),
		lastEventOf: (actionId: string): EventRow | undefined => history.all(actionId).at(-1),
	};
}
