// The pieces that a long decimal of a case stands for: nobody counts 0.333333 of one.
import { placesOf, roundTo, type DecimalText } from './decimal.ts';
import { BASE_PLACES, isBase, toBase, type ItemUnit, type UnitQuantity } from './unit.ts';

/** A long decimal, as of a third of a case. */
export const isPart = (quantity: DecimalText): boolean => placesOf(quantity) >= BASE_PLACES - 1;

interface Pieces extends UnitQuantity {
	readonly unitName: string;
}

/** Null for a quantity that is no part of a unit of the item. */
export function piecesOf(units: readonly ItemUnit[], part: UnitQuantity): Pieces | null {
	const base = units.find(isBase);
	const isKnown = units.some(({ unitId }) => unitId === part.unitId);
	if (base === undefined || !isKnown || !isPart(part.quantity)) return null;
	const quantity = roundTo(toBase([part], units), base.places);
	return { unitId: base.unitId, unitName: base.name, quantity };
}
