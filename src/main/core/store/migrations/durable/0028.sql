-- An action that is queued writes two pages less: nothing counts the numbers that were given, since no action is ever
-- deleted, and an intent is looked for among the few actions of its document. Others refer to this table, so this is done
-- while foreign keys are not looked after (open.ts).
DROP VIEW step_event;
CREATE TABLE action_anew (
	seq INTEGER PRIMARY KEY,
	action_id TEXT NOT NULL UNIQUE,
	-- Made when the form opened: a second click finds the first action, which is of the same document.
	intent_id TEXT NOT NULL,
	lane_id TEXT NOT NULL REFERENCES lane,
	account_id TEXT NOT NULL REFERENCES account,
	actor TEXT NOT NULL,
	operation TEXT NOT NULL,
	payload_version INTEGER NOT NULL,
	-- JSON { path?, query?, body? } of the operation; { "$server": "lane" } stands for an id not known yet.
	payload TEXT NOT NULL,
	-- What the person saw when deciding: JSON of the service's record, and the fields that matter hashed.
	base TEXT,
	base_hash TEXT,
	reference TEXT NOT NULL,
	state TEXT NOT NULL,
	attention TEXT,
	revision INTEGER NOT NULL,
	-- When the state was reached.
	since INTEGER NOT NULL,
	-- Not before this instant (epoch ms); null where nothing is waited for.
	next_at INTEGER,
	-- Tries in a row that did not reach it; for the backoff.
	unsent_count INTEGER NOT NULL DEFAULT 0,
	-- Read just before the last send, as the replay rule wants it: JSON.
	evidence TEXT,
	-- Probes in a row that found no trace.
	absent_probes INTEGER NOT NULL DEFAULT 0,
	service_status INTEGER,
	service_said TEXT NOT NULL DEFAULT '',
	confirmed_by TEXT,
	-- The read counter of cache.db when it was confirmed: a copy read later shows what this did.
	confirmed_read_no INTEGER,
	resolution TEXT,
	created_at INTEGER NOT NULL,
	-- When a person last wanted it like this: when it was queued, or when it was looked at again after a long wait.
	fresh_from INTEGER NOT NULL,
	-- How it began: the state in which it was queued, and the last event of all that stood in the history then. Null where
	-- its first event stands in action_event.
	queued_as TEXT,
	queued_after INTEGER
) STRICT;
INSERT INTO action_anew (seq, action_id, intent_id, lane_id, account_id, actor, operation, payload_version, payload, base, base_hash,
		reference, state, attention, revision, since, next_at, unsent_count, evidence, absent_probes, service_status,
		service_said, confirmed_by, confirmed_read_no, resolution, created_at, fresh_from, queued_as, queued_after)
	SELECT seq, action_id, intent_id, lane_id, account_id, actor, operation, payload_version, payload, base, base_hash,
		reference, state, attention, revision, since, next_at, unsent_count, evidence, absent_probes, service_status,
		service_said, confirmed_by, confirmed_read_no, resolution, created_at, fresh_from, queued_as, queued_after FROM action ORDER BY seq;
DROP TABLE action;
ALTER TABLE action_anew RENAME TO action;

CREATE INDEX action_lane ON action (lane_id, seq);
CREATE INDEX action_confirmed ON action (account_id, confirmed_read_no) WHERE state = 'confirmed';
CREATE INDEX action_in_the_middle ON action (state)
	WHERE state IN ('held', 'sending', 'ambiguous', 'verifying', 'held-newer-version');
CREATE TRIGGER lane_stands_after_step AFTER UPDATE OF state ON action
WHEN NEW.state IN ('confirmed', 'cancelled', 'superseded', 'dropped')
	OR (NEW.state IN ('attention', 'stale-review', 'held-newer-version'))
		<> (OLD.state IN ('attention', 'stale-review', 'held-newer-version')) BEGIN
	UPDATE lane SET standing = coalesce((
		SELECT iif(state IN ('attention', 'stale-review', 'held-newer-version'), 'needs-you', 'waiting')
		FROM action WHERE action.account_id = NEW.account_id AND action.lane_id = NEW.lane_id
			AND state NOT IN ('confirmed', 'cancelled', 'superseded', 'dropped')
		ORDER BY seq LIMIT 1), 'done')
	WHERE lane_id = NEW.lane_id;
END;
CREATE TRIGGER lane_stands_with_new_action AFTER INSERT ON action
WHEN NEW.state NOT IN ('confirmed', 'cancelled', 'superseded', 'dropped')
	AND (NEW.state IN ('attention', 'stale-review', 'held-newer-version')
		OR (SELECT standing FROM lane WHERE lane_id = NEW.lane_id) <> 'waiting') BEGIN
	UPDATE lane SET standing = (
		SELECT iif(state IN ('attention', 'stale-review', 'held-newer-version'), 'needs-you', 'waiting')
		FROM action WHERE action.account_id = NEW.account_id AND action.lane_id = NEW.lane_id
			AND state NOT IN ('confirmed', 'cancelled', 'superseded', 'dropped')
		ORDER BY seq LIMIT 1)
	WHERE lane_id = NEW.lane_id;
END;
CREATE VIEW step_event (action_id, place, step, at, from_state, to_state, by, why, code, args) AS
	SELECT action_id, event_id, 0, at, from_state, to_state, by, why, code, args FROM action_event
	UNION ALL
	SELECT action_id, queued_after, seq, created_at, '', queued_as, actor, '',
		CASE WHEN queued_as = 'superseded' THEN 'discarded-unsent' WHEN note IS NULL THEN 'queued' ELSE 'queued-with-note' END,
		iif(queued_as = 'superseded' OR note IS NULL, '{}', json_object('note', note))
	FROM (
		SELECT *, iif(json_valid(queued), queued ->> '$.note', NULL) AS note FROM (
			SELECT *, coalesce((SELECT payload FROM action_revision WHERE action_revision.action_id = action.action_id
				ORDER BY action_revision.revision LIMIT 1), payload) AS queued
			FROM action WHERE queued_as IS NOT NULL));
