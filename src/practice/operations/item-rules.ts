// Rules of inventory items and prep items.
import type { z } from 'zod';
import { divide, multiply, sum } from '../../shared/domain/decimal.ts';
import type { addInventoryItem } from '../../shared/service/inventory-item.ts';
import type { addPrepItem } from '../../shared/service/prep-item.ts';
import type { Practice } from './handler.ts';
import type { PlainRules } from './plain.ts';
import { checkRecipe } from './recipe.ts';
import { baseOf, checkUnits, knownStockable } from './stockable.ts';

type NewItem = z.output<typeof addInventoryItem>;
type NewPrepItem = z.output<typeof addPrepItem>;

export const itemRules: PlainRules = {
	one: 'item',
	check(body, practice, { malformed }) {
		// Already validated by the declaration.
		const request = body as unknown as NewItem & { id?: string };
		const before = request.id === undefined ? undefined : practice.records.get('item', request.id);
		const isUsed = () => before !== undefined && isInUse('item', before.id, practice);
		checkUnits(request, before, isUsed, malformed);
		for (const [index, { uomId }] of (request.barcodes ?? []).entries()) {
			if (!request.units.some((unit) => unit.uomId === uomId)) {
				malformed[`barcodes[${index}].uomId`] = 'The item has no such unit.';
			}
		}
	},
	add(body, { records }) {
		const request = body as unknown as NewItem;
		const category =
			request.categoryId === undefined ? undefined : records.get('category', request.categoryId);
		return {
			units: request.units.map((unit) => ({ ...unit, name: unit.name ?? `Unit ${unit.uomId}` })),
			...(category === undefined ? {} : { categoryName: category.name }),
		};
	},
};

export const prepItemRules: PlainRules = {
	one: 'prep item',
	check(body, practice, wrong) {
		const request = body as unknown as NewPrepItem & { id?: string };
		const before =
			request.id === undefined ? undefined : practice.records.get('prepItem', request.id);
		const isUsed = () => before !== undefined && isInUse('prepItem', before.id, practice);
		checkUnits(request, before, isUsed, wrong.malformed);
		checkRecipe(body, practice, wrong);
		for (const [index, { itemId }] of (request.ingredients ?? []).entries()) {
			if (before !== undefined && goesInto(before.id, itemId, practice)) {
				wrong.broken[`ingredients[${index}].itemId`] = 'It is made of this item itself.';
			}
		}
	},
	add(body, practice) {
		const request = body as unknown as NewPrepItem;
		const cost = sum(
			(request.ingredients ?? []).map((line) =>
				multiply(baseOf(practice, line), knownStockable(practice, line.itemId).unitCost ?? '0'),
			),
		);
		return { unitCost: divide(cost, request.yield ?? '1', 4) };
	},
};

/** Whether an item is an ingredient of another, directly or through other recipes. */
function goesInto(id: string, into: string, practice: Practice): boolean {
	if (id === into) return true;
	const recipe = practice.records.get('prepItem', into)?.ingredients ?? [];
	return recipe.some((line) => goesInto(id, line.itemId, practice));
}

const isInUse = (kind: 'item' | 'prepItem', id: string, { records, ledger }: Practice): boolean =>
	ledger.list({ itemId: id }, { offset: 0, limit: 0 }).total > 0 || records.isMentioned(kind, id);
