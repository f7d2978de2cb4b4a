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
