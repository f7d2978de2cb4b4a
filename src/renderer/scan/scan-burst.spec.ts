import { describe, expect, test } from 'vitest';
import { ScanBurst } from './scan-burst.ts';

/** Feeds keys at a fixed interval and returns the last step. */
function typed(keys: readonly string[], gapMs: number, burst = new ScanBurst(), from = 1000) {
	return keys.map((key, index) => burst.take(key, from + index * gapMs)).at(-1);
}

describe('telling a scanner from typing', () => {
	test('fast digits followed by Enter are a scan', () => {
		expect(typed([...'5012345678900', 'Enter'], 5)).toEqual({
			kind: 'scan',
			code: '5012345678900',
		});
	});

	test('the same digits at typing speed are not', () => {
		expect(typed([...'501234567', 'Enter'], 90)).toEqual({ kind: 'typing' });
	});

	test('a short quantity is never a scan, however fast', () => {
		expect(typed([...'12345', 'Enter'], 3)).toEqual({ kind: 'typing' });
	});

	test('a burst with a late Enter is not a scan', () => {
		const burst = new ScanBurst();
		typed([...'50123456'], 5, burst);
		expect(burst.take('Enter', 5000)).toEqual({ kind: 'typing' });
	});

	test('digits typed just before the scan are not part of its code', () => {
		const burst = new ScanBurst();
		typed(['1', '2'], 120, burst, 0);
		expect(typed([...'96385074', 'Enter'], 5, burst, 900)).toEqual({
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
		expect(typed(['~', ...'4711', 'Enter'], 12, burst)).toEqual({ kind: 'scan', code: '4711' });
		expect(typed([...'5012345678900', 'Enter'], 12, burst, 9000)).toEqual({ kind: 'typing' });
		expect(typed(['~', ...'A-1/2', 'Enter'], 12, burst, 20_000)).toEqual({
			kind: 'scan',
			code: 'A-1/2',
		});
	});

	test('the suffix may be Tab; then Enter ends nothing', () => {
		const burst = withKeys('', 'tab');
		expect(typed([...'96385074', 'Tab'], 12, burst)).toEqual({ kind: 'scan', code: '96385074' });
		expect(typed([...'96385074', 'Enter'], 12, burst, 9000)).toEqual({ kind: 'typing' });
	});

	test('without a suffix, a pause ends the code', () => {
		const burst = withKeys('', 'none');
		typed([...'96385074'], 12, burst);
		expect(burst.rest()).toBe('96385074');
		typed([...'12'], 12, burst, 9000);
		expect(burst.rest()).toBeNull();
	});
});
