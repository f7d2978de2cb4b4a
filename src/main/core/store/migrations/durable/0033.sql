-- Every row has an identity and a version that travel with it (store/durable-tables.ts says which columns they are), so
-- that two files of work can be merged row by row. Triggers raise the versions, so that no writer can forget it. A merge
-- sets a version itself, and then the triggers leave it alone.

INSERT INTO setting (name, value) VALUES ('pc', '"' || lower(hex(randomblob(16))) || '"') ON CONFLICT DO NOTHING;

-- The number of changes of a row. It grows by one with each change.
ALTER TABLE lane ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE action ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stocktake ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
-- Of a line, only decisions count: what was counted has its entries.
ALTER TABLE stocktake_line ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE parked_code ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE count_plan ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE waste_template ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
-- How often each PC changed the draft: JSON, PC: number. Two PCs that both changed it can be told from one that went on.
ALTER TABLE draft ADD COLUMN versions TEXT NOT NULL DEFAULT '{}';
-- The versions with which the draft was moved to another PC; null unless it is there.
ALTER TABLE draft ADD COLUMN moved_as TEXT;

CREATE TRIGGER lane_changed AFTER UPDATE OF label, server_id, server_number ON lane WHEN NEW.changed = OLD.changed BEGIN
	UPDATE lane SET changed = OLD.changed + 1 WHERE lane_id = NEW.lane_id;
END;
CREATE TRIGGER action_changed AFTER UPDATE ON action WHEN NEW.changed = OLD.changed BEGIN
	UPDATE action SET changed = OLD.changed + 1 WHERE seq = NEW.seq;
END;
CREATE TRIGGER stocktake_changed
AFTER UPDATE OF name, state, business_date, submitted_at, plan, together, keep, tolerances, recounter ON stocktake
WHEN NEW.changed = OLD.changed AND NEW.moved_at IS OLD.moved_at BEGIN
	UPDATE stocktake SET changed = OLD.changed + 1 WHERE stocktake_id = NEW.stocktake_id;
END;
CREATE TRIGGER stocktake_line_changed
AFTER UPDATE OF walk_area_id, shelf, position, left_by, keep, stands, reason ON stocktake_line
WHEN NEW.changed = OLD.changed BEGIN
	UPDATE stocktake_line SET changed = OLD.changed + 1
	WHERE stocktake_id = NEW.stocktake_id AND line_no = NEW.line_no;
END;
CREATE TRIGGER parked_code_changed AFTER UPDATE ON parked_code WHEN NEW.changed = OLD.changed BEGIN
	UPDATE parked_code SET changed = OLD.changed + 1 WHERE parked_id = NEW.parked_id;
END;
CREATE TRIGGER count_plan_changed AFTER UPDATE ON count_plan WHEN NEW.changed = OLD.changed BEGIN
	UPDATE count_plan SET changed = OLD.changed + 1 WHERE plan_id = NEW.plan_id;
END;
CREATE TRIGGER waste_template_changed AFTER UPDATE ON waste_template WHEN NEW.changed = OLD.changed BEGIN
	UPDATE waste_template SET changed = OLD.changed + 1 WHERE template_id = NEW.template_id;
END;

-- Rows that were deleted, so that no older file brings them back.
CREATE TABLE tombstone (
	table_name TEXT NOT NULL,
	-- JSON: the values of the identity, in the order of store/durable-tables.ts.
	identity TEXT NOT NULL,
	-- The document that the row belonged to; empty where it belonged to none.
	document_id TEXT NOT NULL,
	PRIMARY KEY (table_name, identity)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER photo_deleted AFTER DELETE ON photo BEGIN
	INSERT OR IGNORE INTO tombstone VALUES ('photo', json_array(OLD.photo_id), OLD.document_id);
END;
CREATE TRIGGER photo_back AFTER INSERT ON photo BEGIN
	DELETE FROM tombstone WHERE table_name = 'photo' AND identity = json_array(NEW.photo_id);
END;
CREATE TRIGGER waste_template_deleted AFTER DELETE ON waste_template BEGIN
	INSERT OR IGNORE INTO tombstone VALUES ('waste_template', json_array(OLD.template_id), '');
END;
CREATE TRIGGER waste_template_back AFTER INSERT ON waste_template BEGIN
	DELETE FROM tombstone WHERE table_name = 'waste_template' AND identity = json_array(NEW.template_id);
END;
CREATE TRIGGER unknown_scan_deleted AFTER DELETE ON unknown_scan BEGIN
	INSERT OR IGNORE INTO tombstone VALUES ('unknown_scan', json_array(OLD.scan_id), OLD.document_id);
END;
CREATE TRIGGER count_box_deleted AFTER DELETE ON count_box BEGIN
	INSERT OR IGNORE INTO tombstone VALUES
		('count_box', json_array(OLD.stocktake_id, OLD.line_no, OLD.unit_id, OLD.by), OLD.stocktake_id);
END;
CREATE TRIGGER count_box_back AFTER INSERT ON count_box BEGIN
	DELETE FROM tombstone WHERE table_name = 'count_box'
		AND identity = json_array(NEW.stocktake_id, NEW.line_no, NEW.unit_id, NEW.by);
END;

-- How much was ever saved. A file beside the data holds the same number, so that a start notices that the last of it is
-- gone (store/last-saved.ts).
CREATE TABLE saved (number INTEGER NOT NULL) STRICT;
INSERT INTO saved VALUES (0);
CREATE TRIGGER action_saved AFTER INSERT ON action BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER action_event_saved AFTER INSERT ON action_event BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER count_entry_saved AFTER INSERT ON count_entry BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER count_event_saved AFTER INSERT ON count_event BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER draft_made AFTER INSERT ON draft BEGIN
	UPDATE saved SET number = number + 1;
	UPDATE draft SET versions = json_object((SELECT value ->> '$' FROM setting WHERE name = 'pc'), 1)
	WHERE draft_id = NEW.draft_id AND versions = '{}';
END;
CREATE TRIGGER draft_changed AFTER UPDATE ON draft WHEN NEW.versions = OLD.versions BEGIN
	UPDATE saved SET number = number + 1;
	UPDATE draft SET versions = (
		SELECT json_set(NEW.versions, '$.' || value, coalesce(NEW.versions -> ('$.' || value), 0) + 1)
		FROM setting WHERE name = 'pc')
	WHERE draft_id = NEW.draft_id;
END;
CREATE TRIGGER setting_saved AFTER INSERT ON setting BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER setting_saved_anew AFTER UPDATE ON setting BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER photo_saved AFTER INSERT ON photo BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER count_plan_saved AFTER INSERT ON count_plan BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER count_plan_saved_anew AFTER UPDATE ON count_plan BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER waste_template_saved AFTER INSERT ON waste_template BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER waste_template_saved_anew AFTER UPDATE ON waste_template BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER waste_label_saved AFTER INSERT ON waste_label BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER something_removed AFTER INSERT ON tombstone BEGIN UPDATE saved SET number = number + 1; END;
