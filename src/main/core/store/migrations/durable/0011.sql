-- The lines of a count in walking order, and those of one item, are found without reading them all: a count may have ten
-- thousand of them, and each holds its item.
CREATE INDEX stocktake_line_walk ON stocktake_line (stocktake_id, position, line_no, walk_area_id);
CREATE INDEX stocktake_line_stock ON stocktake_line (stocktake_id, area_id, item_id);
