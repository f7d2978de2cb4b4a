// What is said of a part of a count's posting, from where it stands and from what stands before it.
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
	dropped: 'posting.state-leftOut',
} as const satisfies Record<PostingPart['state'], MessageKey>;

type Standing = Pick<PostingPart, 'actionId' | 'state' | 'canBeAmended'>;

/** @param parts all of the posting, in the order in which they go */
export function wordsOfPart(
	{ actionId, state, canBeAmended }: Standing,
	parts: readonly Standing[],
): MessageKey {
	if (canBeAmended) return 'posting.state-refused';
	// Only the first unfinished part can go.
	const head = parts.find((part) => part.state !== 'confirmed' && part.state !== 'dropped');
	if (head?.actionId === actionId) return state === 'waiting' ? 'posting.state-next' : words[state];
	return state === 'queued' || state === 'held' ? 'posting.state-waits' : words[state];
}
