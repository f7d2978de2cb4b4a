// Double entry of paper sheets: a second person types a line again, and someone decides which count to use.
import type { LineCheck } from '../../../shared/bridge/count-paper.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import type { SheetLine } from '../../../shared/bridge/stocktake.ts';
import type { Box } from '../../../shared/bridge/values.ts';
import { lineTotal } from '../../../shared/domain/count-line.ts';
import { compare } from '../../../shared/domain/decimal.ts';
import { connected } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import type { StocktakeRow } from '../store/counts.ts';
import { lineChecks, type CheckRow } from '../store/line-checks.ts';
import { Books } from './books.ts';
import { CountDesk, notHere } from './count-desk.ts';
import type { NewEntry } from './entering.ts';
import { readEntry } from './taking.ts';

export function countPaperCapability(context: CoreContext): Handlers<'countPaper'> {
	const desk = new CountDesk(context);
	const { counts, entries } = desk;
	const stored = lineChecks(context.store.durable);
	const book = new Books(context.store);

	const checksOf = (count: StocktakeRow): LineCheck[] =>
		[...stored.of(count.stocktake_id).values()].map((check) =>
			checkView(desk.lineView(count, check.lineNo), check),
		);

	return {
		'countPaper.bookOf': connected(context, ({ accountId }, { stocktakeId, countedAt }) => {
			const count = counts.get(accountId, stocktakeId);
			if (count === null) return notHere();
			return succeed({ asOf: book.asOfBefore(countedAt, accountId, count.location_id) });
		}),

		'countPaper.list': connected(context, ({ accountId }, { stocktakeId }) => {
			const count = counts.get(accountId, stocktakeId);
			return count === null ? notHere() : succeed({ checks: checksOf(count) });
		}),

		'countPaper.check': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, lineNo, locale } = input;
			const open = desk.openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const row = counts.lines.get(stocktakeId, lineNo);
			if (row === null) return notHere();
			const boxes: Box[] = [];
			for (const { unitId, typed } of input.boxes) {
				const read = readEntry(row, { lineNo, unitId, typed }, locale);
				if (!read.ok) return read;
				if (read.entry.quantity !== null)
					boxes.push({ unitId, typed, locale, quantity: read.entry.quantity });
			}
			const hand = desk.handOf(input.by, caller, input.countedAt);
			const checked = { lineNo, locale, boxes, countedAt: hand.countedAt };
			desk.durably(() => {
				desk.happened(stocktakeId, hand, 'line-checked', checked);
			});
			const check = { ...checked, at: hand.at, by: hand.by, firstStands: false };
			return succeed({ check: checkView(desk.lineView(open.count, lineNo), check) });
		}),

		'countPaper.settle': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, lineNo, stands } = input;
			const open = desk.openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const check = stored.of(stocktakeId).get(lineNo);
			if (check === undefined) return notHere();
			const hand = desk.handOf(input.by, caller);
			desk.durably(() => {
				desk.happened(stocktakeId, hand, 'check-settled', { lineNo, stands });
				if (stands === 'first') return;
				desk.touch(open.count, hand);
				const standing = counts.journal.boxesOf(stocktakeId, lineNo);
				// The correction keeps the original counting time, so it is compared with the same book.
				const countedAt = standing[0]?.at ?? check.countedAt;
				const replaced = { ...open.count, together: 'replace' as const };
				const unitIds = standing.map((box) => box.unit_id);
				entries.enter(replaced, insteadOf(check, unitIds), { ...hand, countedAt });
			});
			desk.changed(stocktakeId, desk.lineView(open.count, lineNo));
			return succeed({ checks: checksOf(open.count) });
		}),
	};
}

/** @param line as the first person counted it */
function checkView(line: SheetLine, check: CheckRow): LineCheck {
	const second = lineTotal(check.boxes, line.units);
	const same =
		line.total === null || second === null
			? line.total === second
			: compare(line.total, second) === 0;
	return {
		lineNo: check.lineNo,
		at: check.at,
		by: check.by,
		first: line.total,
		firstBy: line.countedBy,
		boxes: check.boxes,
		second,
		outcome: same ? 'agrees' : check.firstStands ? 'first-stands' : 'differs',
	};
}

function insteadOf({ lineNo, locale, boxes }: CheckRow, standing: readonly string[]): NewEntry[] {
	const unitIds = new Set([...boxes.map(({ unitId }) => unitId), ...standing]);
	return [...unitIds].map((unitId) => {
		const box = boxes.find((each) => each.unitId === unitId);
		return { lineNo, unitId, typed: box?.typed ?? '', locale, quantity: box?.quantity ?? null };
	});
}
