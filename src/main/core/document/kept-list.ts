// Lists of a location's documents, kept in memory and read anew only where something changed, so that twenty thousand
// documents are filtered while somebody types.
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { ActiveAccount } from '../context.ts';
import { cacheRecords, type CachedDocument, type CachedRecord } from '../store/cache-records.ts';
import type { Store } from '../store/open.ts';
import { itemTables } from '../store/items.ts';
import { pullTable } from '../store/pulls.ts';
import { readableOrNull } from '../store/kept-json.ts';

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
	/** The items that were looked up for it. */
	readonly itemIds: readonly string[];
}

interface KeptRow<Row> extends ReadRow<Row> {
	readonly readNo: number;
	readonly otherNo: number;
}

/** The rows of a location, and of what they were made. */
interface KeptRows<Row> {
	readonly profile: ServiceProfile;
	/** Of the names of places and reasons; another one, other names. */
	readonly names: string;
	/** The pulls by which the items were looked at last. */
	readonly itemsPulled: string;
	/** How each item of the rows was when it was looked at. */
	readonly items: Map<string, string>;
	readonly rows: ReadonlyMap<string, KeptRow<Row>>;
}

/**
 * What is read of the copies of one kind at a location, by the service's id. A row is good as long as its copy, that of
 * the other end, its items, the names of places and reasons, and the profile are the same: a pull that brings nothing
 * new of these costs no row.
 * @param other the kind of the other end's copies; null where there is no other end.
 */
export function keptRows<Row>(store: Store, kind: CachedDocument, other: CachedDocument | null) {
	const records = cacheRecords(store.cache);
	const pulls = pullTable(store.cache);
	const items = itemTables(store.cache);
	const kept = new Map<string, KeptRows<Row>>();

	return (
		{ accountId, profile }: ActiveAccount,
		locationId: string,
		read: (copy: CachedRecord) => ReadRow<Row>,
	): ReadonlyMap<string, ReadRow<Row>> => {
		const key = JSON.stringify([accountId, locationId]);
		const names = (['wasteReason', 'location'] as const)
			.map((each) => records.stamp(accountId, each))
			.join(' ');
		const itemsPulled = [
			pulls.get(accountId, 'item')?.readNo,
			pulls.get(accountId, 'stock', locationId)?.readNo,
		].join(' ');
		const before = kept.get(key);
		const good = before?.profile === profile && before.names === names ? before : null;
		const known: ReadonlyMap<string, KeptRow<Row>> = good?.rows ?? new Map();
		const itemsKnown = good?.items ?? new Map<string, string>();

		const otherItems = new Set<string>();
		if (good !== null && good.itemsPulled !== itemsPulled) {
			const now = items.stamps(accountId, [...itemsKnown.keys()], locationId);
			for (const [itemId, was] of itemsKnown) {
				const is = now.get(itemId) ?? '';
				if (is === was) continue;
				otherItems.add(itemId);
				itemsKnown.set(itemId, is);
			}
		}

		let others: ReadonlyMap<string, number> | null = null;
		const otherNo = (id: string | null): number => {
			if (id === null || other === null) return 0;
			others ??= records.versions(accountId, other);
			return others.get(id) ?? 0;
		};
		const isGood = (row: KeptRow<Row> | undefined, readNo: number): row is KeptRow<Row> =>
			row?.readNo === readNo &&
			row.otherNo === otherNo(row.otherId) &&
			(otherItems.size === 0 || !row.itemIds.some((itemId) => otherItems.has(itemId)));

		const versions = records.versionsAt(accountId, kind, locationId);
		const unread = versions.filter(({ id, readNo }) => !isGood(known.get(id), readNo)).length;
		// Read one by one when few changed, and all in one go at first.
		const copies =
			unread * 4 > versions.length
				? new Map(records.at(accountId, kind, locationId).map((copy) => [copy.id, copy]))
				: null;
		const rows = new Map<string, KeptRow<Row>>();
		const newItems = new Set<string>();
		for (const { id, readNo } of versions) {
			const row = known.get(id);
			if (isGood(row, readNo)) {
				rows.set(id, row);
				continue;
			}
			const copy = copies?.get(id) ?? records.get(accountId, kind, id);
			if (copy === null) continue;
			const now = readableOrNull(() => read(copy));
			if (now === null) continue;
			rows.set(id, { ...now, readNo, otherNo: otherNo(now.otherId) });
			for (const itemId of now.itemIds) if (!itemsKnown.has(itemId)) newItems.add(itemId);
		}
		const stamps = items.stamps(accountId, [...newItems], locationId);
		for (const itemId of newItems) itemsKnown.set(itemId, stamps.get(itemId) ?? '');
		kept.set(key, { profile, names, itemsPulled, items: itemsKnown, rows });
		return rows;
	};
}
