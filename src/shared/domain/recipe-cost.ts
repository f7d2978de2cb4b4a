// What the lines of a recipe cost, through the recipes inside it. Exact until one rounding at the end; what cannot be
// known is said, and is never nothing.
import {
	addRatios,
	divideRatios,
	multiplyRatios,
	ratioOf,
	roundRatio,
	type DecimalText,
	type Ratio,
} from './decimal.ts';
import type { Recipe, RecipeLine } from './recipe.ts';

/** Recipes in recipes in recipes: more is a mistake. */
export const deepest = 10;

type Unknown =
	/** The item or the unit is not on this PC. */
	| { readonly why: 'item' | 'unit' }
	/** No cost is known of the item, or no yield or ingredient of the recipe. */
	| { readonly why: 'cost' | 'yield' | 'lines'; readonly of: string }
	/** The recipe contains itself, by way of these. */
	| { readonly why: 'cycle' | 'too-deep'; readonly path: readonly string[] };

export type LineCost = { readonly cost: Ratio } | { readonly unknown: Unknown };

export interface Known {
	/** A stock item: base units in the unit, and the cost of one base unit. null if it is none. */
	item(
		itemId: string,
		unitId: string,
	): {
		readonly name: string;
		readonly factor: Ratio | null;
		readonly unitCost: DecimalText | null;
	} | null;
	recipe(id: string): Recipe | null;
}

/** @param within the recipes around the line, the outermost first */
export function costOfLine(line: RecipeLine, known: Known, within: readonly Recipe[]): LineCost {
	const item = known.item(line.itemId, line.unitId);
	const quantity = ratioOf(line.quantity);
	if (item !== null) {
		if (item.factor === null) return { unknown: { why: 'unit' } };
		if (item.unitCost === null) return { unknown: { why: 'cost', of: item.name } };
		const base = multiplyRatios(quantity, item.factor);
		return { cost: multiplyRatios(base, ratioOf(item.unitCost)) };
	}
	const inner = known.recipe(line.itemId);
	if (inner === null) return { unknown: { why: 'item' } };
	const path = [...within, inner].map(({ name }) => name);
	if (within.some(({ recipeId }) => recipeId === inner.recipeId)) {
		return { unknown: { why: 'cycle', path } };
	}
	if (within.length >= deepest) return { unknown: { why: 'too-deep', path } };
	const unit = inner.units.find(({ unitId }) => unitId === line.unitId);
	if (unit === undefined) return { unknown: { why: 'unit' } };
	const each = costOfOne(inner, known, within);
	return 'unknown' in each
		? each
		: { cost: multiplyRatios(multiplyRatios(quantity, unit.factor), each.cost) };
}

/** Of one base unit of a recipe, or of a portion. */
export function costOfOne(recipe: Recipe, known: Known, within: readonly Recipe[] = []): LineCost {
	if (recipe.makes === null) return { unknown: { why: 'yield', of: recipe.name } };
	if (recipe.lines.length === 0) return { unknown: { why: 'lines', of: recipe.name } };
	let sum: Ratio = ratioOf('0');
	for (const line of recipe.lines) {
		const each = costOfLine(line, known, [...within, recipe]);
		if ('unknown' in each) return each;
		sum = addRatios(sum, each.cost);
	}
	return { cost: divideRatios(sum, ratioOf(recipe.makes)) };
}

export const costText = (cost: Ratio, places: number): DecimalText => roundRatio(cost, places);
