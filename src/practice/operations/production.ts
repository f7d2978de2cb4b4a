// Productions: a draft is submitted, then approved or rejected. With the approval the ingredients leave stock and what
// was made of them comes in, at their cost.
import type { z } from 'zod';
import { divide, negate } from '../../shared/domain/decimal.ts';
import { lineCost, sumMoney } from '../../shared/domain/money.ts';
import type {
	AddProduction,
	ProductionRecord,
	productionItem,
} from '../../shared/service/production.ts';
import { steps } from './approval.ts';
import { checkDate, currencyOf, isoDate, numberFor } from './document.ts';
import { done, refuse } from './handler.ts';
import type { HandlersOf, Practice, Refusal } from './handler.ts';
import { checkReferences, refusalFor } from './plain.ts';
import type { Wrong } from './plain.ts';
import { baseOf, checkLines, costOfLines, moveStockOf, putBack, scaled } from './stockable.ts';
import type { RecipeLine } from './stockable.ts';

type Line = z.output<typeof productionItem>;

const productions = steps('production', produce);

export const productionHandlers = {
	'production.list': ({ query, page }, practice) => {
		const { rows, total } = practice.records.list('production', query, page, 'newest-first');
		return done({ rows: rows.map((each) => productions.shown(each, practice)), total });
	},
	'production.create': ({ body }, practice) => {
		const refusal = refusalOf(body, practice);
		if (refusal) return refusal;
		const production: ProductionRecord = {
			...costed(body, practice),
			id: practice.newId(),
			number: numberFor(practice, 'Production', 'PRD'),
			status: 'draft',
			isLocked: false,
			modifiedDate: isoDate(practice),
		};
		practice.records.insert('production', production, {
			locationId: body.locationId,
			search: [production.number, body.description],
		});
		return done(productions.shown(production, practice));
	},
	'production.update': ({ body }, practice) => {
		const before = practice.records.get('production', body.id);
		if (before === undefined) return productions.unknown;
		if (!productions.isOpen(before)) return productions.wrongState(before, 'changed', practice);
		if (before.locationId !== body.locationId) {
			return refuse(422, 'A document stays at its location.', {
				locationId: 'A document stays at its location.',
			});
		}
		const refusal = refusalOf(body, practice);
		if (refusal) return refusal;
		const { number, status, isLocked } = before;
		productions.save(
			{ ...costed(body, practice), id: body.id, number, status, isLocked },
			practice,
		);
		return done(null);
	},
	'production.get': ({ path }, practice) => {
		const production = practice.records.get('production', path.id);
		return production ? done(productions.shown(production, practice)) : productions.unknown;
	},
	'production.approve': ({ path }, practice) => productions.approve(path.id, practice),
	'production.reject': ({ path }, practice) => productions.reject(path.id, practice),
	'production.submit': ({ path }, practice) => productions.submit(path.id, practice),
	'production.updateMany': ({ body }, practice) => productions.goToWordMany(body, practice),
	'production.lock': ({ body }, practice) => productions.lock(body.ids, body.isLocked, practice),
	'production.reopen': ({ path }, practice) => {
		const moved = productions.move(path.id, ['approved'], 'draft', practice);
		if (moved.ok) putBack(path.id, practice);
		return moved;
	},
	'production.count': ({ query }, { records }) =>
		done(records.list('production', query, { offset: 0, limit: 0 }, 'newest-first').total),
} satisfies HandlersOf<'production'>;

function refusalOf(body: AddProduction, practice: Practice): Refusal | undefined {
	const wrong: Wrong = { malformed: {}, broken: {} };
	checkDate(body.date, 'date', wrong.malformed);
	checkReferences(body.locationId, 'location', 'locationId', practice, wrong.broken);
	if (body.items.length === 0) wrong.malformed['items'] = 'At least one line is needed.';
	checkLines(body.items, 'items', practice, wrong, ({ records }, id) =>
		records.get('prepItem', id),
	);
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

/** What goes into a line: as it says, else by the recipe for its quantity. */
function ingredientsOf(line: Line, practice: Practice): readonly RecipeLine[] {
	if (line.ingredients !== undefined) return line.ingredients;
	const recipe = practice.records.get('prepItem', line.itemId);
	return scaled(recipe?.ingredients ?? [], baseOf(practice, line), recipe?.yield ?? '1');
}

function costed(body: AddProduction, practice: Practice) {
	const location = practice.records.get('location', body.locationId);
	if (location === undefined) throw new Error(`No location ${body.locationId}.`);
	const items = body.items.map((line) => {
		const cost = costOfLines(ingredientsOf(line, practice), location.id, practice);
		return {
			...line,
			id: line.id ?? practice.newId(),
			unitCost: divide(cost, baseOf(practice, line), 4),
			totalCost: lineCost('1', cost, currencyOf(location)),
		};
	});
	return { ...body, items, totalCost: sumMoney(items.map((line) => line.totalCost)) };
}

function produce(id: string, practice: Practice): undefined {
	const production = practice.records.get('production', id);
	for (const line of production?.items ?? []) {
		if (production === undefined) return;
		const { locationId } = production;
		const made = baseOf(practice, line);
		const taken = ingredientsOf(line, practice);
		const unitCost = divide(costOfLines(taken, locationId, practice), made, 4);
		for (const each of taken) {
			moveStockOf(practice, {
				kind: 'production',
				locationId,
				itemId: each.itemId,
				quantity: negate(baseOf(practice, each)),
				document: production,
			});
		}
		practice.ledger.averageIn(locationId, line.itemId, made, unitCost);
		moveStockOf(practice, {
			kind: 'production',
			locationId,
			itemId: line.itemId,
			quantity: made,
			unitCost,
			document: production,
		});
	}
}
