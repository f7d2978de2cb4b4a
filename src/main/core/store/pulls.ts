// How fresh each kind of copy is: table `pull` of cache.db. Kinds fetched per location have a row per location.
import { incomplete, type Incomplete } from '../../../shared/bridge/app.ts';
import type { KindName } from '../../../shared/document/kinds.ts';
import { readKept } from './kept-json.ts';
import type { RecordTypeName } from '../../../shared/record/records.ts';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export type PullKind =
	| 'location'
	| 'class'
	| 'category'
	| 'storageArea'
	| 'stock'
	| 'prepItem'
	| 'menuItem'
	| KindName
	| 'production'
	| 'receiving'
	| 'requisitionTemplate'
	| RecordTypeName;

export const EVERYWHERE = '';

export interface Pull {
	kind: PullKind;
	locationId: string;
	/** End of the last finished read, epoch ms; null before the first. */
	asOf: number | null;
	/** false if that read may be incomplete, or a later one stopped: there may be more rows. */
	complete: boolean;
	incomplete: Incomplete | null;
	/** The last complete read; 0 before the first. */
	readNo: number;
}

interface Row {
	kind: PullKind;
	locationId: string;
	asOf: number | null;
	complete: number;
	incomplete: string | null;
	readNo: number;
}

export type PullTable = ReturnType<typeof pullTable>;

export function pullTable(cache: Sqlite) {
	const sql = new Queries(cache);
	const columns = `kind, location_id AS locationId, as_of AS asOf, complete, incomplete,
		read_no AS readNo`;
	const one = sql.row<[string, string, string], Row>(
		`SELECT ${columns} FROM pull WHERE account_id = ? AND kind = ? AND location_id = ?`,
	);
	const all = sql.rows<[string], Row>(
		`SELECT ${columns} FROM pull WHERE account_id = ? ORDER BY kind, location_id`,
	);
	const leaveIncomplete = sql.run<[string, string, string, number | null, string]>(
		`INSERT INTO pull (account_id, kind, location_id, as_of, complete, incomplete, read_no) VALUES (?, ?, ?, ?, 0, ?, 0)
		 ON CONFLICT DO UPDATE SET complete = 0, incomplete = excluded.incomplete,
			as_of = coalesce(excluded.as_of, pull.as_of)`,
	);
	const asPull = (row: Row): Pull => {
		const why = row.incomplete === null ? null : incomplete.safeParse(readKept(row.incomplete));
		return { ...row, complete: row.complete === 1, incomplete: why?.data ?? null };
	};
	return {
		get(accountId: string, kind: PullKind, locationId = EVERYWHERE): Pull | null {
			const row = one(accountId, kind, locationId);
			return row && asPull(row);
		},
		all: (accountId: string): Pull[] => all(accountId).map(asPull),
		asOf: (accountId: string, kind: PullKind, locationId = EVERYWHERE): number | null =>
			one(accountId, kind, locationId)?.asOf ?? null,
		/** A read was complete. Ignored if it began before the last complete one. */
		finish: sql.run<
			[accountId: string, kind: PullKind, locationId: string, at: number, readNo: number]
		>(
			`INSERT INTO pull (account_id, kind, location_id, as_of, complete, read_no) VALUES (?, ?, ?, ?, 1, ?)
			 ON CONFLICT DO UPDATE SET as_of = excluded.as_of, complete = 1, incomplete = NULL,
				read_no = excluded.read_no
			 WHERE excluded.read_no >= pull.read_no`,
		),
		/** A read stopped or may be incomplete. @param at its end; null if it stopped, so the copies keep their age */
		leaveIncomplete(
			accountId: string,
			kind: PullKind,
			locationId: string,
			at: number | null,
			why: Incomplete,
		): void {
			leaveIncomplete(accountId, kind, locationId, at, JSON.stringify(why));
		},
	};
}
