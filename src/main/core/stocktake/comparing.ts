// Compares two counts item by item across all areas, in quantity and value.
import type { ComparedCounts, ComparedItem } from '../../../shared/bridge/count-history.ts';
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import { abs, compare, subtract, sum } from '../../../shared/domain/decimal.ts';
import type { NameOrder } from '../../../shared/domain/name-order.ts';
import { lineCost } from '../../../shared/domain/money.ts';
import { isBase } from '../../../shared/domain/unit.ts';

export interface ComparedCount {
	readonly currency: string;
	readonly lines: readonly ReviewLine[];
	/** Money per base unit at the time of the count; null if the service gave none. */
	unitCost(line: ReviewLine): string | null;
}

type Then = NonNullable<ComparedItem['first']>;

export function compareCounts(
	first: ComparedCount,
	second: ComparedCount,
	names: NameOrder,
): Pick<ComparedCounts, 'items' | 'totals'> {
	const sameMoney = first.currency === second.currency;
	const [before, after] = [byItem(first), byItem(second)];
	const items = [...new Set([...after.keys(), ...before.keys()])].flatMap((itemId) => {
		const [then, now] = [before.get(itemId), after.get(itemId)];
		const known = now?.line ?? then?.line;
		if (known === undefined) return [];
		const { code, name, category, baseUnitName, units } = known;
		const [a, b] = [then?.then ?? null, now?.then ?? null];
		const comparable = sameAreas(then, now);
		return [
			{
				itemId,
				code,
				name,
				category,
				baseUnitName,
				units,
				first: a,
				second: b,
				difference:
					comparable && baseOf(then?.line) === baseOf(now?.line)
						? differenceOf(a?.quantity, b?.quantity)
						: null,
				valueDifference: comparable && sameMoney ? differenceOf(a?.value, b?.value) : null,
			} satisfies ComparedItem,
		];
	});
	const valued = items.filter(({ valueDifference }) => valueDifference !== null);
	return {
		items: items.sort(greatestFirst(names)),
		totals:
			valued.length === 0
				? null
				: {
						first: sum(valued.flatMap((item) => item.first?.value ?? [])),
						second: sum(valued.flatMap((item) => item.second?.value ?? [])),
						difference: sum(valued.flatMap((item) => item.valueDifference ?? [])),
					},
	};
}

interface Counted {
	readonly line: ReviewLine;
	readonly areas: ReadonlySet<string>;
	readonly then: Then;
}

function byItem(count: ComparedCount): Map<string, Counted> {
	const groups = Map.groupBy(count.lines, ({ itemId }) => itemId);
	return new Map(
		[...groups].flatMap(([itemId, lines]) => {
			const [line] = lines;
			if (line === undefined) return [];
			const counted = lines.filter((each) => each.counted !== null);
			const areas = new Set(counted.map(({ areaId }) => areaId));
			const then = { ...thenOf(count, lines), baseUnitName: line.baseUnitName };
			return [[itemId, { line, areas, then }] as const];
		}),
	);
}

function thenOf(
	count: ComparedCount,
	lines: readonly ReviewLine[],
): Pick<Then, 'quantity' | 'value'> {
	const counted = lines.filter((line) => line.counted !== null);
	const values = counted.map((line) => {
		const cost = count.unitCost(line);
		return cost === null ? null : lineCost(line.counted ?? '0', cost, count.currency);
	});
	const known = values.flatMap((value) => value ?? []);
	return {
		quantity: counted.length === 0 ? null : sum(counted.flatMap((line) => line.counted ?? [])),
		value: counted.length === 0 || known.length < values.length ? null : sum(known),
	};
}

/** Same areas only: stock in an area that one count omits would look like a difference. */
function sameAreas(a: Counted | undefined, b: Counted | undefined): boolean {
	if (a === undefined || b === undefined) return false;
	return a.areas.size === b.areas.size && [...a.areas].every((areaId) => b.areas.has(areaId));
}

/** Its id, else its name: a unit that was renamed is the same. */
const baseOf = (line: ReviewLine | undefined): string | undefined =>
	line?.units.find(isBase)?.unitId ?? line?.baseUnitName;

function differenceOf(a: string | null | undefined, b: string | null | undefined): string | null {
	const known = typeof a === 'string' && typeof b === 'string';
	return known ? subtract(b, a) : null;
}

const greatestFirst =
	(names: NameOrder) =>
	(a: ComparedItem, b: ComparedItem): number => {
		if (a.valueDifference === null || b.valueDifference === null) {
			const missing = Number(a.valueDifference === null) - Number(b.valueDifference === null);
			return missing || names(a.name, b.name);
		}
		return compare(abs(b.valueDifference), abs(a.valueDifference)) || names(a.name, b.name);
	};
