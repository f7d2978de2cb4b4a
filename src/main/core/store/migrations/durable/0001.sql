-- stillroom.db: data that cannot be fetched again.
-- Decimals are text. Instants are epoch ms. Business dates are YYYY-MM-DD, beside the instant and the time zone.
-- store/durable-tables.ts lists every table that is merged. A column `changed` counts the changes of a row; of two
-- files the higher count is newer. Triggers raise it, except during a merge, which sets it itself.

-- ── Settings and accounts ────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE setting (
	name TEXT PRIMARY KEY,
	value TEXT NOT NULL
) STRICT;
-- The identity of this PC.
INSERT INTO setting (name, value) VALUES ('pc', '"' || lower(hex(randomblob(16))) || '"');

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

-- The last report of the service check as JSON: questions, answers, and the profile it used.
CREATE TABLE service_check (
	account_id TEXT PRIMARY KEY REFERENCES account,
	at INTEGER NOT NULL,
	report TEXT NOT NULL
) STRICT;

-- The answers of the service check that the outbox relies on. An open question has no row, or keeps its earlier answer.
CREATE TABLE capability_flag (
	account_id TEXT NOT NULL REFERENCES account,
	-- As src/shared/service/behaviour.ts names them.
	flag TEXT NOT NULL,
	-- The document kind, by its name in the profile.
	document TEXT NOT NULL,
	-- The field that was tried; empty if the answer is not about a field.
	field TEXT NOT NULL,
	holds INTEGER NOT NULL,
	learned_at INTEGER NOT NULL,
	PRIMARY KEY (account_id, flag, document)
) STRICT, WITHOUT ROWID;

-- ── The outbox ───────────────────────────────────────────────────────────────────────────────────────────────────
-- The top of src/main/core/outbox/action.ts explains the terms.

-- A document and its actions in order.
CREATE TABLE lane (
	lane_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	document TEXT NOT NULL,
	-- The screen's document, as the bridge names it.
	document_id TEXT NOT NULL,
	-- How people recognise the document, as of queueing: JSON { locationId, title, lines, cost, currency }.
	label TEXT NOT NULL,
	-- The service's id and number of the document, once known.
	server_id TEXT,
	server_number TEXT,
	created_at INTEGER NOT NULL,
	created_by TEXT NOT NULL,
	-- waiting: goes by itself; needs-you: its head waits for a person; done: nothing in it is unfinished.
	standing TEXT NOT NULL DEFAULT 'done',
	-- Search words: title, location, items, texts, references, author. Filled in later, in row order; empty until then.
	words TEXT NOT NULL DEFAULT '',
	changed INTEGER NOT NULL DEFAULT 0,
	-- An action of another document that must be confirmed first: waste from a receipt waits for the receipt.
	waits_for TEXT
) STRICT;
CREATE UNIQUE INDEX lane_document ON lane (account_id, document, document_id);
CREATE INDEX lane_server ON lane (account_id, document, server_id) WHERE server_id IS NOT NULL;
CREATE INDEX lane_standing ON lane (account_id, standing);
CREATE INDEX lane_waits_for ON lane (waits_for) WHERE waits_for IS NOT NULL;
-- Only lanes with words are in these two indexes, so that saving a document does not write them.
CREATE INDEX lane_kind ON lane (account_id, document) WHERE words <> '';
CREATE INDEX lane_day ON lane (account_id, created_at) WHERE words <> '';
CREATE TRIGGER lane_changed AFTER UPDATE OF account_id, label, server_id, server_number, waits_for ON lane WHEN NEW.changed = OLD.changed BEGIN
	UPDATE lane SET changed = OLD.changed + 1 WHERE lane_id = NEW.lane_id;
END;

-- No counter of used numbers is needed: actions are never deleted.
CREATE TABLE action (
	seq INTEGER PRIMARY KEY,
	action_id TEXT NOT NULL UNIQUE,
	-- Created when the form opened, so that a second click finds the first action of the same document.
	intent_id TEXT NOT NULL,
	lane_id TEXT NOT NULL REFERENCES lane,
	account_id TEXT NOT NULL REFERENCES account,
	actor TEXT NOT NULL,
	operation TEXT NOT NULL,
	payload_version INTEGER NOT NULL,
	-- JSON { path?, query?, body? } of the operation; { "$server": "lane" } is an id not known yet.
	payload TEXT NOT NULL,
	-- JSON of the service's record as the person saw it, and the hash of the fields that matter.
	base TEXT,
	base_hash TEXT,
	reference TEXT NOT NULL,
	state TEXT NOT NULL,
	attention TEXT,
	revision INTEGER NOT NULL,
	-- When the state was reached.
	since INTEGER NOT NULL,
	-- Not before this instant; null if it is not waiting.
	next_at INTEGER,
	-- Consecutive attempts that did not reach the service, for the backoff.
	unsent_count INTEGER NOT NULL DEFAULT 0,
	-- JSON: read just before the last send, for the replay rule.
	baseline TEXT,
	-- Consecutive probes that found nothing.
	absent_probes INTEGER NOT NULL DEFAULT 0,
	service_status INTEGER,
	service_said TEXT NOT NULL DEFAULT '',
	confirmed_by TEXT,
	-- The read counter of cache.db at the confirmation: later copies include this action.
	confirmed_read_no INTEGER,
	resolution TEXT,
	created_at INTEGER NOT NULL,
	-- When a person last wanted it: at queueing, or at a review after a long wait.
	fresh_from INTEGER NOT NULL,
	-- The state it was queued in, and the last event before that. Null if its first event is in action_event, as for an
	-- action from another PC.
	queued_as TEXT,
	queued_after INTEGER,
	-- JSON: the profile settings to verify the action with (outbox/kept-settings.ts). A later profile does not change
	-- them.
	settings TEXT NOT NULL DEFAULT '{}',
	changed INTEGER NOT NULL DEFAULT 0
) STRICT;
-- A lane has few actions, so an index of the unfinished ones would only cost writes.
CREATE INDEX action_lane ON action (lane_id, seq);
-- Recently confirmed actions that the copies may not include yet.
CREATE INDEX action_confirmed ON action (account_id, confirmed_read_no) WHERE state = 'confirmed';
-- For the recovery at a start.
CREATE INDEX action_in_the_middle ON action (state)
	WHERE state IN ('held', 'sending', 'ambiguous', 'verifying', 'held-newer-version');
CREATE TRIGGER action_changed AFTER UPDATE ON action WHEN NEW.changed = OLD.changed BEGIN
	UPDATE action SET changed = OLD.changed + 1 WHERE seq = NEW.seq;
END;

-- Earlier versions of an action that was merged or that a person changed. Append-only.
CREATE TABLE action_revision (
	action_id TEXT NOT NULL REFERENCES action (action_id),
	revision INTEGER NOT NULL,
	payload_version INTEGER NOT NULL,
	payload TEXT NOT NULL,
	base TEXT,
	replaced_at INTEGER NOT NULL,
	PRIMARY KEY (action_id, revision)
) STRICT, WITHOUT ROWID;

-- One row per attempt: written before the socket opens, ended with the verdict, then never changed.
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

-- What the service made of a confirmed write to a record: JSON of the fields that it changed, dropped or added.
CREATE TABLE record_told (
	action_id TEXT PRIMARY KEY REFERENCES action (action_id),
	told TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Every state change, with its author and reason. Append-only.
CREATE TABLE action_event (
	event_id INTEGER PRIMARY KEY AUTOINCREMENT,
	action_id TEXT NOT NULL REFERENCES action (action_id),
	at INTEGER NOT NULL,
	from_state TEXT NOT NULL,
	to_state TEXT NOT NULL,
	by TEXT NOT NULL,
	-- What the service, the network or a person said, word for word.
	why TEXT NOT NULL,
	-- A code of src/shared/bridge/outbox-history.ts, and its values as JSON.
	code TEXT NOT NULL,
	args TEXT NOT NULL,
	-- JSON: the read that the change is based on: operation, time and record.
	lookup TEXT
) STRICT;
CREATE INDEX action_event_action ON action_event (action_id, event_id);

-- The history of every action, by place and step. Queueing an action writes only its row, which is also its first
-- event.
CREATE VIEW step_event (action_id, place, step, at, from_state, to_state, by, why, code, args) AS
	SELECT action_id, event_id, 0, at, from_state, to_state, by, why, code, args FROM action_event
	UNION ALL
	SELECT action_id, queued_after, seq, created_at, '', queued_as, actor, '',
		CASE WHEN queued_as = 'sending' THEN 'sent' WHEN note IS NULL THEN 'queued' ELSE 'queued-with-note' END,
		CASE WHEN queued_as = 'sending' THEN '{"number":1}' WHEN note IS NULL THEN '{}'
			ELSE json_object('note', note) END
	FROM (
		SELECT *, iif(json_valid(queued), queued ->> '$.note', NULL) AS note FROM (
			SELECT *, coalesce((SELECT payload FROM action_revision WHERE action_revision.action_id = action.action_id
				ORDER BY action_revision.revision LIMIT 1), payload) AS queued
			FROM action WHERE queued_as IS NOT NULL));

-- The standing of each lane, and their counts. Triggers maintain both, so finished lanes are never read to count
-- others.
CREATE TABLE lane_count (
	account_id TEXT NOT NULL,
	standing TEXT NOT NULL,
	lanes INTEGER NOT NULL,
	PRIMARY KEY (account_id, standing)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER lane_counted AFTER INSERT ON lane BEGIN
	INSERT INTO lane_count VALUES (NEW.account_id, NEW.standing, 1) ON CONFLICT DO UPDATE SET lanes = lanes + 1;
END;
CREATE TRIGGER lane_recounted AFTER UPDATE OF standing ON lane WHEN NEW.standing <> OLD.standing BEGIN
	UPDATE lane_count SET lanes = lanes - 1 WHERE account_id = OLD.account_id AND standing = OLD.standing;
	INSERT INTO lane_count VALUES (NEW.account_id, NEW.standing, 1) ON CONFLICT DO UPDATE SET lanes = lanes + 1;
END;
-- A new lane has the standing of its first action. Another waiting action changes nothing in a waiting lane.
CREATE TRIGGER lane_stands_with_new_action AFTER INSERT ON action
WHEN NEW.state NOT IN ('confirmed', 'cancelled', 'superseded', 'discarded')
	AND (NEW.state IN ('attention', 'stale-review', 'held-newer-version')
		OR (SELECT standing FROM lane WHERE lane_id = NEW.lane_id) <> 'waiting') BEGIN
	UPDATE lane SET standing = (
		SELECT iif(state IN ('attention', 'stale-review', 'held-newer-version'), 'needs-you', 'waiting')
		FROM action WHERE action.account_id = NEW.account_id AND action.lane_id = NEW.lane_id
			AND state NOT IN ('confirmed', 'cancelled', 'superseded', 'discarded')
		ORDER BY seq LIMIT 1)
	WHERE lane_id = NEW.lane_id;
END;
-- The standing can only change when an action ends, or starts or stops waiting for a person.
CREATE TRIGGER lane_stands_after_step AFTER UPDATE OF state ON action
WHEN NEW.state IN ('confirmed', 'cancelled', 'superseded', 'discarded')
	OR (NEW.state IN ('attention', 'stale-review', 'held-newer-version'))
		<> (OLD.state IN ('attention', 'stale-review', 'held-newer-version')) BEGIN
	UPDATE lane SET standing = coalesce((
		SELECT iif(state IN ('attention', 'stale-review', 'held-newer-version'), 'needs-you', 'waiting')
		FROM action WHERE action.account_id = NEW.account_id AND action.lane_id = NEW.lane_id
			AND state NOT IN ('confirmed', 'cancelled', 'superseded', 'discarded')
		ORDER BY seq LIMIT 1), 'done')
	WHERE lane_id = NEW.lane_id;
END;

-- The search index over lane.words, maintained by triggers.
CREATE VIRTUAL TABLE lane_text USING fts5 (
	words, server_number,
	content = 'lane', content_rowid = 'rowid',
	tokenize = "unicode61 remove_diacritics 2",
	prefix = '1 2 3'
);
CREATE TRIGGER lane_text_in AFTER INSERT ON lane WHEN NEW.words <> '' BEGIN
	INSERT INTO lane_text (rowid, words, server_number) VALUES (NEW.rowid, NEW.words, NEW.server_number);
END;
CREATE TRIGGER lane_text_filled AFTER UPDATE OF words ON lane WHEN OLD.words = '' AND NEW.words <> '' BEGIN
	INSERT INTO lane_text (rowid, words, server_number) VALUES (NEW.rowid, NEW.words, NEW.server_number);
END;
CREATE TRIGGER lane_text_changed AFTER UPDATE OF words, server_number ON lane
WHEN OLD.words <> '' AND (NEW.words <> OLD.words OR NEW.server_number IS NOT OLD.server_number) BEGIN
	INSERT INTO lane_text (lane_text, rowid, words, server_number)
	VALUES ('delete', OLD.rowid, OLD.words, OLD.server_number);
	INSERT INTO lane_text (rowid, words, server_number) VALUES (NEW.rowid, NEW.words, NEW.server_number);
END;
CREATE TRIGGER lane_text_out AFTER DELETE ON lane WHEN OLD.words <> '' BEGIN
	INSERT INTO lane_text (lane_text, rowid, words, server_number)
	VALUES ('delete', OLD.rowid, OLD.words, OLD.server_number);
END;

-- ── Observations of the service ──────────────────────────────────────────────────────────────────────────────────
-- How the service treats its documents. Stillroom trusts an absence only after it saw a presence.

-- Texts with our reference.
CREATE TABLE observed_text (
	account_id TEXT NOT NULL,
	-- As the profile names the document.
	document TEXT NOT NULL,
	field TEXT NOT NULL,
	-- The longest text that a list showed with its reference: UTF-16 units and UTF-8 bytes.
	kept_units INTEGER NOT NULL DEFAULT 0,
	kept_bytes INTEGER NOT NULL DEFAULT 0,
	-- UTF-16 units left of the shortest truncated text; null if none was truncated.
	cut_to INTEGER,
	PRIMARY KEY (account_id, document, field)
) STRICT, WITHOUT ROWID;

-- How late lists show a confirmed document.
CREATE TABLE observed_list (
	account_id TEXT NOT NULL,
	document TEXT NOT NULL,
	-- The longest delay, ms.
	delay_ms INTEGER NOT NULL,
	PRIMARY KEY (account_id, document)
) STRICT, WITHOUT ROWID;

-- The first observation against a rule that the outbox relied on, which ends the reliance.
CREATE TABLE counter_example (
	account_id TEXT NOT NULL,
	document TEXT NOT NULL,
	-- keepsReferences, listsAreCurrent
	flag TEXT NOT NULL,
	-- The observed field; empty for a list.
	field TEXT NOT NULL,
	action_id TEXT NOT NULL REFERENCES action (action_id),
	found_at INTEGER NOT NULL,
	PRIMARY KEY (account_id, document, flag)
) STRICT, WITHOUT ROWID;

-- ── Possible duplicates ──────────────────────────────────────────────────────────────────────────────────────────

-- Creates to search the copies for duplicates of. `left_ms` counts the program's own time, so that no jump of the wall
-- clock ends the watch.
CREATE TABLE twin_watch (
	action_id TEXT PRIMARY KEY REFERENCES action (action_id),
	account_id TEXT NOT NULL,
	-- As the profile names the document.
	kind TEXT NOT NULL,
	left_ms INTEGER NOT NULL,
	ended_at INTEGER,
	-- When a list first showed the document, and when one last missed it.
	shown_at INTEGER,
	missed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX twin_watch_open ON twin_watch (account_id, kind) WHERE ended_at IS NULL;
CREATE INDEX twin_watch_unseen ON twin_watch (account_id, kind) WHERE shown_at IS NULL AND ended_at IS NULL;

-- One row per possible duplicate. Append-only.
CREATE TABLE possible_twin (
	twin_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	action_id TEXT NOT NULL REFERENCES action (action_id),
	-- JSON: our document and the other one, as they were then.
	our_server_id TEXT NOT NULL,
	server_id TEXT NOT NULL,
	ours TEXT NOT NULL,
	other TEXT NOT NULL,
	found_at INTEGER NOT NULL,
	UNIQUE (account_id, kind, server_id)
) STRICT, WITHOUT ROWID;

-- A person's decision. Append-only.
CREATE TABLE twin_decision (
	twin_id TEXT PRIMARY KEY REFERENCES possible_twin,
	-- two, duplicate
	says TEXT NOT NULL,
	reason TEXT NOT NULL,
	by TEXT NOT NULL,
	at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- ── Counts ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- Every table with a column `stocktake_id` travels to another PC with its count.

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
	closed_why TEXT NOT NULL DEFAULT '',
	-- JSON CountPlan as of opening, and the template it came from.
	plan TEXT NOT NULL,
	template_id TEXT,
	-- How to treat an entry on another person's line: ask, sum, replace, keep.
	together TEXT NOT NULL DEFAULT 'ask',
	approved_at INTEGER,
	approved_by TEXT NOT NULL DEFAULT '',
	-- How to treat lines that moved after counting: counted or difference; empty until chosen.
	keep TEXT NOT NULL DEFAULT '',
	-- JSON Tolerances of a submitted count; an open one uses the settings.
	tolerances TEXT,
	-- A recount is a count of some lines, with their numbers: its count, its round, and who counts.
	recount_of TEXT,
	round INTEGER NOT NULL DEFAULT 0,
	recounter TEXT NOT NULL DEFAULT '',
	-- Null unless the count is on another PC.
	moved_at INTEGER,
	changed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX stocktake_location ON stocktake (account_id, location_id, opened_at);
-- From count to count, latest first.
CREATE INDEX stocktake_submitted ON stocktake (account_id, location_id, submitted_at) WHERE submitted_at IS NOT NULL;
CREATE INDEX stocktake_recount ON stocktake (recount_of) WHERE recount_of IS NOT NULL;
CREATE TRIGGER stocktake_changed
AFTER UPDATE OF name, state, business_date, submitted_at, plan, together, keep, tolerances, recounter ON stocktake
WHEN NEW.changed = OLD.changed AND NEW.moved_at IS OLD.moved_at BEGIN
	UPDATE stocktake SET changed = OLD.changed + 1 WHERE stocktake_id = NEW.stocktake_id;
END;

CREATE TABLE stocktake_area (
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	position INTEGER NOT NULL,
	area_id TEXT NOT NULL,
	name TEXT NOT NULL,
	PRIMARY KEY (stocktake_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE stocktake_line (
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	-- Never changes, unlike the walking order in `position`.
	line_no INTEGER NOT NULL,
	-- The service's stock area; `walk_area_id` is the area on the walk.
	area_id TEXT NOT NULL,
	shelf TEXT NOT NULL,
	item_id TEXT NOT NULL,
	-- JSON { code, name, category, baseUnitName, units, unitCost } as of opening.
	item TEXT NOT NULL,
	-- Base units; null if unknown.
	book TEXT,
	note TEXT NOT NULL DEFAULT '',
	walk_area_id TEXT,
	position INTEGER,
	-- JSON LastCount of the item in this area.
	last_count TEXT,
	-- Who marked the line as not counted; empty if nobody did.
	left_by TEXT NOT NULL DEFAULT '',
	-- Overrides the count's `keep` for this line; empty: no override.
	keep TEXT NOT NULL DEFAULT '',
	-- Which count of the line is used: 0 the first, else the round; null: the latest.
	stands INTEGER,
	-- The staff's reason for a deviation, or for using an earlier count.
	reason TEXT NOT NULL DEFAULT '',
	-- 1 for a line added while the count was open.
	added INTEGER NOT NULL DEFAULT 0,
	-- 1 for an added line that was removed again; its entries stay in the journal.
	removed INTEGER NOT NULL DEFAULT 0,
	-- The last entry on the line that no box holds: a note or a cleared box.
	revision INTEGER NOT NULL DEFAULT 0,
	-- Counts decisions only: quantities have entries.
	changed INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (stocktake_id, line_no)
) STRICT, WITHOUT ROWID;
-- In walking order and by item. Each index covers its query, so that counting lines reads no items.
CREATE INDEX stocktake_line_walk ON stocktake_line (stocktake_id, position, line_no, walk_area_id) WHERE removed = 0;
CREATE INDEX stocktake_line_stock ON stocktake_line (stocktake_id, area_id, item_id) WHERE removed = 0;
CREATE INDEX stocktake_line_removed ON stocktake_line (stocktake_id) WHERE removed = 1;
CREATE TRIGGER stocktake_line_changed
AFTER UPDATE OF walk_area_id, shelf, position, left_by, keep, stands, reason ON stocktake_line
WHEN NEW.changed = OLD.changed BEGIN
	UPDATE stocktake_line SET changed = OLD.changed + 1
	WHERE stocktake_id = NEW.stocktake_id AND line_no = NEW.line_no;
END;
-- Lines that were not removed.
CREATE VIEW count_line AS SELECT * FROM stocktake_line WHERE removed = 0;

-- The current value of each box. If counts are summed, two people may have a box of the same unit.
CREATE TABLE count_box (
	stocktake_id TEXT NOT NULL,
	line_no INTEGER NOT NULL,
	unit_id TEXT NOT NULL,
	by TEXT NOT NULL,
	typed TEXT NOT NULL,
	locale TEXT NOT NULL,
	-- In the box's unit.
	quantity TEXT NOT NULL,
	-- When it was counted.
	at INTEGER NOT NULL,
	-- The item's book quantity in base units at that time, and when the copy was read; null if unknown.
	book TEXT,
	book_as_of INTEGER,
	-- The entry that filled it; 0 in boxes from another PC.
	entry_id INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (stocktake_id, line_no, unit_id, by),
	FOREIGN KEY (stocktake_id, line_no) REFERENCES stocktake_line
) STRICT, WITHOUT ROWID;

-- The journal: every entry in order, as proof of the count. Append-only. Entries are numbered per count, so that those
-- of a count are stored together.
CREATE TABLE count_entry (
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	-- Increases within a count.
	entry_id INTEGER NOT NULL,
	line_no INTEGER NOT NULL,
	-- Null for a note; empty for an entry about the line itself.
	unit_id TEXT,
	typed TEXT NOT NULL,
	locale TEXT NOT NULL,
	-- Null if the box was cleared.
	quantity TEXT,
	at INTEGER NOT NULL,
	by TEXT NOT NULL,
	connection TEXT NOT NULL,
	-- The first entry of an act: entries made together, such as a filled-down column, are undone together.
	act INTEGER NOT NULL,
	-- entry, undo, redo; or kept-out: history only, because another person's count was kept.
	kind TEXT NOT NULL DEFAULT 'entry',
	-- The act that was undone or redone.
	of_act INTEGER,
	-- JSON: the rows of count_box before the entry, or the note.
	before TEXT,
	-- Earlier than `at` if it was on paper first; null for a note or a whole line.
	counted_at INTEGER,
	-- As in a box.
	book TEXT,
	book_as_of INTEGER,
	-- The system's name for the PC; empty if it has none.
	pc TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (stocktake_id, entry_id)
) STRICT, WITHOUT ROWID;

-- Events of a count other than entries: opened, moved, added, approved… Append-only.
CREATE TABLE count_event (
	event_id INTEGER PRIMARY KEY AUTOINCREMENT,
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	at INTEGER NOT NULL,
	by TEXT NOT NULL,
	connection TEXT NOT NULL,
	what TEXT NOT NULL,
	-- JSON.
	detail TEXT NOT NULL,
	-- As in an entry.
	pc TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX count_event_stocktake ON count_event (stocktake_id, event_id);

-- Barcodes that were not recognised.
CREATE TABLE count_unknown_code (
	code_id INTEGER PRIMARY KEY AUTOINCREMENT,
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	code TEXT NOT NULL,
	-- Empty if no area was selected.
	area_id TEXT NOT NULL,
	-- How often it was scanned.
	times INTEGER NOT NULL,
	-- The typed quantity; empty if only scans count it.
	typed TEXT NOT NULL DEFAULT '',
	note TEXT NOT NULL DEFAULT '',
	-- The line it was assigned to.
	line_no INTEGER,
	at INTEGER NOT NULL,
	by TEXT NOT NULL,
	changed INTEGER NOT NULL DEFAULT 0,
	UNIQUE (stocktake_id, code, area_id)
) STRICT;
CREATE TRIGGER count_unknown_code_changed AFTER UPDATE ON count_unknown_code WHEN NEW.changed = OLD.changed BEGIN
	UPDATE count_unknown_code SET changed = OLD.changed + 1 WHERE code_id = NEW.code_id;
END;

-- Open documents that a person acknowledged for a count, as they were then. Append-only.
CREATE TABLE count_cut_off (
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	-- The kind, and the document by its name on the screen.
	key TEXT NOT NULL,
	-- receipt, transferIn, transferOut, wastage, production.
	kind TEXT NOT NULL,
	document_id TEXT NOT NULL,
	number TEXT NOT NULL,
	title TEXT NOT NULL,
	business_date TEXT NOT NULL,
	-- Decimal text in `currency`; null if unknown.
	value TEXT,
	-- Lines of unknown cost, which the value leaves out.
	costs_unknown INTEGER NOT NULL,
	currency TEXT NOT NULL,
	phase TEXT NOT NULL,
	state_word TEXT NOT NULL,
	acknowledged_at INTEGER NOT NULL,
	acknowledged_by TEXT NOT NULL,
	PRIMARY KEY (stocktake_id, key)
) STRICT, WITHOUT ROWID;

-- The book quantities of a submitted count in one row, so that a submit need not write all lines again.
CREATE TABLE closed_book (
	stocktake_id TEXT PRIMARY KEY REFERENCES stocktake,
	-- JSON: base units by line number; null if unknown.
	by_line TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Totals of each submitted count. Ordered by count, so that a submit appends.
CREATE TABLE counted_total (
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	item_id TEXT NOT NULL,
	area_id TEXT NOT NULL,
	-- Base units.
	quantity TEXT NOT NULL,
	-- JSON: units with a quantity above zero.
	unit_ids TEXT NOT NULL,
	PRIMARY KEY (stocktake_id, item_id, area_id)
) STRICT, WITHOUT ROWID;

-- The last count of each item by area: derived from counted_total. Not part of a count, so its column has another name.
CREATE TABLE last_count (
	account_id TEXT NOT NULL,
	location_id TEXT NOT NULL,
	area_id TEXT NOT NULL,
	item_id TEXT NOT NULL,
	counted_in TEXT NOT NULL REFERENCES stocktake,
	PRIMARY KEY (account_id, location_id, area_id, item_id)
) STRICT, WITHOUT ROWID;

-- Count templates of a location. A removed one stays for the counts made with it.
CREATE TABLE count_template (
	template_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	name TEXT NOT NULL,
	-- JSON: CountPlan of src/shared/bridge/count-plan.ts.
	plan TEXT NOT NULL,
	changed_at INTEGER NOT NULL,
	changed_by TEXT NOT NULL,
	removed INTEGER NOT NULL DEFAULT 0,
	changed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX count_template_location ON count_template (account_id, location_id);
CREATE TRIGGER count_template_changed AFTER UPDATE ON count_template WHEN NEW.changed = OLD.changed BEGIN
	UPDATE count_template SET changed = OLD.changed + 1 WHERE template_id = NEW.template_id;
END;

-- The areas of a location in walking order; missing ones follow in the service's order.
CREATE TABLE walk_area (
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	position INTEGER NOT NULL,
	area_id TEXT NOT NULL,
	PRIMARY KEY (account_id, location_id, position)
) STRICT, WITHOUT ROWID;

-- The lines of a location in walking order.
CREATE TABLE walk_place (
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	position INTEGER NOT NULL,
	area_id TEXT NOT NULL,
	shelf TEXT NOT NULL,
	item_id TEXT NOT NULL,
	stock_area_id TEXT NOT NULL,
	PRIMARY KEY (account_id, location_id, position)
) STRICT, WITHOUT ROWID;

-- ── Drafts, photos and scans ─────────────────────────────────────────────────────────────────────────────────────

-- Documents being written, saved while typing, and entries against a document of the service.
CREATE TABLE draft (
	draft_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	-- wastage, transferOut, receipt (of the transferIn in server_id), record:supplier (without a location)…
	document TEXT NOT NULL,
	location_id TEXT NOT NULL,
	server_id TEXT,
	-- open, submitted, discarded.
	state TEXT NOT NULL,
	revision INTEGER NOT NULL,
	-- JSON, declared by each capability.
	body TEXT NOT NULL,
	business_date TEXT NOT NULL,
	time_zone TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	changed_at INTEGER NOT NULL,
	entered_by TEXT NOT NULL,
	-- JSON { PC: number of changes }: tells whether one draft is based on another or both changed.
	versions TEXT NOT NULL DEFAULT '{}',
	-- The versions when the draft was moved to another PC; null unless it is there.
	moved_as TEXT,
	-- JSON { part: [PC, number] }: the last change of each line and field, for merging (rescue/merge-draft.ts). A
	-- missing part is unchanged since the draft began.
	parts TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX draft_open ON draft (account_id, document, location_id) WHERE state = 'open';
-- Receipts of goods that came without an order.
CREATE INDEX draft_unordered ON draft (account_id, location_id)
	WHERE document = 'order-receipt' AND server_id IS NULL AND state = 'submitted';
CREATE INDEX draft_server ON draft (account_id, document, server_id) WHERE server_id IS NOT NULL;
-- Sent receipts of orders, for their follow-ups.
CREATE INDEX draft_received ON draft (account_id, location_id, changed_at, draft_id, revision)
	WHERE document = 'order-receipt' AND state = 'submitted';
-- Of the receipts of an order several can be open (`several` in shared/document/receiving.ts).
CREATE UNIQUE INDEX draft_receipt ON draft (account_id, document, server_id)
	WHERE server_id IS NOT NULL AND state = 'open' AND document <> 'order-receipt';

-- The draft made by the first save of an opened sheet, so that a repeated save makes no second one.
CREATE TABLE draft_intent (
	account_id TEXT NOT NULL,
	intent_id TEXT NOT NULL,
	draft_id TEXT NOT NULL,
	PRIMARY KEY (account_id, intent_id)
) STRICT, WITHOUT ROWID;

-- Photos of a document; the picture is the file photos/<photo_id> beside this database.
CREATE TABLE photo (
	photo_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	-- The draft that the photo was added to; it stays the same after the document is sent.
	document_id TEXT NOT NULL,
	media_type TEXT NOT NULL,
	bytes INTEGER NOT NULL,
	added_at INTEGER NOT NULL,
	added_by TEXT NOT NULL
) STRICT;
CREATE INDEX photo_document ON photo (account_id, document_id, photo_id);

-- Unrecognised barcodes scanned for a transfer or waste document, one row per scan. They stay on this PC until a person
-- resolves them.
CREATE TABLE document_unknown_code (
	scan_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	document_id TEXT NOT NULL,
	code TEXT NOT NULL,
	scanned_at INTEGER NOT NULL,
	scanned_by TEXT NOT NULL
) STRICT;
CREATE INDEX document_unknown_code_document ON document_unknown_code (account_id, document_id);

-- Fields of documents that the service does not have.
CREATE TABLE kept_field (
	account_id TEXT NOT NULL REFERENCES account,
	-- As on screen: service:purchaseOrder:7, or the draft.
	document_id TEXT NOT NULL,
	-- Empty for a field of the whole document.
	line_id TEXT NOT NULL,
	field TEXT NOT NULL,
	-- null once a person emptied it.
	value TEXT,
	changed_at INTEGER NOT NULL,
	changed_by TEXT NOT NULL,
	changed INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (account_id, document_id, line_id, field)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER kept_field_changed AFTER UPDATE ON kept_field WHEN NEW.changed = OLD.changed BEGIN
	UPDATE kept_field SET changed = OLD.changed + 1 WHERE account_id = NEW.account_id
		AND document_id = NEW.document_id AND line_id = NEW.line_id AND field = NEW.field;
END;

-- ── Ordering, which the service has no records for ───────────────────────────────────────────────────────────────

-- Par levels, delivery days, terms of suppliers, standing orders, and quantities typed into a suggested order.
CREATE TABLE ordering_row (
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	-- As src/shared/ordering/tables.ts names it, or 'typed'.
	table_name TEXT NOT NULL,
	-- JSON: the values of its key.
	key TEXT NOT NULL,
	-- JSON: its cells by name; null once a person emptied it.
	cells TEXT,
	changed_at INTEGER NOT NULL,
	changed_by TEXT NOT NULL,
	changed INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (account_id, location_id, table_name, key)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER ordering_row_changed AFTER UPDATE ON ordering_row WHEN NEW.changed = OLD.changed BEGIN
	UPDATE ordering_row SET changed = OLD.changed + 1 WHERE account_id = NEW.account_id
		AND location_id = NEW.location_id AND table_name = NEW.table_name AND key = NEW.key;
END;

-- ── Credits that suppliers owe, which the service has no records for ─────────────────────────────────────────────

-- A claim as it was opened. Its rows and those of its steps never change.
CREATE TABLE credit (
	credit_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	supplier_id TEXT NOT NULL,
	-- shortage, price, quality or return.
	kind TEXT NOT NULL,
	business_date TEXT NOT NULL,
	-- The order, receipt or return that it is about; null if none.
	document_id TEXT,
	document_number TEXT NOT NULL,
	currency TEXT NOT NULL,
	-- JSON: items, quantities and amounts (store/credits.ts).
	lines TEXT NOT NULL,
	note TEXT NOT NULL,
	at INTEGER NOT NULL,
	by TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX credit_location ON credit (account_id, location_id);

-- What became of a claim. The step with the highest number says its state; until the first, it is open.
CREATE TABLE credit_step (
	step_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	credit_id TEXT NOT NULL,
	number INTEGER NOT NULL,
	state TEXT NOT NULL,
	business_date TEXT NOT NULL,
	amount TEXT NOT NULL,
	note TEXT NOT NULL,
	at INTEGER NOT NULL,
	by TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX credit_step_credit ON credit_step (credit_id, number);

-- ── Imports and what else changes many records at once ──────────────────────────────────────────────────────────

-- A run: what a person saw in a preview and sent. It is the journal for stopping, going on and undoing.
CREATE TABLE import_run (
	run_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	-- file, paste, grid, bulk, replace or undo.
	source TEXT NOT NULL,
	-- The name of the file, or of the run that is undone.
	title TEXT NOT NULL,
	-- The set of headings, and JSON of the columns that were chosen for it; null if it has none.
	headings TEXT,
	columns TEXT,
	undoes TEXT,
	-- writing, running, stopped or done.
	state TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	created_by TEXT NOT NULL,
	changed INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX import_run_account ON import_run (account_id, created_at);
CREATE INDEX import_run_headings ON import_run (account_id, headings) WHERE headings IS NOT NULL;
CREATE TRIGGER import_run_changed AFTER UPDATE ON import_run WHEN NEW.changed = OLD.changed BEGIN
	UPDATE import_run SET changed = OLD.changed + 1 WHERE run_id = NEW.run_id;
END;

-- A record of a run.
CREATE TABLE import_row (
	run_id TEXT NOT NULL REFERENCES import_run,
	number INTEGER NOT NULL,
	-- supplier, inventoryItem…
	type TEXT NOT NULL,
	-- null for a new record.
	record_id TEXT,
	-- The draft that the run makes of it, and that the outbox names a new record by.
	draft_id TEXT NOT NULL,
	revision INTEGER NOT NULL,
	title TEXT NOT NULL,
	-- JSON of the changes by field.
	changes TEXT NOT NULL,
	-- planned, sent (the outbox has it), or why nothing was sent.
	state TEXT NOT NULL,
	said TEXT NOT NULL DEFAULT '',
	-- Of its action in the outbox; the lane once it is there.
	intent_id TEXT NOT NULL,
	lane_id TEXT,
	changed INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (run_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_row_planned ON import_row (run_id, number) WHERE state = 'planned';
CREATE TRIGGER import_row_changed AFTER UPDATE ON import_row WHEN NEW.changed = OLD.changed BEGIN
	UPDATE import_row SET changed = OLD.changed + 1 WHERE run_id = NEW.run_id AND number = NEW.number;
END;

-- ── Follow-ups of receipts ───────────────────────────────────────────────────────────────────────────────────────

-- What a person decided about a follow-up. The proposals themselves are derived from the receipts.
CREATE TABLE follow_up (
	account_id TEXT NOT NULL REFERENCES account,
	-- The draft that holds the receipt.
	receipt_id TEXT NOT NULL,
	line_id TEXT NOT NULL,
	-- As src/shared/follow-up/follow-up.ts names it.
	kind TEXT NOT NULL,
	-- open (taken back), confirmed or discarded.
	decision TEXT NOT NULL,
	-- The claim, draft or record that it became; null if none.
	result_id TEXT,
	-- The quantities and amounts that the person saw.
	figures TEXT NOT NULL,
	decided_at INTEGER NOT NULL,
	decided_by TEXT NOT NULL,
	changed INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (account_id, receipt_id, line_id, kind)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER follow_up_changed AFTER UPDATE ON follow_up WHEN NEW.changed = OLD.changed BEGIN
	UPDATE follow_up SET changed = OLD.changed + 1 WHERE account_id = NEW.account_id
		AND receipt_id = NEW.receipt_id AND line_id = NEW.line_id AND kind = NEW.kind;
END;

-- ── Waste templates and labels, which the service cannot store ───────────────────────────────────────────────────

-- Waste that recurs. `lines` is JSON, declared by the capability.
CREATE TABLE waste_template (
	template_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	name TEXT NOT NULL,
	lines TEXT NOT NULL,
	changed_at INTEGER NOT NULL,
	changed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX waste_template_location ON waste_template (account_id, location_id);
CREATE TRIGGER waste_template_changed AFTER UPDATE ON waste_template WHEN NEW.changed = OLD.changed BEGIN
	UPDATE waste_template SET changed = OLD.changed + 1 WHERE template_id = NEW.template_id;
END;

-- The staff's labels for the service's reasons, in key order.
CREATE TABLE waste_label (
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	position INTEGER NOT NULL,
	words TEXT NOT NULL,
	reason_id TEXT NOT NULL,
	PRIMARY KEY (account_id, location_id, position)
) STRICT, WITHOUT ROWID;

-- ── Rescue, and work between PCs ─────────────────────────────────────────────────────────────────────────────────

-- Rescues: a damaged file repaired, a copy restored, work exported or imported.
CREATE TABLE rescue (
	rescue_id INTEGER PRIMARY KEY AUTOINCREMENT,
	at INTEGER NOT NULL,
	-- src/shared/bridge/rescue.ts declares the kinds and their JSON.
	kind TEXT NOT NULL,
	by TEXT NOT NULL,
	facts TEXT NOT NULL,
	-- When a person acknowledged it; null until then.
	read_at INTEGER
) STRICT;

-- Drafts and counts that may also be on another PC or in a file: the service is searched before their documents are
-- sent.
CREATE TABLE also_elsewhere (
	-- Of the draft or count.
	document_id TEXT PRIMARY KEY,
	-- Since the first time.
	since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Deleted rows, so that no older file brings them back.
CREATE TABLE tombstone (
	table_name TEXT NOT NULL,
	-- JSON: the identity's values, in the order of store/durable-tables.ts.
	identity TEXT NOT NULL,
	-- The document the row belonged to; empty if none.
	document_id TEXT NOT NULL,
	PRIMARY KEY (table_name, identity)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER photo_deleted AFTER DELETE ON photo BEGIN
	INSERT OR IGNORE INTO tombstone VALUES ('photo', json_array(OLD.photo_id), OLD.document_id);
END;
CREATE TRIGGER photo_back AFTER INSERT ON photo BEGIN
	DELETE FROM tombstone WHERE table_name = 'photo' AND identity = json_array(NEW.photo_id);
END;
CREATE TRIGGER waste_template_deleted AFTER DELETE ON waste_template BEGIN
	INSERT OR IGNORE INTO tombstone VALUES ('waste_template', json_array(OLD.template_id), '');
END;
CREATE TRIGGER waste_template_back AFTER INSERT ON waste_template BEGIN
	DELETE FROM tombstone WHERE table_name = 'waste_template' AND identity = json_array(NEW.template_id);
END;
CREATE TRIGGER document_unknown_code_deleted AFTER DELETE ON document_unknown_code BEGIN
	INSERT OR IGNORE INTO tombstone VALUES ('document_unknown_code', json_array(OLD.scan_id), OLD.document_id);
END;
CREATE TRIGGER count_box_deleted AFTER DELETE ON count_box BEGIN
	INSERT OR IGNORE INTO tombstone VALUES
		('count_box', json_array(OLD.stocktake_id, OLD.line_no, OLD.unit_id, OLD.by), OLD.stocktake_id);
END;
CREATE TRIGGER count_box_back AFTER INSERT ON count_box BEGIN
	DELETE FROM tombstone WHERE table_name = 'count_box'
		AND identity = json_array(NEW.stocktake_id, NEW.line_no, NEW.unit_id, NEW.by);
END;

-- ── The number of saved changes ──────────────────────────────────────────────────────────────────────────────────
-- A file beside the data has the same number, so that a start notices lost changes (store/last-saved.ts).

CREATE TABLE saved (number INTEGER NOT NULL) STRICT;
INSERT INTO saved VALUES (0);
CREATE TRIGGER action_saved AFTER INSERT ON action BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER action_event_saved AFTER INSERT ON action_event BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER count_entry_saved AFTER INSERT ON count_entry BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER count_event_saved AFTER INSERT ON count_event BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER draft_made AFTER INSERT ON draft BEGIN
	UPDATE saved SET number = number + 1;
	UPDATE draft SET versions = json_object((SELECT value ->> '$' FROM setting WHERE name = 'pc'), 1)
	WHERE draft_id = NEW.draft_id AND versions = '{}';
END;
-- A changed copy of the item alone does not count as a change of the line.
-- Unreadable versions count as none, as in versionsOf.
CREATE TRIGGER draft_changed AFTER UPDATE ON draft WHEN NEW.versions = OLD.versions BEGIN
	UPDATE saved SET number = number + 1;
	UPDATE draft SET versions = (
		SELECT json_set(known.versions, '$.' || value, coalesce(known.versions -> ('$.' || value), 0) + 1)
		FROM setting, (SELECT iif(json_valid(NEW.versions), NEW.versions, '{}') AS versions) AS known WHERE name = 'pc')
	WHERE draft_id = NEW.draft_id;
	UPDATE draft SET parts = (
		SELECT json_group_object(now.part, json(iif(now.says IS was.says, known.value,
			(SELECT json_array(pc.value ->> '$', draft.versions -> ('$.' || pc.value)) FROM setting AS pc WHERE pc.name = 'pc')))) FILTER (WHERE now.says IS NOT was.says OR known.value IS NOT NULL)
		FROM (
			SELECT key AS part, value AS says FROM json_each(NEW.body) WHERE key <> 'lines'
			UNION ALL
			SELECT 'lines.' || coalesce(value ->> 'lineId', key), json_replace(value, '$.item', value ->> '$.item.itemId')
			FROM json_each(NEW.body, '$.lines') WHERE type = 'object'
		) AS now
		LEFT JOIN (
			SELECT key AS part, value AS says FROM json_each(OLD.body) WHERE key <> 'lines'
			UNION ALL
			SELECT 'lines.' || coalesce(value ->> 'lineId', key), json_replace(value, '$.item', value ->> '$.item.itemId')
			FROM json_each(OLD.body, '$.lines') WHERE type = 'object'
		) AS was USING (part)
		LEFT JOIN json_each(OLD.parts) AS known ON known.key = now.part
	)
	WHERE draft_id = NEW.draft_id AND NEW.body <> OLD.body
		AND json_valid(NEW.body) AND json_valid(OLD.body) AND json_valid(OLD.parts);
END;
CREATE TRIGGER setting_saved AFTER INSERT ON setting BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER setting_saved_anew AFTER UPDATE ON setting BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER photo_saved AFTER INSERT ON photo BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER count_template_saved AFTER INSERT ON count_template BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER count_template_saved_anew AFTER UPDATE ON count_template BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER waste_template_saved AFTER INSERT ON waste_template BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER waste_template_saved_anew AFTER UPDATE ON waste_template BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER waste_label_saved AFTER INSERT ON waste_label BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER ordering_row_saved AFTER INSERT ON ordering_row BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER ordering_row_saved_anew AFTER UPDATE ON ordering_row BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER credit_saved AFTER INSERT ON credit BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER credit_step_saved AFTER INSERT ON credit_step BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER import_run_saved AFTER INSERT ON import_run BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER import_run_saved_anew AFTER UPDATE ON import_run BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER import_row_saved AFTER INSERT ON import_row BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER import_row_saved_anew AFTER UPDATE ON import_row BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER follow_up_saved AFTER INSERT ON follow_up BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER follow_up_saved_anew AFTER UPDATE ON follow_up BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER something_removed AFTER INSERT ON tombstone BEGIN UPDATE saved SET number = number + 1; END;
