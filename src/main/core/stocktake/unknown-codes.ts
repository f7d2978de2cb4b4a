// Barcodes that were unknown when scanned: kept with the count until someone assigns them to a line.
import { succeed } from '../../../shared/bridge/reply.ts';
import type { LearnedCode, ParkedCode } from '../../../shared/bridge/stocktake.ts';
import { connected } from '../connected.ts';
import type { Handlers } from '../context.ts';
import { itemViews } from '../document/item-view.ts';
import { parkedCodes, type ParkedRow } from '../store/unknown-codes.ts';
import { notHere, type CountDesk } from './count-desk.ts';
import { taking } from './taking.ts';

type ParkingCalls = Pick<
	Handlers<'stocktake'>,
	'stocktake.park' | 'stocktake.parked' | 'stocktake.noteParked' | 'stocktake.assignParked'
>;

export function parkingCalls(desk: CountDesk): ParkingCalls {
	const { context, counts, durably, handOf, happened, lineView, openCount } = desk;
	const parked = parkedCodes(context.store.durable);
	const items = itemViews(context.store);
	const { readEntry, collision, enterOne } = taking(desk);

	const learned = (accountId: string, code: string): LearnedCode['known'] => {
		const found = items.byBarcode(accountId, code);
		const item = found && items.get(accountId, found.itemId, null);
		if (!item) return null;
		const { itemId, name } = item;
		return { itemId, name, code: item.code, unitId: found.unitId };
	};

	return {
		'stocktake.park': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, code, areaId } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const { by, at } = handOf(input.by, caller);
			const row = durably(() => parked.park(stocktakeId, code, areaId ?? '', at, by));
			context.emit('stocktake.changed', { stocktakeId, line: null });
			return succeed(parkedView(row));
		}),

		'stocktake.parked': connected(context, ({ accountId }, { stocktakeId }) =>
			counts.get(accountId, stocktakeId) === null
				? notHere()
				: succeed({
						parked: parked.of(stocktakeId).map((row) => ({
							...parkedView(row),
							known: row.line_no === null ? learned(accountId, row.code) : null,
						})),
					}),
		),

		'stocktake.noteParked': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, parkedId, typed, note } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			if (parked.get(stocktakeId, parkedId) === null) return notHere();
			const hand = handOf(input.by, caller);
			durably(() => {
				parked.note(stocktakeId, parkedId, typed, note);
				happened(stocktakeId, hand, 'code-noted', { parkedId, typed, note });
			});
			const row = parked.get(stocktakeId, parkedId);
			return row === null ? notHere() : succeed(parkedView(row));
		}),

		'stocktake.assignParked': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, parkedId, lineNo, typed, locale } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const { count } = open;
			if (parked.get(stocktakeId, parkedId) === null) return notHere();
			const read = readEntry(counts.line(stocktakeId, lineNo), input, locale);
			if (!read.ok) return read;
			const hand = handOf(input.by, caller);
			const refused = collision(count, [lineNo], hand);
			if (refused !== null) return refused;
			const kept = durably(() => {
				parked.assign(stocktakeId, parkedId, lineNo, typed);
				happened(stocktakeId, hand, 'code-assigned', { parkedId, lineNo, typed });
				const line = counts.lineInHand(stocktakeId, lineNo);
				return enterOne(count, line, read.entry, hand).kept;
			});
			context.emit('stocktake.changed', { stocktakeId, line: null });
			return succeed({ line: lineView(count, lineNo), savedAt: hand.at, kept });
		}),
	};
}

export const parkedView = (row: ParkedRow): ParkedCode => ({
	parkedId: row.parked_id,
	code: row.code,
	areaId: row.area_id === '' ? null : row.area_id,
	times: row.times,
	typed: row.typed,
	note: row.note,
	lineNo: row.line_no,
	at: row.at,
	by: row.by,
});
