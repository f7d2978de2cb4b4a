import { describe, expect, test } from 'vitest';
import { ScanBurst } from './scan-burst.ts';

/** Feeds keys with a fixed gap between them and gives back what the last one was. */
function typed(keys: readonly string[], gapMs: number, burst = new ScanBurst(), from = 1000) {
	return keys.map((key, index) => burst.take(key, from + index * gapMs)).at(-1);
}

describe('a scanner among the keys', () => {
	test('a burst of digits that Enter ends is a scan', () => {
		expect(typed([...'5012345678900', 'Enter'], 5)).toEqual({
			kind: 'scan',
			code: '5012345678900',
		});
	});

	test('the same digits at the pace of a person are typing', () => {
		expect(typed([...'501234567', 'Enter'], 90)).toEqual({ kind: 'typing' });
	});

	test('a short quantity is typing however fast it comes', () => {
		expect(typed([...'12345', 'Enter'], 3)).toEqual({ kind: 'typing' });
	});

	test('a burst whose Enter comes late is not a scan', () => {
		const burst = new ScanBurst();
		typed([...'50123456'], 5, burst);
		expect(burst.take('Enter', 5000)).toEqual({ kind: 'typing' });
	});

	test('digits typed by hand just before the scan are no part of its code', () => {
		const burst = new ScanBurst();
		typed(['1', '2'], 120, burst, 0);
		expect(typed([...'96385074', 'Enter'], 5, burst, 900)).toEqual({
			kind: 'scan',
			code: '96385074',
		});
	});

	test('an expression typed fast is not a scan', () => {
		expect(typed([...'12*12+3456', 'Enter'], 5)).toEqual({ kind: 'typing' });
	});
});

describe('a scanner that is set to send more than the code', () => {
	const withKeys = (prefix: string, suffix: 'enter' | 'tab' | 'none') =>
		new ScanBurst(() => ({ prefix, suffix }));

	test('its prefix is no part of the code, and makes a short code one', () => {
		const burst = withKeys('~', 'enter');
		expect(typed(['~', ...'4711', 'Enter'], 12, burst)).toEqual({ kind: 'scan', code: '4711' });
		expect(typed([...'5012345678900', 'Enter'], 12, burst, 9000)).toEqual({ kind: 'typing' });
		expect(typed(['~', ...'A-1/2', 'Enter'], 12, burst, 20_000)).toEqual({
			kind: 'scan',
			code: 'A-1/2',
		});
	});

	test('its suffix may be Tab, and then Enter ends nothing', () => {
		const burst = withKeys('', 'tab');
		expect(typed([...'96385074', 'Tab'], 12, burst)).toEqual({ kind: 'scan', code: '96385074' });
		expect(typed([...'96385074', 'Enter'], 12, burst, 9000)).toEqual({ kind: 'typing' });
	});

	test('without a suffix the pause behind it ends the code', () => {
		const burst = withKeys('', 'none');
		typed([...'96385074'], 12, burst);
		expect(burst.rest()).toBe('96385074');
		typed([...'12'], 12, burst, 9000);
		expect(burst.rest()).toBeNull();
	});
});
