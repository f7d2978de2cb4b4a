-- Lines that were added to a count can be taken off it again, and the areas of a location have an order of their own.

-- 1 for a line that somebody added while the count was open.
ALTER TABLE stocktake_line ADD COLUMN added INTEGER NOT NULL DEFAULT 0;
-- 1 for an added line that was taken off again: what was entered in it stays in the journal.
ALTER TABLE stocktake_line ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
UPDATE stocktake_line SET added = 1 WHERE EXISTS (
	SELECT 1 FROM count_event AS event WHERE event.stocktake_id = stocktake_line.stocktake_id
		AND event.what = 'line-added' AND event.detail ->> '$.lineNo' = stocktake_line.line_no
);
-- The lines that are on their count.
CREATE VIEW count_line AS SELECT * FROM stocktake_line WHERE removed = 0;

-- The areas of a location in the order in which somebody walks them; those that are not here follow in the service's.
CREATE TABLE walk_area (
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	position INTEGER NOT NULL,
	area_id TEXT NOT NULL,
	PRIMARY KEY (account_id, location_id, position)
) STRICT, WITHOUT ROWID;
