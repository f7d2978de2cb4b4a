import { expect, test } from 'vitest';
import { gtinCheckDigitValid } from '../../shared/domain/barcode.ts';
import { testCodes } from '../screens/settings/scanner-sheet.ts';
import { eanModules, eanPicture } from './ean.ts';

const ones = (modules: string): number => modules.replaceAll('0', '').length;

test('the test barcodes have a valid check digit', () => {
	for (const code of testCodes) expect(gtinCheckDigitValid(code)).toBe(true);
});

test('an EAN-13 has guards, six left digits with the parity of the first, and six even right digits', () => {
	const modules = eanModules('4006381333931');
	expect(modules).toMatch(/^101[01]{42}01010[01]{42}101$/);
	const parity = [0, 1, 2, 3, 4, 5].map((at) => ones(modules.slice(3 + at * 7, 10 + at * 7)) % 2);
	expect(parity).toEqual([1, 0, 1, 1, 0, 0]);
	for (let at = 50; at < 92; at += 7) expect(ones(modules.slice(at, at + 7)) % 2).toBe(0);
});

test('an EAN-8 has 67 modules, and each picture a quiet zone', () => {
	expect(eanModules('96385074')).toMatch(/^101[01]{28}01010[01]{28}101$/);
	expect(decodeURIComponent(eanPicture('96385074'))).toContain('viewBox="0 0 89 48"');
});
