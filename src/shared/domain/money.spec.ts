import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
	currencyPlaces,
	formatMoney,
	formatUnitPrice,
	lineCost,
	statedOr,
	sumMoney,
	totalCost,
	usePlacesOf,
} from './money.ts';

describe('decimal places of a currency', () => {
	it.each([
		['EUR', 2],
		['JPY', 0],
		['KWD', 3],
		['kwd', 3],
		['CLF', 4],
		['ZZZ', 2],
	])('%s has %d', (currency, places) => {
		expect(currencyPlaces(currency)).toBe(places);
	});

	it("uses the service's places if it states them", () => {
		usePlacesOf(() => [
			{ code: 'KWD', decimals: 2 },
			{ code: 'huf', decimals: 0 },
			{ code: 'JPY' },
			{ code: 'BHD', decimals: -1 },
			{ code: 'OMR', decimals: 40 },
		]);
		onTestFinished(() => {
			usePlacesOf(() => []);
		});
		const stated = ['KWD', 'HUF', 'JPY', 'BHD', 'OMR', 'EUR'].map(currencyPlaces);
		expect(stated).toEqual([2, 0, 0, 3, 3, 2]);
		expect(lineCost('3', '0.335', 'HUF')).toBe('1');
		expect(formatMoney('1.5', 'KWD', 'en-GB')).toContain('1.50');
		expect(formatUnitPrice('1.5', 'HUF', 'en-GB')).toContain('1.5');
	});
});

describe('cost of a line', () => {
	it("rounds once, half away from zero, to the currency's places", () => {
		expect(lineCost('3', '0.335', 'GBP')).toBe('1.01');
		expect(lineCost('-2.5', '0.33', 'USD')).toBe('-0.83');
		expect(lineCost('1.5', '1.0007', 'KWD')).toBe('1.501');
		expect(lineCost('2.5', '1', 'JPY')).toBe('3');
	});

	it('differs by less than half a minor unit, without float errors', () => {
		fc.assert(
			fc.property(fc.nat(10_000_000), fc.nat(10_000_000), (quantity, cost) => {
				const text = lineCost(`${String(quantity)}e-3`, `${String(cost)}e-4`, 'EUR');
				const minor = (2n * BigInt(quantity) * BigInt(cost) + 100_000n) / 200_000n;
				expect(BigInt(Math.round(Number(text) * 100))).toBe(minor);
			}),
		);
	});

	it('sums to the amounts shown on the lines', () => {
		expect(sumMoney(['0.1', '0.2', '1234567890.99'])).toBe('1234567891.29');
	});

	it.each([
		[[], { cost: '0', costsUnknown: 0 }],
		[['1.5', '2'], { cost: '3.5', costsUnknown: 0 }],
		[['1.5', null, '2'], { cost: '3.5', costsUnknown: 1 }],
		[[null, null], { cost: null, costsUnknown: 2 }],
	])('of %j sums what is known, and counts what is not', (amounts, total) => {
		const lines = amounts.map((cost) => ({ cost }));
		expect(totalCost(amounts)).toEqual(total);
		expect(statedOr(undefined, lines)).toEqual(total);
		expect(statedOr('9.00', lines)).toEqual({ cost: '9', costsUnknown: 0 });
	});
});

describe('money on screen', () => {
	it.each([
		['1234.5', 'GBP', 'en-GB', '£1,234.50'],
		['-1234.5', 'GBP', 'en-GB', '−£1,234.50'],
		['1234.5', 'EUR', 'de-DE', '1.234,50\u00a0€'],
		['3', 'JPY', 'en-US', '¥3'],
	])('writes %s %s in %s as %s', (amount, currency, locale, written) => {
		expect(formatMoney(amount, currency, locale)).toBe(written);
	});

	it('has three places in Kuwaiti dinars, in Arabic too', () => {
		expect(formatMoney('1.5', 'KWD', 'ar-EG')).toContain('١٫٥٠٠');
	});

	it('keeps all digits of a sum too long for a float', () => {
		expect(formatMoney('90071992547409931.27', 'USD', 'en-US')).toBe('$90,071,992,547,409,931.27');
	});

	it('shows a currency verbatim if it is not an ISO code', () => {
		expect(formatMoney('2', 'Tokens', 'en-GB')).toBe('2.00\u00a0Tokens');
		expect(formatMoney('2', '', 'en-GB')).toBe('2.00');
	});

	it.each([
		['1.5', 'GBP', '£1.50'],
		['0.00125', 'GBP', '£0.00125'],
		['0.12345678', 'GBP', '£0.123457'],
	])('shows all decimals of the price %s, up to six', (price, currency, written) => {
		expect(formatUnitPrice(price, currency, 'en-GB')).toBe(written);
	});
});
