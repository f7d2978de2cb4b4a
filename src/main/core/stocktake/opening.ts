// Opens a count from a plan, lists counts, and discards them.
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import { connected } from '../connected.ts';
import type { Handlers } from '../context.ts';
import { PlanLines } from './plan-lines.ts';
import { notHere, submitted, type CountDesk } from './count-desk.ts';
import { newLine } from './new-line.ts';
import { openedCounts } from './opened-count.ts';

/** Older counts are available in the history and the export. */
const LISTED = 60;

export function openingCalls(
	desk: CountDesk,
): Pick<Handlers<'stocktake'>, 'stocktake.list' | 'stocktake.open' | 'stocktake.discard'> {
	const { context, counts, decisions, totals } = desk;
	const openedCount = openedCounts(desk);
	const plans = new PlanLines(context.store);

	return {
		'stocktake.list': connected(context, ({ accountId }, { locationId }) =>
			succeed({
				stocktakes: counts.list(accountId, locationId, LISTED).map((row) => desk.summary(row)),
			}),
		),

		'stocktake.open': connected(context, (account, input, caller) => {
			const { accountId } = account;
			const { locationId, intentId, plan } = input;
			const twin = counts.byIntent(intentId);
			if (twin !== null) return succeed({ stocktakeId: twin });

			const hand = desk.handOf('', caller);
			const opened = openedCount(
				{ accountId, locationId, input, plan, templateId: input.templateId },
				hand,
			);
			const { stocktake_id: stocktakeId, business_date: today } = opened;
			const lines = plans.lines(account, locationId, plan, today);
			if (lines.length === 0) {
				return fail('not-possible-now', 'The plan has nothing to count here.');
			}
			const walked = new Set(lines.map(({ areaId }) => areaId));
			const areas = plans
				.areas(accountId, locationId, plan.order)
				.filter(({ areaId }) => walked.has(areaId));
			desk.durably(() => {
				counts.insert(
					opened,
					areas.map(({ areaId, name }) => ({ area_id: areaId, name })),
					lines.map((place, index) => newLine(totals, { accountId, locationId }, place, index + 1)),
				);
				desk.happened(stocktakeId, hand, 'opened', { lines: lines.length });
			});
			desk.changed(stocktakeId, null);
			return succeed({ stocktakeId });
		}),
		'stocktake.discard': connected(context, ({ accountId }, { stocktakeId, reason }, caller) => {
			const count = counts.get(accountId, stocktakeId);
			if (count === null) return notHere();
			if (count.state === 'submitted' || count.state === 'recounted') return submitted();
			const recounts = decisions.rounds(stocktakeId).filter(({ state }) => state === 'open');
			desk.durably(() => {
				for (const { stocktake_id } of recounts) {
					counts.close('discarded', null, reason, stocktake_id);
				}
				counts.close('discarded', null, reason, stocktakeId);
				desk.happened(stocktakeId, desk.handOf('', caller), 'discarded', { reason });
			});
			for (const { stocktake_id } of [...recounts, count]) desk.changed(stocktake_id, null);
			if (count.recount_of !== null) desk.changed(count.recount_of, null);
			return succeed({});
		}),
	};
}
