import { expect, it } from 'vitest';
import { keepPlace, takePlace } from './kept-place.ts';

it('keeps the place of a document for the next page, once', () => {
	const place = { key: 'l1', column: 'each', typed: '1+' };
	keepPlace('D-1', place);
	expect(['D-2', 'D-1', 'D-1'].map(takePlace)).toEqual([null, place, null]);
});
