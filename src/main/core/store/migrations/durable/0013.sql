-- An item through all counts of a location, wherever it stood.
CREATE INDEX counted_total_item ON counted_total (account_id, location_id, item_id, submitted_at);
