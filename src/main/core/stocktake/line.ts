// A line of a count as the screens see it: its boxes, what they come to, and what to ask about it.
import type { ReviewLine, SheetLine } from '../../../shared/bridge/stocktake.ts';
import type { Box, ItemUnitView } from '../../../shared/bridge/values.ts';
import {
	guards,
	lineState,
	lineTotal,
	variance,
	varianceCost,
} from '../../../shared/domain/count-line.ts';
import { NOT_TYPED, type BoxRow, type LineRow, type StocktakeRow } from '../store/counts.ts';

/** The item as it was when the count was opened: later changes of the catalogue do not move what was counted. */
export interface CountedItem {
	code: string;
	name: string;
	category: string;
	baseUnitName: string;
	units: ItemUnitView[];
	/** Money per base unit; null where the service says none. */
	unitCost: string | null;
}

export const countedItem = (row: LineRow): CountedItem => JSON.parse(row.item) as CountedItem;

/** @param boxes the boxes of this line, in any order. */
export function sheetLine(
	count: Pick<StocktakeRow, 'blind'>,
	row: LineRow,
	boxes: readonly BoxRow[],
): SheetLine {
	const { code, name, category, baseUnitName, units } = countedItem(row);
	// Those who count blind must not learn the book quantity from a question either.
	const expected = count.blind === 1 ? null : row.book;
	const latest = boxes.reduce<BoxRow | null>(
		(last, each) => (last === null || each.at > last.at ? each : last),
		null,
	);
	return {
		lineNo: row.line_no,
		areaId: row.area_id,
		shelf: row.shelf,
		itemId: row.item_id,
		code,
		name,
		category,
		units,
		baseUnitName,
		boxes: inOrder(boxes, units),
		state: lineState(boxViews(boxes)),
		total: lineTotal(boxViews(boxes), units),
		expected,
		guards: guards({ boxes: boxViews(boxes), units, expected, assumedZero: isAssumed(boxes) }),
		note: row.note,
		countedAt: latest?.at ?? null,
		countedBy: latest?.by ?? '',
	};
}

/** With the book quantity, blind or not: the review is for who decides. */
export function reviewLine(
	count: Pick<StocktakeRow, 'currency'>,
	row: LineRow,
	boxes: readonly BoxRow[],
): ReviewLine {
	const { code, name, category, baseUnitName, units, unitCost } = countedItem(row);
	const counted = lineTotal(boxViews(boxes), units);
	const difference = counted === null || row.book === null ? null : variance(counted, row.book);
	return {
		lineNo: row.line_no,
		areaId: row.area_id,
		itemId: row.item_id,
		code,
		name,
		category,
		units,
		baseUnitName,
		state: lineState(boxViews(boxes)),
		counted,
		book: row.book,
		variance: difference,
		varianceCost:
			difference === null || unitCost === null
				? null
				: varianceCost(difference, unitCost, count.currency),
		boxes: inOrder(boxes, units),
		guards: guards({
			boxes: boxViews(boxes),
			units,
			expected: row.book,
			assumedZero: isAssumed(boxes),
		}),
		note: row.note,
	};
}

/** The unit whose box takes a zero that nobody typed: the base unit, or the smallest there is. */
export function baseBox(units: readonly ItemUnitView[]): ItemUnitView | null {
	const isBase = ({ factor }: ItemUnitView) => factor.numerator === factor.denominator;
	return units.find(isBase) ?? units.at(-1) ?? null;
}

/** The boxes of all lines, by line. */
export function boxesByLine(boxes: readonly BoxRow[]): Map<number, BoxRow[]> {
	const byLine = new Map<number, BoxRow[]>();
	for (const each of boxes) {
		const line = byLine.get(each.line_no);
		if (line === undefined) byLine.set(each.line_no, [each]);
		else line.push(each);
	}
	return byLine;
}

const boxViews = (boxes: readonly BoxRow[]): Box[] =>
	boxes.map(({ unit_id, typed, quantity }) => ({ unitId: unit_id, typed, quantity }));

/** The boxes in the order of the item's units. */
function inOrder(boxes: readonly BoxRow[], units: readonly ItemUnitView[]): Box[] {
	const place = new Map(units.map(({ unitId }, index) => [unitId, index]));
	return boxViews(boxes).sort((a, b) => (place.get(a.unitId) ?? 0) - (place.get(b.unitId) ?? 0));
}

const isAssumed = (boxes: readonly BoxRow[]): boolean =>
	boxes.some(({ locale }) => locale === NOT_TYPED);
