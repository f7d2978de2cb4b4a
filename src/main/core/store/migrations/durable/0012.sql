-- The book at the moment of counting, what is kept where goods moved since, and recounts.

-- What the copy of the book said of the item where its stock is kept, in base units, when the box was filled, and when
-- that copy was read from the service. Null in boxes from before, and where nobody knew.
ALTER TABLE count_box ADD COLUMN book TEXT;
ALTER TABLE count_box ADD COLUMN book_as_of INTEGER;
ALTER TABLE count_entry ADD COLUMN book TEXT;
ALTER TABLE count_entry ADD COLUMN book_as_of INTEGER;

-- What is kept of lines whose stock moved since: counted or difference; empty while nobody chose.
ALTER TABLE stocktake ADD COLUMN keep TEXT NOT NULL DEFAULT '';
-- What was tolerated when the count was submitted: JSON Tolerances. While it is open the settings say.
ALTER TABLE stocktake ADD COLUMN tolerances TEXT;
-- A recount is a count of its own of some lines, under their numbers: of which count, the how manieth, and by whom.
ALTER TABLE stocktake ADD COLUMN recount_of TEXT;
ALTER TABLE stocktake ADD COLUMN round INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stocktake ADD COLUMN recounter TEXT NOT NULL DEFAULT '';
CREATE INDEX stocktake_recount ON stocktake (recount_of) WHERE recount_of IS NOT NULL;

-- As `keep` of the count, for this line alone; empty: as the count.
ALTER TABLE stocktake_line ADD COLUMN keep TEXT NOT NULL DEFAULT '';
-- Which count of the line stands: 0 the first, else the round. Null: the last one that counted it.
ALTER TABLE stocktake_line ADD COLUMN stands INTEGER;
-- Why the line is off, or why an earlier count of it stands, in the words of the staff.
ALTER TABLE stocktake_line ADD COLUMN reason TEXT NOT NULL DEFAULT '';
-- What the book said when the count was submitted; null before.
ALTER TABLE stocktake_line ADD COLUMN closed_book TEXT;
