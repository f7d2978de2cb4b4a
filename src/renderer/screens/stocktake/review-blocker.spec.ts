import { expect, test } from 'vitest';
import { Language } from '../../messages/language.svelte.ts';
import { blockerOf } from './review-blocker.ts';

const { t } = new Language();
const ready = {
	counted: 3,
	openDocuments: 0,
	recounting: 0,
	undecided: 0,
	unexplained: 0,
	approval: null,
};

test('a count that needs nothing more can be submitted', () => {
	expect(blockerOf(t, ready)).toBeNull();
});

test.each([
	[{ counted: 0 }, 'count', 'Count a line first'],
	[{ openDocuments: -1 }, 'checking', 'Submit count'],
	[{ openDocuments: 12 }, 'documents', 'Acknowledge 12 open documents first'],
	[{ recounting: 1 }, 'recount', 'Finish the recount of 1 line first'],
	[{ undecided: 2 }, 'undecided', 'Decide on 2 uncounted lines first'],
	[{ unexplained: 1 }, 'unexplained', 'Add 1 reason first'],
	[{ approval: 'Someone must approve.' }, 'approval', 'Approve first'],
])('the button names the first thing to do: %o', (missing, by, step) => {
	expect(blockerOf(t, { ...ready, ...missing })).toMatchObject({ by, step });
});
