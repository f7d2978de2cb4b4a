-- stillroom.db: what cannot be fetched again.
-- Decimals are text. Instants are epoch ms. Business dates are YYYY-MM-DD, beside the instant and the time zone.
-- A table that a merge looks at has its line in src/main/core/store/durable-tables.ts. Where a table has the column
-- `changed`, it counts the changes of the row: of two files that have the row, the one with the higher number is newer.
-- Triggers raise it, so that no writer can forget to. A merge sets it itself, and then they leave it alone.

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

-- The last report of the service check, whole, as JSON: questions, answers, and the profile that it asked with.
CREATE TABLE service_check (
	account_id TEXT PRIMARY KEY REFERENCES account,
	at INTEGER NOT NULL,
	report TEXT NOT NULL
) STRICT;

-- The answers of the service check that the outbox relies on. A question without an answer has no row, and a later check
-- that leaves it open keeps the earlier answer.
CREATE TABLE capability_flag (
	account_id TEXT NOT NULL REFERENCES account,
	-- As src/shared/service/behaviour.ts names them.
	flag TEXT NOT NULL,
	-- The document that was tried, as the profile names it.
	document TEXT NOT NULL,
	-- The field that was tried; empty where the answer is not about a field.
	field TEXT NOT NULL,
	holds INTEGER NOT NULL,
	learned_at INTEGER NOT NULL,
	PRIMARY KEY (account_id, flag, document)
) STRICT, WITHOUT ROWID;

-- ── The outbox ───────────────────────────────────────────────────────────────────────────────────────────────────
-- Its words are explained at the top of src/main/core/outbox/action.ts.

-- A document and its actions in order.
CREATE TABLE lane (
	lane_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	document TEXT NOT NULL,
	-- The screen's document, in the form of the bridge.
	document_id TEXT NOT NULL,
	-- How people know the document, as of when it was queued: JSON { locationId, title, lines, cost, currency }.
	label TEXT NOT NULL,
	-- The service's id and number of the document, once known.
	server_id TEXT,
	server_number TEXT,
	created_at INTEGER NOT NULL,
	created_by TEXT NOT NULL,
	-- waiting: goes by itself; needs-you: its first open action waits for a person; done: no action is open.
	standing TEXT NOT NULL DEFAULT 'done',
	-- For the search: title, place, items, texts, references, and who entered it. They are filled in after the answer,
	-- in the order of the rows; empty until then.
	words TEXT NOT NULL DEFAULT '',
	changed INTEGER NOT NULL DEFAULT 0,
	-- The action of another document that must be confirmed first: waste made of a receipt waits for the receipt.
	waits_for TEXT
) STRICT;
CREATE INDEX lane_document ON lane (account_id, document, document_id);
CREATE INDEX lane_server ON lane (account_id, document, server_id) WHERE server_id IS NOT NULL;
CREATE INDEX lane_standing ON lane (account_id, standing);
CREATE INDEX lane_waits_for ON lane (waits_for) WHERE waits_for IS NOT NULL;
-- Only documents that have their words are in these two, so that saving a document does not write them.
CREATE INDEX lane_kind ON lane (account_id, document) WHERE words <> '';
CREATE INDEX lane_day ON lane (account_id, created_at) WHERE words <> '';
CREATE TRIGGER lane_changed AFTER UPDATE OF label, server_id, server_number, waits_for ON lane WHEN NEW.changed = OLD.changed BEGIN
	UPDATE lane SET changed = OLD.changed + 1 WHERE lane_id = NEW.lane_id;
END;

-- Nothing counts the numbers that were given, since no action is ever deleted.
CREATE TABLE action (
	seq INTEGER PRIMARY KEY,
	action_id TEXT NOT NULL UNIQUE,
	-- Made when the form opened: a second click finds the first action, which is of the same document.
	intent_id TEXT NOT NULL,
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
	-- Not before this instant; null where nothing is waited for.
	next_at INTEGER,
	-- Tries in a row that did not reach the service; for the backoff.
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
	fresh_from INTEGER NOT NULL,
	-- How it began: the state in which it was queued, and the last event of all that stood in the history then. Null where
	-- its first event stands in action_event, as that of an action from another PC does.
	queued_as TEXT,
	queued_after INTEGER,
	-- What proves the action, as of when it was queued: the field that carries our reference, the words for states, and
	-- how records were written when it was first sent. JSON; a later profile does not change it.
	settings TEXT NOT NULL DEFAULT '{}',
	changed INTEGER NOT NULL DEFAULT 0
) STRICT;
-- A lane has few actions. An index of the open ones alone would be one more to write with each action, and found no more.
CREATE INDEX action_lane ON action (lane_id, seq);
-- Documents that were confirmed lately, whose copies may be older than that.
CREATE INDEX action_confirmed ON action (account_id, confirmed_read_no) WHERE state = 'confirmed';
-- What a start looks for.
CREATE INDEX action_in_the_middle ON action (state)
	WHERE state IN ('held', 'sending', 'ambiguous', 'verifying', 'held-newer-version');
CREATE TRIGGER action_changed AFTER UPDATE ON action WHEN NEW.changed = OLD.changed BEGIN
	UPDATE action SET changed = OLD.changed + 1 WHERE seq = NEW.seq;
END;

-- What an action was before it was merged with what others changed meanwhile, or changed by a person. Append only.
CREATE TABLE action_revision (
	action_id TEXT NOT NULL REFERENCES action (action_id),
	revision INTEGER NOT NULL,
	payload_version INTEGER NOT NULL,
	payload TEXT NOT NULL,
	base TEXT,
	replaced_at INTEGER NOT NULL,
	PRIMARY KEY (action_id, revision)
) STRICT, WITHOUT ROWID;

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
	-- What the service, the network or a person said, word for word.
	why TEXT NOT NULL,
	-- The reason in a code of src/shared/bridge/outbox-history.ts, and its values as JSON.
	code TEXT NOT NULL,
	args TEXT NOT NULL,
	-- Where the change rests on what the service showed: which read it was, when, and of which record. JSON.
	evidence TEXT
) STRICT;
CREATE INDEX action_event_action ON action_event (action_id, event_id);

-- The whole history of every action, by place and then by step. An action that is queued writes its row alone: its first
-- event is made of that row.
CREATE VIEW step_event (action_id, place, step, at, from_state, to_state, by, why, code, args) AS
	SELECT action_id, event_id, 0, at, from_state, to_state, by, why, code, args FROM action_event
	UNION ALL
	SELECT action_id, queued_after, seq, created_at, '', queued_as, actor, '',
		CASE WHEN queued_as = 'superseded' THEN 'discarded-unsent' WHEN note IS NULL THEN 'queued' ELSE 'queued-with-note' END,
		iif(queued_as = 'superseded' OR note IS NULL, '{}', json_object('note', note))
	FROM (
		SELECT *, iif(json_valid(queued), queued ->> '$.note', NULL) AS note FROM (
			SELECT *, coalesce((SELECT payload FROM action_revision WHERE action_revision.action_id = action.action_id
				ORDER BY action_revision.revision LIMIT 1), payload) AS queued
			FROM action WHERE queued_as IS NOT NULL));

-- Where each lane stands, and how many stand there: the database keeps both, so that no writer can forget it, and nobody
-- reads what is done in order to count what is not.
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
-- A lane comes with the standing of its first action. One more that goes by itself changes nothing where the lane waits.
CREATE TRIGGER lane_stands_with_new_action AFTER INSERT ON action
WHEN NEW.state NOT IN ('confirmed', 'cancelled', 'superseded', 'dropped')
	AND (NEW.state IN ('attention', 'stale-review', 'held-newer-version')
		OR (SELECT standing FROM lane WHERE lane_id = NEW.lane_id) <> 'waiting') BEGIN
	UPDATE lane SET standing = (
		SELECT iif(state IN ('attention', 'stale-review', 'held-newer-version'), 'needs-you', 'waiting')
		FROM action WHERE action.account_id = NEW.account_id AND action.lane_id = NEW.lane_id
			AND state NOT IN ('confirmed', 'cancelled', 'superseded', 'dropped')
		ORDER BY seq LIMIT 1)
	WHERE lane_id = NEW.lane_id;
END;
-- Only where an action ends, or begins or ceases to wait for a person, can the lane stand elsewhere.
CREATE TRIGGER lane_stands_after_step AFTER UPDATE OF state ON action
WHEN NEW.state IN ('confirmed', 'cancelled', 'superseded', 'dropped')
	OR (NEW.state IN ('attention', 'stale-review', 'held-newer-version'))
		<> (OLD.state IN ('attention', 'stale-review', 'held-newer-version')) BEGIN
	UPDATE lane SET standing = coalesce((
		SELECT iif(state IN ('attention', 'stale-review', 'held-newer-version'), 'needs-you', 'waiting')
		FROM action WHERE action.account_id = NEW.account_id AND action.lane_id = NEW.lane_id
			AND state NOT IN ('confirmed', 'cancelled', 'superseded', 'dropped')
		ORDER BY seq LIMIT 1), 'done')
	WHERE lane_id = NEW.lane_id;
END;

-- The search over lane.words. Triggers keep it; the words themselves stand in the lane.
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

-- ── What Stillroom saw of the service ────────────────────────────────────────────────────────────────────────────
-- How the service treats its documents. Stillroom trusts an absence only where it saw a presence.

-- Of the texts that carry our reference.
CREATE TABLE observed_text (
	account_id TEXT NOT NULL,
	-- As the profile names the document.
	document TEXT NOT NULL,
	field TEXT NOT NULL,
	-- The longest text that a list showed with its reference: UTF-16 units, and UTF-8 bytes.
	kept_units INTEGER NOT NULL DEFAULT 0,
	kept_bytes INTEGER NOT NULL DEFAULT 0,
	-- UTF-16 units of the shortest text that was left of a longer one; null where none was cut.
	cut_to INTEGER,
	PRIMARY KEY (account_id, document, field)
) STRICT, WITHOUT ROWID;

-- How late a list showed a document that was confirmed before the list was read.
CREATE TABLE observed_list (
	account_id TEXT NOT NULL,
	document TEXT NOT NULL,
	-- The longest delay so far, ms.
	delay_ms INTEGER NOT NULL,
	PRIMARY KEY (account_id, document)
) STRICT, WITHOUT ROWID;

-- The first time that the service broke a rule that the outbox relied on. It relies on the rule no longer.
CREATE TABLE counter_example (
	account_id TEXT NOT NULL,
	document TEXT NOT NULL,
	-- keepsReferences, listsAreCurrent
	flag TEXT NOT NULL,
	-- The field that was looked at; empty for a list.
	field TEXT NOT NULL,
	action_id TEXT NOT NULL REFERENCES action (action_id),
	found_at INTEGER NOT NULL,
	PRIMARY KEY (account_id, document, flag)
) STRICT, WITHOUT ROWID;

-- ── Documents that the service may have made twice of one entry of ours ──────────────────────────────────────────

-- Creates for which a second document is searched among the copies. `left_ms` is how much longer, in time at work between
-- one whole pull and another, so that no jump of the wall clock ends it.
CREATE TABLE twin_watch (
	action_id TEXT PRIMARY KEY REFERENCES action (action_id),
	account_id TEXT NOT NULL,
	-- As the profile names the document.
	kind TEXT NOT NULL,
	left_ms INTEGER NOT NULL,
	ended_at INTEGER,
	-- When a list first showed the document, and when one last left it out.
	shown_at INTEGER,
	missed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX twin_watch_open ON twin_watch (account_id, kind) WHERE ended_at IS NULL;
CREATE INDEX twin_watch_unseen ON twin_watch (account_id, kind) WHERE shown_at IS NULL AND ended_at IS NULL;

-- What was found, once for each document of the service. Append only.
CREATE TABLE possible_twin (
	twin_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	action_id TEXT NOT NULL REFERENCES action (action_id),
	-- The service's document that we take for ours, and the other one; both as they were then, JSON.
	our_server_id TEXT NOT NULL,
	server_id TEXT NOT NULL,
	ours TEXT NOT NULL,
	other TEXT NOT NULL,
	found_at INTEGER NOT NULL,
	UNIQUE (account_id, kind, server_id)
) STRICT, WITHOUT ROWID;

-- How a person decided. Append only.
CREATE TABLE twin_decision (
	twin_id TEXT PRIMARY KEY REFERENCES possible_twin,
	-- two, duplicate
	says TEXT NOT NULL,
	reason TEXT NOT NULL,
	by TEXT NOT NULL,
	at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- ── Counts ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- Every table with a column `stocktake_id` travels with its count to another PC.

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
	-- The plan as it was when the count was opened: JSON CountPlan; and the saved plan that it came from.
	plan TEXT NOT NULL,
	plan_id TEXT,
	-- What happens to an entry on another person's line: ask, sum, replace, keep.
	together TEXT NOT NULL DEFAULT 'ask',
	approved_at INTEGER,
	approved_by TEXT NOT NULL DEFAULT '',
	-- Which quantity stands on lines with movements since they were counted: counted or difference; empty while nobody
	-- chose.
	keep TEXT NOT NULL DEFAULT '',
	-- The tolerances of a submitted count: JSON Tolerances. While it is open the settings say.
	tolerances TEXT,
	-- A recount is a count of its own of some lines, under their numbers: the count that it belongs to, its number among
	-- the recounts, and who counts.
	recount_of TEXT,
	round INTEGER NOT NULL DEFAULT 0,
	recounter TEXT NOT NULL DEFAULT '',
	-- When it was moved to another PC; null unless it is there.
	moved_at INTEGER,
	changed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX stocktake_location ON stocktake (account_id, location_id, opened_at);
-- From count to count, the last first.
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
	-- Never changes; `position` is the walking order.
	line_no INTEGER NOT NULL,
	-- Where the service keeps the stock; `walk_area_id` is where people meet it.
	area_id TEXT NOT NULL,
	shelf TEXT NOT NULL,
	item_id TEXT NOT NULL,
	-- The item as it was when the count was opened: JSON { code, name, category, baseUnitName, units, unitCost }.
	item TEXT NOT NULL,
	-- Book quantity in base units, null when not known.
	book TEXT,
	note TEXT NOT NULL DEFAULT '',
	walk_area_id TEXT,
	position INTEGER,
	-- What the last count of the item in this area came to: JSON LastCount.
	last_count TEXT,
	-- Who said that the line is left uncounted; empty while nobody did.
	left_by TEXT NOT NULL DEFAULT '',
	-- As `keep` of the count, for this line alone; empty: as the count.
	keep TEXT NOT NULL DEFAULT '',
	-- Which count of the line stands: 0 the first, else the round. Null: the last one that counted it.
	stands INTEGER,
	-- Why the line is off, or why an earlier count of it stands, in the words of the staff.
	reason TEXT NOT NULL DEFAULT '',
	-- 1 for a line that somebody added while the count was open.
	added INTEGER NOT NULL DEFAULT 0,
	-- 1 for an added line that was removed again: its entries stay in the journal.
	removed INTEGER NOT NULL DEFAULT 0,
	-- The last entry on the line beside those that stand in its boxes: a note, or a box that was cleared.
	revision INTEGER NOT NULL DEFAULT 0,
	-- Only decisions count: a quantity has its entry.
	changed INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (stocktake_id, line_no)
) STRICT, WITHOUT ROWID;
-- In walking order and by item, each index whole for its question: nothing reads ten thousand items to count them.
CREATE INDEX stocktake_line_walk ON stocktake_line (stocktake_id, position, line_no, walk_area_id) WHERE removed = 0;
CREATE INDEX stocktake_line_stock ON stocktake_line (stocktake_id, area_id, item_id) WHERE removed = 0;
CREATE INDEX stocktake_line_removed ON stocktake_line (stocktake_id) WHERE removed = 1;
CREATE TRIGGER stocktake_line_changed
AFTER UPDATE OF walk_area_id, shelf, position, left_by, keep, stands, reason ON stocktake_line
WHEN NEW.changed = OLD.changed BEGIN
	UPDATE stocktake_line SET changed = OLD.changed + 1
	WHERE stocktake_id = NEW.stocktake_id AND line_no = NEW.line_no;
END;
-- The lines that are on their count.
CREATE VIEW count_line AS SELECT * FROM stocktake_line WHERE removed = 0;

-- What stands in each box now. Two people may each have a box of the same unit: where counts are summed, both stand.
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
	-- The book quantity of the item where its stock is kept, in base units, when it was counted, and when that copy
	-- was read from the service. Null where nobody knew.
	book TEXT,
	book_as_of INTEGER,
	-- The entry that filled it; 0 in boxes from another PC.
	entry_id INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (stocktake_id, line_no, unit_id, by),
	FOREIGN KEY (stocktake_id, line_no) REFERENCES stocktake_line
) STRICT, WITHOUT ROWID;

-- Everything that was ever entered, in order: the proof of the count. Append only. A count numbers its own entries, so
-- they lie together: an entry writes one page, and they are read as they lie.
CREATE TABLE count_entry (
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	-- Higher than that of every entry of the count before it.
	entry_id INTEGER NOT NULL,
	line_no INTEGER NOT NULL,
	-- Null for a note; empty where it is about the line itself.
	unit_id TEXT,
	typed TEXT NOT NULL,
	locale TEXT NOT NULL,
	-- Null when the box was cleared.
	quantity TEXT,
	at INTEGER NOT NULL,
	by TEXT NOT NULL,
	connection TEXT NOT NULL,
	-- Entries made together, for example a column filled down, are one act and are undone together: the entry_id of the
	-- first of them.
	act INTEGER NOT NULL,
	-- entry, undo, redo; or kept-out: another person's count of the line was kept, and this one is history alone.
	kind TEXT NOT NULL DEFAULT 'entry',
	-- The act that an undo or a redo is about.
	of_act INTEGER,
	-- What stood in the box before: JSON of the rows of count_box, or the note.
	before TEXT,
	-- Before `at` where it stood on paper first; null for a note or a whole line.
	counted_at INTEGER,
	-- As in a box.
	book TEXT,
	book_as_of INTEGER,
	-- The name of the PC, as its system gives it; empty where it has none.
	pc TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (stocktake_id, entry_id)
) STRICT, WITHOUT ROWID;

-- What happened to a count besides entries: opened, moved, added, approved… Append only.
CREATE TABLE count_event (
	event_id INTEGER PRIMARY KEY AUTOINCREMENT,
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	at INTEGER NOT NULL,
	by TEXT NOT NULL,
	connection TEXT NOT NULL,
	what TEXT NOT NULL,
	-- JSON.
	detail TEXT NOT NULL,
	-- As of an entry.
	pc TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX count_event_stocktake ON count_event (stocktake_id, event_id);

-- Codes that nobody knew when they were scanned.
CREATE TABLE parked_code (
	parked_id INTEGER PRIMARY KEY AUTOINCREMENT,
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	code TEXT NOT NULL,
	-- Where it was scanned; empty where no area was in hand.
	area_id TEXT NOT NULL,
	-- How often it was scanned.
	times INTEGER NOT NULL,
	-- The quantity as it was typed; empty where only the scans count it.
	typed TEXT NOT NULL DEFAULT '',
	note TEXT NOT NULL DEFAULT '',
	-- The line to which it was assigned.
	line_no INTEGER,
	at INTEGER NOT NULL,
	by TEXT NOT NULL,
	changed INTEGER NOT NULL DEFAULT 0,
	UNIQUE (stocktake_id, code, area_id)
) STRICT;
CREATE TRIGGER parked_code_changed AFTER UPDATE ON parked_code WHEN NEW.changed = OLD.changed BEGIN
	UPDATE parked_code SET changed = OLD.changed + 1 WHERE parked_id = NEW.parked_id;
END;

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

-- The book quantities of a submitted count, in one row: in the lines, a submit would write all of them again.
CREATE TABLE closed_book (
	stocktake_id TEXT PRIMARY KEY REFERENCES stocktake,
	-- JSON: base units by line number, null where nobody knew.
	by_line TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What each submitted count came to. By count, so that a submit appends.
CREATE TABLE counted_total (
	stocktake_id TEXT NOT NULL REFERENCES stocktake,
	item_id TEXT NOT NULL,
	area_id TEXT NOT NULL,
	-- Base units.
	quantity TEXT NOT NULL,
	-- JSON: the units in which there was something.
	unit_ids TEXT NOT NULL,
	PRIMARY KEY (stocktake_id, item_id, area_id)
) STRICT, WITHOUT ROWID;

-- In which count each item was last counted, area by area: made of counted_total, and made again where rows come or go
-- there other than by a submit. It is no part of a count, so its column has another name.
CREATE TABLE last_count (
	account_id TEXT NOT NULL,
	location_id TEXT NOT NULL,
	area_id TEXT NOT NULL,
	item_id TEXT NOT NULL,
	counted_in TEXT NOT NULL REFERENCES stocktake,
	PRIMARY KEY (account_id, location_id, area_id, item_id)
) STRICT, WITHOUT ROWID;

-- Plans saved for a location. One that was removed stays for the counts made by it.
CREATE TABLE count_plan (
	plan_id TEXT PRIMARY KEY,
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
CREATE INDEX count_plan_location ON count_plan (account_id, location_id);
CREATE TRIGGER count_plan_changed AFTER UPDATE ON count_plan WHEN NEW.changed = OLD.changed BEGIN
	UPDATE count_plan SET changed = OLD.changed + 1 WHERE plan_id = NEW.plan_id;
END;

-- The areas of a location in walking order; those that are not here follow in the service's order.
CREATE TABLE walk_area (
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	position INTEGER NOT NULL,
	area_id TEXT NOT NULL,
	PRIMARY KEY (account_id, location_id, position)
) STRICT, WITHOUT ROWID;

-- The lines of a location in walking order, as somebody arranged them.
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

-- Documents that are being written, saved as they are typed, and entries against a document of the service.
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
	entered_by TEXT NOT NULL,
	-- How often each PC changed the draft: JSON, PC: number. It tells two PCs that both changed it from one that went on.
	versions TEXT NOT NULL DEFAULT '{}',
	-- The versions with which the draft was moved to another PC; null unless it is there.
	moved_as TEXT,
	-- Which change of which PC was the last one of each line and field: JSON, part: [PC, number]. A part that is not named is
	-- as the draft began. So two PCs that both changed a draft can be merged by line (rescue/merge-draft.ts).
	parts TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX draft_open ON draft (account_id, document, location_id) WHERE state = 'open';
CREATE INDEX draft_server ON draft (account_id, document, server_id) WHERE server_id IS NOT NULL;
CREATE UNIQUE INDEX draft_receipt ON draft (account_id, document, server_id)
	WHERE server_id IS NOT NULL AND state = 'open';

-- Which draft the first save of an opened sheet made, so that the same save once more makes no second one.
CREATE TABLE draft_intent (
	account_id TEXT NOT NULL,
	intent_id TEXT NOT NULL,
	draft_id TEXT NOT NULL,
	PRIMARY KEY (account_id, intent_id)
) STRICT, WITHOUT ROWID;

-- Photos of a document; the picture itself is the file photos/<photo_id> beside this database.
CREATE TABLE photo (
	photo_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	-- The draft that the photo was added to: it stays the same when the service has the document.
	document_id TEXT NOT NULL,
	media_type TEXT NOT NULL,
	bytes INTEGER NOT NULL,
	added_at INTEGER NOT NULL,
	added_by TEXT NOT NULL,
	caption TEXT NOT NULL
) STRICT;
CREATE INDEX photo_document ON photo (account_id, document_id, photo_id);

-- Codes that nobody knew when they were scanned into a transfer or a waste document: a row for each scan. They stay on
-- this PC, beside the document as its screen names it, until a person has dealt with them.
CREATE TABLE unknown_scan (
	scan_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	document_id TEXT NOT NULL,
	code TEXT NOT NULL,
	scanned_at INTEGER NOT NULL,
	scanned_by TEXT NOT NULL
) STRICT;
CREATE INDEX unknown_scan_document ON unknown_scan (account_id, document_id);

-- ── Waste as this location logs it: the service has no place for it ──────────────────────────────────────────────

-- What is thrown away again and again. `lines` is JSON, as the capability declares it.
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

-- The staff's own words for the service's reasons, in the order of their keys.
CREATE TABLE waste_label (
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	position INTEGER NOT NULL,
	words TEXT NOT NULL,
	reason_id TEXT NOT NULL,
	PRIMARY KEY (account_id, location_id, position)
) STRICT, WITHOUT ROWID;

-- ── Rescue, and work between PCs ─────────────────────────────────────────────────────────────────────────────────

-- What was rescued: a damaged file mended, a copy restored, work handed over to another PC or imported from one.
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

-- Drafts and counts that may also be at another PC, or in a file: before a document made of one is sent, the service is
-- searched for it.
CREATE TABLE also_elsewhere (
	-- Of the draft or the count.
	document_id TEXT PRIMARY KEY,
	-- The first time.
	since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Rows that were deleted, so that no older file brings them back.
CREATE TABLE tombstone (
	table_name TEXT NOT NULL,
	-- JSON: the values of the identity, in the order of store/durable-tables.ts.
	identity TEXT NOT NULL,
	-- The document that the row belonged to; empty where it belonged to none.
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
CREATE TRIGGER unknown_scan_deleted AFTER DELETE ON unknown_scan BEGIN
	INSERT OR IGNORE INTO tombstone VALUES ('unknown_scan', json_array(OLD.scan_id), OLD.document_id);
END;
CREATE TRIGGER count_box_deleted AFTER DELETE ON count_box BEGIN
	INSERT OR IGNORE INTO tombstone VALUES
		('count_box', json_array(OLD.stocktake_id, OLD.line_no, OLD.unit_id, OLD.by), OLD.stocktake_id);
END;
CREATE TRIGGER count_box_back AFTER INSERT ON count_box BEGIN
	DELETE FROM tombstone WHERE table_name = 'count_box'
		AND identity = json_array(NEW.stocktake_id, NEW.line_no, NEW.unit_id, NEW.by);
END;

-- ── How many changes were ever saved ─────────────────────────────────────────────────────────────────────────────
-- A file beside the data holds the same number, so that a start notices that the last changes are gone
-- (store/last-saved.ts).

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
-- A line keeps its item as the copies had it at the last save: that alone is no change of the line.
-- Versions that cannot be read count as none, as in versionsOf.
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
CREATE TRIGGER count_plan_saved AFTER INSERT ON count_plan BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER count_plan_saved_anew AFTER UPDATE ON count_plan BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER waste_template_saved AFTER INSERT ON waste_template BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER waste_template_saved_anew AFTER UPDATE ON waste_template BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER waste_label_saved AFTER INSERT ON waste_label BEGIN UPDATE saved SET number = number + 1; END;
CREATE TRIGGER something_removed AFTER INSERT ON tombstone BEGIN UPDATE saved SET number = number + 1; END;
