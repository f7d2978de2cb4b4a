-- Plans, the walking order, several counters, undo, unknown codes, and what the last counts came to.

-- A plan kept for a location, to be used again. One that was removed stays for the counts made by it.
CREATE TABLE count_plan (
	plan_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	name TEXT NOT NULL,
	-- JSON: CountPlan of src/shared/bridge/count-plan.ts.
	plan TEXT NOT NULL,
	changed_at INTEGER NOT NULL,
	changed_by TEXT NOT NULL,
	removed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX count_plan_location ON count_plan (account_id, location_id);

-- The plan as it was when the count was opened: JSON. Counts from before there were plans have their areas and the
-- flag `blind` alone.
ALTER TABLE stocktake ADD COLUMN plan TEXT;
ALTER TABLE stocktake ADD COLUMN plan_id TEXT;
-- What becomes of an entry on a line of another person: ask, sum, replace, keep.
ALTER TABLE stocktake ADD COLUMN together TEXT NOT NULL DEFAULT 'ask';
ALTER TABLE stocktake ADD COLUMN approved_at INTEGER;
ALTER TABLE stocktake ADD COLUMN approved_by TEXT NOT NULL DEFAULT '';

-- `area_id` is where the service keeps the stock, `walk_area_id` where one meets it. `line_no` never changes;
-- `position` is the walking order.
ALTER TABLE stocktake_line ADD COLUMN walk_area_id TEXT;
ALTER TABLE stocktake_line ADD COLUMN position INTEGER;
-- What the last count of the item in this area came to: JSON LastCount.
ALTER TABLE stocktake_line ADD COLUMN last_count TEXT;
-- Who said that the line is left uncounted; empty while nobody did.
ALTER TABLE stocktake_line ADD COLUMN left_by TEXT NOT NULL DEFAULT '';
UPDATE stocktake_line SET walk_area_id = area_id, position = line_no;

-- Two people may each have a box of the same unit: where their counts are summed, both stand.
CREATE TABLE count_box_by_person (
	stocktake_id TEXT NOT NULL,
	line_no INTEGER NOT NULL,
	unit_id TEXT NOT NULL,
	by TEXT NOT NULL,
	typed TEXT NOT NULL,
	locale TEXT NOT NULL,
	-- In the box's unit.
	quantity TEXT NOT NULL,
	at INTEGER NOT NULL,
	PRIMARY KEY (stocktake_id, line_no, unit_id, by),
	FOREIGN KEY (stocktake_id, line_no) REFERENCES stocktake_line
) STRICT, WITHOUT ROWID;
INSERT INTO count_box_by_person (stocktake_id, line_no, unit_id, by, typed, locale, quantity, at)
	SELECT stocktake_id, line_no, unit_id, by, typed, locale, quantity, at FROM count_box;
DROP TABLE count_box;
ALTER TABLE count_box_by_person RENAME TO count_box;

-- Entries that were made together, such as a column filled down, are one act: taken back together. The act is the
-- entry_id of its first entry. Null in entries from before there was undo.
ALTER TABLE count_entry ADD COLUMN act INTEGER;
-- entry, undo, redo; or kept-out: another person's count of the line was kept, and this one is history alone.
ALTER TABLE count_entry ADD COLUMN kind TEXT NOT NULL DEFAULT 'entry';
-- The act that an undo took back or a redo put back.
ALTER TABLE count_entry ADD COLUMN of_act INTEGER;
-- What stood in the box before: JSON of the rows of count_box, or the note.
ALTER TABLE count_entry ADD COLUMN before TEXT;

-- What happened to a count besides entries: opened, moved, added, approved… Append only.
CREATE TABLE count_event (
	event_id INTEGER PRIMARY KEY AUTOINCREMENT,
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	at INTEGER NOT NULL,
	by TEXT NOT NULL,
	connection TEXT NOT NULL,
	what TEXT NOT NULL,
	-- JSON.
	detail TEXT NOT NULL
) STRICT;
CREATE INDEX count_event_stocktake ON count_event (stocktake_id, event_id);

-- Codes that nobody knew when they were scanned.
CREATE TABLE parked_code (
	parked_id INTEGER PRIMARY KEY AUTOINCREMENT,
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	code TEXT NOT NULL,
	-- Where it was scanned; empty where no area was in hand.
	area_id TEXT NOT NULL,
	-- How often it was scanned.
	times INTEGER NOT NULL,
	-- What was counted of it, as it was typed; empty where only the scans say.
	typed TEXT NOT NULL DEFAULT '',
	note TEXT NOT NULL DEFAULT '',
	-- The line to which it was assigned.
	line_no INTEGER,
	at INTEGER NOT NULL,
	by TEXT NOT NULL,
	UNIQUE (stocktake_id, code, area_id)
) STRICT;

-- The walking order of a location, as somebody arranged it.
CREATE TABLE walk_place (
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	position INTEGER NOT NULL,
	area_id TEXT NOT NULL,
	shelf TEXT NOT NULL,
	item_id TEXT NOT NULL,
	stock_area_id TEXT NOT NULL,
	PRIMARY KEY (account_id, location_id, position)
) STRICT, WITHOUT ROWID;

-- What each submitted count came to: the last count of an item, when it is due again, and its trend.
CREATE TABLE counted_total (
	account_id TEXT NOT NULL,
	location_id TEXT NOT NULL,
	area_id TEXT NOT NULL,
	item_id TEXT NOT NULL,
	submitted_at INTEGER NOT NULL,
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	business_date TEXT NOT NULL,
	-- Base units.
	quantity TEXT NOT NULL,
	-- JSON: the units in which there was something.
	unit_ids TEXT NOT NULL,
	PRIMARY KEY (account_id, location_id, area_id, item_id, submitted_at, stocktake_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX counted_total_stocktake ON counted_total (stocktake_id);
