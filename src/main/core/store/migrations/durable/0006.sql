-- Waste as this location logs it, kept on this PC: the service has no place for any of it.

-- What is thrown away again and again. `lines` is JSON, as the capability declares it.
CREATE TABLE waste_template (
	template_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	name TEXT NOT NULL,
	lines TEXT NOT NULL,
	changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX waste_template_location ON waste_template (account_id, location_id);

-- The staff's own words for the service's reasons, in the order of their keys.
CREATE TABLE waste_label (
	account_id TEXT NOT NULL REFERENCES account,
	location_id TEXT NOT NULL,
	position INTEGER NOT NULL,
	words TEXT NOT NULL,
	reason_id TEXT NOT NULL,
	PRIMARY KEY (account_id, location_id, position)
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
