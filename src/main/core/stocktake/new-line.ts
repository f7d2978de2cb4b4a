// Creates a count line: a snapshot of the item, its book quantity and its last count.
import { decimalText } from '../../../shared/domain/decimal.ts';
import type { CountedTotals } from '../store/counted-totals.ts';
import type { NewLine } from '../store/count-lines.ts';
import { readUnits } from '../store/items.ts';
import type { StockedPlace } from './plan-lines.ts';
import type { CountedItem } from './line.ts';

export function newLine(
	totals: CountedTotals,
	{ accountId, locationId }: { accountId: string; locationId: string },
	place: StockedPlace,
	lineNo: number,
): NewLine {
	const { item, stockAreaId, itemId } = place;
	const last = totals.last(accountId, locationId, stockAreaId, itemId);
	return {
		line_no: lineNo,
		position: lineNo,
		area_id: stockAreaId,
		walk_area_id: place.areaId,
		shelf: place.shelf,
		item_id: itemId,
		item: JSON.stringify({
			code: item.code,
			name: item.name,
			category: item.category,
			baseUnitName: item.baseUnitName,
			units: readUnits(item.units),
			unitCost: item.unitCost,
		} satisfies CountedItem),
		book: place.book === null ? null : decimalText(place.book),
		last_count: last === null ? null : JSON.stringify(last),
	};
}
