import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gtinCheckDigitValid } from '../../shared/domain/barcode.ts';
import { burstBreakMs, ScanBurst, type ScanPlace } from './scan-burst.ts';

/** Feeds keys at a fixed interval and returns the last step. */
function typed(
	keys: readonly string[],
	gapMs: number,
	{ burst = new ScanBurst(), from = 1000, place = 'quantity' }: How = {},
) {
	return keys.map((key, index) => burst.take({ key, at: from + index * gapMs }, place)).at(-1);
}

interface How {
	readonly burst?: ScanBurst;
	readonly from?: number;
	readonly place?: ScanPlace;
}

/** Feeds keys with a gap before each, and returns every step. */
function steps(keys: readonly string[], gaps: readonly number[], burst = new ScanBurst()) {
	let at = 1000;
	return keys.map((key, index) => burst.take({ key, at: (at += gaps[index] ?? 0) }));
}

describe('telling a scanner from typing', () => {
	test('fast digits followed by Enter are a scan', () => {
		expect(typed([...'5012345678901', 'Enter'], 5)).toEqual({
			kind: 'scan',
			code: '5012345678901',
		});
	});

	test('a barcode in a box for numbers is a scan at the speed of a slow scanner', () => {
		expect(typed([...'5012345678900', 'Enter'], 55)).toMatchObject({ kind: 'scan' });
		expect(typed([...'96385074', 'Tab'], 120)).toEqual({ kind: 'scan', code: '96385074' });
		expect(typed([...']E096385074', 'Enter'], 120)).toMatchObject({ kind: 'scan' });
		expect(typed([...'KIT-0042', 'Enter'], 120)).toEqual({ kind: 'typing' });
		expect(typed([...'KIT0042', 'Enter'], 120)).toEqual({ kind: 'scan', code: 'KIT0042' });
	});

	test('the catalogue decides about other slow numbers', () => {
		expect(typed([...'501234567', 'Enter'], 90)).toEqual({ kind: 'maybe', code: '501234567' });
	});

	test('words typed into a search are typing, a barcode there is a scan', () => {
		expect(typed([...'tomato', 'Enter'], 50, { place: 'search' })).toEqual({ kind: 'typing' });
		expect(typed([...'501234567', 'Enter'], 90, { place: 'search' })).toEqual({ kind: 'typing' });
		expect(typed([...'96385074', 'Enter'], 90, { place: 'search' })).toMatchObject({
			kind: 'scan',
		});
	});

	test('a code typed into a text is typing, a fast one is a scan', () => {
		const keys = [...'5012345678900', 'Enter'];
		expect(typed(keys, 90, { place: 'text' })).toEqual({ kind: 'typing' });
		expect(typed(keys, 40, { place: 'text' })).toMatchObject({ kind: 'scan' });
		expect(typed([...'tomato', 'Enter'], 50, { place: 'text' })).toEqual({ kind: 'typing' });
	});

	test('a rhythm that no person keeps is a scan without a check digit', () => {
		expect(typed([...'4711009', 'Enter'], 75)).toMatchObject({ kind: 'scan' });
	});

	test('keys repeated by holding one down are typing', () => {
		const burst = new ScanBurst();
		const held = [...'11111111'].map((key, index) =>
			burst.take({ key, at: 1000 + index * 30, repeat: index > 0 }),
		);
		expect(held.at(-1)).toEqual({ kind: 'typing' });
		expect(burst.take({ key: 'Enter', at: 1250 })).toEqual({ kind: 'typing' });
	});

	test('digits of an Arabic keyboard are the same code', () => {
		expect(typed([...'٩٦٣٨٥٠٧٤', 'Enter'], 30)).toEqual({ kind: 'scan', code: '96385074' });
	});

	test('a short quantity is never a scan, however fast', () => {
		expect(typed([...'12345', 'Enter'], 3)).toEqual({ kind: 'typing' });
	});

	test('a burst with a late Enter is not a scan', () => {
		const burst = new ScanBurst();
		typed([...'50123456'], 5, { burst });
		expect(burst.take({ key: 'Enter', at: 5000 })).toEqual({ kind: 'typing' });
	});

	test('digits typed just before the scan are not part of its code', () => {
		const burst = new ScanBurst();
		typed(['1', '2'], 120, { burst, from: 0 });
		expect(typed([...'96385074', 'Enter'], 5, { burst, from: 900 })).toEqual({
			kind: 'scan',
			code: '96385074',
		});
	});

	test('a fast expression is not a scan', () => {
		expect(typed([...'12*12+3456', 'Enter'], 5)).toEqual({ kind: 'typing' });
	});
});

describe('scanner with prefix or suffix', () => {
	const withKeys = (prefix: string, suffix: 'enter' | 'tab' | 'none') =>
		new ScanBurst(() => ({ prefix, suffix }));

	test('the prefix is not part of the code, and allows a short code', () => {
		const burst = withKeys('~', 'enter');
		expect(typed(['~', ...'4711', 'Enter'], 120, { burst })).toEqual({
			kind: 'scan',
			code: '4711',
		});
		expect(typed(['~', ...'A-1/2', 'Enter'], 12, { burst, from: 20_000 })).toEqual({
			kind: 'scan',
			code: 'A-1/2',
		});
	});

	test('the prefix begins the code, however soon after other keys', () => {
		const burst = withKeys('~', 'enter');
		expect(typed(['1', '2', '~', ...'4711', 'Enter'], 90, { burst })).toEqual({
			kind: 'scan',
			code: '4711',
		});
	});

	test('another scanner that sends no prefix, or Tab for Enter, is recognised too', () => {
		const burst = withKeys('~', 'enter');
		expect(typed([...'96385074', 'Tab'], 12, { burst })).toEqual({
			kind: 'scan',
			code: '96385074',
		});
	});

	test('a pause ends a code that no key ends', () => {
		const burst = withKeys('', 'none');
		typed([...'96385074'], 100, { burst });
		expect(burst.rest()).toEqual({ kind: 'scan', code: '96385074' });
		typed([...'12'], 12, { burst, from: 9000 });
		expect(burst.rest()).toEqual({ kind: 'typing' });
	});
});

/** A GTIN of one of the four lengths. */
const gtin = fc
	.constantFrom(8, 12, 13, 14)
	.chain((length) =>
		fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length - 1, maxLength: length - 1 }),
	)
	.map((digits) => {
		const text = digits.join('');
		const check = [...'0123456789'].find((digit) => gtinCheckDigitValid(text + digit));
		return text + (check ?? '');
	});

describe('any scanner and any person', () => {
	test('every barcode with gaps of 1 to 120 ms and jitter is a scan', () => {
		const burst = gtin.chain((code) =>
			fc.record({
				code: fc.constant(code),
				gap: fc.integer({ min: 1, max: 120 }),
				jitter: fc.array(fc.integer({ min: -30, max: 30 }), {
					minLength: code.length,
					maxLength: code.length,
				}),
				end: fc.constantFrom('Enter', 'Tab'),
			}),
		);
		fc.assert(
			fc.property(burst, ({ code, gap, jitter, end }) => {
				const gaps = [1000, ...jitter.map((by) => Math.max(gap + by, 0))];
				const last = steps([...code, end], gaps).at(-1);
				expect(last).toEqual({ kind: 'scan', code });
			}),
		);
	});

	test('quantities typed at 12 keys a second are never a scan', () => {
		const quantity = fc.oneof(
			fc.integer({ min: 0, max: 9_999_999 }).map(String),
			fc.tuple(fc.nat(999), fc.nat(99)).map(([whole, part]) => `${whole}.${part}`),
			fc.tuple(fc.nat(999), fc.nat(99), fc.nat(99)).map(([a, b, c]) => `${a}*${b}+${c}`),
			fc.tuple(fc.nat(99), fc.nat(99)).map(([a, b]) => `${a}x${b}`),
		);
		const person = fc.array(fc.tuple(quantity, fc.constantFrom('Enter', 'Tab', 'ArrowDown')), {
			maxLength: 8,
		});
		// At 12 keys a second on average; single keys come closer together or further apart.
		const pair = fc.integer({ min: -40, max: 40 }).map((by) => [1000 / 12 + by, 1000 / 12 - by]);
		fc.assert(
			fc.property(person, fc.array(pair, { minLength: 40, maxLength: 40 }), (entries, pairs) => {
				const keys = entries.flatMap(([text, end]) => [...text, end]);
				fc.pre(!entries.some(([text]) => gtinCheckDigitValid(text)));
				const told = steps(keys, pairs.flat());
				// Only the catalogue may make it one.
				expect(told.filter(({ kind }) => kind === 'scan')).toEqual([]);
			}),
		);
	});

	test('a longer gap than any scanner makes begins another burst', () => {
		const burst = new ScanBurst();
		burst.take({ key: '1', at: 0 });
		expect(burst.take({ key: '2', at: burstBreakMs + 1 })).toEqual({ kind: 'begins' });
	});
});
