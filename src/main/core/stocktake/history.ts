// Past counts: list, compare two, show the trend of an item, and count again.
import type { TrendPoint } from '../../../shared/bridge/count-history.ts';
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import { businessDate } from '../../../shared/domain/business-date.ts';
import { sum } from '../../../shared/domain/decimal.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { connected } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { countDecisions } from '../store/count-decisions.ts';
import { countHistory } from '../store/count-history.ts';
import { countedTotals } from '../store/counted-totals.ts';
import { NOT_TYPED, type LineRow, type NewLine, type StocktakeRow } from '../store/counts.ts';
import { locationTable } from '../store/locations.ts';
import { pullTable } from '../store/pulls.ts';
import { choosing } from './plan-lines.ts';
import { compareCounts, type ComparedCount } from './comparing.ts';
import { countDesk, notHere, planOf } from './count-desk.ts';
import type { NewEntry } from './entering.ts';
import { countedItem } from './line.ts';
import { newLine } from './new-line.ts';
import { openedCount } from './opened-count.ts';
import { countReview } from './review.ts';

/** How many rows (one per count and area) a trend goes back. */
const TREND_ROWS = 120;

export function countHistoryCapability(context: CoreContext): Handlers<'countHistory'> {
	const desk = countDesk(context);
	const { counts, entries, durably, changed, handOf, happened, summary } = desk;
	const { store, ports } = context;
	const review = countReview(desk);
	const decisions = countDecisions(store.durable);
	const history = countHistory(store.durable);
	const totals = countedTotals(store.durable);
	const locations = locationTable(store.cache);
	const pulls = pullTable(store.cache);
	const plans = choosing(store);

	const compared = (count: StocktakeRow): ComparedCount => {
		const costs = new Map(
			counts
				.lines(count.stocktake_id)
				.map((row) => [`${row.area_id}\u0000${row.item_id}`, countedItem(row).unitCost]),
		);
		return {
			currency: count.currency,
			lines: review.lines(count),
			unitCost: ({ areaId, itemId }) => costs.get(`${areaId}\u0000${itemId}`) ?? null,
		};
	};

	/** The line as it would be opened today; an item missing from the catalogue keeps its old data. */
	const lineAgain = (
		count: StocktakeRow,
		row: LineRow,
		listed: ReadonlyMap<string, ReturnType<typeof plans.listed>[number]>,
		lineNo: number,
	): NewLine => {
		const { account_id: accountId, location_id: locationId } = count;
		const known =
			listed.get(`${row.area_id}\u0000${row.item_id}`) ??
			plans.unlisted(accountId, locationId, row.item_id, row.area_id, row.shelf);
		const place = { areaId: row.walk_area_id, shelf: row.shelf };
		if (known !== null)
			return newLine(totals, { accountId, locationId }, { ...known, ...place }, lineNo);
		const last = totals.last(accountId, locationId, row.area_id, row.item_id);
		return {
			...{ line_no: lineNo, position: lineNo, area_id: row.area_id, walk_area_id: place.areaId },
			...{ shelf: row.shelf, item_id: row.item_id, item: row.item, book: null },
			last_count: last === null ? null : JSON.stringify(last),
		};
	};

	/** For each line, the count or recount that supplied its final boxes. */
	const stoodIn = (count: StocktakeRow): ReadonlyMap<number, string> => {
		const rounds = new Map(
			decisions.rounds(count.stocktake_id).map((row) => [row.round, row.stocktake_id]),
		);
		return new Map(
			review
				.lines(count)
				.flatMap(({ standsIn }) =>
					standsIn.map(
						({ lineNo, round }) => [lineNo, rounds.get(round) ?? count.stocktake_id] as const,
					),
				),
		);
	};

	/** The typed entries whose unit still exists; entries of several people are summed. */
	const boxesAgain = (stocktakeId: string, row: LineRow, line: NewLine): NewEntry[] => {
		const units = new Set(countedItem(line).units.map(({ unitId }) => unitId));
		const boxes = counts
			.boxesOf(stocktakeId, row.line_no)
			.filter(({ unit_id, locale }) => units.has(unit_id) && locale !== NOT_TYPED);
		return [...Map.groupBy(boxes, ({ unit_id }) => unit_id)].flatMap(([unitId, of]) => {
			const [box, ...others] = of;
			if (box === undefined) return [];
			const { typed, locale, quantity } = box;
			const place = { lineNo: line.line_no, unitId };
			if (others.length === 0) return [{ ...place, typed, locale, quantity }];
			const quantities = of.map((each) => each.quantity);
			const all = sum(quantities);
			return [{ ...place, typed: quantities.join('+'), locale: 'en', quantity: all }];
		});
	};

	return {
		'countHistory.list': connected(context, ({ accountId }, input) => {
			const { locationId, filter, from, limit } = input;
			const { rows, total } = history.list(accountId, locationId, filter, from, limit);
			return succeed({ stocktakes: rows.map(summary), total });
		}),

		'countHistory.compare': connected(context, ({ accountId }, { firstId, secondId }) => {
			const first = counts.counted(accountId, firstId);
			const second = counts.counted(accountId, secondId);
			if (first === null || second === null) return notHere();
			return succeed({
				first: summary(first),
				second: summary(second),
				currency: second.currency,
				...compareCounts(compared(first), compared(second), nameOrder(context.settings().locale)),
			});
		}),

		'countHistory.trend': connected(context, ({ accountId }, { locationId, itemId }) => {
			const rows = history.trend(accountId, locationId, itemId, TREND_ROWS);
			const byCount = Map.groupBy(rows, ({ stocktake_id }) => stocktake_id);
			const counted = [...byCount].flatMap(([stocktakeId, areas]) => {
				const count = counts.get(accountId, stocktakeId);
				if (count === null) return [];
				const lines = areas.flatMap(({ area_id }) => review.lineAt(count, area_id, itemId) ?? []);
				return lines.length === 0 ? [] : [{ count, lines }];
			});
			const [latest] = counted;
			const known = latest?.lines[0];
			if (latest === undefined || known === undefined)
				return fail('not-found', 'No submitted count has this item.');
			const { name, code, baseUnitName } = known;
			return succeed({
				...{ name, code, baseUnitName, currency: latest.count.currency },
				points: counted.map(({ count, lines }) => pointOf(count, lines)),
			});
		}),

		'countHistory.again': connected(context, ({ accountId }, input, caller) => {
			const twin = counts.byIntent(input.intentId);
			if (twin !== null) return succeed({ stocktakeId: twin });
			const past = counts.get(accountId, input.stocktakeId);
			if (past === null) return notHere();
			const { location_id: locationId } = past;
			const plan = planOf(past);
			const hand = handOf('', caller);
			const location = locations.get(accountId, locationId);
			const stocktakeId = ports.newId();
			const listed = new Map(
				plans
					.listed(accountId, locationId)
					.map((place) => [`${place.stockAreaId}\u0000${place.itemId}`, place]),
			);
			const rows = counts.lines(past.stocktake_id);
			const lines = rows.map((row, index) => lineAgain(past, row, listed, index + 1));
			durably(() => {
				counts.insert(
					openedCount(
						{
							...{ stocktakeId, accountId, locationId, input, location, plan },
							businessDate: businessDate(hand.at, location.timeZone, location.dayStartHour),
							bookAsOf: pulls.asOf(accountId, 'stock', locationId),
							templateId: past.template_id,
						},
						hand,
					),
					counts.areas(past.stocktake_id),
					lines,
				);
				happened(stocktakeId, hand, 'opened', {
					lines: lines.length,
					again: past.stocktake_id,
					boxes: input.boxes,
				});
				const count = counts.get(accountId, stocktakeId);
				if (input.boxes === 'empty' || count === null) return;
				const standing = stoodIn(past);
				const entered = rows.flatMap((row, index) => {
					const line = lines[index];
					const of = standing.get(row.line_no);
					return line === undefined || of === undefined ? [] : boxesAgain(of, row, line);
				});
				entries.enter(count, entered, hand);
			});
			changed(stocktakeId, null);
			return succeed({ stocktakeId });
		}),
	};
}

function pointOf(count: StocktakeRow, lines: readonly ReviewLine[]): TrendPoint {
	return {
		stocktakeId: count.stocktake_id,
		name: count.name,
		businessDate: count.business_date,
		submittedAt: count.submitted_at ?? count.opened_at,
		counted: sum(lines.flatMap((line) => line.counted ?? [])),
		book: sumOfAll(lines.map(({ book }) => book)),
		bookWhen: lines.every(({ bookWhen }) => bookWhen === 'counted') ? 'counted' : 'opened',
		variance: sumOfAll(lines.map(({ variance }) => variance)),
		adjustmentCost: sumOfAll(lines.map(({ adjustmentCost }) => adjustmentCost)),
	};
}

function sumOfAll(parts: readonly (string | null)[]): string | null {
	const known = parts.flatMap((part) => part ?? []);
	return known.length < parts.length ? null : sum(known);
}
