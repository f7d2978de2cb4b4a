import { expect, test } from 'vitest';
import { differs } from './compared-report.ts';

test('two counts differ in an item by its quantity, or because only one of them counted it', () => {
	const counted = { quantity: '3', baseUnitName: 'each', value: null };
	const blank = { quantity: null, baseUnitName: 'each', value: null };
	const pair = { first: counted, second: counted };
	expect(differs({ ...pair, difference: '0' })).toBe(false);
	expect(differs({ ...pair, difference: '-1' })).toBe(true);
	expect(differs({ first: null, second: counted, difference: null })).toBe(true);
	expect(differs({ first: counted, second: blank, difference: null })).toBe(true);
	expect(differs({ first: null, second: blank, difference: null })).toBe(false);
});
