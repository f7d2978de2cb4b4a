// Compares what the program shows of a count with the bookkeeper.
import { caller, refusalOf, valueOf, type Kitchen } from '../support/kitchen.ts';
import { read, written, type Goods } from './books-kept.ts';
import {
	isNone,
	isSame,
	minus,
	plus,
	rounded,
	times,
	zero,
	type Fraction,
	type Item,
} from './oracle.ts';

/** Program and bookkeeper differ. */
export class Difference extends Error {}

export const says = (
	what: string,
	program: string | null | undefined,
	books: Fraction | null,
): void => {
	const same =
		program === null || program === undefined || books === null
			? (program ?? null) === books
			: isSame(read(program), books);
	if (!same) {
		const theirs = books === null ? 'nothing' : written(books);
		throw new Difference(`${what}: ${String(program)} instead of ${theirs}`);
	}
};

export interface Counted {
	readonly goods: Goods;
	readonly item: Item;
}

/** A submitted count and its closing books. */
export interface Ended {
	readonly stocktakeId: string;
	readonly items: readonly Counted[];
	readonly closed: ReadonlyMap<Item, Fraction>;
}

export const review = (office: Kitchen, stocktakeId: string) =>
	office.call('stocktake.review', { stocktakeId });
export type Review = ReturnType<typeof review>;

export function lineOf({ lines }: Review, { goods }: Counted): Review['lines'][number] {
	const line = lines.find(
		({ itemId, areaId }) => itemId === goods.itemId && areaId === goods.areaId,
	);
	if (line === undefined) throw new Difference(`${goods.itemId} is not in the review`);
	return line;
}

/** @param closed closing books of a submitted count. */
export function compareReview(
	office: Kitchen,
	stocktakeId: string,
	items: readonly Counted[],
	closed?: ReadonlyMap<Item, Fraction>,
): void {
	const seen = review(office, stocktakeId);
	for (const of of items) {
		const line = lineOf(seen, of);
		const { goods, item } = of;
		const figures = item.figures(closed?.get(item) ?? goods.stock.book());
		const about = (what: string) => `${what} of ${goods.itemId} in ${goods.areaId}`;
		says(about('counted'), line.counted, figures.counted);
		says(about('the book'), line.book, figures.book);
		says(about('the variance'), line.variance, figures.variance);
		says(about('what moved'), line.moved, figures.moved);
		says(about('the adjustment'), line.adjustment, figures.adjustment);
		says(about('the cost'), line.adjustmentCost, figures.cost);
	}
	says('the total', seen.totals.adjustmentCost, bookedCost(items, closed));
}

/** Sum of the adjustments; undefined if no cost is known. */
export function bookedCost(
	items: readonly Counted[],
	closed?: ReadonlyMap<Item, Fraction>,
): Fraction | null {
	const booked = items
		.map(({ goods, item }) => item.figures(closed?.get(item) ?? goods.stock.book()))
		.filter(({ adjustment }) => adjustment !== null && !isNone(adjustment));
	const known = booked.flatMap(({ cost }) => cost ?? []);
	if (known.length === 0 && booked.length > 0) return null;
	return known.reduce(plus, zero);
}

export const laneCost = (office: Kitchen, stocktakeId: string): string | null => {
	const { label } = office.store.durable
		.prepare<[string], { label: string }>(
			'SELECT label FROM lane WHERE document_id = ? ORDER BY rowid DESC',
		)
		.get(stocktakeId) ?? { label: '{}' };
	return (JSON.parse(label) as { cost: string | null }).cost;
};

/** Evidence and history show the same as the review. */
export function checkRecords(
	office: Kitchen,
	stocktakeId: string,
	items: readonly Counted[],
	closed: ReadonlyMap<Item, Fraction>,
): void {
	const { columns, rows } = office.call('evidence.get', { stocktakeId });
	const cell = (row: readonly string[], name: string): string | null =>
		row[columns.indexOf(name)] || null;
	for (const { goods, item } of items) {
		const { counted, adjustment, cost } = item.figures(closed.get(item) ?? zero);
		const row = rows.find(
			(each) =>
				cell(each, 'Record') === 'line' &&
				cell(each, 'Code') === goods.itemId &&
				cell(each, 'Stock area') === goods.areaId,
		);
		says(`counted of ${goods.itemId} in the evidence`, row && cell(row, 'Quantity'), counted);
		says(`to book of ${goods.itemId} in the evidence`, row && cell(row, 'To book'), adjustment);
		says(`the value of ${goods.itemId} in the evidence`, row && cell(row, 'Value'), cost);
	}
	for (const itemId of new Set(items.map(({ goods }) => goods.itemId))) {
		const stood = items.flatMap(({ goods, item }) => {
			const { counted } = item.figures(closed.get(item) ?? zero);
			return goods.itemId !== itemId || item.corrected === 'out' ? [] : (counted ?? []);
		});
		const trend = office.calls['countHistory.trend']({ locationId: 'L-1', itemId }, caller);
		const points = refusalOf(trend) === null ? valueOf(trend).points : [];
		const point = points.find((each) => each.stocktakeId === stocktakeId);
		says(
			`${itemId} in the history`,
			point?.counted,
			stood.length === 0 ? null : stood.reduce(plus, zero),
		);
	}
}

/** Two counts of an item are compared if both counted the same areas. */
export function compareTwo(office: Kitchen, first: Ended, second: Ended): void {
	const asked = { firstId: first.stocktakeId, secondId: second.stocktakeId };
	const { items, totals } = office.call('countHistory.compare', asked);
	const countedIn = ({ items: all, closed }: Ended, id: string): Map<string, Fraction> =>
		new Map(
			all.flatMap(({ goods, item }) => {
				const { counted } = item.figures(closed.get(item) ?? zero);
				return goods.itemId === id && counted !== null ? [[goods.areaId, counted]] : [];
			}),
		);
	/** Rounded by item and area; null if a cost is unknown. */
	const valueIn = ({ items: all, closed }: Ended, id: string): Fraction | null => {
		const values = all.flatMap(({ goods, item }) => {
			const { counted } = item.figures(closed.get(item) ?? zero);
			if (goods.itemId !== id || counted === null) return [];
			return [item.unitCost && rounded(times(counted, item.unitCost), 2)];
		});
		const known = values.flatMap((value) => value ?? []);
		return values.length === 0 || known.length < values.length ? null : known.reduce(plus, zero);
	};
	const sums: [Fraction, Fraction][] = [];
	for (const { itemId, difference, valueDifference, ...counts } of items) {
		const [before, after] = [valueIn(first, itemId), valueIn(second, itemId)];
		says(`the first value of ${itemId}`, counts.first?.value ?? null, before);
		says(`the second value of ${itemId}`, counts.second?.value ?? null, after);
		const [then, now] = [countedIn(first, itemId), countedIn(second, itemId)];
		const same = then.size > 0 && [...then.keys()].join() === [...now.keys()].join();
		const sumOf = (areas: Map<string, Fraction>) => [...areas.values()].reduce(plus, zero);
		says(`the difference of ${itemId}`, difference, same ? minus(sumOf(now), sumOf(then)) : null);
		const isValued = same && before !== null && after !== null;
		says(`the money of ${itemId}`, valueDifference, isValued ? minus(after, before) : null);
		if (isValued) sums.push([before, after]);
	}
	const sumAt = (at: 0 | 1): Fraction | null =>
		sums.length === 0 ? null : sums.map((both) => both[at]).reduce(plus, zero);
	says('the first total', totals?.first ?? null, sumAt(0));
	says('the second total', totals?.second ?? null, sumAt(1));
	says(
		'the change in total',
		totals?.difference ?? null,
		sums.length === 0 ? null : minus(sumAt(1) ?? zero, sumAt(0) ?? zero),
	);
}

/** A location whose day begins at five. */
export function checkDay(shown: string, now: number, timeZone: string): void {
	const local = new Intl.DateTimeFormat('sv-SE', {
		timeZone,
		dateStyle: 'short',
		timeStyle: 'short',
	}).format(now);
	const [day = '', time = ''] = local.split(' ');
	const early = time < '05:00';
	const expected = early
		? new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
		: day;
	if (shown !== expected) throw new Difference(`the day is ${shown} instead of ${expected}`);
}
