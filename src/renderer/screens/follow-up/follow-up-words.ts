// A follow-up in words: what it makes or made, and how its figures come about.
import type { App } from '../../app.svelte.ts';
import type { FollowUp } from '../../../shared/bridge/follow-up.ts';
import { abs, compare, multiply, roundTo, subtract } from '../../../shared/domain/decimal.ts';
import { currencyPlaces } from '../../../shared/domain/money.ts';
import { percentOver } from '../../../shared/ordering/prices.ts';
import { hrefOf } from '../../shell/route.svelte.ts';

type Words = Pick<App, 't' | 'format'>;

export function actOf({ t }: Pick<Words, 't'>, followUp: FollowUp): string {
	const { kind, state, itemName: item, supplierName: supplier } = followUp;
	switch (state) {
		case 'open':
			return t(`followUp.makes-${kind}`, { item, supplier });
		case 'confirmed':
			return t(`followUp.made-${kind}`, { item, supplier });
		case 'discarded':
			return t('followUp.nothingDone', { item, supplier });
	}
}

/** "1 case × 6.40 = 6.40" */
export function figuresOf({ t, format }: Words, followUp: FollowUp): string {
	const { kind, price, orderedPrice, amount, currency, unitName, pieces, offer, listed } = followUp;
	const money = (value: string | null) => (value === null ? '–' : format.money(value, currency));
	const each = (price: string | null) => (price === null ? '–' : format.unitPrice(price, currency));
	const quantity = quantityOf(
		{ format },
		pieces?.quantity ?? followUp.quantity,
		pieces?.unitName ?? unitName,
	);
	/** Prices are per unit. */
	const perUnit = (price: string) =>
		pieces === null ? price : t('delivery.perUnit', { price, unit: unitName });
	switch (kind) {
		case 'claim-shortage':
		case 'claim-quality':
		case 'claim-return':
			return t('followUp.figures-times', {
				quantity,
				price: perUnit(each(price)),
				amount: money(amount),
				isPlain: isPlain(followUp, price) ? 'yes' : 'no',
			});
		case 'claim-price':
			return t('followUp.figures-times', {
				quantity,
				price: perUnit(
					t('followUp.priceOver', { price: each(price), ordered: each(orderedPrice) }),
				),
				amount: money(amount),
				isPlain:
					price !== null &&
					orderedPrice !== null &&
					isPlain(followUp, subtract(price, orderedPrice))
						? 'yes'
						: 'no',
			});
		case 'accept-price': {
			const from = listed ?? orderedPrice;
			const over = price === null ? null : percentOver(price, from);
			return t('followUp.figures-price', {
				unit: unitName,
				from: each(from),
				to: each(price),
				over: over === null ? 'none' : format.percentageDifference(over),
			});
		}
		case 'order-elsewhere':
			return offer === null
				? t('followUp.figures-nobody', { quantity })
				: t('followUp.figures-offer', {
						supplier: offer.supplierName,
						quantity: quantityOf({ format }, offer.quantity, offer.unitName),
						price: each(offer.price),
					});
		case 'wait':
		case 'return':
			return t(`followUp.figures-${kind}`, { quantity });
	}
}

/** What the person should know before deciding: empty if nothing. */
export function cautionOf({ t }: Words, followUp: FollowUp): string {
	const { kind, state, isBilled, isChanged } = followUp;
	if (state !== 'open') return '';
	const said = [
		...(kind === 'claim-shortage'
			? [t(isBilled === true ? 'followUp.isBilled' : 'followUp.maybeBilled')]
			: []),
		...(isChanged ? [t('followUp.isChanged')] : []),
	];
	return said.join(' ');
}

export const quantityOf = (
	{ format }: Pick<Words, 'format'>,
	quantity: string | null,
	unitName: string,
): string => [quantity === null ? '' : format.quantity(quantity), unitName].join(' ').trim();

/** Whether tax and discount add nothing to the product. */
const isPlain = ({ quantity, amount, currency }: FollowUp, price: string | null): boolean =>
	quantity !== null &&
	price !== null &&
	amount !== null &&
	(compare(roundTo(multiply(quantity, price), currencyPlaces(currency)), amount) === 0 ||
		compare(abs(subtract(multiply(quantity, price), amount)), multiply(price, halfOfPart)) <= 0);

/** The quantity of a part that is claimed is rounded to thousandths. */
const halfOfPart = '0.0005';

const areaOf = {
	'claim-shortage': 'credits',
	'claim-price': 'credits',
	'claim-quality': 'credits',
	'claim-return': 'credits',
	'order-elsewhere': 'orders',
	return: 'returns',
	'accept-price': 'purchaseOption',
} as const;

/** Where the order or the return opens. */
export const sourceOf = ({ kind, documentId }: FollowUp): string =>
	hrefOf(kind === 'claim-return' ? 'returns' : 'deliveries', documentId);

/** Where the claim, draft or record opens; null if a decision made none. */
export function resultOf({ kind, resultId }: FollowUp): string | null {
	return resultId === null || kind === 'wait' ? null : hrefOf(areaOf[kind], resultId);
}
