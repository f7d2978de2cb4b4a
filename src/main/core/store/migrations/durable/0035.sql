-- When an entry was counted: earlier than it was typed where it stood on paper first. Null for a note or a whole line.
-- In a box, `at` is that moment.
ALTER TABLE count_entry ADD COLUMN counted_at INTEGER;
UPDATE count_entry SET counted_at = at WHERE unit_id <> '';
