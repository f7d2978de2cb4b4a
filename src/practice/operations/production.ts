// Productions. Approval removes the ingredients from stock and adds the product at their cost.
import type { z } from 'zod';
import { divide, negate } from '../../shared/domain/decimal.ts';
import { lineCost, sumMoney } from '../../shared/domain/money.ts';
import type { AddProduction, productionItem } from '../../shared/service/production.ts';
import { currencyAt } from './document.ts';
import { Documents } from './documents.ts';
import type { Practice } from './handler.ts';
import { refusalFor } from './plain.ts';
import { baseOf, bringIn, costOfLines, moveStockOf, problemsOf, scaled } from './stockable.ts';
import type { RecipeLine } from './stockable.ts';

type Line = z.output<typeof productionItem>;

const productions = new Documents<'production', AddProduction>('production', {
	one: 'production',
	prefix: 'PRD',
	starts: () => ({ isLocked: false }),
	refusalOf: (body, practice) =>
		refusalFor(problemsOf(body, body.items, practice, { of: 'prepItem' })),
	filled: costed,
	onApproval: produce,
});

export const productionVerbs = productions.verbs();

/** By its recipe. */
function ingredientsOf(line: Line, practice: Practice): readonly RecipeLine[] {
	const recipe = practice.records.get('prepItem', line.itemId);
	return scaled(recipe?.ingredients ?? [], baseOf(practice, line), recipe?.yield ?? '1');
}

function costed(body: AddProduction, practice: Practice) {
	const items = body.items.map((line) => {
		const cost = costOfLines(ingredientsOf(line, practice), body.locationId, practice);
		return {
			...line,
			id: line.id ?? practice.newId(),
			unitCost: divide(cost, baseOf(practice, line), 4),
			totalCost: lineCost('1', cost, currencyAt(practice, body.locationId)),
		};
	});
	return { ...body, items, totalCost: sumMoney(items.map((line) => line.totalCost)) };
}

function produce(id: string, practice: Practice): void {
	const production = practice.records.get('production', id);
	if (production === undefined) return;
	const { locationId } = production;
	const origin = { kind: 'production', locationId, document: production } as const;
	for (const line of production.items) {
		const made = baseOf(practice, line);
		const taken = ingredientsOf(line, practice);
		const unitCost = divide(costOfLines(taken, locationId, practice), made, 4);
		for (const each of taken) {
			moveStockOf(practice, origin, each.itemId, negate(baseOf(practice, each)));
		}
		bringIn(practice, origin, line.itemId, made, unitCost);
	}
}
