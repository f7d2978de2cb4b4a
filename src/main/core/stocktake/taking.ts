// Validates what was typed and enters it into a count.
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import type { Problem } from '../../../shared/bridge/reply.ts';
import { fail, type Failure } from '../../../shared/bridge/reply.ts';
import { readBox } from '../../../shared/domain/box-entry.ts';
import { sameName } from '../../../shared/domain/person-name.ts';
import type { Entry } from '../../../shared/domain/quantity-entry.ts';
import { NOT_TYPED, type BoxRow, type LineInHand } from '../store/count-journal.ts';
import type { LineRow } from '../store/count-lines.ts';
import type { StocktakeRow } from '../store/counts.ts';
import { countedHere, notHere, planOf, type CountDesk } from './count-desk.ts';
import { othersIn, type Hand, type NewEntry } from './entering.ts';
import { baseBox, countedItem } from './line.ts';

export class Taking {
	readonly #desk: CountDesk;

	constructor(desk: CountDesk) {
		this.#desk = desk;
	}

	/** Refuses if someone else counted one of the lines and nobody chose how to combine counts. */
	collision(
		count: StocktakeRow,
		lineNos: readonly number[],
		hand: Hand,
		boxesOf: (lineNo: number) => readonly BoxRow[] = (lineNo) =>
			this.#desk.counts.journal.boxesOf(count.stocktake_id, lineNo),
	): Failure | null {
		const refused = this.#recountedBySame(count, lineNos, hand);
		if (refused !== null || count.together !== 'ask') return refused;
		for (const lineNo of lineNos) {
			const [other] = othersIn(boxesOf(lineNo), hand.by);
			if (other === undefined) continue;
			return fail('changed-meanwhile', 'Somebody else counted this line.', [
				{ path: 'counter', message: other },
			]);
		}
		return null;
	}

	/** Refuses if the plan requires another person to recount. */
	#recountedBySame(count: StocktakeRow, lineNos: readonly number[], { by }: Hand): Failure | null {
		if (count.recount_of === null || planOf(count).recount !== 'another') return null;
		const before = [
			count.recount_of,
			...this.#desk.decisions.rounds(count.recount_of).map(idOf),
		].filter((id) => id !== count.stocktake_id);
		const same = before.some((id) =>
			lineNos.some((lineNo) =>
				this.#desk.counts.journal.boxesOf(id, lineNo).some((box) => sameName(box.by, by)),
			),
		);
		return same ? countedHere() : null;
	}

	/** @returns `kept`: the person whose count is kept; null if this entry counts */
	enterOne(
		count: StocktakeRow,
		line: LineInHand,
		entry: NewEntry,
		hand: Hand,
	): { row: LineRow; kept: string | null } {
		const { row, boxes } = line;
		const [other] = count.together === 'keep' ? othersIn(boxes, hand.by) : [];
		if (other === undefined) {
			this.#desk.touch(count, hand);
			const revision = this.#desk.entries.enterOn(count, line, entry, hand);
			return { row: { ...row, revision }, kept: null };
		}
		this.#desk.entries.keepOut(count, entry, hand);
		return { row, kept: other };
	}

	enterZero(count: StocktakeRow, lineNos: Iterable<number>, hand: Hand): number[] {
		const { lines, journal } = this.#desk.counts;
		const zeros = [...new Set(lineNos)].flatMap((lineNo): NewEntry[] => {
			const row = lines.get(count.stocktake_id, lineNo);
			const unit = row && baseBox(countedItem(row).units);
			// A count made meanwhile is better evidence than the zero confirmation.
			if (!unit || journal.boxesOf(count.stocktake_id, lineNo).length > 0) return [];
			return [{ lineNo, unitId: unit.unitId, typed: '0', locale: NOT_TYPED, quantity: '0' }];
		});
		if (zeros.length === 0) return [];
		this.#desk.touch(count, hand);
		this.#desk.entries.enter(count, zeros, hand);
		return zeros.map(({ lineNo }) => lineNo);
	}

	explainZeros(
		{ stocktake_id }: StocktakeRow,
		lines: readonly ReviewLine[],
		zeros: readonly number[],
		reason: string,
		hand: Hand,
	): void {
		const wanted = new Set(zeros);
		const lineNos = lines
			.filter((line) => line.outside && line.reason === '')
			.flatMap((line) => line.lineNos.filter((lineNo) => wanted.has(lineNo)));
		if (reason === '' || lineNos.length === 0) return;
		this.#desk.decisions.explain(stocktake_id, lineNos, reason);
		this.#desk.happened(stocktake_id, hand, 'zeros-explained', { lineNos, reason });
	}
}

export function readEntry(
	row: LineRow | null,
	{ lineNo, unitId, typed }: { lineNo: number; unitId: string; typed: string },
	locale: string,
): { ok: true; entry: NewEntry } | Failure {
	const units = row === null ? [] : countedItem(row).units;
	const unit = units.find((each) => each.unitId === unitId);
	if (unit === undefined) return notHere();
	const read = readBox(typed, locale, unit, units);
	if (read.kind === 'problem') return notAQuantity(read);
	const quantity = read.kind === 'blank' ? null : read.quantity;
	return { ok: true, entry: { lineNo, unitId, typed, locale, quantity } };
}

function notAQuantity(entry: Extract<Entry, { kind: 'problem' }>): Failure {
	const problem: Problem = { path: 'typed', message: entry.code };
	return fail('not-a-quantity', 'This is not a quantity.', [
		entry.code === 'ambiguous' ? { ...problem, readings: [...entry.readings] } : problem,
	]);
}

const idOf = ({ stocktake_id }: StocktakeRow): string => stocktake_id;
