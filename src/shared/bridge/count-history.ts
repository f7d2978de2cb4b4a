// Past counts: the list of them, two of them side by side, one item through all of them, and counting again what was
// counted before.
import { z } from 'zod';
import { call } from './call.ts';
import { bookWhen } from './count-review.ts';
import { stocktakeSummary } from './stocktake.ts';
import { businessDate, currency, decimal, instant, intentId } from './values.ts';

const stocktakeId = z.string();

const historyFilter = z.object({
	/** Words of the name, of who opened it, or of its business date. */
	text: z.string().max(80).default(''),
	state: z.enum(['all', 'submitted', 'discarded']).default('all'),
});
export type HistoryFilter = z.infer<typeof historyFilter>;

/** What an item came to in one count, over all its areas. */
const countedThen = z.object({
	/** Base units; null where it was on the count and nobody counted it. */
	quantity: decimal.nullable(),
	/** Money at the unit cost of that count; null where the quantity or the cost is not known. */
	value: decimal.nullable(),
});

const comparedItem = z.object({
	itemId: z.string(),
	code: z.string(),
	name: z.string(),
	category: z.string(),
	baseUnitName: z.string(),
	/** Null where the item was not on that count. */
	first: countedThen.nullable(),
	second: countedThen.nullable(),
	/** second − first; null where one of them is not known. */
	difference: decimal.nullable(),
	valueDifference: decimal.nullable(),
});
export type ComparedItem = z.infer<typeof comparedItem>;

const comparedCounts = z.object({
	first: stocktakeSummary,
	second: stocktakeSummary,
	/** Of the second count. Where the first has another one, no money is compared. */
	currency,
	/** The greatest difference in money first; then those without one, by name. */
	items: z.array(comparedItem),
	/** Sums over the items whose value is known in both. */
	totals: z.object({ first: decimal, second: decimal, difference: decimal }),
});
export type ComparedCounts = z.infer<typeof comparedCounts>;

/** An item in one submitted count. */
const trendPoint = z.object({
	stocktakeId,
	name: z.string(),
	businessDate,
	submittedAt: instant,
	/** Base units, over the areas in which it was counted. */
	counted: decimal,
	/** The book of those areas, as the review of the count had it; null where one of them is not known. */
	book: decimal.nullable(),
	/** `opened` where one of the areas has no book of the moment of counting. */
	bookWhen,
	variance: decimal.nullable(),
	adjustmentCost: decimal.nullable(),
});
export type TrendPoint = z.infer<typeof trendPoint>;

export const countHistoryCalls = {
	/** Counts that are not open any more, the latest first. */
	'countHistory.list': call(
		z.object({
			locationId: z.string(),
			filter: historyFilter,
			from: z.number().int().min(0).default(0),
			limit: z.number().int().min(1).max(500).default(100),
		}),
		z.object({ stocktakes: z.array(stocktakeSummary), total: z.number().int() }),
	),
	/** Fails with `not-found` where one of them is not here. */
	'countHistory.compare': call(
		z.object({ firstId: stocktakeId, secondId: stocktakeId }),
		comparedCounts,
	),
	/** An item through the submitted counts of a location, the latest first: of each the count that stood in the end. */
	'countHistory.trend': call(
		z.object({ locationId: z.string(), itemId: z.string() }),
		z.object({
			name: z.string(),
			code: z.string(),
			baseUnitName: z.string(),
			currency,
			points: z.array(trendPoint),
		}),
	),
	/**
	 * Opens a new count of the same plan and the same lines in the same order, against the book of now: its boxes empty, or
	 * as they stood in the end, after every recount and choice, entered in the name of who opens it. Fails with `not-found`.
	 */
	'countHistory.again': call(
		z.object({
			stocktakeId,
			name: z.string().max(120),
			boxes: z.enum(['empty', 'as-then']),
			intentId,
		}),
		z.object({ stocktakeId }),
	),
};
