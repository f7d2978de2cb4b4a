// Reads initial par levels and days to deliver from the service's requisition templates.
import { compare } from '../../../shared/domain/decimal.ts';
import type { CallOutput } from '../../../shared/bridge/contract.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { requisitionTemplateRecord } from '../../../shared/service/purchasing.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { activeOptions } from '../price/purchase-options.ts';
import { keptAs, readable } from '../store/kept-json.ts';

type Start = CallOutput<'ordering.start'>;

export function startValues({ store }: CoreContext) {
	const { records } = store;

	return (
		{ accountId, profile }: ActiveAccount,
		{ locationId }: { locationId: string },
	): Reply<Start> => {
		const lines = readable(records.all(accountId, 'requisitionTemplate'), ({ json }) =>
			keptAs(requisitionTemplateRecord, json),
		)
			.filter(
				({ isActive, locations = [] }) =>
					isActive !== false && (locations.length === 0 || locations.includes(locationId)),
			)
			.flatMap(({ items }) => items);
		const meaning = profile.ordering.templateQuantity;
		const suppliers = new Map(
			activeOptions(records.all(accountId, 'purchaseOption'))
				.filter(({ isDefault }) => isDefault === true)
				.map(({ itemId, supplierId }) => [itemId, supplierId]),
		);
		/** By supplier, the longest of its items. */
		const days: Record<string, number> = {};
		for (const { itemId, daysToDeliver } of lines) {
			const supplierId = suppliers.get(itemId);
			if (supplierId === undefined || daysToDeliver === undefined) continue;
			days[supplierId] = Math.max(days[supplierId] ?? 0, daysToDeliver);
		}
		return succeed({
			rows: meaning === 'fixed' ? [] : parLevels(lines),
			meaning,
			days,
		});
	};
}

/** An item of several templates in one unit gets the largest quantity; in another unit, the first one stands. */
function parLevels(
	lines: readonly { readonly itemId: string; readonly qty: string; readonly uom: number }[],
): Start['rows'] {
	const largest = new Map<string, (typeof lines)[number]>();
	for (const line of lines) {
		const known = largest.get(line.itemId);
		const isMore = known?.uom === line.uom && compare(line.qty, known.qty) > 0;
		if (known === undefined || isMore) largest.set(line.itemId, line);
	}
	return [...largest.values()].map(({ itemId, qty, uom }) => ({
		itemId,
		par: qty,
		unitId: String(uom),
	}));
}
