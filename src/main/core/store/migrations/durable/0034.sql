-- A document may wait for a step of another one: waste made of a receipt goes only once the receipt is done. The action
-- that must be confirmed first; null where nothing is waited for.
ALTER TABLE lane ADD COLUMN waits_for TEXT;
CREATE INDEX lane_waits_for ON lane (waits_for) WHERE waits_for IS NOT NULL;

-- A draft names the receipt that it was made of, and the receipt names the line of the draft: JSON in draft.body.
