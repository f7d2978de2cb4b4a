// Explains why there may be a duplicate.
import type { PossibleTwin } from '../../../shared/bridge/outbox.ts';
import type { MessageKey } from '../../messages/catalogue.ts';

export function whyMaybeTwice({
	confirmedBy,
	attempts,
}: Pick<PossibleTwin, 'confirmedBy' | 'attempts'>): MessageKey {
	if (attempts > 1) return 'twins.why-sent-again';
	if (confirmedBy === 'person') return 'twins.why-person';
	return confirmedBy === 'probe' ? 'twins.why-no-answer' : 'twins.why-no-reference';
}
