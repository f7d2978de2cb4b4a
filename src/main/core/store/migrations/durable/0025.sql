-- An action that is queued writes three pages less.

-- Its row says how it began: the state in which it was queued, and the last event of all that stood in the history then.
-- Null in actions whose first event stands in action_event: those from before, and those from another PC.
ALTER TABLE action ADD COLUMN queued_as TEXT;
ALTER TABLE action ADD COLUMN queued_after INTEGER;

-- The whole history of every action, by place and then by step.
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

-- Documents get their words in the order in which they came, so that those without are the newest. What an earlier
-- version left without any is filled in with the old ones.
INSERT OR IGNORE INTO lane_words_due SELECT lane_id FROM lane WHERE words = '';
UPDATE lane SET words = coalesce(iif(json_valid(label), label ->> '$.title', ''), '') || ' ' || created_by || ' document'
WHERE words = '';
DROP INDEX lane_without_words;
