-- A document is on the disk sooner: what is written before it counts as saved is its rows and what leads to them. What a
-- person looks through later (its words, and the indexes by kind and by day) is filled in after the answer.

-- A lane comes with the standing of its first step. A step that goes by itself changes nothing where the lane waits
-- already, in whatever order steps come.
DROP TRIGGER lane_stands_with_new_action;
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

-- Documents whose words are still to be filled in have none.
UPDATE lane SET words = coalesce(iif(json_valid(label), label ->> '$.title', ''), '') || ' ' || created_by || ' document'
WHERE words = '';
CREATE INDEX lane_without_words ON lane (account_id) WHERE words = '';
DROP INDEX lane_kind;
CREATE INDEX lane_kind ON lane (account_id, document) WHERE words <> '';
DROP INDEX lane_day;
CREATE INDEX lane_day ON lane (account_id, created_at) WHERE words <> '';
-- All documents of an account, newest first, are the rows of the table from its end.
DROP INDEX lane_account;

DROP TRIGGER lane_text_in;
CREATE TRIGGER lane_text_in AFTER INSERT ON lane WHEN NEW.words <> '' BEGIN
	INSERT INTO lane_text (rowid, words, server_number) VALUES (NEW.rowid, NEW.words, NEW.server_number);
END;
DROP TRIGGER lane_text_out;
CREATE TRIGGER lane_text_out AFTER DELETE ON lane WHEN OLD.words <> '' BEGIN
	INSERT INTO lane_text (lane_text, rowid, words, server_number)
	VALUES ('delete', OLD.rowid, OLD.words, OLD.server_number);
END;
DROP TRIGGER lane_text_changed;
CREATE TRIGGER lane_text_changed AFTER UPDATE OF words, server_number ON lane
WHEN OLD.words <> '' AND (NEW.words <> OLD.words OR NEW.server_number IS NOT OLD.server_number) BEGIN
	INSERT INTO lane_text (lane_text, rowid, words, server_number)
	VALUES ('delete', OLD.rowid, OLD.words, OLD.server_number);
	INSERT INTO lane_text (rowid, words, server_number) VALUES (NEW.rowid, NEW.words, NEW.server_number);
END;
CREATE TRIGGER lane_text_filled AFTER UPDATE OF words ON lane WHEN OLD.words = '' AND NEW.words <> '' BEGIN
	INSERT INTO lane_text (rowid, words, server_number) VALUES (NEW.rowid, NEW.words, NEW.server_number);
END;

-- Drafts are listed while they are open; what was entered against a document of the service is found by that document.
DROP INDEX draft_location;
CREATE INDEX draft_open ON draft (account_id, document, location_id) WHERE state = 'open';
CREATE INDEX draft_server ON draft (account_id, document, server_id) WHERE server_id IS NOT NULL;
