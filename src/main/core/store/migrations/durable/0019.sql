-- When a count was moved to another PC; null unless it is there.
ALTER TABLE stocktake ADD COLUMN moved_at INTEGER;
UPDATE stocktake SET moved_at = opened_at WHERE state = 'discarded' AND closed_why = 'Moved to another PC';
