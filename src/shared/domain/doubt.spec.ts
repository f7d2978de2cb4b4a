import { describe, expect, test } from 'vitest';
import { doubtOf } from './doubt.ts';

describe('doubts about a number', () => {
	test.each(['2087112487002', '٢٠٨٧١١٢٤٨٧٠٠٢', ' 96385074 '])(
		'a barcode is asked about: %s',
		(typed) => {
			expect(doubtOf({ typed, total: '2087112487002', usual: null })).toBe('barcode');
		},
	);

	test('ten times the usual is asked about, less is not', () => {
		expect(doubtOf({ typed: '120', total: '120', usual: '12' })).toBe('tenfold');
		expect(doubtOf({ typed: '119', total: '119', usual: '12' })).toBeNull();
	});

	test.each(['0', '-3', null])(
		'without a usual quantity (%s) no number is ten times it',
		(usual) => {
			expect(doubtOf({ typed: '12000', total: '12000', usual })).toBeNull();
		},
	);
});
