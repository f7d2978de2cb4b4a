-- cache.db: copies of the service's records. It may be deleted at any time and is then fetched again.

-- ── Records ──────────────────────────────────────────────────────────────────────────────────────────────────────
-- `read_no` is the counter of reads as it was when the read of a row started: a copy whose read began before a write of
-- ours was answered is older than that write.

-- Records that screens read by id or whole: locations, storage areas, waste reasons, suppliers, wastage documents,
-- transfers. `json` is our record with exact numbers.
CREATE TABLE record (
	account_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	id TEXT NOT NULL,
	location_id TEXT,
	json TEXT NOT NULL,
	read_no INTEGER NOT NULL,
	fetched_at INTEGER NOT NULL,
	-- In the service's word, so that what is open is found without reading all that is done.
	state TEXT GENERATED ALWAYS AS (json ->> '$.status') VIRTUAL,
	PRIMARY KEY (account_id, kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_location ON record (account_id, kind, location_id);
CREATE INDEX record_state ON record (account_id, kind, location_id, state);

-- ── Items and stock ──────────────────────────────────────────────────────────────────────────────────────────────

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
-- The pull merges the index itself, a few pages at a time (items.ts): an automatic merge holds the thread for tens of
-- milliseconds within one commit.
INSERT INTO item_text (item_text, rank) VALUES ('automerge', 0);

-- A service may list an item on two shelves of one area, each with a quantity of its own.
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
	PRIMARY KEY (account_id, location_id, area_id, item_id, shelf)
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_item ON stock (account_id, item_id, location_id);

-- ── Pulls ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- How fresh each kind is, per location where it is fetched per location ('' otherwise).
CREATE TABLE pull (
	account_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	location_id TEXT NOT NULL,
	as_of INTEGER,
	complete INTEGER NOT NULL,
	-- Of the last read that came whole. Rows that it found unchanged are not written again, so every row that is there
	-- is at least as new as this.
	read_no INTEGER NOT NULL,
	-- Why the last read is not known to be whole: JSON of `Incomplete` (api/service-api.ts); null where it is.
	incomplete TEXT,
	PRIMARY KEY (account_id, kind, location_id)
) STRICT, WITHOUT ROWID;

-- Rows that could not be read when their list was last read. They are left out, and the others of the list go on.
CREATE TABLE set_aside (
	account_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	location_id TEXT NOT NULL,
	-- The row's place in the list, from 1.
	place INTEGER NOT NULL,
	name TEXT NOT NULL,
	field TEXT NOT NULL,
	PRIMARY KEY (account_id, kind, location_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE read_counter (
	only INTEGER PRIMARY KEY CHECK (only = 1),
	last INTEGER NOT NULL
) STRICT;
INSERT INTO read_counter VALUES (1, 0);

-- ── The stock before ─────────────────────────────────────────────────────────────────────────────────────────────

-- The copy of the stock as it was up to a week ago: a count on paper that is typed in later is compared with the book of
-- the moment at which it was counted.

-- Each read of a location's stock that came to its end.
CREATE TABLE stock_reading (
	account_id TEXT NOT NULL,
	location_id TEXT NOT NULL,
	as_of INTEGER NOT NULL,
	complete INTEGER NOT NULL,
	-- As `pull` had it then.
	read_no INTEGER NOT NULL,
	-- The last ordinal that was given by then: what a row says since a later read was not in the copy yet.
	last_no INTEGER NOT NULL,
	PRIMARY KEY (account_id, location_id, as_of)
) STRICT, WITHOUT ROWID;

-- A row of `stock` that was changed, or went, by a later read.
CREATE TABLE stock_before (
	account_id TEXT NOT NULL,
	location_id TEXT NOT NULL,
	area_id TEXT NOT NULL,
	item_id TEXT NOT NULL,
	shelf TEXT NOT NULL,
	quantity TEXT NOT NULL,
	read_no INTEGER NOT NULL,
	-- Of the read that changed it.
	until_no INTEGER NOT NULL,
	PRIMARY KEY (account_id, location_id, area_id, item_id, shelf, until_no)
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_before_until ON stock_before (account_id, location_id, until_no);

CREATE TRIGGER stock_changed AFTER UPDATE ON stock WHEN NEW.read_no > OLD.read_no BEGIN
	INSERT OR IGNORE INTO stock_before (account_id, location_id, area_id, item_id, shelf, quantity, read_no, until_no)
	VALUES (OLD.account_id, OLD.location_id, OLD.area_id, OLD.item_id, OLD.shelf, OLD.quantity, OLD.read_no, NEW.read_no);
END;
CREATE TRIGGER stock_gone AFTER DELETE ON stock BEGIN
	INSERT OR IGNORE INTO stock_before (account_id, location_id, area_id, item_id, shelf, quantity, read_no, until_no)
	VALUES (OLD.account_id, OLD.location_id, OLD.area_id, OLD.item_id, OLD.shelf, OLD.quantity, OLD.read_no,
		(SELECT last FROM read_counter));
END;

CREATE TRIGGER stock_first_read AFTER INSERT ON pull WHEN NEW.kind = 'stock' AND NEW.as_of IS NOT NULL BEGIN
	INSERT OR REPLACE INTO stock_reading (account_id, location_id, as_of, complete, read_no, last_no)
	VALUES (NEW.account_id, NEW.location_id, NEW.as_of, NEW.complete, NEW.read_no, (SELECT last FROM read_counter));
END;
CREATE TRIGGER stock_read AFTER UPDATE ON pull WHEN NEW.kind = 'stock' AND NEW.as_of IS NOT OLD.as_of BEGIN
	INSERT OR REPLACE INTO stock_reading (account_id, location_id, as_of, complete, read_no, last_no)
	VALUES (NEW.account_id, NEW.location_id, NEW.as_of, NEW.complete, NEW.read_no, (SELECT last FROM read_counter));
	DELETE FROM stock_reading
	WHERE account_id = NEW.account_id AND location_id = NEW.location_id AND as_of < NEW.as_of - 7 * 86400000;
	DELETE FROM stock_before
	WHERE account_id = NEW.account_id AND location_id = NEW.location_id AND until_no <= (
		SELECT min(last_no) FROM stock_reading WHERE account_id = NEW.account_id AND location_id = NEW.location_id);
END;
