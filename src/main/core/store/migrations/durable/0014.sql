-- Documents that the service may have made twice of one entry of ours.

-- Creates whose copies are searched for a second document. `left_ms` is how much longer, in time at work between one
-- whole pull and another, so that no jump of the wall clock ends it.
CREATE TABLE twin_watch (
	action_id TEXT PRIMARY KEY REFERENCES action (action_id),
	account_id TEXT NOT NULL,
	-- As the profile names the document.
	kind TEXT NOT NULL,
	left_ms INTEGER NOT NULL,
	ended_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX twin_watch_open ON twin_watch (account_id, kind) WHERE ended_at IS NULL;

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

-- What a person said of it. Append only.
CREATE TABLE twin_decision (
	twin_id TEXT PRIMARY KEY REFERENCES possible_twin,
	-- two, duplicate
	says TEXT NOT NULL,
	reason TEXT NOT NULL,
	by TEXT NOT NULL,
	at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whether a document of the service is one of ours.
CREATE INDEX lane_server ON lane (account_id, document, server_id) WHERE server_id IS NOT NULL;
