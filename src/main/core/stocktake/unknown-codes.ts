// Barcodes that were unknown when scanned: kept with the count until someone assigns them to a line.
import { succeed } from '../../../shared/bridge/reply.ts';
import type { LearnedCode, UnknownCountCode } from '../../../shared/bridge/stocktake.ts';
import type { Handlers } from '../context.ts';
import { itemViews } from '../document/item-view.ts';
import type { CountCodeRow } from '../store/unknown-codes.ts';
import { notHere, type CountDesk } from './count-desk.ts';
import { readEntry, Taking } from './taking.ts';

export function unknownCodeCalls(desk: CountDesk) {
	const { context, counts, unknownCodes } = desk;
	const items = itemViews(context.store);
	const taking = new Taking(desk);

	const learned = (accountId: string, code: string): LearnedCode['known'] => {
		const found = items.byBarcode(accountId, code);
		const item = found && items.get(accountId, found.itemId, null);
		if (!item) return null;
		const { itemId, name } = item;
		return { itemId, name, code: item.code, unitId: found.unitId };
	};

	return {
		'stocktake.keepUnknownCode': desk.onOpen(({ hand: { at, by } }, input) => {
			const { stocktakeId, code, areaId } = input;
			const row = desk.durably(() => unknownCodes.keep(stocktakeId, code, areaId ?? '', at, by));
			context.emit('stocktake.changed', { stocktakeId, line: null });
			return succeed(unknownCodeView(row));
		}),

		'stocktake.unknownCodes': desk.onCount(({ count: { account_id } }, { stocktakeId }) =>
			succeed({
				unknownCodes: unknownCodes.of(stocktakeId).map((row) => ({
					...unknownCodeView(row),
					known: row.line_no === null ? learned(account_id, row.code) : null,
				})),
			}),
		),

		'stocktake.noteUnknownCode': desk.onOpen(({ hand }, input) => {
			const { stocktakeId, codeId, typed, note } = input;
			if (unknownCodes.get(stocktakeId, codeId) === null) return notHere();
			desk.durably(() => {
				unknownCodes.note(typed, note, stocktakeId, codeId);
				desk.happened(stocktakeId, hand, 'code-noted', { codeId, typed, note });
			});
			return succeed({});
		}),

		'stocktake.assignUnknownCode': desk.onOpen(({ count, hand }, input) => {
			const { stocktakeId, codeId, lineNo, typed, locale } = input;
			if (unknownCodes.get(stocktakeId, codeId) === null) return notHere();
			const read = readEntry(counts.lines.get(stocktakeId, lineNo), input, locale);
			if (!read.ok) return read;
			const refused = taking.collision(count, [lineNo], hand);
			if (refused !== null) return refused;
			const kept = desk.durably(() => {
				unknownCodes.assign(lineNo, typed, stocktakeId, codeId);
				desk.happened(stocktakeId, hand, 'code-assigned', { codeId, lineNo, typed });
				const line = counts.journal.lineInHand(stocktakeId, lineNo);
				return taking.enterOne(count, line, read.entry, hand).kept;
			});
			context.emit('stocktake.changed', { stocktakeId, line: null });
			return succeed({ kept });
		}),
	} satisfies Partial<Handlers<'stocktake'>>;
}

export const unknownCodeView = (row: CountCodeRow): UnknownCountCode => ({
	codeId: row.code_id,
	code: row.code,
	areaId: row.area_id === '' ? null : row.area_id,
	times: row.times,
	typed: row.typed,
	note: row.note,
	lineNo: row.line_no,
	at: row.at,
	by: row.by,
});
