// Refused lines that a person corrected or left out. The review, the history and the next count use this.
import { z } from 'zod';
import { stockChanges, type stockChangeItem } from '../../../shared/service/stock.ts';
import type { Outbox, QueuedStep } from '../outbox/outbox.ts';
import type { CountTable, StocktakeRow } from '../store/counts.ts';
import { stockKey } from './line.ts';
import { postingIntent } from './posting.ts';
import { keptOr } from '../store/kept-json.ts';

export type ChangedLine = z.output<typeof stockChangeItem>;

export type Correction = {
	readonly itemId: string;
	readonly areaId: string;
	readonly reason: string;
	readonly by: string;
	readonly at: number;
} & (
	| { readonly kind: 'put-right'; readonly counted: string }
	/** Books nothing. */
	| { readonly kind: 'left-out' }
);

/** Keyed by item and stock area (`stockKey`). */
export type Corrections = ReadonlyMap<string, Correction>;

const correctionDetail = z.object({
	itemId: z.string(),
	areaId: z.string(),
	reason: z.string(),
	counted: z.string().optional(),
});

/** The outbox steps of the current submission, in order. */
export function postedParts(
	outbox: Pick<Outbox, 'stepsOf'>,
	{ stocktake_id, submitted_at }: StocktakeRow,
): QueuedStep[] {
	if (submitted_at === null) return [];
	return outbox
		.stepsOf('stocktake', stocktake_id)
		.filter(
			({ intentId, state }) =>
				intentId.startsWith(postingIntent(stocktake_id, submitted_at)) &&
				state !== 'cancelled' &&
				state !== 'superseded',
		);
}

export const linesOfPart = ({ body }: Pick<QueuedStep, 'body'>): ChangedLine[] =>
	stockChanges.safeParse(body).data?.items ?? [];

export function correctionsOf(
	counts: Pick<CountTable, 'events'>,
	count: StocktakeRow,
	steps: readonly QueuedStep[],
): Corrections {
	if (count.submitted_at === null) return new Map();
	const corrections = new Map<string, Correction>();
	const put = (correction: Correction): void => {
		const { areaId, itemId } = correction;
		corrections.set(stockKey(areaId, itemId), correction);
	};
	for (const { what, at, by, detail } of counts.events(count.stocktake_id)) {
		if (at < count.submitted_at) continue;
		if (what !== 'line-left-out' && what !== 'line-put-right') continue;
		const read = keptOr(correctionDetail, detail, null);
		if (read === null) continue;
		const { counted, ...line } = read;
		if (what === 'line-left-out') put({ ...line, at, by, kind: 'left-out' });
		else if (counted !== undefined) put({ ...line, at, by, kind: 'put-right', counted });
	}
	// A part discarded in the outbox leaves out its lines. Lines corrected to match the book were not in it.
	for (const step of steps) {
		if (step.state !== 'discarded') continue;
		for (const { itemId, storageAreaId: areaId, countedQuantity } of linesOfPart(step)) {
			const known = corrections.get(stockKey(areaId, itemId));
			if (known?.kind === 'left-out') continue;
			if (known?.kind === 'put-right' && known.counted !== countedQuantity) continue;
			const { resolution: reason, since: at } = step;
			put({ itemId, areaId, reason, at, by: '', kind: 'left-out' });
		}
	}
	return corrections;
}
