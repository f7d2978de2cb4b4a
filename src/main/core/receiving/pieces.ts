// The pieces that a long decimal of a case stands for: nobody asks a supplier for 0.333333 of one.
import { isBase } from '../../../shared/domain/unit.ts';
import { baseOf, isPart, type InUnit } from './entered.ts';

interface Pieces {
	readonly quantity: string;
	readonly unitId: string;
	readonly unitName: string;
}

/** Null for a quantity that is no part of a unit. */
export function piecesOf(line: InUnit, quantity: string | null): Pieces | null {
	const { units } = line.item;
	const base = units.find(isBase);
	if (quantity === null || base === undefined || !isPart(quantity)) return null;
	if (!units.some(({ unitId }) => unitId === String(line.record.uomId))) return null;
	return { quantity: baseOf(line, quantity), unitId: base.unitId, unitName: base.name };
}
