// Past counts: list, compare two, follow one item through all, and count the same again.
import { z } from 'zod';
import { call } from './call.ts';
import { bookWhen } from './count-review.ts';
import { stocktakeSummary } from './stocktake.ts';
import { businessDate, currency, decimal, intentId, itemUnit, itemWords } from './values.ts';

const stocktakeId = z.string();

const historyFilter = z.object({
	text: z.string().max(100).default(''),
	state: z.enum(['all', 'submitted', 'discarded']).default('all'),
});
export type HistoryFilter = z.infer<typeof historyFilter>;

const countedThen = z.object({
	/** Base units; null if the item was on the count but uncounted. */
	quantity: decimal.nullable(),
	/** The base unit of the item at that time. */
	baseUnitName: z.string(),
	/** Money at the unit cost of that count; null if quantity or cost is unknown. */
	value: decimal.nullable(),
});

const comparedItem = z.object({
	...itemWords,
	units: z.array(itemUnit),
	first: countedThen.nullable(),
	second: countedThen.nullable(),
	/** null unless both counted the same areas in the same base unit. */
	difference: decimal.nullable(),
	/** null unless both counted the same areas in the same currency. */
	valueDifference: decimal.nullable(),
});
export type ComparedItem = z.infer<typeof comparedItem>;

const comparedCounts = z.object({
	first: stocktakeSummary,
	second: stocktakeSummary,
	/** Money of two currencies is not compared. */
	currencies: z.object({ first: currency, second: currency }),
	/** Largest money difference first; then items without one, by name. */
	items: z.array(comparedItem),
	/** Of the items whose money is compared; null if there are none. */
	totals: z.object({ first: decimal, second: decimal, difference: decimal }).nullable(),
});
export type ComparedCounts = z.infer<typeof comparedCounts>;

const trendPoint = z.object({
	stocktakeId,
	name: z.string(),
	businessDate,
	/** Of that count. */
	currency,
	baseUnitName: z.string(),
	counted: decimal,
	/** Book quantity of those areas, as in the count's review; null if unknown for any of them. */
	book: decimal.nullable(),
	/** `opened` if any area has no book quantity from the moment of counting. */
	bookWhen,
	variance: decimal.nullable(),
	adjustmentCost: decimal.nullable(),
});
export type TrendPoint = z.infer<typeof trendPoint>;

export const countHistoryCalls = {
	/** Submitted and discarded counts, latest first. */
	'countHistory.list': call(
		{
			locationId: z.string(),
			filter: historyFilter,
			from: z.number().int().min(0).default(0),
			limit: z.number().int().min(1).max(500).default(100),
		},
		{ stocktakes: z.array(stocktakeSummary), total: z.number().int() },
	),
	'countHistory.compare': call({ firstId: stocktakeId, secondId: stocktakeId }, comparedCounts),
	/** One item through a location's submitted counts, latest first, each with its final count. */
	'countHistory.trend': call(
		{ locationId: z.string(), itemId: z.string() },
		{
			name: z.string(),
			code: z.string(),
			/** Of the latest count; an earlier point may have another. */
			baseUnitName: z.string(),
			units: z.array(itemUnit),
			currency,
			points: z.array(trendPoint),
		},
	),
	/**
	 * Opens a new count with the same template, lines and order, against the current book. `as-then` copies the final
	 * quantities.
	 */
	'countHistory.again': call(
		{
			stocktakeId,
			name: z.string().max(120),
			boxes: z.enum(['empty', 'as-then']),
			intentId,
		},
		{ stocktakeId },
	),
};
