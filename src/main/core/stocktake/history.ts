// Past counts: list, compare two, show the trend of an item, and count again.
import type { TrendPoint } from '../../../shared/bridge/count-history.ts';
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import { sum } from '../../../shared/domain/decimal.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { searchText } from '../../../shared/domain/words.ts';
import { connected, type Answer } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { findIn, type FindIn } from '../document/finding.ts';
import { countHistory } from '../store/count-history.ts';
import { NOT_TYPED } from '../store/count-journal.ts';
import type { LineRow, NewLine } from '../store/count-lines.ts';
import type { StocktakeRow } from '../store/counts.ts';
import { PlanLines, type StockedPlace } from './plan-lines.ts';
import { compareCounts, type ComparedCount } from './comparing.ts';
import { CountDesk, notHere, planOf } from './count-desk.ts';
import type { NewEntry } from './entering.ts';
import { countedItem, stockKey, stockOf } from './line.ts';
import { newLine } from './new-line.ts';
import { openedCounts } from './opened-count.ts';
import { CountReview } from './review.ts';

/** How many counts a trend goes back. */
const TREND_COUNTS = 120;

class PastCounts {
	readonly #context: CoreContext;
	readonly #desk;
	readonly #review;
	readonly #history;
	readonly #openedCount;
	readonly #plans;

	constructor(context: CoreContext) {
		this.#context = context;
		this.#desk = new CountDesk(context);
		this.#review = new CountReview(this.#desk);
		this.#history = countHistory(context.store.durable);
		this.#openedCount = openedCounts(this.#desk);
		this.#plans = new PlanLines(context.store);
	}

	readonly list: Answer<'countHistory.list'> = ({ accountId }, input) => {
		const { locationId, filter, from, limit } = input;
		const { rows, total } = this.#history.list(accountId, locationId, filter, from, limit);
		return succeed({ stocktakes: rows.map((row) => this.#desk.summary(row)), total });
	};

	readonly compare: Answer<'countHistory.compare'> = ({ accountId }, { firstId, secondId }) => {
		const first = this.#desk.counts.counted(accountId, firstId);
		const second = this.#desk.counts.counted(accountId, secondId);
		if (first === null || second === null) return notHere();
		return succeed({
			first: this.#desk.summary(first),
			second: this.#desk.summary(second),
			currencies: { first: first.currency, second: second.currency },
			...compareCounts(
				this.#compared(first),
				this.#compared(second),
				nameOrder(this.#context.settings().locale),
			),
		});
	};

	readonly trend: Answer<'countHistory.trend'> = ({ accountId }, { locationId, itemId }) => {
		const rows = this.#history.trend(accountId, locationId, itemId, TREND_COUNTS);
		const byCount = Map.groupBy(rows, ({ stocktake_id }) => stocktake_id);
		const counted = [...byCount].flatMap(([stocktakeId, areas]) => {
			const count = this.#desk.counts.get(accountId, stocktakeId);
			if (count === null) return [];
			const lines = areas.flatMap(
				({ area_id }) => this.#review.lineAt(count, area_id, itemId) ?? [],
			);
			return lines.length === 0 ? [] : [{ count, lines }];
		});
		const [latest] = counted;
		const known = latest?.lines[0];
		if (latest === undefined || known === undefined)
			return fail('not-found', 'No submitted count has this item.');
		const { name, code, baseUnitName, units } = known;
		return succeed({
			name,
			code,
			baseUnitName,
			units,
			currency: latest.count.currency,
			points: counted.map(({ count, lines }) => pointOf(count, lines)),
		});
	};

	readonly again: Answer<'countHistory.again'> = ({ accountId }, input, caller) => {
		const twin = this.#desk.counts.byIntent(input.intentId);
		if (twin !== null) return succeed({ stocktakeId: twin });
		const past = this.#desk.counts.get(accountId, input.stocktakeId);
		if (past === null) return notHere();
		const { location_id: locationId } = past;
		const hand = this.#desk.handOf('', caller);
		const opened = this.#openedCount(
			{ accountId, locationId, input, plan: planOf(past), templateId: past.template_id },
			hand,
		);
		const { stocktake_id: stocktakeId } = opened;
		const listed = new Map(
			this.#plans
				.listed(accountId, locationId)
				.map((place) => [stockKey(place.stockAreaId, place.itemId), place]),
		);
		const rows = this.#desk.counts.lines.all(past.stocktake_id);
		const lines = rows.map((row, index) => this.#lineAgain(past, row, listed, index + 1));
		this.#desk.durably(() => {
			this.#desk.counts.insert(opened, this.#desk.counts.areas(past.stocktake_id), lines);
			this.#desk.happened(stocktakeId, hand, 'opened', {
				lines: lines.length,
				again: past.stocktake_id,
				boxes: input.boxes,
			});
			const count = this.#desk.counts.get(accountId, stocktakeId);
			if (input.boxes === 'empty' || count === null) return;
			const standing = this.#stoodIn(past);
			const entered = rows.flatMap((row, index) => {
				const line = lines[index];
				const of = standing.get(row.line_no);
				return line === undefined || of === undefined ? [] : this.#boxesAgain(of, row, line);
			});
			this.#desk.entries.enter(count, entered, hand);
		});
		this.#desk.changed(stocktakeId, null);
		return succeed({ stocktakeId });
	};

	#compared(count: StocktakeRow): ComparedCount {
		const costs = new Map(
			this.#desk.counts.lines
				.all(count.stocktake_id)
				.map((row) => [stockOf(row), countedItem(row).unitCost]),
		);
		return {
			currency: count.currency,
			lines: this.#review.lines(count),
			unitCost: ({ areaId, itemId }) => costs.get(stockKey(areaId, itemId)) ?? null,
		};
	}

	/** The line as it would be opened today; an item missing from the catalogue keeps its old data. */
	#lineAgain(
		count: StocktakeRow,
		row: LineRow,
		listed: ReadonlyMap<string, StockedPlace>,
		lineNo: number,
	): NewLine {
		const { account_id: accountId, location_id: locationId } = count;
		const known =
			listed.get(stockOf(row)) ??
			this.#plans.unlisted(accountId, locationId, row.item_id, row.area_id, row.shelf);
		const place = { areaId: row.walk_area_id, shelf: row.shelf };
		if (known !== null)
			return newLine(this.#desk.totals, { accountId, locationId }, { ...known, ...place }, lineNo);
		const last = this.#desk.totals.last(accountId, locationId, row.area_id, row.item_id);
		return {
			line_no: lineNo,
			position: lineNo,
			area_id: row.area_id,
			walk_area_id: place.areaId,
			shelf: row.shelf,
			item_id: row.item_id,
			item: row.item,
			book: null,
			last_count: last === null ? null : JSON.stringify(last),
		};
	}

	/** For each line, the count or recount that supplied its final boxes. */
	#stoodIn(count: StocktakeRow): ReadonlyMap<number, string> {
		const rounds = new Map(
			this.#desk.decisions.rounds(count.stocktake_id).map((row) => [row.round, row.stocktake_id]),
		);
		return new Map(
			this.#review
				.lines(count)
				.flatMap(({ standsIn }) =>
					standsIn.map(
						({ lineNo, round }) => [lineNo, rounds.get(round) ?? count.stocktake_id] as const,
					),
				),
		);
	}

	/** The typed entries in units that still exist; entries of several people are summed. */
	#boxesAgain(stocktakeId: string, row: LineRow, line: NewLine): NewEntry[] {
		const units = new Set(countedItem(line).units.map(({ unitId }) => unitId));
		const boxes = this.#desk.counts.journal
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
	}
}

/** Counts, open and past, in the search of the whole program. */
export function findCounts({ store }: CoreContext): FindIn {
	const history = countHistory(store.durable);
	return findIn({
		rows: ({ accountId }, locationId) => history.named(accountId, locationId),
		text: ({ name }) => searchText([name]),
		changedAt: (count) => count.opened_at,
		document: ({ stocktake_id: documentId, name: title, business_date: businessDate }) => {
			return { document: 'stocktake', documentId, number: '', title, other: '', businessDate };
		},
	});
}

export function countHistoryCapability(context: CoreContext): Handlers<'countHistory'> {
	const past = new PastCounts(context);
	return {
		'countHistory.list': connected(context, past.list),
		'countHistory.compare': connected(context, past.compare),
		'countHistory.trend': connected(context, past.trend),
		'countHistory.again': connected(context, past.again),
	};
}

function pointOf(count: StocktakeRow, lines: readonly ReviewLine[]): TrendPoint {
	return {
		stocktakeId: count.stocktake_id,
		name: count.name,
		businessDate: count.business_date,
		currency: count.currency,
		baseUnitName: lines[0]?.baseUnitName ?? '',
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
