// Changes the walking order of a count and its lines. Later counts start from the new order.
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import type { Handlers } from '../context.ts';
import type { LineRow } from '../store/count-lines.ts';
import type { StocktakeRow } from '../store/counts.ts';
import { PlanLines } from './plan-lines.ts';
import { notHere, type CountDesk, type OnOpen } from './count-desk.ts';
import { newLine } from './new-line.ts';
import { walking } from './walking.ts';

class Arranging {
	readonly #desk: CountDesk;
	readonly #context;
	readonly #walk;
	readonly #plans;

	constructor(desk: CountDesk) {
		this.#desk = desk;
		this.#context = desk.context;
		this.#walk = walking(desk);
		this.#plans = new PlanLines(this.#context.store);
	}

	readonly move: OnOpen<'stocktake.move'> = ({ count, hand }, input) => {
		const { stocktakeId, lineNo, areaId, behind } = input;
		const rows = this.#desk.counts.lines.all(stocktakeId);
		const from = rows.find(({ line_no }) => line_no === lineNo);
		if (from === undefined || behind === lineNo) return notHere();
		const row: LineRow = { ...from, walk_area_id: areaId, shelf: input.shelf.trim() };
		const rest = rows.filter((each) => each !== from);
		const walked = rest.toSpliced(this.#placeIn(rest, input), 0, row);
		this.#desk.durably(() => {
			this.#importWorkArea(count, areaId);
			this.#place(stocktakeId, row);
			this.#renumber(stocktakeId, walked);
			this.#walk.keep(count, row, from, rest.find(({ line_no }) => line_no === behind) ?? null);
			const { shelf } = row;
			this.#desk.happened(stocktakeId, hand, 'line-moved', { lineNo, areaId, shelf, behind });
		});
		this.#desk.changed(stocktakeId, null);
		return succeed({});
	};

	readonly addLine: OnOpen<'stocktake.addLine'> = ({ count, hand }, input) => {
		const { stocktakeId, itemId, areaId, behind } = input;
		const { account_id: accountId, location_id: locationId } = count;
		const shelf = input.shelf.trim();
		const stocked = this.#plans
			.listed(accountId, locationId)
			.filter((place) => place.itemId === itemId);
		const here = stocked.find((place) => place.stockAreaId === areaId) ?? stocked[0];
		const place =
			here === undefined
				? this.#plans.unlisted(accountId, locationId, itemId, areaId, shelf)
				: { ...here, areaId, shelf };
		if (place === null) return notHere();
		const rows = this.#desk.counts.lines.all(stocktakeId);
		const lineNo = this.#desk.counts.lines.lastNo(stocktakeId) + 1;
		const added = newLine(this.#desk.totals, { accountId, locationId }, place, lineNo);
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
		this.#desk.durably(() => {
			this.#importWorkArea(count, areaId);
			this.#desk.counts.lines.insert({ ...row, stocktake_id: stocktakeId });
			this.#renumber(stocktakeId, rows.toSpliced(this.#placeIn(rows, input), 0, row));
			this.#walk.keep(count, row, null, rows.find(({ line_no }) => line_no === behind) ?? null);
			this.#desk.happened(stocktakeId, hand, 'line-added', { lineNo, itemId, areaId, shelf });
		});
		this.#desk.changed(stocktakeId, null);
		return succeed({ lineNo });
	};

	readonly removeLine: OnOpen<'stocktake.removeLine'> = ({ count, hand }, input) => {
		const { stocktakeId, lineNo, evenIfCounted } = input;
		const row = this.#desk.counts.lines.get(stocktakeId, lineNo);
		if (row === null) return notHere();
		if (row.added === 0) {
			return fail('not-possible-now', 'This line comes from the plan of the count.');
		}
		const counted = this.#desk.counts.journal.boxesOf(stocktakeId, lineNo).length;
		if (counted > 0 && !evenIfCounted) {
			return fail('changed-meanwhile', 'This line is counted.', [
				{ path: 'counted', message: String(counted) },
			]);
		}
		this.#desk.durably(() => {
			this.#desk.touch(count, hand);
			this.#desk.entries.remove(count, lineNo, hand);
			this.#walk.forget(count, row);
		});
		this.#desk.changed(stocktakeId, null);
		return succeed({});
	};

	readonly moveArea: OnOpen<'stocktake.moveArea'> = ({ count, hand }, input) => {
		const { stocktakeId, areaId, behind } = input;
		const areas = this.#desk.counts.areas(stocktakeId);
		const moved = areas.find(({ area_id }) => area_id === areaId);
		if (moved === undefined || behind === areaId) return notHere();
		const rest = areas.filter((area) => area !== moved);
		const at = rest.findIndex(({ area_id }) => area_id === behind) + 1;
		const order = rest.toSpliced(at, 0, moved);
		const rank = new Map(order.map(({ area_id }, index) => [area_id, index]));
		const rankOf = ({ walk_area_id }: LineRow): number => rank.get(walk_area_id) ?? order.length;
		this.#desk.durably(() => {
			this.#desk.counts.orderAreas(stocktakeId, order);
			this.#renumber(
				stocktakeId,
				this.#desk.counts.lines.all(stocktakeId).toSorted((a, b) => rankOf(a) - rankOf(b)),
			);
			this.#walk.keepAreas(count, areaId, rest[at - 1]?.area_id ?? null);
			this.#desk.happened(stocktakeId, hand, 'area-moved', { areaId, behind });
		});
		this.#desk.changed(stocktakeId, null);
		return succeed({});
	};

	#placeIn(
		rows: readonly LineRow[],
		{ areaId, behind }: { areaId: string; behind: number | null },
	): number {
		if (behind !== null) {
			const at = rows.findIndex(({ line_no }) => line_no === behind);
			if (at !== -1) return at + 1;
		}
		const head = rows.findIndex(({ walk_area_id }) => walk_area_id === areaId);
		return head === -1 ? rows.length : head;
	}

	#renumber(stocktakeId: string, rows: readonly LineRow[]): void {
		for (const [index, row] of rows.entries()) {
			if (row.position !== index + 1) this.#place(stocktakeId, { ...row, position: index + 1 });
		}
	}

	#place(stocktakeId: string, { walk_area_id, shelf, position, line_no }: LineRow): void {
		this.#desk.counts.lines.place(walk_area_id, shelf, position, stocktakeId, line_no);
	}

	#importWorkArea({ stocktake_id, account_id, location_id }: StocktakeRow, areaId: string) {
		const known = this.#desk.counts.areas(stocktake_id);
		const area = this.#context.store.locations
			.areas(account_id, location_id)
			.find((each) => each.areaId === areaId);
		if (area === undefined || known.some(({ area_id }) => area_id === areaId)) return;
		this.#desk.counts.addArea(stocktake_id, known.length, areaId, area.name);
	}
}

export function arrangingCalls(desk: CountDesk) {
	const arranging = new Arranging(desk);
	return {
		'stocktake.move': desk.onOpen(arranging.move),
		'stocktake.addLine': desk.onOpen(arranging.addLine),
		'stocktake.removeLine': desk.onOpen(arranging.removeLine),
		'stocktake.moveArea': desk.onOpen(arranging.moveArea),
	} satisfies Partial<Handlers<'stocktake'>>;
}
