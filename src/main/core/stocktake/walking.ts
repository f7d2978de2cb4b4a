// Stores the walking order of a location for its next counts.
import {
	movePlace,
	samePlace,
	walkingOrder,
	type Place,
} from '../../../shared/domain/walking-order.ts';
import { walkTable } from '../store/count-templates.ts';
import type { LineRow } from '../store/count-lines.ts';
import type { StocktakeRow } from '../store/counts.ts';
import { PlanLines } from './plan-lines.ts';
import type { CountDesk } from './count-desk.ts';

export function walking({ context, counts }: CountDesk) {
	const { store } = context;
	const walks = walkTable(store.durable);
	const plans = new PlanLines(store);

	const places = ({ account_id, location_id }: StocktakeRow): readonly Place[] => {
		const listed = plans
			.listed(account_id, location_id)
			.map(({ areaId, shelf, itemId, stockAreaId }) => ({ areaId, shelf, itemId, stockAreaId }));
		return walkingOrder(walks.get(account_id, location_id), listed);
	};

	const keep = (
		count: StocktakeRow,
		row: LineRow,
		from: LineRow | null,
		behind: LineRow | null,
	): void => {
		const all = places(count);
		const find = (wanted: LineRow | null) =>
			wanted === null ? null : (all.find((place) => samePlace(place, placeOf(wanted))) ?? null);
		const place = find(from) ?? placeOf(row);
		const to = { areaId: row.walk_area_id, shelf: row.shelf, behind: find(behind) };
		walks.put(count.account_id, count.location_id, movePlace(all, place, to));
	};

	const forget = (count: StocktakeRow, row: LineRow): void => {
		const rest = places(count).filter((place) => !samePlace(place, placeOf(row)));
		walks.put(count.account_id, count.location_id, rest);
	};

	return {
		keep,
		forget,

		/** Restores or removes places after an undo or redo that added or removed lines. */
		refit(count: StocktakeRow, lineNos: readonly number[]): void {
			const { stocktake_id } = count;
			const rows = counts.lines.all(stocktake_id);
			for (const lineNo of lineNos) {
				const at = rows.findIndex(({ line_no }) => line_no === lineNo);
				const row = rows[at] ?? counts.lines.any(stocktake_id, lineNo);
				if (row === null) continue;
				if (at === -1) forget(count, row);
				else keep(count, row, null, rows[at - 1] ?? null);
			}
		},

		keepAreas(count: StocktakeRow, moved: string, behind: string | null): void {
			const { account_id, location_id } = count;
			const rest = plans
				.areas(account_id, location_id)
				.map(({ areaId }) => areaId)
				.filter((areaId) => areaId !== moved);
			const at = behind === null ? 0 : rest.indexOf(behind) + 1;
			walks.putAreas(account_id, location_id, rest.toSpliced(at, 0, moved));
		},
	};
}

const placeOf = (row: LineRow): Place => ({
	areaId: row.walk_area_id,
	shelf: row.shelf,
	itemId: row.item_id,
	stockAreaId: row.area_id,
});
