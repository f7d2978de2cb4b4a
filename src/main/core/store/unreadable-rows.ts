// Unreadable rows of the service's lists, as of their last read: table `unreadable_row`.
import type { Sqlite } from './open.ts';
import type { PullKind } from './pulls.ts';

export interface ListedUnreadableRow {
	kind: PullKind;
	place: number;
	/** The record's name at the service; empty if unreadable too. */
	name: string;
	field: string;
}

/** An entirely unreadable list should not fill the file. */
const mostRows = 200;

export function unreadableRowTable(cache: Sqlite) {
	const forget = cache.prepare<[string, string, string]>(
		'DELETE FROM unreadable_row WHERE account_id = ? AND kind = ? AND location_id = ?',
	);
	const add = cache.prepare<[string, string, string, number, string, string]>(
		'INSERT OR REPLACE INTO unreadable_row (account_id, kind, location_id, place, name, field) VALUES (?, ?, ?, ?, ?, ?)',
	);
	const all = cache.prepare<[string, number], ListedUnreadableRow>(
		`SELECT kind, place, name, field FROM unreadable_row
		 WHERE account_id = (SELECT ?) ORDER BY kind, location_id, place LIMIT (SELECT ?)`,
	);
	const count = cache
		.prepare<[string], number>('SELECT count(*) FROM unreadable_row WHERE account_id = ?')
		.pluck();
	return {
		replace(
			accountId: string,
			{ kind, locationId }: { kind: PullKind; locationId: string },
			rows: readonly Omit<ListedUnreadableRow, 'kind'>[],
		): void {
			if (rows.length === 0 && count.get(accountId) === 0) return;
			cache
				.transaction(() => {
					forget.run(accountId, kind, locationId);
					for (const { place, name, field } of rows.slice(0, mostRows)) {
						add.run(accountId, kind, locationId, place, name, field);
					}
				})
				.immediate();
		},
		first: (accountId: string, limit: number): ListedUnreadableRow[] => all.all(accountId, limit),
		count: (accountId: string): number => count.get(accountId) ?? 0,
	};
}

export type UnreadableRowTable = ReturnType<typeof unreadableRowTable>;
