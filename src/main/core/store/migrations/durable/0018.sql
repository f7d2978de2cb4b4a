-- The lines that are on a count, in walking order and by item, each index whole for what is asked of it: nothing reads the
-- items of ten thousand lines to count them.
DROP INDEX stocktake_line_walk;
DROP INDEX stocktake_line_stock;
CREATE INDEX stocktake_line_walk ON stocktake_line (stocktake_id, position, line_no, walk_area_id) WHERE removed = 0;
CREATE INDEX stocktake_line_stock ON stocktake_line (stocktake_id, area_id, item_id) WHERE removed = 0;
CREATE INDEX stocktake_line_removed ON stocktake_line (stocktake_id) WHERE removed = 1;
