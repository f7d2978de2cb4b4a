import { expect, it } from 'vitest';
import { unit } from '../../../test/support/items.ts';
import { boxMessage } from './box-message.ts';
import { Format } from './format.svelte.ts';
import { Language } from './language.svelte.ts';
import { failureMessage, say } from './message.ts';
import { problemWords, saidWords } from './problem-words.ts';
import { inOwnWords, ownSentences, type OwnSentence } from '../../shared/bridge/own-words.ts';
import { readProfile } from '../../shared/service/profile.ts';
import { parseEntry } from '../../shared/domain/quantity-entry.ts';

const single = { ...unit('weight', '1', { places: 2 }), name: 'kg' };

it('shows a stored failure in the current language, including its numbers', () => {
	const language = new Language('en', 'en-GB');
	const format = new Format(language);
	const entry = parseEntry('1,5', 'en-GB', { places: 2 });
	const refused = boxMessage(entry, single, { baseUnitName: 'kg' });
	if (refused === null) throw new Error('1,5 is ambiguous in English');
	expect(say(refused, language.t, format)).toBe('1.5 or 15 – which one?');
	language.use('ar', 'ar-EG');
	const arabic = say(refused, language.t, format);
	expect(arabic).toContain('١٫٥');
	expect(arabic).not.toContain('which one');
	expect(say(failureMessage({ code: 'disk-full' }), language.t, format)).toMatch(/قرص/u);
});

it('says in the current language why the network failed, and repeats the service literally', () => {
	const { t } = new Language('ar', 'ar-EG');
	const english = new Language('en', 'en-GB');
	for (const sentence of Object.keys(ownSentences) as OwnSentence[]) {
		const said = inOwnWords(sentence);
		expect(saidWords(t, said), sentence).toMatch(/^[^a-z]*(Stillroom)?[^a-z]*$/);
		expect(saidWords(english.t, said)).toBe(said);
	}
	expect(saidWords(t, inOwnWords('noConnection', 'read ECONNRESET'))).toMatch(
		/اتصال.*read ECONNRESET/,
	);
	expect(saidWords(t, 'The item is locked.')).toBe('The item is locked.');
});

it('explains the problems of a profile in the current language', () => {
	const { t } = new Language('ar', 'ar-EG');
	const wrong = {
		timeouts: { readMs: -1 },
		fieldCase: 'shouted',
		nonsense: 1,
		ids: 7,
		query: { x: 'y' },
	};
	const read = readProfile(wrong);
	if (read.ok) throw new Error('It was read.');
	expect(read.problems).toHaveLength(5);
	for (const problem of read.problems)
		expect(problemWords(t, problem)).toMatch(/^\u2068?\p{Script=Arabic}/u);
});
