-- Where each document's lane stands, kept by the database itself so that no writer can forget it: lists and counts are
-- read without looking at what is done.

-- waiting: goes by itself; needs-you: its head waits for a person; done: nothing of it is live.
ALTER TABLE lane ADD COLUMN standing TEXT NOT NULL DEFAULT 'done';
CREATE INDEX lane_standing ON lane (account_id, standing);
CREATE INDEX lane_account ON lane (account_id);

CREATE TABLE lane_count (
	account_id TEXT NOT NULL,
	standing TEXT NOT NULL,
	lanes INTEGER NOT NULL,
	PRIMARY KEY (account_id, standing)
) STRICT, WITHOUT ROWID;

UPDATE lane SET standing = coalesce((
	SELECT iif(state IN ('attention', 'stale-review', 'held-newer-version'), 'needs-you', 'waiting')
	FROM action WHERE action.lane_id = lane.lane_id AND state NOT IN ('confirmed', 'cancelled', 'superseded', 'dropped')
	ORDER BY seq LIMIT 1), 'done');
INSERT INTO lane_count SELECT account_id, standing, count(*) FROM lane GROUP BY account_id, standing;

CREATE TRIGGER lane_counted AFTER INSERT ON lane BEGIN
	INSERT INTO lane_count VALUES (NEW.account_id, NEW.standing, 1) ON CONFLICT DO UPDATE SET lanes = lanes + 1;
END;
CREATE TRIGGER lane_recounted AFTER UPDATE OF standing ON lane WHEN NEW.standing <> OLD.standing BEGIN
	UPDATE lane_count SET lanes = lanes - 1 WHERE account_id = OLD.account_id AND standing = OLD.standing;
	INSERT INTO lane_count VALUES (NEW.account_id, NEW.standing, 1) ON CONFLICT DO UPDATE SET lanes = lanes + 1;
END;
CREATE TRIGGER lane_stands_with_new_action AFTER INSERT ON action
WHEN NEW.state NOT IN ('confirmed', 'cancelled', 'superseded', 'dropped') BEGIN
	UPDATE lane SET standing = (
		SELECT iif(state IN ('attention', 'stale-review', 'held-newer-version'), 'needs-you', 'waiting')
		FROM action WHERE action.account_id = NEW.account_id AND action.lane_id = NEW.lane_id
			AND state NOT IN ('confirmed', 'cancelled', 'superseded', 'dropped')
		ORDER BY seq LIMIT 1)
	WHERE lane_id = NEW.lane_id;
END;
-- Only where a step ends, or a person comes into it or is done with it, can the lane stand elsewhere.
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

-- Documents that were confirmed lately, whose copies may be older than that.
CREATE INDEX action_confirmed ON action (account_id, confirmed_read_no) WHERE state = 'confirmed';
-- What a start looks for.
CREATE INDEX action_in_the_middle ON action (state)
	WHERE state IN ('held', 'sending', 'ambiguous', 'verifying', 'held-newer-version');
DROP INDEX action_needs_person;
