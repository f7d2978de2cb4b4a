-- What a step is proved by stays what it was when it was queued, whatever becomes of the profile meanwhile: the field that
-- carries our reference, the words for states, and how records were written when it was first sent. JSON.
ALTER TABLE action ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';

-- Where a change of state rests on what the service showed: which read it was, when, and of which record. JSON.
ALTER TABLE action_event ADD COLUMN evidence TEXT;
