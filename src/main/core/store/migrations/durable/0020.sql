-- Which PC it was done at, by the name that its system gives it; empty in what was done before.
ALTER TABLE count_entry ADD COLUMN pc TEXT NOT NULL DEFAULT '';
ALTER TABLE count_event ADD COLUMN pc TEXT NOT NULL DEFAULT '';
