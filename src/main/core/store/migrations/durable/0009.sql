-- Documents of the outbox are found by kind, day and words without reading those that were not asked for.

-- What a document can be found by: its title, place, items, texts, references and who entered it.
ALTER TABLE lane ADD COLUMN words TEXT NOT NULL DEFAULT '';
UPDATE lane SET words = (label ->> '$.title') || ' ' || created_by || coalesce((
	SELECT ' ' || group_concat(reference || iif(json_valid(payload), ' ' || coalesce(payload ->> '$.body.description', ''), ''), ' ')
	FROM action WHERE action.lane_id = lane.lane_id), '');

CREATE INDEX lane_kind ON lane (account_id, document);
CREATE INDEX lane_day ON lane (account_id, created_at);

-- Kept by the database itself, so that no writer can forget it; the words stand in the lane.
CREATE VIRTUAL TABLE lane_text USING fts5 (
	words, server_number,
	content = 'lane', content_rowid = 'rowid',
	tokenize = "unicode61 remove_diacritics 2",
	prefix = '1 2 3'
);
INSERT INTO lane_text (lane_text) VALUES ('rebuild');
CREATE TRIGGER lane_text_in AFTER INSERT ON lane BEGIN
	INSERT INTO lane_text (rowid, words, server_number) VALUES (NEW.rowid, NEW.words, NEW.server_number);
END;
CREATE TRIGGER lane_text_out AFTER DELETE ON lane BEGIN
	INSERT INTO lane_text (lane_text, rowid, words, server_number)
	VALUES ('delete', OLD.rowid, OLD.words, OLD.server_number);
END;
CREATE TRIGGER lane_text_changed AFTER UPDATE OF words, server_number ON lane
WHEN NEW.words <> OLD.words OR NEW.server_number IS NOT OLD.server_number BEGIN
	INSERT INTO lane_text (lane_text, rowid, words, server_number)
	VALUES ('delete', OLD.rowid, OLD.words, OLD.server_number);
	INSERT INTO lane_text (rowid, words, server_number) VALUES (NEW.rowid, NEW.words, NEW.server_number);
END;
