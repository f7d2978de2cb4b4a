-- cache.db: copies of the service's records. It may be deleted at any time and is then fetched again.

-- Records that screens read by id or whole: locations, storage areas, waste reasons, suppliers, wastage documents,
-- transfers. `json` is our record with exact numbers.
CREATE TABLE record (
	account_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	id TEXT NOT NULL,
	location_id TEXT,
	json TEXT NOT NULL,
	-- Counter of reads, raised when a read starts: a copy whose read began before a write of ours was answered is older
	-- than that write.
	read_no INTEGER NOT NULL,
	fetched_at INTEGER NOT NULL,
	PRIMARY KEY (account_id, kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_location ON record (account_id, kind, location_id);

CREATE TABLE item (
	rowid INTEGER PRIMARY KEY,
	account_id TEXT NOT NULL,
	item_id TEXT NOT NULL,
	code TEXT NOT NULL,
	name TEXT NOT NULL,
	category TEXT NOT NULL,
	unit_cost TEXT,
	-- JSON of ItemUnit[], and [{ barcode, unitId }].
	units TEXT NOT NULL,
	base_unit_name TEXT NOT NULL,
	barcodes TEXT NOT NULL,
	-- The record as it came, to tell whether a repeated pull changes anything.
	json TEXT NOT NULL,
	read_no INTEGER NOT NULL,
	fetched_at INTEGER NOT NULL,
	UNIQUE (account_id, item_id)
) STRICT;
CREATE INDEX item_code ON item (account_id, code COLLATE NOCASE);

CREATE TABLE item_barcode (
	account_id TEXT NOT NULL,
	barcode TEXT NOT NULL,
	item_id TEXT NOT NULL,
	unit_id TEXT NOT NULL,
	PRIMARY KEY (account_id, barcode, item_id, unit_id)
) STRICT, WITHOUT ROWID;

-- Prefixes of words of name, code and barcodes.
CREATE VIRTUAL TABLE item_text USING fts5 (
	name, code, barcodes,
	content = '', contentless_delete = 1,
	tokenize = "unicode61 remove_diacritics 2",
	prefix = '1 2 3'
);
-- A word in the code says more than one in the name, and one in the name more than a piece of a barcode.
INSERT INTO item_text (item_text, rank) VALUES ('rank', 'bm25(4.0, 8.0, 1.0)');

CREATE TABLE stock (
	account_id TEXT NOT NULL,
	location_id TEXT NOT NULL,
	area_id TEXT NOT NULL,
	item_id TEXT NOT NULL,
	shelf TEXT NOT NULL,
	sequence INTEGER NOT NULL,
	quantity TEXT NOT NULL,
	unit_cost TEXT,
	read_no INTEGER NOT NULL,
	PRIMARY KEY (account_id, location_id, area_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_item ON stock (account_id, item_id, location_id);

-- How fresh each kind is, per location where it is fetched per location ('' otherwise).
CREATE TABLE pull (
	account_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	location_id TEXT NOT NULL,
	as_of INTEGER,
	complete INTEGER NOT NULL,
	-- Ordinal of the last read that came whole. Rows that it found unchanged are not written again, so every row that
	-- is there is at least as new as this.
	read_no INTEGER NOT NULL,
	PRIMARY KEY (account_id, kind, location_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE read_counter (
	only INTEGER PRIMARY KEY CHECK (only = 1),
	last INTEGER NOT NULL
) STRICT;
INSERT INTO read_counter VALUES (1, 0);
