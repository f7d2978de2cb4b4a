-- A service may list an item on two shelves of one area, each with a quantity of its own.
CREATE TABLE stock_by_shelf (
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
INSERT INTO stock_by_shelf SELECT * FROM stock;
DROP TABLE stock;
ALTER TABLE stock_by_shelf RENAME TO stock;
CREATE INDEX stock_item ON stock (account_id, item_id, location_id);
