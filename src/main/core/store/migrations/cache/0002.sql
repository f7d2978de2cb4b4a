-- The index of words is merged by the pull, a few pages at a time (items.ts), and no longer within whatever commit makes
-- it due, which held the thread for tens of milliseconds.
INSERT INTO item_text (item_text, rank) VALUES ('automerge', 0);
