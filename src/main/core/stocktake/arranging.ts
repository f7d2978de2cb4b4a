// Changes the walking order of a count and its lines. Later counts start from the new order.
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import { connected } from '../connected.ts';
import type { Handlers } from '../context.ts';
import { countedTotals } from '../store/counted-totals.ts';
import type { LineRow, StocktakeRow } from '../store/counts.ts';
import { locationTable } from '../store/locations.ts';
import { choosing } from './plan-lines.ts';
import { notHere, type CountDesk } from './count-desk.ts';
import { newLine } from './new-line.ts';
import { walking } from './walking.ts';

export function arrangingCalls(
	desk: CountDesk,
): Pick<
	Handlers<'stocktake'>,
	'stocktake.move' | 'stocktake.addLine' | 'stocktake.removeLine' | 'stocktake.moveArea'
> {
	const { context, counts, entries, durably, changed, handOf, happened, touch, openCount } = desk;
	const { store } = context;
	const totals = countedTotals(store.durable);
	const walk = walking(desk);
	const locations = locationTable(store.cache);
	const plans = choosing(store);

	const placeIn = (
		rows: readonly LineRow[],
		{ areaId, behind }: { areaId: string; behind: number | null },
	): number => {
		if (behind !== null) {
			const at = rows.findIndex(({ line_no }) => line_no === behind);
			if (at !== -1) return at + 1;
		}
		const head = rows.findIndex(({ walk_area_id }) => walk_area_id === areaId);
		return head === -1 ? rows.length : head;
	};

	const renumber = (stocktakeId: string, rows: readonly LineRow[]): void => {
		for (const [index, row] of rows.entries()) {
			if (row.position !== index + 1) counts.place(stocktakeId, { ...row, position: index + 1 });
		}
	};

	const importWorkArea = (
		{ stocktake_id, account_id, location_id }: StocktakeRow,
		areaId: string,
	) => {
		const known = counts.areas(stocktake_id);
		const area = locations.areas(account_id, location_id).find((each) => each.areaId === areaId);
		if (area === undefined || known.some(({ area_id }) => area_id === areaId)) return;
		counts.addArea(stocktake_id, { area_id: areaId, name: area.name }, known.length);
	};

	return {
		'stocktake.move': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, lineNo, areaId, behind } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const rows = counts.lines(stocktakeId);
			const from = rows.find(({ line_no }) => line_no === lineNo);
			if (from === undefined || behind === lineNo) return notHere();
			const hand = handOf(input.by, caller);
			const row: LineRow = { ...from, walk_area_id: areaId, shelf: input.shelf.trim() };
			const rest = rows.filter((each) => each !== from);
			const walked = rest.toSpliced(placeIn(rest, input), 0, row);
			durably(() => {
				importWorkArea(open.count, areaId);
				counts.place(stocktakeId, row);
				renumber(stocktakeId, walked);
				walk.keep(open.count, row, from, rest.find(({ line_no }) => line_no === behind) ?? null);
				happened(stocktakeId, hand, 'line-moved', { lineNo, areaId, shelf: row.shelf, behind });
			});
			changed(stocktakeId, null);
			return succeed({});
		}),

		'stocktake.addLine': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, itemId, areaId, behind } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const { location_id: locationId } = open.count;
			const shelf = input.shelf.trim();
			const stocked = plans
				.listed(accountId, locationId)
				.filter((place) => place.itemId === itemId);
			const here = stocked.find((place) => place.stockAreaId === areaId) ?? stocked[0];
			const place =
				here === undefined
					? plans.unlisted(accountId, locationId, itemId, areaId, shelf)
					: { ...here, areaId, shelf };
			if (place === null) return notHere();
			const hand = handOf(input.by, caller);
			const rows = counts.lines(stocktakeId);
			const lineNo = counts.lastLineNo(stocktakeId) + 1;
			const added = newLine(totals, { accountId, locationId }, place, lineNo);
			// Lines of one item in one area share one book quantity: the one from when the count was opened.
			const twin = rows.find((row) => row.item_id === itemId && row.area_id === place.stockAreaId);
			const row: LineRow = {
				...added,
				...(twin === undefined ? {} : { book: twin.book, last_count: twin.last_count }),
				note: '',
				left_by: '',
				keep: '',
				stands: null,
				reason: '',
				added: 1,
				revision: 0,
			};
			durably(() => {
				importWorkArea(open.count, areaId);
				counts.addLine(stocktakeId, row);
				renumber(stocktakeId, rows.toSpliced(placeIn(rows, input), 0, row));
				walk.keep(open.count, row, null, rows.find(({ line_no }) => line_no === behind) ?? null);
				happened(stocktakeId, hand, 'line-added', { lineNo, itemId, areaId, shelf });
			});
			changed(stocktakeId, null);
			return succeed({ lineNo });
		}),

		'stocktake.removeLine': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, lineNo, evenIfCounted } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const row = counts.line(stocktakeId, lineNo);
			if (row === null) return notHere();
			if (row.added === 0) {
				return fail('not-possible-now', 'The plan of the count brought this line.');
			}
			const counted = counts.boxesOf(stocktakeId, lineNo).length;
			if (counted > 0 && !evenIfCounted) {
				return fail('changed-meanwhile', 'This line is counted.', [
					{ path: 'counted', message: String(counted) },
				]);
			}
			const hand = handOf(input.by, caller);
			durably(() => {
				touch(open.count, hand);
				entries.remove(open.count, lineNo, hand);
				walk.forget(open.count, row);
			});
			changed(stocktakeId, null);
			return succeed({ savedAt: hand.at });
		}),

		'stocktake.moveArea': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, areaId, behind } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const areas = counts.areas(stocktakeId);
			const moved = areas.find(({ area_id }) => area_id === areaId);
			if (moved === undefined || behind === areaId) return notHere();
			const rest = areas.filter((area) => area !== moved);
			const at = rest.findIndex(({ area_id }) => area_id === behind) + 1;
			const order = rest.toSpliced(at, 0, moved);
			const rank = new Map(order.map(({ area_id }, index) => [area_id, index]));
			const rankOf = ({ walk_area_id }: LineRow): number => rank.get(walk_area_id) ?? order.length;
			const hand = handOf(input.by, caller);
			durably(() => {
				counts.orderAreas(stocktakeId, order);
				renumber(
					stocktakeId,
					counts.lines(stocktakeId).toSorted((a, b) => rankOf(a) - rankOf(b)),
				);
				walk.keepAreas(open.count, areaId, rest[at - 1]?.area_id ?? null);
				happened(stocktakeId, hand, 'area-moved', { areaId, behind });
			});
			changed(stocktakeId, null);
			return succeed({});
		}),
	};
}
