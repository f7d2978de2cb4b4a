// Status of a count: one word and its colour.
import type { StocktakeSummary } from '../../../shared/bridge/stocktake.ts';
import type { MessageKey } from '../../messages/catalogue.ts';

interface CountStanding {
	readonly word: MessageKey;
	/** A sentence for the head of a closed count; null while open. */
	readonly sentence: MessageKey | null;
	readonly tone: 'plain' | 'thyme' | 'amber' | 'rust' | 'sea';
}

export function standingOf({
	state,
	standing,
	movedAt,
	sentBack,
}: Pick<StocktakeSummary, 'state' | 'standing' | 'movedAt' | 'sentBack'>): CountStanding {
	if (sentBack !== null) return { word: 'stocktake.state-sentBack', sentence: null, tone: 'amber' };
	if (state === 'open') return { word: 'stocktake.state-open', sentence: null, tone: 'sea' };
	if (movedAt !== null) {
		return { word: 'countHistory.moved', sentence: 'countHistory.movedSentence', tone: 'amber' };
	}
	if (state === 'discarded') {
		const sentence = 'stocktake.standing-discarded';
		return { word: 'stocktake.state-discarded', sentence, tone: 'plain' };
	}
	switch (standing) {
		case 'waiting':
			return {
				word: 'stocktake.state-waiting',
				sentence: 'stocktake.standing-waiting',
				tone: 'amber',
			};
		case 'needs-you':
			return {
				word: 'stocktake.state-needs-you',
				sentence: 'stocktake.standing-needs-you',
				tone: 'rust',
			};
		case 'service':
			return {
				word: 'stocktake.state-sent',
				sentence: 'stocktake.standing-service',
				tone: 'thyme',
			};
		case 'draft':
			return { word: 'stocktake.state-kept', sentence: 'stocktake.standing-kept', tone: 'thyme' };
	}
}
