-- A count's entries lie together in the order in which they were made, numbered by the count: one page is written for an
-- entry, and a count's are read as they lie. Before, an entry wrote its row, an index of lines and the counter of all
-- entries. The numbers that there are stay as they are.

-- The last entry on a line beside those that stand in its boxes: a note, or a box that was cleared.
ALTER TABLE stocktake_line ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
UPDATE stocktake_line SET revision = coalesce((
	SELECT max(entry_id) FROM count_entry AS entry
	WHERE entry.stocktake_id = stocktake_line.stocktake_id AND entry.line_no = stocktake_line.line_no), 0)
WHERE stocktake_id IN (SELECT stocktake_id FROM stocktake WHERE state = 'open');
-- The entry that put it there; 0 in boxes from before, and in those that came from another PC.
ALTER TABLE count_box ADD COLUMN entry_id INTEGER NOT NULL DEFAULT 0;

CREATE TABLE count_entry_in_count (
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	-- Higher than that of every entry of the count before it.
	entry_id INTEGER NOT NULL,
	line_no INTEGER NOT NULL,
	-- Null for a note; empty where it is about the line itself.
	unit_id TEXT,
	typed TEXT NOT NULL,
	locale TEXT NOT NULL,
	-- Null when the box was cleared.
	quantity TEXT,
	at INTEGER NOT NULL,
	by TEXT NOT NULL,
	connection TEXT NOT NULL,
	-- The entry_id of the first entry of the act; null in entries from before there was undo.
	act INTEGER,
	-- entry, undo, redo; or kept-out: another person's count of the line was kept, and this one is history alone.
	kind TEXT NOT NULL DEFAULT 'entry',
	-- The act that an undo took back or a redo put back.
	of_act INTEGER,
	-- What stood in the box before: JSON of the rows of count_box, or the note.
	before TEXT,
	book TEXT,
	book_as_of INTEGER,
	-- Which PC it was done at, by the name that its system gives it; empty where it was not kept.
	pc TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (stocktake_id, entry_id)
) STRICT, WITHOUT ROWID;
INSERT INTO count_entry_in_count (stocktake_id, entry_id, line_no, unit_id, typed, locale, quantity, at, by, connection,
		act, kind, of_act, before, book, book_as_of, pc)
	SELECT stocktake_id, entry_id, line_no, unit_id, typed, locale, quantity, at, by, connection,
		act, kind, of_act, before, book, book_as_of, pc FROM count_entry ORDER BY stocktake_id, entry_id;
DROP TABLE count_entry;
ALTER TABLE count_entry_in_count RENAME TO count_entry;
