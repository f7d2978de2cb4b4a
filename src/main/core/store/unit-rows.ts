// Units in the items of this PC and in its past counts.
import type { Store } from './open.ts';
import { Queries } from './table.ts';

/** Items that are looked at: the newest. */
const mostItems = 5_000;

interface CountedLine {
	readonly on: string;
	readonly locationId: string;
	/** Base units expected there; null if that was not known. */
	readonly book: string | null;
	/** JSON: the quantity counted in each unit. */
	readonly boxes: string;
}

export function unitRows({ cache, durable }: Pick<Store, 'cache' | 'durable'>) {
	return {
		/** Each unit with its names, those of most items first. */
		known: new Queries(cache).rows<
			[accountId: string],
			{ unitId: string; name: string; kind: string }
		>(
			`SELECT value ->> 'unitId' AS unitId, value ->> 'name' AS name, value ->> 'kind' AS kind
			 FROM (SELECT units FROM item WHERE account_id = ? AND json_valid(units)
				ORDER BY rowid DESC LIMIT ${String(mostItems)}), json_each(units)
			 GROUP BY 1, 2, 3 ORDER BY count(*) DESC`,
		),
		/** The lines of an item in the last submitted count that used the unit. */
		lastCount: new Queries(durable).rows<
			[asked: { accountId: string; itemId: string; unitId: string }],
			CountedLine
		>(
			`SELECT business_date AS "on", location_id AS locationId, line.book,
				json_group_array(json_object('unitId', unit_id, 'quantity', quantity)) AS boxes
			 FROM stocktake JOIN stocktake_line AS line USING (stocktake_id)
				JOIN count_box AS box USING (stocktake_id, line_no)
			 WHERE removed = 0 AND item_id = (SELECT @itemId)
				AND stocktake_id = (SELECT stocktake_id FROM stocktake JOIN counted_total USING (stocktake_id)
					JOIN json_each(unit_ids) AS used
					WHERE account_id = (SELECT @accountId) AND state = 'submitted' AND item_id = (SELECT @itemId)
						AND used.value = (SELECT @unitId)
					ORDER BY submitted_at DESC LIMIT 1)
			 GROUP BY line_no`,
		),
	};
}
