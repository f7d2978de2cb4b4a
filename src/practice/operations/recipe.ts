// Shared by modifiers, menu items and prep items: recipes, and the lists to choose from.
import type { z } from 'zod';
import type { ingredient } from '../../shared/service/menu.ts';
import type { BrandLocationDiningOptions, IngredientsData } from '../../shared/service/menu.ts';
import type { Page } from '../store/records.ts';
import { pageRows } from './plain.ts';
import type { Wrong } from './plain.ts';
import type { Body, HandlersOf, Practice } from './handler.ts';
import { checkLines } from './stockable.ts';

export const itemTypes = {
	item: { id: 1, name: 'Inventory item' },
	prepItem: { id: 2, name: 'Prep item' },
	menuItem: { id: 3, name: 'Menu item' },
} as const;

export const recipeHandlers = {
	'menuItem.diningOptions': ({ page }, practice) => diningOptionRows(page, practice),
	'menuItem.ingredients': ({ query, page }, practice) =>
		ingredientRows(query.search, page, practice),
	'modifier.diningOptions': ({ page }, practice) => diningOptionRows(page, practice),
	'modifier.ingredients': ({ query, page }, practice) =>
		ingredientRows(query.search, page, practice),
	'prepItem.ingredients': ({ query, page }, practice) =>
		ingredientRows(query.search, page, practice),
} satisfies HandlersOf<'menuItem' | 'modifier' | 'prepItem'>;

export function checkRecipe(body: Body, practice: Practice, wrong: Wrong): void {
	// Already validated by the declaration, if present.
	const lines = body['ingredients'] as z.output<typeof ingredient>[] | undefined;
	checkLines(lines ?? [], 'ingredients', practice, wrong);
}

function ingredientRows(search: string | undefined, page: Page, { records }: Practice) {
	const rows = (['item', 'prepItem'] as const).flatMap((kind) =>
		records.list(kind, { search }).rows.map((item): IngredientsData => ({
			itemId: item.id,
			itemType: itemTypes[kind],
			...(item.code === undefined ? {} : { code: item.code }),
			name: item.name,
			baseUomId: item.baseUomId,
			...(item.unitCost === undefined ? {} : { unitCost: item.unitCost }),
			isActive: item.isActive ?? true,
		})),
	);
	return pageRows(rows, page);
}

/** Every location with the enabled dining options; the practice business has one brand. */
function diningOptionRows(page: Page, { records }: Practice) {
	const brand = records.all('businessStructure').find((each) => each.level === 'brand');
	const diningOptions = records.all('diningOption').filter((each) => each.isActive !== false);
	const rows = records.all('location').map((location): BrandLocationDiningOptions => ({
		...(brand === undefined ? {} : { brandId: brand.id, brandName: brand.name }),
		locationId: location.id,
		locationName: location.name,
		diningOptions,
	}));
	return pageRows(rows, page);
}
