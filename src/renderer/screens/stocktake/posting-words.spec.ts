import { expect, test } from 'vitest';
import type { PostingPart } from '../../../shared/bridge/posting.ts';
import { wordsOfPart } from './posting-words.ts';

const said = (...states: PostingPart['state'][]) => {
	const parts = states.map((state, at) => ({ actionId: String(at), state, canBeAmended: false }));
	return parts.map((part) => wordsOfPart(part, parts).replace('posting.state-', ''));
};

test('a part waits for nothing if no part precedes it', () => {
	expect(said('held')).toEqual(['held']);
	expect(said('queued')).toEqual(['next']);
	expect(said('waiting')).toEqual(['next']);
});

test('only the first unfinished part is sent; the others wait for it', () => {
	expect(said('held', 'held', 'waiting')).toEqual(['held', 'waits', 'waits']);
	expect(said('confirmed', 'discarded', 'queued', 'queued')).toEqual([
		'posted',
		'leftOut',
		'next',
		'waits',
	]);
	expect(said('attention', 'queued')).toEqual(['person', 'waits']);
});
