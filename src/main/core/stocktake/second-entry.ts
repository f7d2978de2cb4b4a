// Double entry of paper sheets: a second person types a line again, and someone decides which count to use.
import type { LineCheck } from '../../../shared/bridge/count-paper.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import type { SheetLine } from '../../../shared/bridge/stocktake.ts';
import type { Box } from '../../../shared/bridge/values.ts';
import { lineTotal } from '../../../shared/domain/count-line.ts';
import { compare } from '../../../shared/domain/decimal.ts';
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
		'countPaper.bookOf': desk.onCount(({ count }, { countedAt }) =>
			succeed({ asOf: book.asOfBefore(countedAt, count.account_id, count.location_id) }),
		),

		'countPaper.list': desk.onCount(({ count }) => succeed({ checks: checksOf(count) })),

		'countPaper.check': desk.onOpen(({ count, hand }, input) => {
			const { stocktakeId, lineNo, locale } = input;
			const row = counts.lines.get(stocktakeId, lineNo);
			if (row === null) return notHere();
			const boxes: Box[] = [];
			for (const { unitId, typed } of input.boxes) {
				const read = readEntry(row, { lineNo, unitId, typed }, locale);
				if (!read.ok) return read;
				if (read.entry.quantity !== null)
					boxes.push({ unitId, typed, locale, quantity: read.entry.quantity });
			}
			const checked = { lineNo, locale, boxes, countedAt: hand.countedAt };
			desk.durably(() => {
				desk.happened(stocktakeId, hand, 'line-checked', checked);
			});
			const check = { ...checked, at: hand.at, by: hand.by, firstStands: false };
			return succeed({ check: checkView(desk.lineView(count, lineNo), check) });
		}),

		'countPaper.settle': desk.onOpen(({ count, hand }, { stocktakeId, lineNo, stands }) => {
			const check = stored.of(stocktakeId).get(lineNo);
			if (check === undefined) return notHere();
			desk.durably(() => {
				desk.happened(stocktakeId, hand, 'check-settled', { lineNo, stands });
				if (stands === 'first') return;
				desk.touch(count, hand);
				const standing = counts.journal.boxesOf(stocktakeId, lineNo);
				// The correction keeps the original counting time, so it is compared with the same book.
				const countedAt = standing[0]?.at ?? check.countedAt;
				const replaced = { ...count, together: 'replace' as const };
				const unitIds = standing.map((box) => box.unit_id);
				entries.enter(replaced, insteadOf(check, unitIds), { ...hand, countedAt });
			});
			desk.changed(stocktakeId, desk.lineView(count, lineNo));
			return succeed({ checks: checksOf(count) });
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
		by: check.by,
		first: line.total,
		firstBy: line.countedBy,
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
