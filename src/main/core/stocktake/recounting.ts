// Decisions about lines outside tolerance: what to do about stock that moved, a recount, and which count to use.
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import { countPlan } from '../../../shared/bridge/count-plan.ts';
import { fail, succeed, type Failure } from '../../../shared/bridge/reply.ts';
import { connected } from '../connected.ts';
import type { Handlers } from '../context.ts';
import { countDecisions } from '../store/count-decisions.ts';
import type { LineRow, NewLine, StocktakeRow } from '../store/counts.ts';
import { countedHere, notHere, planOf, sameName, type CountDesk } from './count-desk.ts';
import { stockOf } from './line.ts';
import type { CountReview } from './review.ts';

type RecountingCalls = Pick<
	Handlers<'stocktake'>,
	'stocktake.keep' | 'stocktake.stand' | 'stocktake.recount' | 'stocktake.finishRecount'
>;

export function recountingCalls(
	desk: CountDesk,
	{ lines: reviewLines, reviewed }: CountReview,
): RecountingCalls {
	const { context, counts, durably, changed, handOf, happened, touch, openCount } = desk;
	const decisions = countDecisions(context.store.durable);

	const countedBefore = (count: StocktakeRow, lineNos: ReadonlySet<number>): string[] =>
		[count, ...decisions.rounds(count.stocktake_id)]
			.flatMap(({ stocktake_id }) => counts.boxes(stocktake_id))
			.filter(({ line_no }) => lineNos.has(line_no))
			.map(({ by }) => by);

	/** A decision about an item in a stock area covers all of its places there. */
	const placesOf = ({ stocktake_id }: StocktakeRow, lineNos: readonly number[]): number[] => {
		const rows = counts.lines(stocktake_id);
		const items = new Set(rows.filter((row) => lineNos.includes(row.line_no)).map(stockOf));
		return rows.filter((row) => items.has(stockOf(row))).map(({ line_no }) => line_no);
	};

	const beingRecounted = (count: StocktakeRow, lineNos: ReadonlySet<number>): boolean =>
		decisions
			.rounds(count.stocktake_id)
			.filter(({ state }) => state === 'open')
			.some(({ stocktake_id }) => counts.lineNos(stocktake_id).some((each) => lineNos.has(each)));

	return {
		'stocktake.keep': connected(context, (account, input, caller) => {
			const { stocktakeId, lineNos, keep } = input;
			const open = openCount(account.accountId, stocktakeId);
			if (!open.ok) return open;
			const hand = handOf(input.by, caller);
			durably(() => {
				touch(open.count, hand);
				if (lineNos === null) decisions.keepAll(stocktakeId, keep);
				else {
					for (const lineNo of placesOf(open.count, lineNos))
						decisions.keepLine(stocktakeId, lineNo, keep);
				}
				happened(stocktakeId, hand, 'keep-chosen', { lineNos, keep });
			});
			changed(stocktakeId, null);
			return reviewed(account, stocktakeId);
		}),

		'stocktake.stand': connected(context, (account, input, caller) => {
			const { stocktakeId, round, reason } = input;
			const open = openCount(account.accountId, stocktakeId);
			if (!open.ok) return open;
			const wanted = new Set(input.lineNos);
			const lines = reviewLines(open.count).filter((line) =>
				line.lineNos.some((lineNo) => wanted.has(lineNo)),
			);
			for (const line of lines) {
				const refused = standing(line, round, reason);
				if (refused !== null) return refused;
			}
			const hand = handOf(input.by, caller);
			durably(() => {
				touch(open.count, hand);
				for (const { lineNos, attempts } of lines) {
					// Null selects the latest count, including later recounts.
					const chosen = round === attempts.at(-1)?.round ? null : round;
					for (const lineNo of lineNos) decisions.stand(stocktakeId, lineNo, chosen, reason);
				}
				const lineNos = lines.flatMap((line) => line.lineNos);
				happened(stocktakeId, hand, 'stands-chosen', { lineNos, round, reason });
			});
			changed(stocktakeId, null);
			return reviewed(account, stocktakeId);
		}),

		'stocktake.recount': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, intentId, recounter } = input;
			const twin = counts.byIntent(intentId);
			if (twin !== null) return succeed({ stocktakeId: twin });
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const { count } = open;
			const wanted = new Set(input.lineNos);
			const rows = counts.lines(stocktakeId).filter(({ line_no }) => wanted.has(line_no));
			if (rows.length === 0) return notHere();
			if (count.recount_of !== null || beingRecounted(count, wanted)) {
				return fail('not-possible-now', 'These lines are being recounted.');
			}
			const plan = planOf(count);
			const same = countedBefore(count, wanted).some((person) => sameName(person, recounter));
			if (same && recounter !== '' && plan.recount === 'another') return countedHere();

			const hand = handOf(input.by, caller);
			const recountId = context.ports.newId();
			const round = decisions.lastRound(stocktakeId) + 1;
			const walked = new Set(rows.map(({ walk_area_id }) => walk_area_id));
			const own = countPlan.parse({
				...plan,
				blind: true,
				blanks: 'leave',
				together: 'ask',
				approval: 'none',
				counters: recounter === '' ? [] : [recounter],
			});
			durably(() => {
				touch(count, hand);
				counts.insert(
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
					counts.areas(stocktakeId).filter(({ area_id }) => walked.has(area_id)),
					rows.map(asNew),
				);
				const lineNos = rows.map(({ line_no }) => line_no);
				happened(stocktakeId, hand, 'recount-opened', { round, recounter, lineNos, recountId });
				happened(recountId, hand, 'opened', { lines: rows.length });
			});
			changed(stocktakeId, null);
			return succeed({ stocktakeId: recountId });
		}),

		'stocktake.finishRecount': connected(context, ({ accountId }, { stocktakeId, by }, caller) => {
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const { recount_of: of, round } = open.count;
			const count = of === null ? null : counts.get(accountId, of);
			if (of === null || count === null) return notHere();
			const hand = handOf(by, caller);
			durably(() => {
				touch(count, hand);
				counts.close(stocktakeId, 'recounted', null, '');
				// A recount invalidates earlier choices for its lines.
				const counted = placesOf(
					count,
					counts.boxes(stocktakeId).map(({ line_no }) => line_no),
				);
				for (const { line_no, stands, reason } of counts.lines(of)) {
					if (stands !== null && counted.includes(line_no)) {
						decisions.stand(of, line_no, null, reason);
					}
				}
				happened(of, hand, 'recount-finished', { round, recountId: stocktakeId });
			});
			changed(stocktakeId, null);
			changed(of, null);
			return succeed({});
		}),
	};
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
