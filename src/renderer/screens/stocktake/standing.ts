// Status of a count: one word and its colour.
import type { StocktakeSummary } from '../../../shared/bridge/stocktake.ts';
import type { MessageKey } from '../../messages/catalogue.ts';

interface CountStanding {
	readonly word: MessageKey;
	readonly tone: 'plain' | 'thyme' | 'amber' | 'rust' | 'sea';
}

/** Of a submitted count. */
export const submittedAs = {
	waiting: { word: 'stocktake.state-waiting', tone: 'amber' },
	'needs-you': { word: 'stocktake.state-needs-you', tone: 'rust' },
	service: { word: 'stocktake.state-sent', tone: 'thyme' },
	draft: { word: 'stocktake.state-kept', tone: 'thyme' },
} as const satisfies Record<StocktakeSummary['standing'], CountStanding>;

export function standingOf({
	state,
	standing,
	movedAt,
	sentBack,
}: Pick<StocktakeSummary, 'state' | 'standing' | 'movedAt' | 'sentBack'>): CountStanding {
	if (sentBack !== null) return { word: 'stocktake.state-sentBack', tone: 'amber' };
	if (state === 'open') return { word: 'stocktake.state-open', tone: 'sea' };
	if (movedAt !== null) return { word: 'countHistory.moved', tone: 'amber' };
	if (state === 'discarded') return { word: 'stocktake.state-discarded', tone: 'plain' };
	return submittedAs[standing];
}
