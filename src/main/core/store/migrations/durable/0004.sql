-- What was rescued: a damaged file mended, a copy restored, work handed over to another PC or taken in from one.
CREATE TABLE rescue (
	rescue_id INTEGER PRIMARY KEY AUTOINCREMENT,
	at INTEGER NOT NULL,
	-- As src/shared/bridge/rescue.ts declares the kinds and their facts (JSON).
	kind TEXT NOT NULL,
	by TEXT NOT NULL,
	facts TEXT NOT NULL,
	-- When a person said that they have read it; null while they are still to be told.
	read_at INTEGER
) STRICT;
