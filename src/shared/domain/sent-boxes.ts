// Converts boxes for the service, which takes only decimals: a third of a case of 12 is sent as 4 each.
import { exactQuantity, type KeptBox } from './box-entry.ts';
import { lineTotal } from './count-line.ts';
import { currencyPlaces, type Currency } from './money.ts';
import { BASE_PLACES, exactParts, isBase, type ItemUnit, type UnitQuantity } from './unit.ts';
import {
	compareRatios,
	divideRatios,
	equalsRatio,
	isZero,
	multiply,
	notBelowZero,
	ratioOf,
	roundRatio,
	roundTo,
	subtract,
	truncateRatio,
	type DecimalText,
} from './decimal.ts';

interface FilledBox extends KeptBox {
	readonly unitId: string;
}

export const filled = (
	boxes: readonly (Omit<FilledBox, 'quantity'> & { readonly quantity: DecimalText | null })[],
): FilledBox[] =>
	boxes.flatMap(({ quantity, ...box }) => (quantity === null ? [] : [{ ...box, quantity }]));

/** Whether a box's quantity is exact. In a unit the item no longer has, the quantity is all we know. */
function isExact(box: FilledBox, units: readonly ItemUnit[]): boolean {
	const unit = units.find(({ unitId }) => unitId === box.unitId);
	return unit === undefined || equalsRatio(box.quantity, exactQuantity(box, unit));
}

/**
 * What a line costs in its currency, by the price of the unit that it is sent in; null while either is unknown.
 *
 * @param price.discount off the whole line
 * @param price.unitId the unit of the line, if it has one of its own @throws for a unit the item lacks
 */
export function pricedCost(
	boxes: readonly FilledBox[],
	units: readonly ItemUnit[],
	{
		price,
		unitId,
		discount = '0',
	}: {
		price: DecimalText | null;
		unitId: string | null;
		discount?: DecimalText | undefined;
	},
	currency: Currency,
): DecimalText | null {
	const sent = inOneUnit(boxes, units, unitId);
	if (sent === null || price === null) return null;
	// A discount gives nothing back, however little of the line is left.
	const net = notBelowZero(subtract(multiply(sent.quantity, price), discount));
	return roundTo(net, currencyPlaces(currency));
}

/** Boxes per unit, for a service that takes several units per line: as filled, or converted if not decimal. */
export function byUnit(
	boxes: readonly FilledBox[],
	units: readonly ItemUnit[],
): readonly UnitQuantity[] {
	if (boxes.every((box) => isExact(box, units)))
		return boxes.map(({ unitId, quantity }) => ({ unitId, quantity }));
	return exactParts(lineTotal(boxes, units) ?? '0', units);
}

/**
 * A single box stays unchanged; several, or a part of a case without a decimal form, become their sum in the base unit,
 * or in the smallest filled unit with enough decimal places. In a wanted unit, a part without a decimal form is rounded
 * down: the parts of a case never come to more than the case.
 *
 * @param wanted the unit, if it does not depend on the boxes @throws for a unit the item lacks
 */
export function inOneUnit(
	boxes: readonly FilledBox[],
	units: readonly ItemUnit[],
	wanted: string | null = null,
): UnitQuantity | null {
	const above = boxes.filter(({ quantity }) => !isZero(quantity));
	const [only = boxes[0], another] = above;
	if (only === undefined) return null;
	const fixed = units.find(({ unitId }) => unitId === wanted);
	if (another === undefined && isExact(only, units) && (fixed ?? only).unitId === only.unitId)
		return { unitId: only.unitId, quantity: only.quantity };
	if (fixed !== undefined)
		return {
			unitId: fixed.unitId,
			quantity: truncateRatio(
				divideRatios(ratioOf(lineTotal(boxes, units) ?? '0'), fixed.factor),
				BASE_PLACES,
			),
		};

	const total = ratioOf(lineTotal(above, units) ?? '0');
	const base = units.find(isBase);
	const filled = units
		.filter(({ unitId }) => above.some((each) => each.unitId === unitId))
		.sort((a, b) => compareRatios(a.factor, b.factor));
	const candidates = base === undefined ? filled : [base, ...filled];
	for (const { unitId, factor, places } of candidates) {
		const exact = divideRatios(total, factor);
		const quantity = truncateRatio(exact, places);
		if (equalsRatio(quantity, exact)) return { unitId, quantity };
	}
	const [first] = candidates;
	if (first === undefined) return null;
	const { unitId, factor } = first;
	return { unitId, quantity: roundRatio(divideRatios(total, factor), BASE_PLACES) };
}
