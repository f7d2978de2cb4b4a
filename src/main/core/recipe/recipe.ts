// Finds dishes and preparations and computes their ingredients, from the copies only.
import type { z } from 'zod';
import type { ExplodedRecipe, RecipeView } from '../../../shared/bridge/recipe.ts';
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { compare, multiplyRatios, ratioOf, type Ratio } from '../../../shared/domain/decimal.ts';
import { lineCost, totalCost } from '../../../shared/domain/money.ts';
import { amountIn, explode, type Recipe, type RecipeLine } from '../../../shared/domain/recipe.ts';
import { toBase } from '../../../shared/domain/unit.ts';
import type { ingredient } from '../../../shared/service/menu.ts';
import { menuItemRecord } from '../../../shared/service/menu.ts';
import { prepItemRecord } from '../../../shared/service/prep-item.ts';
import { connected } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { itemViews } from '../document/item-view.ts';
import { keptUnits } from '../sync/rows.ts';
import { keptAs } from '../store/kept-json.ts';

const portion = { unitId: 'portion', name: '', kind: 'each', places: 2 } as const;
/** The service's type of preparations that are stocked themselves. */
const keptAsStock = 1;
const mostFound = 10;

interface KnownRecipe {
	recipe: Recipe;
	view: RecipeView;
	takenBy: ExplodedRecipe['takenBy'];
}

class Recipes {
	readonly #records;
	readonly #locations;
	readonly #items;

	constructor(store: CoreContext['store']) {
		this.#records = store.records;
		this.#locations = store.locations;
		this.#items = itemViews(store);
	}

	search(accountId: string, text: string): CallOutput<'recipe.search'> {
		const found = this.#records.named(accountId, ['menuItem', 'prepItem'], text, mostFound);
		return {
			recipes: found.flatMap(
				({ kind, id }) =>
					this.#find(accountId, `${kind === 'menuItem' ? 'menu' : 'prep'}:${id}`)?.view ?? [],
			),
		};
	}

	explode(
		accountId: string,
		{ recipeId, unitId, quantity, locationId }: CallArguments<'recipe.explode'>,
	): Reply<ExplodedRecipe> {
		const known = this.#find(accountId, recipeId);
		const unit = known?.recipe.units.find((each) => each.unitId === unitId);
		if (known === null || unit === undefined)
			return fail('not-found', 'This recipe is not known here.');
		const { currency } = this.#locations.get(accountId, locationId);
		const factorOf = (itemId: string, lineUnit: string): Ratio | null =>
			this.#items.get(accountId, itemId, null)?.units.find((each) => each.unitId === lineUnit)
				?.factor ?? null;
		const { items: parts, unknown } = explode(
			known.recipe,
			multiplyRatios(ratioOf(quantity), unit.factor),
			(id) => this.#preparation(accountId, id)?.recipe ?? null,
			factorOf,
		);
		const lines = parts.flatMap(({ itemId, unitId: named, base }) => {
			const item = this.#items.get(accountId, itemId, locationId);
			const amount = item && amountIn(base, item.units, named);
			if (item === null || amount === null) return [];
			const total = toBase([amount], item.units);
			const cost = item.unitCost === null ? null : lineCost(total, item.unitCost, currency);
			return [{ item, ...amount, cost }];
		});
		return succeed({
			currency,
			lines,
			// Nothing but unknown parts do not cost nothing.
			...(lines.length === 0 && unknown.length > 0
				? { cost: null, costsUnknown: 0 }
				: totalCost(lines.map(({ cost }) => cost))),
			unknown: unknown.map((id) =>
				id === known.recipe.recipeId
					? known.recipe.name
					: (this.#preparation(accountId, id)?.recipe.name ?? id),
			),
			takenBy: known.takenBy,
		});
	}

	/** Bridge ids carry a prefix, because a dish and a preparation may have the same number. */
	#find(accountId: string, recipeId: string): KnownRecipe | null {
		const [kind = '', ...id] = recipeId.split(':');
		if (kind === 'prep') return this.#preparation(accountId, id.join(':'));
		const record = this.#records.get(accountId, 'menuItem', id.join(':'));
		return record === null ? null : dishOf(record.json);
	}

	#preparation(accountId: string, id: string): KnownRecipe | null {
		const record = this.#records.get(accountId, 'prepItem', id);
		return record === null ? null : preparationOf(record.json);
	}
}

export function recipeCapability(
	context: Pick<CoreContext, 'store' | 'account'>,
): Handlers<'recipe'> {
	const recipes = new Recipes(context.store);
	return {
		'recipe.search': connected(context, ({ accountId }, { text }) =>
			succeed(recipes.search(accountId, text)),
		),
		'recipe.explode': connected(context, ({ accountId }, asked) =>
			recipes.explode(accountId, asked),
		),
	};
}

function dishOf(json: string): KnownRecipe {
	const { id, name, code = '', ingredients = [] } = keptAs(menuItemRecord, json);
	return {
		recipe: {
			recipeId: `menu:${id}`,
			name,
			makes: '1',
			units: [{ unitId: portion.unitId, factor: ratioOf('1') }],
			lines: ingredients.map(lineOf),
		},
		view: { recipeId: `menu:${id}`, kind: 'menu', code, name, units: [portion] },
		takenBy: 'sales',
	};
}

function preparationOf(json: string): KnownRecipe {
	const record = keptAs(prepItemRecord, json);
	const { id, name, code = '', ingredients = [] } = record;
	const units = keptUnits(record.units);
	const batch = record.yield;
	return {
		recipe: {
			recipeId: id,
			name,
			makes: batch !== undefined && compare(batch, '0') > 0 ? batch : null,
			units,
			lines: ingredients.map(lineOf),
		},
		view: { recipeId: `prep:${id}`, kind: 'prep', code, name, units },
		takenBy: record.type?.id === keptAsStock ? 'production' : 'nothing',
	};
}

const lineOf = ({ itemId, uomId, quantity }: z.output<typeof ingredient>): RecipeLine => ({
	itemId,
	unitId: String(uomId),
	quantity,
});
