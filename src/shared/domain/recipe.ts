// Breaks a dish or batch down to stock items. Recipes may contain recipes; amounts stay exact until one rounding at the
// end.
import {
	addRatios,
	divideRatios,
	equalsRatio,
	isZero,
	multiplyRatios,
	ratioOf,
	roundRatio,
	type DecimalText,
	type Ratio,
} from './decimal.ts';
import type { ItemUnit } from './unit.ts';

export interface RecipeLine {
	readonly itemId: string;
	readonly unitId: string;
	readonly quantity: DecimalText;
}

export interface Recipe {
	readonly recipeId: string;
	readonly name: string;
	/** Base units the lines produce: a batch's yield, or one portion. null if the yield is unknown. */
	readonly makes: DecimalText | null;
	/** Base units of the recipe per unit; a dish has only its portion. */
	readonly units: readonly Pick<ItemUnit, 'unitId' | 'factor'>[];
	readonly lines: readonly RecipeLine[];
}

interface Exploded {
	/** Base units of each item in order of appearance, with the unit the recipe uses. */
	readonly items: readonly {
		readonly itemId: string;
		readonly unitId: string;
		readonly base: Ratio;
	}[];
	/** Ids that cannot be resolved: unknown here, without a yield or ingredients, or containing themselves. */
	readonly unknown: readonly string[];
}

/** @param amount in the recipe's base units @param factorOf base units per unit of an item; null if unknown */
export function explode(
	recipe: Recipe,
	amount: Ratio,
	recipeOf: (id: string) => Recipe | null,
	factorOf: (itemId: string, unitId: string) => Ratio | null,
): Exploded {
	const items = new Map<string, { unitId: string; base: Ratio }>();
	const unknown = new Set<string>();
	const walk = (of: Recipe, base: Ratio, within: readonly string[]): void => {
		if (of.makes === null || of.lines.length === 0) {
			unknown.add(of.recipeId);
			return;
		}
		const batches = divideRatios(base, ratioOf(of.makes));
		for (const line of of.lines) {
			const wanted = multiplyRatios(batches, ratioOf(line.quantity));
			const factor = factorOf(line.itemId, line.unitId);
			if (factor !== null) {
				const added = multiplyRatios(wanted, factor);
				const before = items.get(line.itemId);
				items.set(line.itemId, {
					unitId: before?.unitId ?? line.unitId,
					base: before === undefined ? added : addRatios(before.base, added),
				});
				continue;
			}
			const inner = recipeOf(line.itemId);
			const unit = inner?.units.find(({ unitId }) => unitId === line.unitId);
			if (inner === null || unit === undefined || within.includes(line.itemId)) {
				unknown.add(line.itemId);
			} else {
				walk(inner, multiplyRatios(wanted, unit.factor), [...within, line.itemId]);
			}
		}
	};
	walk(recipe, amount, [recipe.recipeId]);
	return {
		items: [...items].map(([itemId, each]) => ({ itemId, ...each })),
		unknown: [...unknown],
	};
}

/** In the preferred unit if exact, else in another that is, else in the one with the least rounding. */
export function amountIn(
	base: Ratio,
	units: readonly ItemUnit[],
	preferred: string,
): { unitId: string; quantity: DecimalText; wanted: DecimalText; exact: boolean } | null {
	const order = units.toSorted(
		(a, b) => Number(b.unitId === preferred) - Number(a.unitId === preferred),
	);
	const tried = order.map((unit) => {
		const amount = divideRatios(base, unit.factor);
		const quantity = roundRatio(amount, unit.places);
		const wanted = roundRatio(amount, 3);
		return { unitId: unit.unitId, quantity, wanted, exact: equalsRatio(quantity, amount), unit };
	});
	const finest = tried.toSorted((a, b) => step(a.unit) - step(b.unit));
	const chosen =
		tried.find(({ exact }) => exact) ??
		finest.find(({ quantity }) => !isZero(quantity)) ??
		tried[0];
	if (chosen === undefined) return null;
	const { unit: _unit, ...amount } = chosen;
	return amount;
}

const step = ({ factor, places }: ItemUnit): number =>
	(Number(factor.numerator) / Number(factor.denominator)) * 10 ** -places;
