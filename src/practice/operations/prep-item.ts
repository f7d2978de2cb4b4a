// Prep items: what the kitchen makes ahead.
import type { z } from 'zod';
import { compare, divide, multiply, sum } from '../../shared/domain/decimal.ts';
import type { addPrepItem } from '../../shared/service/prep-item.ts';
import { done } from './handler.ts';
import type { HandlersOf, Practice } from './handler.ts';
import { plain } from './plain.ts';
import { checkRecipe, ingredientRows } from './recipe.ts';
import { changeStock } from './stock-change.ts';
import { baseOf, checkUnits, knownStockable } from './stockable.ts';

type NewPrepItem = z.output<typeof addPrepItem>;

const items = plain('prepItem', {
	one: 'prep item',
	unique: ['code', 'name'],
	searched: ['code', 'name'],
	refers: { categoryId: 'category' },
	check(body, practice, wrong) {
		// The declaration of the request says what stands in it.
		const request = body as unknown as NewPrepItem & { id?: string };
		const before =
			request.id === undefined ? undefined : practice.records.get('prepItem', request.id);
		const isUsed = () => before !== undefined && isInUse(before.id, practice);
		checkUnits(request, before, isUsed, wrong.malformed);
		checkRecipe(body, practice, wrong);
		if (request.yield !== undefined && compare(request.yield, '0') <= 0) {
			wrong.malformed['yield'] = 'The yield must be more than zero.';
		}
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
});

/** Whether one item is among the ingredients of another, or of one of its ingredients. */
function goesInto(id: string, into: string, practice: Practice): boolean {
	if (id === into) return true;
	const recipe = practice.records.get('prepItem', into)?.ingredients ?? [];
	return recipe.some((line) => goesInto(id, line.itemId, practice));
}

const isInUse = (id: string, { records, ledger }: Practice): boolean =>
	ledger.list({ itemId: id }, { offset: 0, limit: 0 }).total > 0 ||
	records.isMentioned('prepItem', id);

export const prepItemHandlers = {
	'prepItem.list': ({ query, page }, practice) => items.list(query, page, practice),
	'prepItem.create': ({ body }, practice) => items.create(body, practice),
	'prepItem.update': ({ body }, practice) => items.update(body.id, body, practice),
	'prepItem.get': ({ path }, practice) => items.get(path.id, practice),
	'prepItem.updateMany': ({ body }, practice) => items.switchMany(body, practice),
	'prepItem.count': ({ query }, practice) => items.count(query, practice),
	'prepItem.ingredients': ({ query, page }, practice) =>
		ingredientRows(query.search, page, practice),
	'prepItem.currentStock': ({ query, page }, { ledger }) =>
		done(ledger.list({ ...query, ofKind: 'prepItem' }, page)),
	'prepItem.changeStock': ({ body }, practice) => changeStock(body, 'prepItem', practice),
} satisfies HandlersOf<'prepItem'>;
