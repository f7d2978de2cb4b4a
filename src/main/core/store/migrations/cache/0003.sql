-- The state of a document in the service's word, so that what is open is found without reading all that is done.
ALTER TABLE record ADD COLUMN state TEXT GENERATED ALWAYS AS (json ->> '$.status') VIRTUAL;
CREATE INDEX record_state ON record (account_id, kind, location_id, state);
