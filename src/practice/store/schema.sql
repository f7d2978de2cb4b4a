-- practice.db: everything the practice service keeps. Decimals are text, instants are epoch ms.

-- Sign-ins outlive a restart, as they would with a real service. Only digests of the tokens are kept.
CREATE TABLE IF NOT EXISTS token (
	digest TEXT PRIMARY KEY,
	kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
	expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Records as the service shows them, by kind. `seq` is the order in which they came.
CREATE TABLE record (
	seq INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL,
	id TEXT NOT NULL,
	-- The location whose list shows it.
	location_id TEXT,
	category_id TEXT,
	-- What a search looks in.
	search TEXT NOT NULL,
	json TEXT NOT NULL,
	UNIQUE (kind, id)
) STRICT;
CREATE INDEX record_list ON record (kind, seq);
CREATE INDEX record_of_location ON record (kind, location_id, seq);

CREATE TABLE number_range (
	prefix TEXT PRIMARY KEY,
	last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The ledger: stock is what these add up to.
CREATE TABLE movement (
	no INTEGER PRIMARY KEY AUTOINCREMENT,
	at INTEGER NOT NULL,
	location_id TEXT NOT NULL,
	storage_area_id TEXT NOT NULL,
	item_id TEXT NOT NULL,
	-- Base units, negative where stock leaves.
	quantity TEXT NOT NULL,
	-- Of one base unit, in the currency of the location.
	unit_cost TEXT NOT NULL,
	kind TEXT NOT NULL,
	document_id TEXT,
	description TEXT
) STRICT;
CREATE INDEX movement_of_document ON movement (document_id);
CREATE INDEX movement_of_place ON movement (location_id, item_id);
CREATE TRIGGER movement_keeps BEFORE UPDATE ON movement
BEGIN
	SELECT RAISE(ABORT, 'A movement is never changed.');
END;
CREATE TRIGGER movement_stays BEFORE DELETE ON movement
BEGIN
	SELECT RAISE(ABORT, 'A movement is never deleted.');
END;

-- Running sums of the ledger, and where the item stands.
CREATE TABLE stock (
	location_id TEXT NOT NULL,
	storage_area_id TEXT NOT NULL,
	item_id TEXT NOT NULL,
	area_sequence INTEGER NOT NULL,
	shelf TEXT NOT NULL,
	sequence INTEGER NOT NULL,
	quantity TEXT NOT NULL,
	PRIMARY KEY (location_id, item_id, storage_area_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_walk ON stock (location_id, area_sequence, sequence, item_id);

CREATE TABLE average_cost (
	location_id TEXT NOT NULL,
	item_id TEXT NOT NULL,
	unit_cost TEXT NOT NULL,
	PRIMARY KEY (location_id, item_id)
) STRICT, WITHOUT ROWID;
