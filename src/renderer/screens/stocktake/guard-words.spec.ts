import { expect, it } from 'vitest';
import type { GuardView } from '../../../shared/bridge/stocktake.ts';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { closedGuardWords } from './guard-words.ts';

const language = new Language('en', 'en-GB');
const app = { t: language.t, format: new Format(language) };

it.each<[Pick<GuardView, 'code' | 'against' | 'times'>, string]>([
	[{ code: 'half-or-less', against: 'last' }, 'At most half of the last count.'],
	[{ code: 'half-or-less', against: 'expected' }, 'At most half of the expected quantity.'],
	[{ code: 'double-or-more', against: 'last' }, 'At least double the last count.'],
	[
		{ code: 'double-or-more', against: 'expected', times: '1200' },
		'At least 1,200 times the expected quantity.',
	],
	[
		{ code: 'pack-slip', against: 'expected' },
		'In another unit it would have been about as expected.',
	],
	[
		{ code: 'place-uncounted', against: null },
		'The item is also kept in another place that was not counted.',
	],
])('asks nothing of a closed count: %o', (guard, says) => {
	expect(closedGuardWords({ meant: null, ...guard }, app)).toBe(says);
});
