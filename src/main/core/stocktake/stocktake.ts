// Counting: open a count, fill its sheet box by box, review the variances, submit. All of it works without a network.
import type { Problem, Reply } from '../../../shared/bridge/reply.ts';
import { fail, succeed, type Failure } from '../../../shared/bridge/reply.ts';
import type {
	Review,
	Sheet,
	SheetLine,
	StocktakeSummary,
} from '../../../shared/bridge/stocktake.ts';
import { businessDate } from '../../../shared/domain/business-date.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { parseEntry, type Entry } from '../../../shared/domain/quantity-entry.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import {
	countTables,
	NOT_TYPED,
	type CountedRow,
	type LineRow,
	type StocktakeRow,
} from '../store/counts.ts';
import { readUnits } from '../store/items.ts';
import { locations } from '../store/locations.ts';
import { pullTable } from '../store/pulls.ts';
import { stockTable } from '../store/stock.ts';
import {
	baseBox,
	boxesByLine,
	countedItem,
	reviewLine,
	sheetLine,
	type CountedItem,
} from './line.ts';
import { postingOf, varianceTotals } from './posting.ts';

/** Counts shown in the list; older ones are in the export. */
const LISTED = 60;

export function stocktakeCapability(context: CoreContext): Handlers<'stocktake'> {
	const { store, ports, outbox } = context;
	const { clock } = ports;
	const counts = countTables(store.durable);
	const places = locations(store.cache);
	const stock = stockTable(store.cache);
	const pulls = pullTable(store.cache);

	const durably = <Result>(work: () => Result): Result =>
		store.durable.transaction(work).immediate();

	const changed = (stocktakeId: string, line: SheetLine | null): void => {
		context.emit('stocktake.changed', { stocktakeId, line });
		if (line !== null) return;
		context.emit('documents.changed', { area: 'stocktake' });
		context.appChanged();
	};

	const summary = (row: CountedRow): StocktakeSummary => ({
		stocktakeId: row.stocktake_id,
		name: row.name,
		locationId: row.location_id,
		businessDate: row.business_date,
		openedAt: row.opened_at,
		openedBy: row.opened_by,
		state: row.state,
		standing: row.state === 'submitted' ? standingOf(row.stocktake_id) : 'draft',
		lines: row.lines,
		counted: row.counted,
		submittedAt: row.submitted_at,
	});

	/** A submitted count that has nothing in the outbox is on this PC only: nothing differed, or nothing is posted. */
	const standingOf = (stocktakeId: string): StocktakeSummary['standing'] => {
		const lane = outbox.laneOf('stocktake', stocktakeId);
		if (lane === null || lane.actions.length === 0) return 'draft';
		return lane.standing === 'done' ? 'service' : lane.standing;
	};

	const lineView = (count: StocktakeRow, row: LineRow): SheetLine =>
		sheetLine(count, row, counts.boxesOf(count.stocktake_id, row.line_no));

	const review = ({ accountId, profile }: ActiveAccount, stocktakeId: string): Review | null => {
		const count = counts.counted(accountId, stocktakeId);
		if (count === null) return null;
		const lines = reviewLines(count);
		const inState = (state: SheetLine['state']): number =>
			lines.filter((line) => line.state === state).length;
		return {
			summary: summary(count),
			currency: count.currency,
			bookAsOf: count.book_as_of,
			posting: profile.stocktake.posting,
			lines,
			totals: {
				quantity: inState('quantity'),
				zero: inState('zero'),
				uncounted: inState('uncounted'),
				...varianceTotals(lines),
			},
		};
	};

	const reviewLines = (count: StocktakeRow): Review['lines'] => {
		const boxes = boxesByLine(counts.boxes(count.stocktake_id));
		return counts
			.lines(count.stocktake_id)
			.map((row) => reviewLine(count, row, boxes.get(row.line_no) ?? []));
	};

	/** The count and line that something is entered into, or why nothing can be. */
	const openLine = (
		accountId: string,
		stocktakeId: string,
		lineNo: number,
	): { ok: true; count: StocktakeRow; row: LineRow } | Failure => {
		const count = counts.get(accountId, stocktakeId);
		const row = count && counts.line(stocktakeId, lineNo);
		if (!row) return notHere();
		return closedFailure(count) ?? { ok: true, count, row };
	};

	return {
		'stocktake.list': connected(context, ({ accountId }, { locationId }) =>
			succeed({ stocktakes: counts.list(accountId, locationId, LISTED).map(summary) }),
		),

		'stocktake.open': connected(context, ({ accountId }, input) => {
			const { locationId, intentId } = input;
			const twin = counts.byIntent(intentId);
			if (twin !== null) return succeed({ stocktakeId: twin });

			const areas = places
				.areas(accountId, locationId)
				.filter(({ areaId }) => input.areaIds.includes(areaId));
			const lines = areas.flatMap(({ areaId }) =>
				stock.inArea(accountId, locationId, areaId).map((stocked) => ({ areaId, ...stocked })),
			);
			if (lines.length === 0) {
				return fail('not-possible-now', 'Nothing is known of the items in these areas yet.');
			}
			const stocktakeId = ports.newId();
			const now = clock.now();
			const { currency, timeZone, dayStartHour } = places.get(accountId, locationId);
			durably(() =>
				counts.insert(
					{
						stocktake_id: stocktakeId,
						intent_id: intentId,
						account_id: accountId,
						location_id: locationId,
						name: input.name.trim(),
						blind: input.blind ? 1 : 0,
						state: 'open',
						currency,
						time_zone: timeZone,
						business_date: businessDate(now, timeZone, dayStartHour),
						opened_at: now,
						opened_by: context.settings().person,
						book_as_of: pulls.asOf(accountId, 'stock', locationId),
					},
					areas.map(({ areaId, name }) => ({ area_id: areaId, name })),
					lines.map((line, index) => ({
						line_no: index + 1,
						area_id: line.areaId,
						shelf: line.shelf,
						item_id: line.itemId,
						item: JSON.stringify({
							code: line.code,
							name: line.name,
							category: line.category,
							baseUnitName: line.baseUnitName,
							units: readUnits(line.units),
							unitCost: line.unitCost,
						} satisfies CountedItem),
						book: decimalText(line.quantity),
					})),
				),
			);
			changed(stocktakeId, null);
			return succeed({ stocktakeId });
		}),

		'stocktake.sheet': connected(context, ({ accountId }, { stocktakeId }): Reply<Sheet> => {
			const count = counts.counted(accountId, stocktakeId);
			if (count === null) return notHere();
			const boxes = boxesByLine(counts.boxes(stocktakeId));
			const lines = counts
				.lines(stocktakeId)
				.map((row) => sheetLine(count, row, boxes.get(row.line_no) ?? []));
			return succeed({
				summary: summary(count),
				currency: count.currency,
				blind: count.blind === 1,
				bookAsOf: count.book_as_of,
				lastSavedAt: counts.lastEntryAt(stocktakeId),
				areas: counts.areas(stocktakeId).map(({ area_id, name }) => {
					const inArea = lines.filter(({ areaId }) => areaId === area_id);
					const counted = inArea.filter(({ state }) => state !== 'uncounted').length;
					return { areaId: area_id, name, lines: inArea.length, counted };
				}),
				lines,
			});
		}),

		'stocktake.enter': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, lineNo, unitId, typed, locale } = input;
			const open = openLine(accountId, stocktakeId, lineNo);
			if (!open.ok) return open;
			const { count, row } = open;
			const unit = countedItem(row).units.find((each) => each.unitId === unitId);
			if (unit === undefined) return notHere();
			const entry = parseEntry(typed, locale, { places: unit.places });
			if (entry.kind === 'problem') return notAQuantity(entry);

			const savedAt = clock.now();
			const line = durably(() => {
				counts.enter({
					stocktake_id: stocktakeId,
					line_no: lineNo,
					unit_id: unitId,
					typed: entry.kind === 'blank' ? '' : typed,
					locale,
					quantity: entry.kind === 'blank' ? null : entry.quantity,
					at: savedAt,
					by: context.settings().person,
					connection: caller.connection,
				});
				return lineView(count, row);
			});
			changed(stocktakeId, line);
			return succeed({ line, savedAt });
		}),

		'stocktake.note': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, lineNo, note } = input;
			const open = openLine(accountId, stocktakeId, lineNo);
			if (!open.ok) return open;
			const savedAt = clock.now();
			const line = durably(() => {
				counts.note({
					stocktake_id: stocktakeId,
					line_no: lineNo,
					unit_id: null,
					typed: note,
					locale: '',
					quantity: null,
					at: savedAt,
					by: context.settings().person,
					connection: caller.connection,
				});
				return lineView(open.count, { ...open.row, note });
			});
			changed(stocktakeId, line);
			return succeed({ line, savedAt });
		}),

		'stocktake.review': connected(context, (account, { stocktakeId }) => {
			const seen = review(account, stocktakeId);
			return seen === null ? notHere() : succeed(seen);
		}),

		'stocktake.confirmZero': connected(context, (account, input, caller) => {
			const { stocktakeId } = input;
			const count = counts.get(account.accountId, stocktakeId);
			if (count === null) return notHere();
			const closed = closedFailure(count);
			if (closed !== null) return closed;
			const at = clock.now();
			durably(() => {
				for (const lineNo of new Set(input.lineNos)) {
					const row = counts.line(stocktakeId, lineNo);
					const unit = row && baseBox(countedItem(row).units);
					// Whoever counted it meanwhile saw more than who confirmed it as blank.
					if (!unit || counts.boxesOf(stocktakeId, lineNo).length > 0) continue;
					counts.enter({
						stocktake_id: stocktakeId,
						line_no: lineNo,
						unit_id: unit.unitId,
						typed: '0',
						locale: NOT_TYPED,
						quantity: '0',
						at,
						by: context.settings().person,
						connection: caller.connection,
					});
				}
			});
			changed(stocktakeId, null);
			const seen = review(account, stocktakeId);
			return seen === null ? notHere() : succeed(seen);
		}),

		'stocktake.submit': connected(context, ({ accountId, profile }, { stocktakeId }) => {
			const count = counts.counted(accountId, stocktakeId);
			if (count === null) return notHere();
			// A second click finds the work of the first done.
			if (count.state === 'submitted') return succeed(summary(count));
			if (count.state === 'discarded') return discarded();
			if (count.counted === 0) {
				return fail('incomplete', 'Nothing was counted yet.', [
					{ path: 'lines', message: 'nothing-counted' },
				]);
			}
			const submittedAt = clock.now();
			durably(() => {
				counts.close(stocktakeId, 'submitted', submittedAt, '');
				const posting = postingOf(count, reviewLines(count), submittedAt, profile);
				if (posting !== null) outbox.enqueue(posting.lane, posting.actions);
			});
			outbox.wake();
			changed(stocktakeId, null);
			return succeed(summary({ ...count, state: 'submitted', submitted_at: submittedAt }));
		}),

		'stocktake.discard': connected(context, ({ accountId }, { stocktakeId, reason }) => {
			const count = counts.get(accountId, stocktakeId);
			if (count === null) return notHere();
			if (count.state === 'submitted') return submitted();
			durably(() => counts.close(stocktakeId, 'discarded', null, reason));
			changed(stocktakeId, null);
			return succeed({});
		}),
	};
}

const notHere = (): Failure => fail('not-found', 'This count is not here.');
const submitted = (): Failure => fail('already-submitted', 'This count was submitted already.');
const discarded = (): Failure => fail('not-possible-now', 'This count was discarded.');

const closedFailure = ({ state }: StocktakeRow): Failure | null =>
	state === 'open' ? null : state === 'submitted' ? submitted() : discarded();

function notAQuantity(entry: Extract<Entry, { kind: 'problem' }>): Failure {
	const problem: Problem = { path: 'typed', message: entry.code };
	return fail('not-a-quantity', 'This is not a quantity.', [
		entry.code === 'ambiguous' ? { ...problem, readings: [...entry.readings] } : problem,
	]);
}
