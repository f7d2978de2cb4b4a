-- What a count came to stands by count, so that a submit appends. By item, the rows of each count lay scattered over the pages
-- of all counts before it: a count of 5,000 lines wrote 450 pages after one other, and 6,400 after fifty.
CREATE TABLE counted_total_anew (
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	item_id TEXT NOT NULL,
	area_id TEXT NOT NULL,
	-- Base units.
	quantity TEXT NOT NULL,
	-- JSON: the units in which there was something.
	unit_ids TEXT NOT NULL,
	PRIMARY KEY (stocktake_id, item_id, area_id)
) STRICT, WITHOUT ROWID;
INSERT OR REPLACE INTO counted_total_anew (stocktake_id, item_id, area_id, quantity, unit_ids)
	SELECT stocktake_id, item_id, area_id, quantity, unit_ids FROM counted_total ORDER BY stocktake_id, item_id, area_id;

-- In which count each item was last counted, area by area: found among the totals, and made from them anew where they come
-- or go otherwise than by a submit. No part of a count, so its column is not called as theirs are.
CREATE TABLE last_count (
	account_id TEXT NOT NULL,
	location_id TEXT NOT NULL,
	area_id TEXT NOT NULL,
	item_id TEXT NOT NULL,
	counted_in TEXT NOT NULL REFERENCES stocktake,
	PRIMARY KEY (account_id, location_id, area_id, item_id)
) STRICT, WITHOUT ROWID;
INSERT INTO last_count (account_id, location_id, area_id, item_id, counted_in)
	SELECT account_id, location_id, area_id, item_id, stocktake_id FROM (
		SELECT account_id, location_id, area_id, item_id, stocktake_id, max(submitted_at) FROM counted_total
		GROUP BY account_id, location_id, area_id, item_id);

DROP TABLE counted_total;
ALTER TABLE counted_total_anew RENAME TO counted_total;

-- From count to count, the last first.
CREATE INDEX stocktake_submitted ON stocktake (account_id, location_id, submitted_at) WHERE submitted_at IS NOT NULL;
