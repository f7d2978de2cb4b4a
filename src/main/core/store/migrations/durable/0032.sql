-- What Stillroom saw itself of how a service treats its documents. It trusts an absence only where it saw a presence.

-- Of the texts that carry our reference, by account, kind of document and field.
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

-- The first time that the service did not do what the outbox relied on. It is relied on no longer.
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

-- When a list first showed what a watched create made, and when one last left it out.
ALTER TABLE twin_watch ADD COLUMN shown_at INTEGER;
ALTER TABLE twin_watch ADD COLUMN missed_at INTEGER;
CREATE INDEX twin_watch_unseen ON twin_watch (account_id, kind) WHERE shown_at IS NULL AND ended_at IS NULL;
