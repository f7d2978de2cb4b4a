-- cache.db: copies of the service's records. It may be deleted at any time and is then fetched again.

-- ── Records ──────────────────────────────────────────────────────────────────────────────────────────────────────
-- `read_no` is the read counter at the start of a row's read: a copy read before a write was answered is older than it.

-- Records that screens read by id or as a whole. `json` is our record with exact numbers.
CREATE TABLE record (
	account_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	id TEXT NOT NULL,
	location_id TEXT,
	json TEXT NOT NULL,
	read_no INTEGER NOT NULL,
	fetched_at INTEGER NOT NULL,
	-- The service's word. Indexed, so that open documents are found without reading finished ones.
	state TEXT GENERATED ALWAYS AS (json ->> '$.status') VIRTUAL,
	PRIMARY KEY (account_id, kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_location ON record (account_id, kind, location_id);
CREATE INDEX record_state ON record (account_id, kind, location_id, state);
-- Prices of an item, without reading those of all others.
CREATE INDEX record_option ON record (account_id, iif(json_valid(json), json ->> '$.itemId', ''))
	WHERE kind = 'purchaseOption';

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
	-- The original record, to detect changes.
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
-- Weights: code, name, barcode fragments.
INSERT INTO item_text (item_text, rank) VALUES ('rank', 'bm25(4.0, 8.0, 1.0)');
-- The pull merges the index itself (items.ts): an automatic merge blocks the thread for tens of milliseconds.
INSERT INTO item_text (item_text, rank) VALUES ('automerge', 0);
-- Its words, to find what a mistyped one means.
CREATE VIRTUAL TABLE item_word USING fts5vocab (item_text, row);

-- A service may list an item on two shelves of one area, with a quantity each.
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

-- How fresh each kind is, per location if it is fetched so ('' otherwise).
CREATE TABLE pull (
	account_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	location_id TEXT NOT NULL,
	as_of INTEGER,
	complete INTEGER NOT NULL,
	-- The last complete read. Unchanged rows are not rewritten, so every row is at least this new.
	read_no INTEGER NOT NULL,
	-- JSON of `Incomplete` (api/service-api.ts): why the last read may be incomplete; null if it is complete.
	incomplete TEXT,
	PRIMARY KEY (account_id, kind, location_id)
) STRICT, WITHOUT ROWID;

-- Unreadable rows of each list's last read.
CREATE TABLE unreadable_row (
	account_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	location_id TEXT NOT NULL,
	-- Position in the list, from 1.
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

-- Stock of the past week: a count from paper is compared with the book at the time of counting.

-- Each finished read of a location's stock.
CREATE TABLE stock_reading (
	account_id TEXT NOT NULL,
	location_id TEXT NOT NULL,
	as_of INTEGER NOT NULL,
	complete INTEGER NOT NULL,
	-- As in `pull` then.
	read_no INTEGER NOT NULL,
	-- The last read number given out by then: later changes of a row were not in that copy yet.
	last_no INTEGER NOT NULL,
	PRIMARY KEY (account_id, location_id, as_of)
) STRICT, WITHOUT ROWID;

-- A row of `stock` before a later read changed or removed it.
CREATE TABLE stock_before (
	account_id TEXT NOT NULL,
	location_id TEXT NOT NULL,
	area_id TEXT NOT NULL,
	item_id TEXT NOT NULL,
	shelf TEXT NOT NULL,
	quantity TEXT NOT NULL,
	read_no INTEGER NOT NULL,
	-- The read that changed it.
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
CREATE TRIGGER stock_read AFTER UPDATE ON pull
WHEN NEW.kind = 'stock' AND (NEW.as_of IS NOT OLD.as_of OR NEW.read_no IS NOT OLD.read_no) BEGIN
	DELETE FROM stock_reading
	WHERE account_id = NEW.account_id AND location_id = NEW.location_id AND as_of = NEW.as_of;
	INSERT INTO stock_reading (account_id, location_id, as_of, complete, read_no, last_no)
	VALUES (NEW.account_id, NEW.location_id, NEW.as_of, NEW.complete, NEW.read_no, (SELECT last FROM read_counter));
	DELETE FROM stock_reading
	WHERE account_id = NEW.account_id AND location_id = NEW.location_id AND as_of < NEW.as_of - 7 * 86400000;
	DELETE FROM stock_before
	WHERE account_id = NEW.account_id AND location_id = NEW.location_id AND until_no <= (
		SELECT min(last_no) FROM stock_reading WHERE account_id = NEW.account_id AND location_id = NEW.location_id);
END;
