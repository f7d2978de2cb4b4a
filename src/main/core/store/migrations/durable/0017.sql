-- Documents that were still open when a count was taken, as they were when a person acknowledged them. Append only.
CREATE TABLE count_cut_off (
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	-- The kind, and the document as its screen names it.
	key TEXT NOT NULL,
	-- receipt, transfer-in, transfer-out, wastage, production.
	kind TEXT NOT NULL,
	document_id TEXT NOT NULL,
	number TEXT NOT NULL,
	title TEXT NOT NULL,
	business_date TEXT NOT NULL,
	-- Decimal text in `currency`; null where it was not known.
	value TEXT,
	currency TEXT NOT NULL,
	phase TEXT NOT NULL,
	state_word TEXT NOT NULL,
	acknowledged_at INTEGER NOT NULL,
	acknowledged_by TEXT NOT NULL,
	PRIMARY KEY (stocktake_id, key)
) STRICT, WITHOUT ROWID;
