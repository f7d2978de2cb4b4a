-- Drafts and counts that may also be at another PC, or in a file: what is made of them is looked for at the service before
-- it goes.
CREATE TABLE also_elsewhere (
	-- Of the draft or the count.
	document_id TEXT PRIMARY KEY,
	-- When that was first so, epoch ms.
	since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
