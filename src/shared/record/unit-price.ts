// Whether the price of a purchase option is probably for another unit of the item: per case, or per each?
import { multiply, ratioOf, type DecimalText } from '../domain/decimal.ts';
import { likelierUnit } from '../ordering/prices.ts';
import type { Plain } from './record-kit.ts';
import type { Facts, Problem } from './rules.ts';
import { statedUnits } from './unit-ratios.ts';

interface Priced {
	readonly itemId?: string;
	readonly uomId?: number;
	readonly price?: DecimalText;
}

const linesIn = (value: unknown): readonly Plain[] =>
	Array.isArray(value)
		? value.filter((line): line is Plain => typeof line === 'object' && line !== null)
		: [];

const number = /^\d+(\.\d+)?$/;

/** Compared with what the item costs on average. */
export function otherUnit({ itemId, uomId, price }: Priced, facts: Facts): readonly Problem[] {
	const item = itemId === undefined ? null : facts.record('inventoryItem', itemId);
	const cost = item?.['unitCost'];
	if (item === null || typeof cost !== 'string' || !number.test(cost)) return [];
	if (price === undefined || !number.test(price)) return [];
	const units = statedUnits(linesIn(item['units'])).map((unit) => ({
		...unit,
		unitId: String(unit.uomId),
		factor: ratioOf(unit.factor),
		perUnit: multiply(cost, unit.factor),
	}));
	const chosen = units.find((unit) => unit.uomId === uomId);
	if (chosen === undefined) return [];
	const likelier = likelierUnit(price, chosen.perUnit, chosen, units);
	const other = units.find(({ unitId }) => unitId === likelier);
	return other === undefined
		? []
		: [{ at: 'price', code: 'other-unit', args: { unit: chosen.name, other: other.name } }];
}
