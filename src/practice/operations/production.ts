// Productions. Approval removes the ingredients from stock and adds the product at their cost.
import type { z } from 'zod';
import { divide, negate } from '../../shared/domain/decimal.ts';
import { lineCost, sumMoney } from '../../shared/domain/money.ts';
import type { AddProduction, productionItem } from '../../shared/service/production.ts';
import { currencyAt } from './document.ts';
import { Documents } from './documents.ts';
import { idIn } from './handler.ts';
import type { Practice, Refusal, Verbs } from './handler.ts';
import { refusalFor } from './plain.ts';
import {
	baseOf,
	bringIn,
	checkLines,
	costOfLines,
	moveStockOf,
	problemsOf,
	putBack,
	scaled,
} from './stockable.ts';
import type { RecipeLine } from './stockable.ts';

type Line = z.output<typeof productionItem>;

const productions = new Documents<'production', AddProduction>('production', {
	one: 'production',
	prefix: 'PRD',
	starts: () => ({ isLocked: false }),
	refusalOf,
	filled: costed,
	onApproval: produce,
});

export const productionVerbs: Verbs = {
	...productions.verbs(),
	reopen(request, practice) {
		const moved = productions.take('reopen', idIn(request), practice);
		if (moved.ok) putBack(idIn(request), practice);
		return moved;
	},
};

function refusalOf(body: AddProduction, practice: Practice): Refusal | undefined {
	const wrong = problemsOf(body, body.items, practice, { of: 'prepItem' });
	for (const [index, line] of body.items.entries()) {
		const at = `items[${index}]`;
		checkLines(line.ingredients ?? [], `${at}.ingredients`, practice, wrong);
		const recipe = practice.records.get('prepItem', line.itemId)?.ingredients ?? [];
		if ((line.ingredients ?? recipe).length === 0) {
			wrong.broken[`${at}.ingredients`] = 'The item has no recipe: say what went into it.';
		}
	}
	return refusalFor(wrong);
}

/** Ingredients of a line: as stated, else from the recipe for its quantity. */
function ingredientsOf(line: Line, practice: Practice): readonly RecipeLine[] {
	if (line.ingredients !== undefined) return line.ingredients;
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
