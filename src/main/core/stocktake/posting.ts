// The service has no stocktake document: by the profile, differences are sent as stock changes, or nothing is sent.
import type { z } from 'zod';
import type { Review, ReviewLine } from '../../../shared/bridge/count-review.ts';
import { isNegative, isZero } from '../../../shared/domain/decimal.ts';
import { totalCost } from '../../../shared/domain/money.ts';
import type { stockChanges } from '../../../shared/service/inventory-item.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { NewAction, NewLane } from '../outbox/outbox.ts';
import type { StocktakeRow } from '../store/counts.ts';

export interface Posting {
	lane: NewLane;
	actions: NewAction[];
}

interface DifferentLine extends ReviewLine {
	counted: string;
	adjustment: string;
}

/**
 * The stock changes of a count; null if there are none. Lines without a known book are skipped: a person adjusts them
 * at the service. The date is when the count was opened, which lies within its business day.
 */
export function postingOf(
	count: StocktakeRow,
	lines: readonly ReviewLine[],
	submittedAt: number,
	{ stocktake: { posting, batchLines } }: ServiceProfile,
): Posting | null {
	if (posting !== 'stock-changes') return null;
	const different = lines.filter(isDifferent);
	if (different.length === 0) return null;
	const batches = inBatches(different, batchLines);
	const title = count.name === '' ? count.business_date : count.name;
	return {
		lane: {
			document: 'stocktake',
			documentId: count.stocktake_id,
			label: {
				locationId: count.location_id,
				title,
				lines: different.length,
				...postedCost(different),
				currency: count.currency,
				...(batches.length > 1 ? { partLines: batchLines } : {}),
			},
			server: null,
		},
		actions: batches.map((batch, index) => {
			const part = batches.length > 1 ? ` (${index + 1}/${batches.length})` : '';
			return {
				// The submission time is part of the id, so a count that is submitted again is also posted again.
				intentId: `${postingIntent(count.stocktake_id, submittedAt)}${index + 1}`,
				operation: 'inventoryItem.changeStock',
				payload: {
					body: {
						locationId: count.location_id,
						date: new Date(count.opened_at).toISOString(),
						description: `Stocktake: ${title}${part}`,
						items: batch.map((line) => ({
							itemId: line.itemId,
							storageAreaId: line.areaId,
							quantity: line.adjustment,
							countedQuantity: line.counted,
							...(line.note === '' ? {} : { description: line.note }),
						})),
					} satisfies z.input<typeof stockChanges>,
				},
			};
		}),
	};
}

export const postingIntent = (stocktakeId: string, submittedAt: number): string =>
	`${stocktakeId}/${submittedAt}/`;

export const isDifferent = (line: ReviewLine): line is DifferentLine =>
	line.counted !== null && line.adjustment !== null && !isZero(line.adjustment);

function inBatches<Line>(lines: readonly Line[], size: number): Line[][] {
	const batches: Line[][] = [];
	for (let from = 0; from < lines.length; from += size)
		batches.push(lines.slice(from, from + size));
	return batches;
}

export const postedCost = (
	lines: readonly Pick<ReviewLine, 'adjustmentCost'>[],
): ReturnType<typeof totalCost> => totalCost(lines.map((line) => line.adjustmentCost));

export function bookedTotals(
	lines: readonly ReviewLine[],
): Pick<Review['totals'], 'adjustmentCost' | 'surplusCost' | 'lossCost' | 'costsUnknown'> {
	const booked = lines.filter(isDifferent);
	const above = booked.filter(({ adjustment }) => !isNegative(adjustment));
	const below = booked.filter(({ adjustment }) => isNegative(adjustment));
	const { cost, costsUnknown } = postedCost(booked);
	return {
		adjustmentCost: cost,
		surplusCost: postedCost(above).cost,
		lossCost: postedCost(below).cost,
		costsUnknown,
	};
}
