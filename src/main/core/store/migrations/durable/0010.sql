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
