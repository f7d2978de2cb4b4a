import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gtinCheckDigitValid, normaliseBarcode } from './barcode.ts';

describe('GTIN check digit', () => {
	it.each(['4006381333931', '036000291452', '73513537', '10614141000415'])('accepts %s', (code) => {
		expect(gtinCheckDigitValid(code)).toBe(true);
	});

	it.each(['4006381333932', '036000291453', '12345', '40063813339310000', 'ABC', ''])(
		'rejects %j',
		(code) => {
			expect(gtinCheckDigitValid(code)).toBe(false);
		},
	);

	it('catches every single wrong digit', () => {
		fc.assert(
			fc.property(fc.nat(12), fc.integer({ min: 1, max: 9 }), (place, by) => {
				const digits = Array.from('4006381333931', Number);
				digits[place] = ((digits[place] ?? 0) + by) % 10;
				expect(gtinCheckDigitValid(digits.join(''))).toBe(false);
			}),
		);
	});
});

describe('barcode normalisation', () => {
	it.each([
		['  4006381333931\r\n', '4006381333931'],
		['\u00024006381333931\u0003', '4006381333931'],
		[']E04006381333931', '4006381333931'],
		['036000291452', '0036000291452'],
		['00036000291452', '0036000291452'],
		['0036000291452', '0036000291452'],
		['10614141000415', '10614141000415'],
		['73513537', '73513537'],
		['00000073513537', '73513537'],
		[']C1011061414100041515271231', '10614141000415'],
		[']d20104006381333931', '4006381333931'],
		['036000291453', '036000291453'],
		['KITCHEN-7', 'KITCHEN-7'],
	])('turns %j into %s', (scanned, form) => {
		expect(normaliseBarcode(scanned)).toBe(form);
	});

	it('is idempotent', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^\d{8,14}$/), (code) => {
				expect(normaliseBarcode(normaliseBarcode(code))).toBe(normaliseBarcode(code));
			}),
		);
	});
});
