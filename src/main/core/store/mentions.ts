// Where the copies and the work on this PC name a record by its id: stock, documents, drafts, counts and templates.
import type { LaneDocument } from '../../../shared/document/stored.ts';
import type { RecordKind } from './cache-records.ts';
import type { Store } from './open.ts';
import { Queries } from './table.ts';

/** null for a record of another type, which may have the same id. */
type Id = string | null;

/** An id as JSON has it. */
const quoted = (id: string): string => JSON.stringify(id);

export function mentionsIn({ cache, durable }: Pick<Store, 'cache' | 'durable'>) {
	const copies = new Queries(cache);
	const work = new Queries(durable);
	const documents = copies.rows<
		[string, string, string],
		{ kind: RecordKind; id: string; json: string }
	>(
		`SELECT kind, id, json FROM record
		 WHERE account_id = ? AND kind IN (SELECT value FROM json_each(?)) AND instr(json, ?) > 0`,
	);
	const drafts = work.rows<
		[string, string],
		{ draftId: string; serverId: string | null; document: LaneDocument; body: string }
	>(
		`SELECT draft_id AS draftId, server_id AS serverId, document, body FROM draft
		 WHERE account_id = ? AND state = 'open' AND document NOT LIKE 'record:%' AND instr(body, ?) > 0`,
	);
	return {
		documents: (accountId: string, kinds: readonly RecordKind[], id: string) =>
			documents(accountId, JSON.stringify(kinds), quoted(id)),
		drafts: (accountId: string, id: string) => drafts(accountId, quoted(id)),
		countTemplates: work.values<[accountId: string, itemId: Id, areaId: Id], string>(
			`SELECT name FROM count_template WHERE account_id = ? AND removed = 0 AND json_valid(plan) AND (
				? IN (SELECT value FROM json_each(plan, '$.scope.itemIds'))
				OR ? IN (SELECT value FROM json_each(plan, '$.scope.areaIds')))
			 ORDER BY name`,
		),
		wasteTemplates: work.values<[accountId: string, itemId: Id, reasonId: Id], string>(
			`SELECT name FROM waste_template WHERE account_id = ? AND json_valid(lines) AND (
				? IN (SELECT value ->> 'itemId' FROM json_each(lines))
				OR ? IN (SELECT value ->> 'reasonId' FROM json_each(lines)))
			 ORDER BY name`,
		),
		/** Open counts. */
		counts: work.rows<[accountId: string, itemId: Id, areaId: Id], { id: string; name: string }>(
			`SELECT stocktake_id AS id, name FROM stocktake
			 WHERE account_id = ? AND state = 'open' AND EXISTS (
				SELECT 1 FROM count_line WHERE count_line.stocktake_id = stocktake.stocktake_id
					AND (item_id = ? OR area_id = ?))
			 ORDER BY opened_at`,
		),
		/** Stock of an item by location, in base units; areas that have none left are not there. */
		stockOf: copies.rows<[accountId: string, itemId: Id], { locationId: string; quantity: string }>(
			`SELECT location_id AS locationId, quantity FROM stock
			 WHERE account_id = ? AND item_id = ? AND CAST(quantity AS REAL) <> 0 ORDER BY location_id`,
		),
		/** How many items a location or an area holds. */
		stocked: copies.number<[accountId: string, locationId: Id, areaId: Id]>(
			`SELECT count(DISTINCT item_id) FROM stock
			 WHERE account_id = ? AND (location_id = ? OR area_id = ?) AND CAST(quantity AS REAL) <> 0`,
		),
	};
}
