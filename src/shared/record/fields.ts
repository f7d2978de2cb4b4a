// Fields that many record types share, and the checks that more than one needs.
import { compare } from '../domain/decimal.ts';
import { keyOfLine, linesIn } from './merge.ts';
import type { Facts, Problem } from './rules.ts';

export const name = { kind: 'text', needed: true, longest: 100 } as const;
export const description = { kind: 'paragraph', longest: 500 } as const;
/** The kit switches a record on and off by this field. A record without it is active. */
export const isActive = { kind: 'flag' } as const;
export const inCategory = { kind: 'reference', to: 'category' } as const;
export const atLocation = { kind: 'reference', to: 'location', needed: true, fixed: true } as const;

/** Units of an item. `uomId` is the service's number of the unit. */
export const units = {
	kind: 'lines',
	needed: true,
	key: ['uomId'],
	chain: true,
	fields: {
		uomId: { kind: 'whole', needed: true, learned: true },
		name,
		type: { kind: 'choice', options: ['case', 'pack', 'each', 'weight'] },
		conversionFactor: { kind: 'decimal', needed: true, above: '0', unit: 'baseUomId' },
		decimals: { kind: 'whole', from: 0, to: 6 },
	},
} as const;

/** An item may stand twice in a recipe, in two units. */
export const ingredients = {
	kind: 'lines',
	key: ['itemId', 'uomId'],
	costed: true,
	fields: {
		itemId: { kind: 'reference', to: 'stockable', needed: true },
		uomId: { kind: 'unit', of: 'itemId', needed: true },
		quantity: { kind: 'decimal', needed: true, above: '0', unit: 'uomId' },
		description: { kind: 'text' },
	},
} as const;

interface Made {
	readonly id?: string;
	readonly ingredients?: readonly { readonly itemId: string; readonly uomId: number }[] | undefined;
}

/** Nothing is an ingredient of itself. */
export const ownIngredient = ({ id, ingredients: lines = [] }: Made): readonly Problem[] =>
	lines.flatMap((line) =>
		line.itemId === id
			? [{ at: `ingredients/${keyOfLine(ingredients, line)}/itemId`, code: 'own-ingredient' }]
			: [],
	);

/** A preparation that is, through its ingredients, made of itself, with the path back. */
export function recipeCycle(
	record: Made & { readonly name: string },
	{ record: recordOf }: Pick<Facts, 'record'>,
): readonly Problem[] {
	const { id, name: title, ingredients: lines = [] } = record;
	const wayFrom = (itemId: string, path: readonly string[]): readonly string[] | null => {
		const recipe = recordOf('prepItem', itemId);
		if (recipe === null || path.length > 20) return null;
		const here = [...path, String(recipe['name'])];
		for (const { itemId: next } of linesIn(recipe['ingredients'])) {
			if (typeof next !== 'string') continue;
			const way = next === id ? [...here, title] : wayFrom(next, here);
			if (way !== null) return way;
		}
		return null;
	};
	return lines.flatMap((line): Problem[] => {
		const way = id === undefined || line.itemId === id ? null : wayFrom(line.itemId, [title]);
		return way === null
			? []
			: [
					{
						at: `ingredients/${keyOfLine(ingredients, line)}/itemId`,
						code: 'recipe-cycle',
						args: { path: way.join(' → ') },
					},
				];
	});
}

interface Measured {
	readonly baseUomId: number;
	/** A draft may have none yet. */
	readonly units?:
		| readonly { readonly uomId: number; readonly conversionFactor?: string | undefined }[]
		| undefined;
}

/** The base unit is among the units, with the factor 1. */
export function wrongBase({ baseUomId, units: each = [] }: Measured): readonly Problem[] {
	const base = each.find(({ uomId }) => uomId === baseUomId);
	return base?.conversionFactor !== undefined && compare(base.conversionFactor, '1') === 0
		? []
		: [{ at: 'baseUomId', code: 'base-unit' }];
}
