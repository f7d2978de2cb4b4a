// Status text of a posting part, from its state and the parts before it.
import type { PostingPart } from '../../../shared/bridge/posting.ts';
import type { MessageKey } from '../../messages/catalogue.ts';

const words = {
	held: 'posting.state-held',
	queued: 'posting.state-next',
	waiting: 'posting.state-waits',
	sending: 'posting.state-sending',
	ambiguous: 'posting.state-checking',
	verifying: 'posting.state-checking',
	confirmed: 'posting.state-posted',
	attention: 'posting.state-person',
	'stale-review': 'posting.state-person',
	'held-newer-version': 'posting.state-person',
	cancelled: 'posting.state-leftOut',
	superseded: 'posting.state-leftOut',
	discarded: 'posting.state-leftOut',
} as const satisfies Record<PostingPart['state'], MessageKey>;

type Standing = Pick<PostingPart, 'actionId' | 'state' | 'canBeAmended'>;

/** @param parts all parts in sending order */
export function wordsOfPart(
	{ actionId, state, canBeAmended }: Standing,
	parts: readonly Standing[],
): MessageKey {
	if (canBeAmended) return 'posting.state-refused';
	// Only the first unfinished part can be sent.
	const head = parts.find((part) => part.state !== 'confirmed' && part.state !== 'discarded');
	if (head?.actionId === actionId) return state === 'waiting' ? 'posting.state-next' : words[state];
	return state === 'queued' || state === 'held' ? 'posting.state-waits' : words[state];
}
