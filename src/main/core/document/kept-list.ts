// Lists of a location's documents, kept in memory and read anew only where something changed, so that twenty thousand
// documents are filtered while somebody types.
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { ActiveAccount } from '../context.ts';
import { cacheRecords, type CachedDocument, type CachedRecord } from '../store/cache-records.ts';
import type { Store } from '../store/open.ts';
import { pullTable } from '../store/pulls.ts';

/** What is read of a location's documents, once for every change of the two files. */
export function keptList<List>(
	store: Store,
	read: (account: ActiveAccount, locationId: string) => List,
): (account: ActiveAccount, locationId: string) => List {
	// Every change of either file in this process counts up: nothing else writes to them.
	const changes = [store.durable, store.cache].map((db) =>
		db.prepare<[], number>('SELECT total_changes()').pluck(),
	);
	let kept: { key: string; list: List } | null = null;
	return (account, locationId) => {
		const counted = changes.map((each) => each.get());
		const key = JSON.stringify([account.accountId, locationId, ...counted]);
		if (kept?.key !== key) kept = { key, list: read(account, locationId) };
		return kept.list;
	};
}

/** What is read of one copy. */
export interface ReadRow<Row> {
	readonly row: Row;
	/** The copy of the other end that was read with it; null where there is none to look at. */
	readonly otherId: string | null;
}

interface KeptRow<Row> extends ReadRow<Row> {
	readonly readNo: number;
	readonly otherNo: number;
}

/**
 * What is read of the copies of one kind at a location, by the service's id. A row is good as long as its copy, that of
 * the other end, the catalogue and the profile are the same.
 * @param other the kind of the other end's copies; null where there is no other end.
 */
export function keptRows<Row>(store: Store, kind: CachedDocument, other: CachedDocument | null) {
	const records = cacheRecords(store.cache);
	const pulls = pullTable(store.cache);
	const kept = new Map<
		string,
		{ catalogue: string; profile: ServiceProfile; rows: ReadonlyMap<string, KeptRow<Row>> }
	>();

	return (
		{ accountId, profile }: ActiveAccount,
		locationId: string,
		read: (copy: CachedRecord) => ReadRow<Row>,
	): ReadonlyMap<string, ReadRow<Row>> => {
		const key = JSON.stringify([accountId, locationId]);
		const catalogue = (['item', 'wasteReason', 'location'] as const)
			.map((each) => pulls.get(accountId, each)?.readNo ?? 0)
			.join(' ');
		const before = kept.get(key);
		const same = before?.catalogue === catalogue && before.profile === profile;
		const known: ReadonlyMap<string, KeptRow<Row>> = same ? before.rows : new Map();

		let others: ReadonlyMap<string, number> | null = null;
		const otherNo = (id: string | null): number => {
			if (id === null || other === null) return 0;
			others ??= records.versions(accountId, other);
			return others.get(id) ?? 0;
		};
		const isGood = (row: KeptRow<Row> | undefined, readNo: number): row is KeptRow<Row> =>
			row?.readNo === readNo && row.otherNo === otherNo(row.otherId);

		const versions = records.versionsAt(accountId, kind, locationId);
		const unread = versions.filter(({ id, readNo }) => !isGood(known.get(id), readNo)).length;
		// Read one by one when few changed, and all in one go at first.
		const copies =
			unread * 4 > versions.length
				? new Map(records.at(accountId, kind, locationId).map((copy) => [copy.id, copy]))
				: null;
		const rows = new Map<string, KeptRow<Row>>();
		for (const { id, readNo } of versions) {
			const row = known.get(id);
			if (isGood(row, readNo)) {
				rows.set(id, row);
				continue;
			}
			const copy = copies?.get(id) ?? records.get(accountId, kind, id);
			if (copy === null) continue;
			const now = read(copy);
			rows.set(id, { ...now, readNo, otherNo: otherNo(now.otherId) });
		}
		kept.set(key, { catalogue, profile, rows });
		return rows;
	};
}
