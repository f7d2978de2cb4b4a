// Items from the cache as every screen shows them, and a placeholder for unknown items.
import type { ItemView } from '../../../shared/bridge/values.ts';
import { sum } from '../../../shared/domain/decimal.ts';
import { remembered } from '../../../shared/domain/remembered.ts';
import { itemTables, readBarcodes, readUnits, type ItemRow } from '../store/items.ts';
import type { Store } from '../store/open.ts';

export type FindItem = (itemId: string) => ItemView | null;

export function itemViews(store: Store) {
	const items = itemTables(store.cache);
	const { locations, pulls } = store;
	type CostOf = ReturnType<typeof locations.costAt>;

	const view = (row: ItemRow, asOf: number | null, costOf: CostOf): ItemView => ({
		itemId: row.itemId,
		code: row.code,
		name: row.name,
		category: row.category,
		units: readUnits(row.units),
		baseUnitName: row.baseUnitName,
		unitCost: costOf(row),
		barcodes: readBarcodes(row.barcodes),
		onHand: row.onHand === null ? null : sum(row.onHand.split(' ')),
		asOf,
	});

	const asOf = (accountId: string, locationId: string | null): number | null =>
		locationId === null
			? pulls.asOf(accountId, 'inventoryItem')
			: pulls.asOf(accountId, 'stock', locationId);

	return {
		asOf,
		get(accountId: string, itemId: string, locationId: string | null): ItemView | null {
			const row = items.get(accountId, itemId, locationId);
			const costOf = locations.costAt(accountId, locationId);
			return row === null ? null : view(row, asOf(accountId, locationId), costOf);
		},
		/** A caching lookup for one call: each item is read once. */
		at(accountId: string, locationId: string): FindItem {
			const known = new Map<string, ItemView | null>();
			let at: number | null | undefined;
			const costOf = locations.costAt(accountId, locationId);
			return (itemId) =>
				remembered(known, itemId, () => {
					const row = items.get(accountId, itemId, locationId);
					if (at === undefined) at = asOf(accountId, locationId);
					return row && view(row, at, costOf);
				});
		},
		search(
			accountId: string,
			text: string,
			locationId: string | null,
			limit: number,
		): { items: ItemView[] } {
			const at = asOf(accountId, locationId);
			const found = items.search(accountId, text, locationId, limit);
			const costOf = locations.costAt(accountId, locationId);
			return { items: found.map((row) => view(row, at, costOf)) };
		},
		byBarcode: (accountId: string, barcode: string) => items.byBarcode(accountId, barcode),
	};
}

/** Has no units, so nothing can be entered for it. */
export const unknownItem = (itemId: string): ItemView => ({
	itemId,
	code: '',
	name: itemId,
	category: '',
	units: [],
	baseUnitName: '',
	unitCost: null,
	barcodes: [],
	onHand: null,
	asOf: null,
});
