// A line of a count as the screens see it: its boxes, what they come to, and what to ask about it.
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import type { CountedBox, SheetLine } from '../../../shared/bridge/stocktake.ts';
import type { ItemUnitView } from '../../../shared/bridge/values.ts';
import {
	guards,
	lineState,
	lineTotal,
	variance,
	varianceCost,
	type LastCount,
} from '../../../shared/domain/count-line.ts';
import { compareRatios, sum } from '../../../shared/domain/decimal.ts';
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

/** Its units biggest first, as a store room is counted. */
export function countedItem(row: Pick<LineRow, 'item'>): CountedItem {
	const item = JSON.parse(row.item) as CountedItem;
	item.units.sort((a, b) => compareRatios(b.factor, a.factor));
	return item;
}

const lastOf = ({ last_count }: LineRow): LastCount | null =>
	last_count === null ? null : (JSON.parse(last_count) as LastCount);

/**
 * @param boxes the boxes of this line, in any order.
 * @param several true when the item has more lines in its stock area: the book does not tell them apart.
 */
export function sheetLine(
	count: Pick<StocktakeRow, 'blind'>,
	row: LineRow,
	boxes: readonly BoxRow[],
	several: boolean,
): SheetLine {
	const { code, name, category, baseUnitName, units } = countedItem(row);
	// Those who count blind must not learn the book quantity from a question either.
	const expected = count.blind === 1 || several ? null : row.book;
	const last = several ? null : lastOf(row);
	const latest = boxes.reduce<BoxRow | null>(
		(before, each) => (before === null || each.at > before.at ? each : before),
		null,
	);
	const views = inOrder(boxes, units);
	return {
		lineNo: row.line_no,
		revision: row.revision,
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
		countedAt: latest?.at ?? null,
		countedBy: latest?.by ?? '',
	};
}

/**
 * The count as it is compared with the book: the lines of an item in one stock area together, in walking order. With
 * the book quantity, blind or not: the review is for who decides.
 */
export function reviewLines(
	count: Pick<StocktakeRow, 'currency'>,
	rows: readonly LineRow[],
	boxes: ReadonlyMap<number, readonly BoxRow[]>,
): ReviewLine[] {
	const groups = Map.groupBy(rows, stockOf);
	const lines = [...groups.values()].map((group) => reviewLine(count, group, boxes));
	const ofItem = Map.groupBy(lines, ({ itemId }) => itemId);
	return lines.map((line) => {
		const all = ofItem.get(line.itemId) ?? [];
		if (all.length < 2) return line;
		const counted = all.flatMap((each) => each.counted ?? []);
		const book = all.flatMap((each) => each.book ?? []);
		const uncounted = all.some(({ state }) => state === 'uncounted');
		const asked = line.guards.some(({ code }) => code === 'place-uncounted');
		return {
			...line,
			everywhere: {
				areas: all.length,
				counted: counted.length === 0 ? null : sum(counted),
				book: book.length < all.length ? null : sum(book),
			},
			guards:
				uncounted && line.state !== 'uncounted' && !asked
					? [...line.guards, { code: 'place-uncounted' as const, meant: null, against: null }]
					: line.guards,
		};
	});
}

function reviewLine(
	count: Pick<StocktakeRow, 'currency'>,
	rows: readonly LineRow[],
	boxesOf: ReadonlyMap<number, readonly BoxRow[]>,
): ReviewLine {
	const [row] = rows;
	if (row === undefined) throw new RangeError('a review line needs a line');
	const { code, name, category, baseUnitName, units, unitCost } = countedItem(row);
	const boxes = rows.flatMap(({ line_no }) => boxesOf.get(line_no) ?? []);
	const views = inOrder(boxes, units);
	const counted = lineTotal(views, units);
	const difference = counted === null || row.book === null ? null : variance(counted, row.book);
	const blank = rows.filter(({ line_no }) => (boxesOf.get(line_no) ?? []).length === 0);
	return {
		lineNo: row.line_no,
		lineNos: rows.map(({ line_no }) => line_no),
		areaId: row.area_id,
		itemId: row.item_id,
		code,
		name,
		category,
		units,
		baseUnitName,
		state: lineState(views),
		counted,
		book: row.book,
		variance: difference,
		varianceCost:
			difference === null || unitCost === null
				? null
				: varianceCost(difference, unitCost, count.currency),
		boxes: views,
		everywhere: null,
		guards: guards({
			boxes: views,
			units,
			expected: row.book,
			last: lastOf(row),
			assumedZero: isAssumed(boxes),
			placeUncounted: blank.length > 0 && blank.length < rows.length,
		}),
		note: rows.flatMap(({ note }) => (note === '' ? [] : [note])).join(' · '),
		leftBy: blank.every(({ left_by }) => left_by !== '') ? (blank[0]?.left_by ?? '') : '',
	};
}

/** The unit whose box takes a zero that nobody typed: the base unit, or the smallest there is. */
export function baseBox(units: readonly ItemUnitView[]): ItemUnitView | null {
	const isBase = ({ factor }: ItemUnitView) => factor.numerator === factor.denominator;
	return units.find(isBase) ?? units.at(-1) ?? null;
}

/** The boxes of all lines, by line. */
export const boxesByLine = (boxes: readonly BoxRow[]): Map<number, BoxRow[]> =>
	Map.groupBy(boxes, ({ line_no }) => line_no);

const stockOf = ({ area_id, item_id }: LineRow): string => `${area_id}\u0000${item_id}`;

/** The boxes in the order of the item's units. */
function inOrder(boxes: readonly BoxRow[], units: readonly ItemUnitView[]): CountedBox[] {
	const place = new Map(units.map(({ unitId }, index) => [unitId, index]));
	return boxes
		.map(({ unit_id, typed, quantity, by }) => ({ unitId: unit_id, typed, quantity, by }))
		.sort((a, b) => (place.get(a.unitId) ?? 0) - (place.get(b.unitId) ?? 0));
}

const isAssumed = (boxes: readonly BoxRow[]): boolean =>
	boxes.some(({ locale }) => locale === NOT_TYPED);
