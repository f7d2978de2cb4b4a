// The menu: dishes with their recipes, modifiers, and dining options. Paths are shown, and the methods of modifiers and
// dining options. The create request of dining options and its answer are shown field by field; everything else is our
// reading.
import { z } from 'zod';
import { decimal, flag, id, integer, record, shownRecord, stored, text } from './field.ts';
import { goneOnline, oneMoreWith, sameContent } from './replay-rule.ts';
import {
	activation,
	allShown,
	change,
	count,
	create,
	creation,
	deletion,
	get,
	list,
	noQuery,
	replacement,
	resource,
	searchQuery,
} from './resource.ts';

const area = 'Catalogue';

// All request fields but the name are optional by our reading.
const createDiningOptionRequest = shownRecord('CreateDiningOptionRequest', {
	name: text,
	isActive: flag.optional(),
	isAggregator: flag.optional(),
	isDefault: flag.optional(),
	diningOptionId: text.optional(),
});

/** An answer with status 200 may still report failure in its body. */
const createDiningOptionResponse = shownRecord('CreateDiningOptionResponse', {
	isSuccess: flag,
	isFailed: flag,
	message: text.optional(),
	hasMessage: flag.optional(),
	id: text.optional(),
});

const updateDiningOptionRequest = record('UpdateDiningOptionRequest', {
	id,
	...createDiningOptionRequest.shape,
});
const updateDiningOptionResponse = record('UpdateDiningOptionResponse', {
	...createDiningOptionResponse.shape,
});

export const diningOption = stored('DiningOption', createDiningOptionRequest.shape);

export const diningOptions = resource('diningOption', area, 'DiningOption', 'shown', {
	create: {
		...create(
			'',
			createDiningOptionRequest,
			createDiningOptionResponse,
			oneMoreWith('name', 'diningOptionId'),
		),
		evidence: allShown,
		note: 'request and response fields shown',
	},
	update: {
		...change('PUT', '', updateDiningOptionRequest, sameContent()),
		answer: { kind: 'one', schema: updateDiningOptionResponse },
	},
	list: list('', record('SearchDiningOptionResponse', diningOption.shape), searchQuery),
	get: get('/{id}', record('GetDiningOptionResponse', diningOption.shape)),
});

/** Kind of item in a recipe or document. `itemTypes` of the profile says what its number means. */
export const itemType = record('ItemType', { id: integer, name: text });

export const ingredient = record('Ingredient', {
	/** An inventory item or a prep item. */
	itemId: id,
	uomId: integer,
	/** In the unit `uomId`, per portion or batch of the product. */
	quantity: decimal,
	description: text.optional(),
});

export const ingredientsData = record('IngredientsData', {
	itemId: id,
	itemType,
	code: text.optional(),
	name: text,
	baseUomId: integer,
	/** Average cost per base unit. */
	unitCost: decimal.optional(),
	isActive: flag.optional(),
});
export type IngredientsData = z.output<typeof ingredientsData>;

const brandLocationDiningOptions = record('BrandLocationDiningOptions', {
	brandId: id.optional(),
	brandName: text.optional(),
	locationId: id,
	locationName: text,
	diningOptions: z.array(diningOption),
});
export type BrandLocationDiningOptions = z.output<typeof brandLocationDiningOptions>;

const choices = {
	diningOptions: list('/GetBrandLocationDiningOptions', brandLocationDiningOptions, noQuery),
	ingredients: list('/GetIngredientList', ingredientsData, searchQuery),
};

const newMenuItem = {
	name: text,
	code: text.optional(),
	categoryId: id.optional(),
	/** Price per portion, before tax. */
	price: decimal.optional(),
	ingredients: z.array(ingredient).optional(),
	modifierGroupIds: z.array(id).optional(),
	diningOptionIds: z.array(id).optional(),
	description: text.optional(),
	isActive: flag.optional(),
};

export const menuItemRecord = stored('MenuItem', newMenuItem);

export const menuItems = resource('menuItem', area, 'MenuItem', 'assumed', {
	list: list('', menuItemRecord, searchQuery),
	create: creation('AddMenuItem', newMenuItem, menuItemRecord, 'name', 'code'),
	update: replacement('UpdateMenuItem', newMenuItem),
	get: get('/{id}', menuItemRecord),
	updateMany: activation('/BulkUpdateMenuItem', 'BulkUpdateMenuItem'),
	count: count('/Count', searchQuery),
	...choices,
});

/** Effect on the dish: 1 adds, 2 removes, 3 replaces. */
const modifierImpactType = record('ModifierImpactType', { id: integer, name: text });

const newModifier = {
	name: text,
	code: text.optional(),
	modifierGroupId: id.optional(),
	impactType: modifierImpactType.optional(),
	price: decimal.optional(),
	ingredients: z.array(ingredient).optional(),
	description: text.optional(),
	isActive: flag.optional(),
};

export const modifierRecord = stored('Modifier', newModifier);

export const modifiers = resource('modifier', area, 'Modifier', 'shown', {
	create: creation('AddModifier', newModifier, modifierRecord, 'name', 'code'),
	list: list('', modifierRecord, searchQuery),
	update: replacement('UpdateModifier', newModifier),
	get: get('/{id}', modifierRecord),
	updateMany: activation('/BulkUpdateModifier', 'BulkUpdateModifier'),
	count: { ...count('/Count', searchQuery), note: '200, no body shape' },
	...choices,
});

const newModifierGroup = {
	name: text,
	code: text.optional(),
	minimum: integer.optional(),
	maximum: integer.optional(),
	description: text.optional(),
	isActive: flag.optional(),
};

export const modifierGroupRecord = stored('ModifierGroup', newModifierGroup);

export const modifierGroups = resource('modifierGroup', area, 'ModifierGroup', 'assumed', {
	list: list('', modifierGroupRecord, searchQuery),
	create: creation('CreateModifierGroup', newModifierGroup, modifierGroupRecord, 'name', 'code'),
	update: replacement('UpdateModifierGroup', newModifierGroup),
	remove: change('DELETE', '', deletion('DeleteModifierGroupRequest'), goneOnline),
	get: get('/{id}', modifierGroupRecord),
	updateMany: activation('/BulkUpdateGroup', 'BulkUpdateModifierGroups'),
	count: count('/Count', searchQuery),
});
