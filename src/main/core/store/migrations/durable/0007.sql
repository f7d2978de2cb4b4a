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
