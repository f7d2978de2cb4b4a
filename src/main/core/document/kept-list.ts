// Caches document lists in memory and rereads only what changed, so that typing filters 20,000 documents without delay.
import type { KindName } from '../../../shared/document/kinds.ts';
import type { ReferredRecord } from '../../../shared/document/kit.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { ActiveAccount } from '../context.ts';
import type { CachedRecord } from '../store/cache-records.ts';
import type { Store } from '../store/open.ts';
import { itemTables } from '../store/items.ts';
import { readableOrNull } from '../store/kept-json.ts';

/** Caches a list until either database file changes. @param dayOf the day, if the list depends on it */
export function keptList<List>(
	store: Store,
	read: (account: ActiveAccount, locationId: string) => List,
	dayOf: (accountId: string, locationId: string) => string = () => '',
): (account: ActiveAccount, locationId: string) => List {
	// Reliable because these two connections are the only writers.
	const changes = [store.durable, store.cache].map((db) =>
		db.prepare<[], number>('SELECT total_changes()').pluck(),
	);
	let kept: { key: string; list: List } | null = null;
	return (account, locationId) => {
		const counted = changes.map((each) => each.get());
		const day = dayOf(account.accountId, locationId);
		const key = JSON.stringify([account.accountId, locationId, day, ...counted]);
		if (kept?.key !== key) kept = { key, list: read(account, locationId) };
		return kept.list;
	};
}

export interface ReadRow<Row> {
	readonly row: Row;
	readonly otherId: string | null;
	readonly itemIds: readonly string[];
}

interface KeptRow<Row> extends ReadRow<Row> {
	readonly readNo: number;
	readonly otherNo: number;
}

interface KeptRows<Row> {
	readonly profile: ServiceProfile;
	readonly names: string;
	readonly itemsPulled: string;
	readonly items: Map<string, string>;
	readonly rows: ReadonlyMap<string, KeptRow<Row>>;
}

/**
 * Caches one row per copy, by service id. A row stays valid while its copy, the other end's copy, its items, the names
 * of the records it refers to, and the profile are unchanged; other pulls do not invalidate it.
 */
export function keptRows<Row>(
	store: Store,
	kind: KindName,
	other: KindName | null,
	/** Records with names shown in rows. */
	referred: readonly ReferredRecord[],
) {
	const { records, pulls } = store;
	const items = itemTables(store.cache);
	const kept = new Map<string, KeptRows<Row>>();

	return (
		{ accountId, profile }: ActiveAccount,
		locationId: string,
		read: (copy: CachedRecord) => ReadRow<Row>,
	): ReadonlyMap<string, ReadRow<Row>> => {
		const key = JSON.stringify([accountId, locationId]);
		const names = referred.map((each) => records.stamp(accountId, each)).join(' ');
		const itemsPulled = [
			pulls.get(accountId, 'inventoryItem')?.readNo,
			pulls.get(accountId, 'stock', locationId)?.readNo,
		].join(' ');
		const before = kept.get(key);
		const good = before?.profile === profile && before.names === names ? before : null;
		const known: ReadonlyMap<string, KeptRow<Row>> = good?.rows ?? new Map();
		const itemsKnown = good?.items ?? new Map<string, string>();

		const changedItems =
			good !== null && good.itemsPulled !== itemsPulled
				? updated(itemsKnown, items.stamps(accountId, [...itemsKnown.keys()], locationId))
				: new Set<string>();

		let others: ReadonlyMap<string, number> | null = null;
		const otherNo = (id: string | null): number => {
			if (id === null || other === null) return 0;
			others ??= records.versions(accountId, other);
			return others.get(id) ?? 0;
		};
		const isGood = (row: KeptRow<Row> | undefined, readNo: number): row is KeptRow<Row> =>
			row?.readNo === readNo &&
			row.otherNo === otherNo(row.otherId) &&
			(changedItems.size === 0 || !row.itemIds.some((itemId) => changedItems.has(itemId)));

		const versions = records.versionsAt(accountId, kind, locationId);
		const unread = versions.filter(({ id, readNo }) => !isGood(known.get(id), readNo)).length;
		// With many rows to read, one query for all copies is faster than one query each.
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

/** Updates the stamps of known items. @returns those that changed */
function updated(known: Map<string, string>, now: ReadonlyMap<string, string>): Set<string> {
	const changed = new Set<string>();
	for (const [itemId, was] of known) {
		const stamp = now.get(itemId) ?? '';
		if (stamp === was) continue;
		changed.add(itemId);
		known.set(itemId, stamp);
	}
	return changed;
}
