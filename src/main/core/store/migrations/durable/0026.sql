-- The book that the lines of a submitted count were closed against, in one row of the count: written into its lines, it
-- wrote all of them anew. Of counts submitted before, it stands in stocktake_line.closed_book.
CREATE TABLE closed_book (
	stocktake_id TEXT PRIMARY KEY REFERENCES stocktake,
	-- JSON: base units by line number, null where nobody knew.
	by_line TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Only a count that is taken back was found by it, and that knows its lines.
DROP INDEX counted_total_stocktake;
