// Prices that were computed: a mean, or what another supplier takes per unit.
import type { Offer } from '../../../shared/bridge/price.ts';
import { placesOf, type DecimalText } from '../../../shared/domain/decimal.ts';
import { currencyPlaces } from '../../../shared/domain/money.ts';
import { asShown } from '../../../shared/domain/unit.ts';

/** With as many decimals as the offer's own prices have, unless it would read 0. */
export function computedPrice(
	price: DecimalText,
	{ paid, listed }: Pick<Offer, 'paid' | 'listed'>,
	currency: string,
): DecimalText {
	const own = [paid, listed].map((each) => placesOf(each ?? '0'));
	return asShown(price, Math.max(currencyPlaces(currency), ...own));
}
