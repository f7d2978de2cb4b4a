// Returns at the screens of all kinds, and the words that fill a line with one key.
import { returnOrder } from '../../../shared/document/return-order.ts';
import type { Desk } from '../../document/desk.ts';
import { callsOf, type KindCalls } from '../../document/kind-calls.ts';
import type { Language } from '../../messages/language.svelte.ts';

export const returnDesk: Desk<typeof returnOrder, KindCalls> = {
	kind: returnOrder,
	area: 'returns',
	file: 'return',
	calls: (app) => callsOf(app, returnOrder),
};

/** What state the goods are in. Key 1 takes the first. */
const conditions = ['closed', 'open', 'damaged', 'spoiled'] as const;

const reasons = ['damaged', 'wrong', 'over', 'expired', 'quality', 'warm', 'entered'] as const;

/** The service shows no list of either, so they are sent in the person's words. */
export const wordsFor = (t: Language['t']): Readonly<Record<string, readonly string[]>> => {
	return {
		itemCondition: conditions.map((word) => t(`return.condition-${word}`)),
		returnReason: reasons.map((word) => t(`return.reason-${word}`)),
	};
};
