-- Which draft the first save of an opened sheet made, so that the same save once more makes no second one.
CREATE TABLE draft_intent (
	account_id TEXT NOT NULL,
	intent_id TEXT NOT NULL,
	draft_id TEXT NOT NULL,
	PRIMARY KEY (account_id, intent_id)
) STRICT, WITHOUT ROWID;
