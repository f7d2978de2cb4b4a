// Decisions about lines outside tolerance: what to do about stock that moved, a recount, and which count to use.
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import { countPlan } from '../../../shared/bridge/count-plan.ts';
import { fail, succeed, type Failure } from '../../../shared/bridge/reply.ts';
import { sameName } from '../../../shared/domain/person-name.ts';
import { connected, type Answer } from '../connected.ts';
import type { Handlers } from '../context.ts';
import type { LineRow, NewLine } from '../store/count-lines.ts';
import type { StocktakeRow } from '../store/counts.ts';
import { countedHere, notHere, planOf, type CountDesk, type OnOpen } from './count-desk.ts';
import { stockOf } from './line.ts';
import type { CountReview } from './review.ts';

class Recounts {
	readonly #desk: CountDesk;
	readonly #review: CountReview;

	constructor(desk: CountDesk, review: CountReview) {
		this.#desk = desk;
		this.#review = review;
	}

	readonly keep: OnOpen<'stocktake.keep'> = ({ account, count, hand }, input) => {
		const { stocktakeId, lineNos, keep } = input;
		this.#desk.durably(() => {
			this.#desk.touch(count, hand);
			if (lineNos === null) this.#desk.decisions.keepAll(stocktakeId, keep);
			else {
				for (const lineNo of this.#placesOf(count, lineNos))
					this.#desk.decisions.keepLine(keep, stocktakeId, lineNo);
			}
			this.#desk.happened(stocktakeId, hand, 'keep-chosen', { lineNos, keep });
		});
		return this.#review.decided(account, stocktakeId);
	};

	readonly stand: OnOpen<'stocktake.stand'> = ({ account, count, hand }, input) => {
		const { stocktakeId, round, reason } = input;
		const wanted = new Set(input.lineNos);
		const lines = this.#review
			.lines(count)
			.filter((line) => line.lineNos.some((lineNo) => wanted.has(lineNo)));
		for (const line of lines) {
			const refused = standing(line, round, reason);
			if (refused !== null) return refused;
		}
		this.#desk.durably(() => {
			this.#desk.touch(count, hand);
			for (const { lineNos, attempts } of lines) {
				// Null selects the latest count, including later recounts.
				const chosen = round === attempts.at(-1)?.round ? null : round;
				for (const lineNo of lineNos)
					this.#desk.decisions.stand(chosen, reason, stocktakeId, lineNo);
			}
			const lineNos = lines.flatMap((line) => line.lineNos);
			this.#desk.happened(stocktakeId, hand, 'stands-chosen', { lineNos, round, reason });
		});
		return this.#review.decided(account, stocktakeId);
	};

	readonly recount: Answer<'stocktake.recount'> = ({ accountId }, input, caller) => {
		const { stocktakeId, intentId, recounter } = input;
		const twin = this.#desk.counts.byIntent(intentId);
		if (twin !== null) return succeed({ stocktakeId: twin });
		const open = this.#desk.openCount(accountId, stocktakeId);
		if (!open.ok) return open;
		const { count } = open;
		const wanted = new Set(input.lineNos);
		const rows = this.#desk.counts.lines
			.all(stocktakeId)
			.filter(({ line_no }) => wanted.has(line_no));
		if (rows.length === 0) return notHere();
		if (count.recount_of !== null || this.#beingRecounted(count, wanted)) {
			return fail('not-possible-now', 'These lines are being recounted.');
		}
		const plan = planOf(count);
		const same = this.#countedBefore(count, wanted).some((person) => sameName(person, recounter));
		if (same && recounter !== '' && plan.recount === 'another') return countedHere();

		const hand = this.#desk.handOf(input.by, caller);
		const recountId = this.#desk.context.ports.newId();
		const round = this.#desk.decisions.lastRound(stocktakeId) + 1;
		const walked = new Set(rows.map(({ walk_area_id }) => walk_area_id));
		const own = countPlan.parse({
			...plan,
			blind: true,
			blanks: 'leave',
			together: 'ask',
			approval: 'none',
			counters: recounter === '' ? [] : [recounter],
		});
		this.#desk.durably(() => {
			this.#desk.touch(count, hand);
			this.#desk.counts.insert(
				{
					...count,
					stocktake_id: recountId,
					intent_id: intentId,
					blind: 1,
					opened_at: hand.at,
					opened_by: hand.by,
					plan: JSON.stringify(own),
					template_id: null,
					together: own.together,
					recount_of: stocktakeId,
					round,
					recounter,
				},
				this.#desk.counts.areas(stocktakeId).filter(({ area_id }) => walked.has(area_id)),
				rows.map(asNew),
			);
			const lineNos = rows.map(({ line_no }) => line_no);
			this.#desk.happened(stocktakeId, hand, 'recount-opened', {
				round,
				recounter,
				lineNos,
				recountId,
			});
			this.#desk.happened(recountId, hand, 'opened', { lines: rows.length });
		});
		this.#desk.changed(stocktakeId, null);
		return succeed({ stocktakeId: recountId });
	};

	readonly finishRecount: OnOpen<'stocktake.finishRecount'> = (
		{ account, count: recount, hand },
		{ stocktakeId },
	) => {
		const { recount_of: of, round } = recount;
		const count = of === null ? null : this.#desk.counts.get(account.accountId, of);
		if (of === null || count === null) return notHere();
		this.#desk.durably(() => {
			this.#desk.touch(count, hand);
			this.#desk.counts.close('recounted', null, '', stocktakeId);
			// A recount invalidates earlier choices for its lines.
			const counted = this.#placesOf(
				count,
				this.#desk.counts.journal.boxes(stocktakeId).map(({ line_no }) => line_no),
			);
			for (const { line_no, stands, reason } of this.#desk.counts.lines.all(of)) {
				if (stands !== null && counted.includes(line_no)) {
					this.#desk.decisions.stand(null, reason, of, line_no);
				}
			}
			this.#desk.happened(of, hand, 'recount-finished', { round, recountId: stocktakeId });
		});
		this.#desk.changed(stocktakeId, null);
		this.#desk.changed(of, null);
		return succeed({});
	};

	#countedBefore(count: StocktakeRow, lineNos: ReadonlySet<number>): string[] {
		return [count, ...this.#desk.decisions.rounds(count.stocktake_id)]
			.flatMap(({ stocktake_id }) => this.#desk.counts.journal.boxes(stocktake_id))
			.filter(({ line_no }) => lineNos.has(line_no))
			.map(({ by }) => by);
	}

	/** A decision about an item in a stock area covers all of its places there. */
	#placesOf({ stocktake_id }: StocktakeRow, lineNos: readonly number[]): number[] {
		const rows = this.#desk.counts.lines.all(stocktake_id);
		const items = new Set(rows.filter((row) => lineNos.includes(row.line_no)).map(stockOf));
		return rows.filter((row) => items.has(stockOf(row))).map(({ line_no }) => line_no);
	}

	#beingRecounted(count: StocktakeRow, lineNos: ReadonlySet<number>): boolean {
		return this.#desk.decisions
			.rounds(count.stocktake_id)
			.filter(({ state }) => state === 'open')
			.some(({ stocktake_id }) =>
				this.#desk.counts.lines.numbers(stocktake_id).some((each) => lineNos.has(each)),
			);
	}
}

export function recountingCalls(desk: CountDesk, review: CountReview) {
	const recounts = new Recounts(desk, review);
	return {
		'stocktake.keep': desk.onOpen(recounts.keep),
		'stocktake.stand': desk.onOpen(recounts.stand),
		'stocktake.recount': connected(desk.context, recounts.recount),
		'stocktake.finishRecount': desk.onOpen(recounts.finishRecount),
	} satisfies Partial<Handlers<'stocktake'>>;
}

function standing(line: ReviewLine, round: number | null, reason: string): Failure | null {
	const { attempts } = line;
	if (round === null || round === attempts.at(-1)?.round) return null;
	if (!attempts.some((each) => each.round === round)) return notHere();
	if (reason !== '') return null;
	return fail('incomplete', 'Say why an earlier count stands.', [
		{ path: 'reason', message: 'needed' },
	]);
}

const asNew = (row: LineRow): NewLine => ({
	line_no: row.line_no,
	area_id: row.area_id,
	walk_area_id: row.walk_area_id,
	position: row.position,
	shelf: row.shelf,
	item_id: row.item_id,
	item: row.item,
	book: row.book,
	last_count: row.last_count,
});
