-- Why the last read of a list is not known to be whole: JSON of `Incomplete` (api/service-api.ts); null where it is.
ALTER TABLE pull ADD COLUMN incomplete TEXT;

-- Rows that could not be read when their list was last read. They are left out, and the others of the list go on.
CREATE TABLE set_aside (
	account_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	location_id TEXT NOT NULL,
	-- Which row of the list, from 1.
	place INTEGER NOT NULL,
	name TEXT NOT NULL,
	field TEXT NOT NULL,
	PRIMARY KEY (account_id, kind, location_id, place)
) STRICT, WITHOUT ROWID;
