-- An item is found in each area by the order of the table: an index in which every count wrote a page for nearly every item
-- served the history of one item alone.
DROP INDEX counted_total_item;
