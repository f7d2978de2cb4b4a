import { expect, test } from 'vitest';
import { inOwnWords, ownSentences, ownWordsIn, type OwnSentence } from './own-words.ts';

test('each sentence is recognised, with and without a detail', () => {
	for (const sentence of Object.keys(ownSentences) as OwnSentence[]) {
		expect(ownWordsIn(inOwnWords(sentence))).toEqual({ sentence, detail: '' });
		const detail = 'read ECONNRESET: at once';
		expect(ownWordsIn(inOwnWords(sentence, detail))).toEqual({ sentence, detail });
	}
});

test('the words of the service are not ours', () => {
	for (const said of ['', 'The item is locked.', 'No connection to the printer.', 'HTTP 500']) {
		expect(ownWordsIn(said)).toBeNull();
	}
});
