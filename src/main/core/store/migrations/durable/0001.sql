-- stillroom.db: what cannot be fetched again.
-- Decimals are text. Instants are epoch ms. Business dates are YYYY-MM-DD beside the instant and the zone.

CREATE TABLE setting (
	name TEXT PRIMARY KEY,
	value TEXT NOT NULL
) STRICT;

CREATE TABLE account (
	account_id TEXT PRIMARY KEY,
	service_url TEXT NOT NULL,
	client_id TEXT NOT NULL,
	name TEXT NOT NULL,
	practice INTEGER NOT NULL,
	-- The service profile as JSON.
	profile TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	-- The account in use has the latest.
	used_at INTEGER NOT NULL,
	UNIQUE (service_url, client_id)
) STRICT;

-- The outbox. Its words are explained at the top of src/main/core/outbox/action.ts.
CREATE TABLE lane (
	lane_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	document TEXT NOT NULL,
	-- The screen's document, in the form of the bridge.
	document_id TEXT NOT NULL,
	-- What a person knows it by, as it was when it was queued: JSON { locationId, title, lines, cost, currency }.
	label TEXT NOT NULL,
	-- The service's id and number of the document, once known.
	server_id TEXT,
	server_number TEXT,
	created_at INTEGER NOT NULL,
	created_by TEXT NOT NULL
) STRICT;
CREATE INDEX lane_document ON lane (account_id, document, document_id);

CREATE TABLE action (
	seq INTEGER PRIMARY KEY AUTOINCREMENT,
	action_id TEXT NOT NULL UNIQUE,
	-- Made when the form opened: a second click finds the first action.
	intent_id TEXT NOT NULL UNIQUE,
	lane_id TEXT NOT NULL REFERENCES lane,
	account_id TEXT NOT NULL REFERENCES account,
	actor TEXT NOT NULL,
	operation TEXT NOT NULL,
	payload_version INTEGER NOT NULL,
	-- JSON { path?, query?, body? } of the operation; { "$server": "lane" } stands for an id not known yet.
	payload TEXT NOT NULL,
	-- What the person saw when deciding: JSON of the service's record, and the fields that matter hashed.
	base TEXT,
	base_hash TEXT,
	reference TEXT NOT NULL,
	state TEXT NOT NULL,
	attention TEXT,
	revision INTEGER NOT NULL,
	-- When the state was reached.
	since INTEGER NOT NULL,
	-- Not before this instant (epoch ms); null where nothing is waited for.
	next_at INTEGER,
	-- Tries in a row that did not reach it; for the backoff.
	unsent_count INTEGER NOT NULL DEFAULT 0,
	-- Read just before the last send, as the replay rule wants it: JSON.
	evidence TEXT,
	-- Probes in a row that found no trace.
	absent_probes INTEGER NOT NULL DEFAULT 0,
	service_status INTEGER,
	service_said TEXT NOT NULL DEFAULT '',
	confirmed_by TEXT,
	-- The read counter of cache.db when it was confirmed: a copy read later shows what this did.
	confirmed_read_no INTEGER,
	resolution TEXT,
	created_at INTEGER NOT NULL,
	-- When a person last wanted it like this: when it was queued, or when it was looked at again after a long wait.
	fresh_from INTEGER NOT NULL
) STRICT;
-- Live actions only: a lane's head is found without reading the past.
CREATE INDEX action_live ON action (account_id, lane_id, seq)
	WHERE state NOT IN ('confirmed', 'cancelled', 'superseded', 'dropped');
CREATE INDEX action_needs_person ON action (account_id)
	WHERE state IN ('attention', 'stale-review', 'held-newer-version');
CREATE INDEX action_lane ON action (lane_id, seq);

-- One row a try: written before the socket opens, ended with the verdict. Never changed afterwards.
CREATE TABLE attempt (
	attempt_id INTEGER PRIMARY KEY AUTOINCREMENT,
	action_id TEXT NOT NULL REFERENCES action (action_id),
	number INTEGER NOT NULL,
	revision INTEGER NOT NULL,
	started_at INTEGER NOT NULL,
	ended_at INTEGER,
	verdict TEXT,
	http_status INTEGER,
	error_code TEXT,
	server_date INTEGER
) STRICT;
CREATE INDEX attempt_action ON attempt (action_id, number);

-- Every change of state, who made it and why. Append only.
CREATE TABLE action_event (
	event_id INTEGER PRIMARY KEY AUTOINCREMENT,
	action_id TEXT NOT NULL REFERENCES action (action_id),
	at INTEGER NOT NULL,
	from_state TEXT NOT NULL,
	to_state TEXT NOT NULL,
	by TEXT NOT NULL,
	why TEXT NOT NULL
) STRICT;
CREATE INDEX action_event_action ON action_event (action_id, event_id);

-- Stocktakes.
CREATE TABLE stocktake (
	stocktake_id TEXT PRIMARY KEY,
	intent_id TEXT NOT NULL UNIQUE,
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	name TEXT NOT NULL,
	blind INTEGER NOT NULL,
	state TEXT NOT NULL,
	currency TEXT NOT NULL,
	time_zone TEXT NOT NULL,
	business_date TEXT NOT NULL,
	opened_at INTEGER NOT NULL,
	opened_by TEXT NOT NULL,
	book_as_of INTEGER,
	submitted_at INTEGER,
	closed_why TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX stocktake_location ON stocktake (account_id, location_id, opened_at);

CREATE TABLE stocktake_area (
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	position INTEGER NOT NULL,
	area_id TEXT NOT NULL,
	name TEXT NOT NULL,
	PRIMARY KEY (stocktake_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE stocktake_line (
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	line_no INTEGER NOT NULL,
	area_id TEXT NOT NULL,
	shelf TEXT NOT NULL,
	item_id TEXT NOT NULL,
	-- The item as it was when the count was opened: JSON { code, name, category, baseUnitName, units, unitCost }.
	item TEXT NOT NULL,
	-- Book quantity in base units, null when not known.
	book TEXT,
	note TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (stocktake_id, line_no)
) STRICT, WITHOUT ROWID;

-- What stands in each box now.
CREATE TABLE count_box (
	stocktake_id TEXT NOT NULL,
	line_no INTEGER NOT NULL,
	unit_id TEXT NOT NULL,
	typed TEXT NOT NULL,
	locale TEXT NOT NULL,
	-- In the box's unit.
	quantity TEXT NOT NULL,
	at INTEGER NOT NULL,
	by TEXT NOT NULL,
	PRIMARY KEY (stocktake_id, line_no, unit_id),
	FOREIGN KEY (stocktake_id, line_no) REFERENCES stocktake_line
) STRICT, WITHOUT ROWID;

-- Everything that was ever entered, in order: the proof of the count. Append only.
CREATE TABLE count_entry (
	entry_id INTEGER PRIMARY KEY AUTOINCREMENT,
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	line_no INTEGER NOT NULL,
	-- Null for a note.
	unit_id TEXT,
	typed TEXT NOT NULL,
	locale TEXT NOT NULL,
	-- Null when the box was cleared.
	quantity TEXT,
	at INTEGER NOT NULL,
	by TEXT NOT NULL,
	connection TEXT NOT NULL
) STRICT;
CREATE INDEX count_entry_line ON count_entry (stocktake_id, line_no);

-- Drafts of documents, saved as they are typed, and what is being entered against a document of the service.
CREATE TABLE draft (
	draft_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	-- wastage, transfer-out, or receipt (of the transfer-in in server_id).
	document TEXT NOT NULL,
	location_id TEXT NOT NULL,
	server_id TEXT,
	-- open, submitted, discarded.
	state TEXT NOT NULL,
	revision INTEGER NOT NULL,
	-- JSON, as each capability declares it.
	body TEXT NOT NULL,
	business_date TEXT NOT NULL,
	time_zone TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	changed_at INTEGER NOT NULL,
	entered_by TEXT NOT NULL
) STRICT;
CREATE INDEX draft_location ON draft (account_id, document, location_id, state);
CREATE UNIQUE INDEX draft_receipt ON draft (account_id, document, server_id)
	WHERE server_id IS NOT NULL AND state = 'open';
