import fc from 'fast-check';
import { expect, it } from 'vitest';
import { currencyPlaces } from '../../shared/domain/money.ts';
import { Format } from '../messages/format.svelte.ts';
import { Language } from '../messages/language.svelte.ts';
import { signOf } from './sign.ts';

const { moneyDifference } = new Format(new Language('en'));

it('has the sign of the amount on screen', () => {
	expect(signOf('-0.004', 2)).toBe('even');
	expect(signOf('-0.005', 2)).toBe('down');
	expect(signOf('0.004')).toBe('up');
	const amount = fc
		.record({ digits: fc.integer({ min: -20_000, max: 20_000 }), places: fc.nat(6) })
		.map(({ digits, places }) => (digits / 10 ** places).toFixed(places));
	fc.assert(
		fc.property(amount, fc.constantFrom('JPY', 'EUR', 'KWD'), (exact, currency) => {
			const text = moneyDifference(exact, currency);
			const shown = text.includes('−') ? 'down' : text.includes('+') ? 'up' : 'even';
			expect(signOf(exact, currencyPlaces(currency))).toBe(shown);
		}),
	);
});
