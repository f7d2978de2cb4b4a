// A count line as the screens see it: boxes, total, and questions to ask.
import { z } from 'zod';
import type { CountedBox, SheetLine } from '../../../shared/bridge/stocktake.ts';
import { decimal, itemUnit, type ItemUnitView } from '../../../shared/bridge/values.ts';
import { guards, lineState, lineTotal, type LastCount } from '../../../shared/domain/count-line.ts';
import { compareRatios } from '../../../shared/domain/decimal.ts';
import { NOT_TYPED, revisionOf, type BoxRow } from '../store/count-journal.ts';
import type { LineRow } from '../store/count-lines.ts';
import type { StocktakeRow } from '../store/counts.ts';
import { unknownItem } from '../document/item-view.ts';
import { keptOr } from '../store/kept-json.ts';

/** A snapshot from when the count was opened: later catalogue changes do not affect it. */
export const itemCounted = z.object({
	code: z.string(),
	name: z.string(),
	category: z.string(),
	baseUnitName: z.string(),
	/** Largest first, the order in which a store room is counted. */
	units: z.array(itemUnit),
	/** Money per base unit; null if the service gives none. */
	unitCost: z.string().nullable(),
});
export type CountedItem = Readonly<z.infer<typeof itemCounted>>;

export const lastCounted = z.object({ quantity: decimal, unitIds: z.array(z.string()) });

/** Cache of parsed items by JSON: the sheet, entries and review parse the same thousands. */
const read = new Map<string, CountedItem>();
const mostRead = 20_000;

export function countedItem({
	item: json,
	item_id: itemId = '',
}: Pick<LineRow, 'item'> & Partial<Pick<LineRow, 'item_id'>>): CountedItem {
	const known = read.get(json);
	if (known !== undefined) return known;
	const item = keptOr(itemCounted, json, null);
	// Entries are stored separately and are safe. Without units, no new entries are possible.
	if (item === null) return unknownItem(itemId);
	item.units.sort((a, b) => compareRatios(b.factor, a.factor));
	if (read.size >= mostRead) read.clear();
	read.set(json, item);
	return item;
}

export const lastOf = ({ last_count }: Pick<LineRow, 'last_count'>): LastCount | null =>
	last_count === null ? null : keptOr(lastCounted, last_count, null);

/** @param several true if the item has more lines in this stock area: the book does not split by line */
export function sheetLine(
	count: Pick<StocktakeRow, 'blind'>,
	row: LineRow,
	boxes: readonly BoxRow[],
	several: boolean,
): SheetLine {
	const { code, name, category, baseUnitName, units } = countedItem(row);
	// In a blind count, a question must not reveal the book quantity either.
	const expected = count.blind === 1 || several ? null : row.book;
	const last = several ? null : lastOf(row);
	const latest = boxes.reduce<BoxRow | null>(
		(before, each) => (before === null || each.at > before.at ? each : before),
		null,
	);
	const views = inOrder(boxes, units);
	return {
		lineNo: row.line_no,
		revision: revisionOf(row, boxes),
		areaId: row.walk_area_id,
		stockAreaId: row.area_id,
		shelf: row.shelf,
		itemId: row.item_id,
		code,
		name,
		category,
		units,
		baseUnitName,
		boxes: views,
		state: lineState(views),
		total: lineTotal(views, units),
		expected,
		last: last === null ? null : { quantity: last.quantity, unitIds: [...last.unitIds] },
		guards: guards({ boxes: views, units, expected, last, assumedZero: isAssumed(boxes) }),
		note: row.note,
		added: row.added === 1,
		countedAt: latest?.at ?? null,
		countedBy: latest?.by ?? '',
	};
}

/** The unit that receives an assumed zero: the base unit, or else the smallest. */
export function baseBox(units: readonly ItemUnitView[]): ItemUnitView | null {
	const isBase = ({ factor }: ItemUnitView) => factor.numerator === factor.denominator;
	return units.find(isBase) ?? units.at(-1) ?? null;
}

export const boxesByLine = (boxes: readonly BoxRow[]): Map<number, BoxRow[]> =>
	Map.groupBy(boxes, ({ line_no }) => line_no);

/** Identifies an item in a stock area. */
export const stockKey = (areaId: string, itemId: string): string => `${areaId}\u0000${itemId}`;

export const stockOf = ({ area_id, item_id }: Pick<LineRow, 'area_id' | 'item_id'>): string =>
	stockKey(area_id, item_id);

export function inOrder(boxes: readonly BoxRow[], units: readonly ItemUnitView[]): CountedBox[] {
	const place = new Map(units.map(({ unitId }, index) => [unitId, index]));
	return boxes
		.map(({ unit_id, typed, locale, quantity, by }) => ({
			unitId: unit_id,
			typed,
			locale,
			quantity,
			by,
		}))
		.sort((a, b) => (place.get(a.unitId) ?? 0) - (place.get(b.unitId) ?? 0));
}

export const isAssumed = (boxes: readonly BoxRow[]): boolean =>
	boxes.some(({ locale }) => locale === NOT_TYPED);
