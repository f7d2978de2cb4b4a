-- What the service check found out, by account.

-- The last report whole, as JSON: what was asked, what came, and the profile that it was asked with.
CREATE TABLE service_check (
	account_id TEXT PRIMARY KEY REFERENCES account,
	at INTEGER NOT NULL,
	report TEXT NOT NULL
) STRICT;

-- The answers that the outbox goes by. A question that was not answered has no row; one that a later check leaves
-- unanswered keeps the answer it had.
CREATE TABLE capability_flag (
	account_id TEXT NOT NULL REFERENCES account,
	-- As src/shared/service/behaviour.ts names them.
	flag TEXT NOT NULL,
	-- The document that it was tried with, as the profile names it.
	document TEXT NOT NULL,
	-- The field that it was tried with, for the answers that are about a field; else empty.
	field TEXT NOT NULL,
	holds INTEGER NOT NULL,
	learned_at INTEGER NOT NULL,
	PRIMARY KEY (account_id, flag, document)
) STRICT, WITHOUT ROWID;
