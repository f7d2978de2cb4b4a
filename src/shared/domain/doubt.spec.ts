import { describe, expect, test } from 'vitest';
import { doubtOf } from './doubt.ts';

describe('doubts about a number', () => {
	test.each(['2087112487002', '٢٠٨٧١١٢٤٨٧٠٠٢', ' 96385074 '])(
		'a barcode is asked about: %s',
		(typed) => {
			expect(doubtOf({ typed, total: '2087112487002', usual: null })).toBe('barcode');
		},
	);

	test('a thousand times the usual is asked about, less is not', () => {
		expect(doubtOf({ typed: '12000', total: '12000', usual: '12' })).toBe('thousandfold');
		expect(doubtOf({ typed: '11999', total: '11999', usual: '12' })).toBeNull();
	});

	test.each(['0', '-3', null])(
		'without a usual quantity (%s) no number is a thousand times it',
		(usual) => {
			expect(doubtOf({ typed: '12000', total: '12000', usual })).toBeNull();
		},
	);
});
