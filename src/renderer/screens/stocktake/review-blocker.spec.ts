import { expect, test } from 'vitest';
import { Language } from '../../messages/language.svelte.ts';
import { blockerOf } from './review-blocker.ts';

test('a count cannot be submitted before its open documents are known', () => {
	const { t } = new Language();
	const rest = { recounting: 0, undecided: 0, unexplained: 0, approval: null };
	expect(blockerOf(t, { counted: 3, openDocuments: -1, ...rest })).toEqual({
		by: 'checking',
		reason: 'Stillroom is still checking for open documents.',
		step: 'Submit count',
	});
});
