// Random waste and recipes in the real program, compared with waste-oracle.ts: unknown costs, removed items, stated
// totals, equal row names, more items than a list shows, and preparations without a yield.
import fc from 'fast-check';
import { itemRecord, openKitchen, stockUp, type Kitchen } from '../support/kitchen.ts';
import { read, written } from './books-kept.ts';
import { Difference, says } from './compare.ts';
import { isNone, minus, plus, rounded, times, zero, type Fraction } from './oracle.ts';
import {
	costOfPaper,
	takenApart,
	totalsOf,
	type Paper,
	type Recipe,
	type Sum,
} from './waste-oracle.ts';

const item = fc.record({
	name: fc.constantFrom('Salt', 'Oil', 'Flour'),
	category: fc.constantFrom('Dry', 'Dairy'),
	unitCost: fc.constantFrom('0.50', '1.255', '0.0125', '7', null, null),
	isGone: fc.constantFrom(false, false, false, true),
});
const line = fc.record({
	item: fc.nat(60),
	reasonId: fc.constantFrom('R-1', 'R-2', 'R-3'),
	inCases: fc.boolean(),
	quantity: fc.constantFrom('1', '6', '0.5', '0.333'),
	cost: fc.constantFrom(null, null, null, '0', '3.25'),
});
const paper = fc.record({
	isRejected: fc.constantFrom(true, false, false, false),
	isEarlier: fc.boolean(),
	stated: fc.constantFrom(null, null, null, '12', '100.5'),
	lines: fc.array(line, { minLength: 1, maxLength: 9, size: 'max' }),
});
const recipe = fc.record({
	makes: fc.constantFrom('1', '2', '0.3', '7', '0', null),
	lines: fc.array(
		fc.record({
			isRecipe: fc.boolean(),
			of: fc.nat(60),
			quantity: fc.constantFrom('1', '0.5', '3'),
		}),
		{ minLength: 1, maxLength: 3 },
	),
});
export const wasteHistory = fc.record({
	items: fc.array(item, { minLength: 2, maxLength: 40, size: 'max' }),
	papers: fc.array(paper, { minLength: 1, maxLength: 12, size: 'max' }),
	recipes: fc.array(recipe, { minLength: 1, maxLength: 4 }),
});
type History = typeof wasteHistory extends fc.Arbitrary<infer Each> ? Each : never;

const caseHolds = '12';
const pick = <Each>(list: readonly Each[], at: number): Each => {
	const found = list[at % list.length];
	if (found === undefined) throw new Error('nothing to pick from');
	return found;
};

export async function reckonWaste(asked: { histories: number; seed: number }): Promise<void> {
	const kitchen = openKitchen();
	kitchen.store.durable.pragma('synchronous = OFF');
	stockUp(kitchen);
	kitchen.service.lists['inventoryItem.currentStock'] = [];
	kitchen.service.lists['wasteReason.list'] = [
		{ id: 'R-1', name: 'Spoiled' },
		{ id: 'R-2', name: 'Spoiled' },
		{ id: 'R-3', name: 'Dropped' },
	];
	try {
		await fc.assert(
			fc.asyncProperty(wasteHistory, (history) => keep(kitchen, history)),
			// No shrinking: it would take longer than all histories, and the message suffices.
			{ numRuns: asked.histories, seed: asked.seed, endOnFailure: true },
		);
	} finally {
		await kitchen.end();
	}
}

/** One history: the service shows it, the copies are refreshed, and every figure is compared. */
async function keep(kitchen: Kitchen, history: History): Promise<void> {
	const goods = history.items.map((each, at) => ({ ...each, id: `i-${String(at)}` }));
	const { lists } = kitchen.service;
	lists['inventoryItem.list'] = goods
		.filter(({ isGone }) => !isGone)
		.map(({ id, name, category, unitCost }) => {
			const { unitCost: _none, ...record } = itemRecord(id, name, { categoryName: category });
			return { ...record, ...(unitCost === null ? {} : { unitCost }) };
		});
	lists['wastage.list'] = history.papers.map(({ isRejected, isEarlier, stated, lines }, at) => ({
		id: `S-${String(at)}`,
		number: `W-${String(at)}`,
		locationId: 'L-1',
		date: isEarlier ? '2026-10-31T12:00:00Z' : '2026-11-02T12:00:00Z',
		status: isRejected ? 'Rejected' : 'Approved',
		...(stated === null ? {} : { totalCost: stated }),
		items: lines.map(({ item: of, reasonId, inCases, quantity, cost }) => ({
			itemId: pick(goods, of).id,
			wasteReasonId: reasonId,
			uomId: inCases ? 3 : 1,
			quantity,
			...(cost === null ? {} : { totalCost: cost }),
		})),
	}));
	const papers = history.papers.map((each): Paper => ({
		isRejected: each.isRejected,
		stated: each.stated === null ? null : read(each.stated),
		lines: each.lines.map((one) => {
			const { id, isGone, unitCost, category } = pick(goods, one.item);
			const inBase = times(read(one.quantity), read(one.inCases ? caseHolds : '1'));
			return {
				itemId: id,
				reasonId: one.reasonId,
				category: isGone ? '' : category,
				quantity: isGone ? null : inBase,
				unitCost: unitCost === null ? null : read(unitCost),
				cost: one.cost === null ? null : read(one.cost),
			};
		}),
	}));
	const recipes = recipesOf(history, goods);
	lists['prepItem.list'] = recipes.map(({ recipe: { id, makes, lines } }) => ({
		id,
		name: id,
		code: id,
		type: { id: 1, name: 'Kept' },
		baseUomId: 5,
		units: [{ uomId: 5, name: 'litre', conversionFactor: '1', decimals: 3 }],
		...(makes === null ? {} : { yield: written(makes) }),
		ingredients: lines.map(({ of, quantity }) => ({
			itemId: typeof of === 'string' ? of : of.id,
			uomId: typeof of === 'string' ? 1 : 5,
			quantity: written(quantity),
		})),
	}));
	await kitchen.pull();
	checkTotals(kitchen, papers, goods);
	const isEarlier = (_paper: Paper, at: number): boolean => history.papers[at]?.isEarlier === true;
	checkBefore(
		kitchen,
		papers.filter((paper, at) => !isEarlier(paper, at)),
		papers.filter(isEarlier),
	);
	const isKnown = (id: string): boolean => goods.some((each) => each.id === id && !each.isGone);
	for (const { recipe: one } of recipes) checkRecipe(kitchen, one, isKnown, goods);
}

type Goods = readonly (History['items'][number] & { id: string })[];

function recipesOf({ recipes }: History, goods: Goods): { recipe: Recipe }[] {
	const made = recipes.map(({ makes }, at) => ({
		recipe: {
			id: `p-${String(at)}`,
			makes: makes === null ? null : read(makes),
			lines: [] as { of: string | Recipe; quantity: Fraction }[],
		},
	}));
	for (const [at, { lines }] of recipes.entries())
		made[at]?.recipe.lines.push(
			...lines.map(({ isRecipe, of, quantity }) => ({
				of: isRecipe ? pick(made, of).recipe : pick(goods, of).id,
				quantity: read(quantity),
			})),
		);
	return made;
}

function checkTotals(kitchen: Kitchen, papers: readonly Paper[], goods: Goods): void {
	const asked = { locationId: 'L-1', from: 0, limit: 100 };
	const { documents } = kitchen.call('wastage.list', { ...asked });
	for (const [at, each] of papers.entries()) {
		const shown = documents.find(({ number }) => number === `W-${String(at)}`);
		compare(`document ${String(at)}`, shown, costOfPaper(each));
	}
	for (const reasonId of [null, 'R-1', 'R-3']) {
		const filter = { reasonId };
		const totals = kitchen.call('wastage.totals', { locationId: 'L-1', filter });
		const stated = totalsOf(papers, reasonId);
		if (totals.documents !== stated.documents) throw new Difference('other documents');
		compare('the total', totals, stated);
		for (const part of ['reasonId', 'category', 'item'] as const) {
			checkRows(part, totals.by[part], stated.by[part]);
			says(`the rows by ${part}`, written(sumOf(totals.by[part])), stated.cost ?? zero);
		}
		for (const { key, name } of totals.by.item) {
			const its = goods.find(({ id }) => id === key);
			if (its !== undefined && !its.isGone && its.name !== name)
				throw new Difference(`${key} is called ${name}`);
		}
	}
}

/** November beside October: each total of October, and its rows, which add up to it. */
function checkBefore(kitchen: Kitchen, now: readonly Paper[], earlier: readonly Paper[]): void {
	const totals = kitchen.call('wastage.totals', {
		locationId: 'L-1',
		filter: { from: '2026-11-01', to: '2026-11-30' },
		before: { from: '2026-10-01', to: '2026-10-31' },
	});
	const stated = totalsOf(earlier, null);
	compare('November', totals, totalsOf(now, null));
	compare('October', before(totals), stated);
	for (const part of ['reasonId', 'category', 'item'] as const) {
		const rows = totals.by[part].map((row) => ({ key: row.key, ...before(row) }));
		says(`October by ${part}`, written(sumOf(rows)), stated.cost ?? zero);
		for (const row of rows) {
			const of = stated.by[part].get(row.key);
			if (of !== undefined) compare(`October, ${part} ${row.key}`, row, of);
		}
	}
}

const before = (row: { costBefore: string | null; costsUnknownBefore: number }): Row => ({
	cost: row.costBefore,
	costsUnknown: row.costsUnknownBefore,
});

type Row = { readonly cost: string | null; readonly costsUnknown: number };

const sumOf = (rows: readonly Row[]): Fraction =>
	rows.reduce((sum, { cost }) => plus(sum, cost === null ? zero : read(cost)), zero);

function compare(what: string, shown: Row | undefined, { cost, unknown }: Sum): void {
	says(what, shown?.cost, cost);
	if (shown?.costsUnknown !== unknown)
		throw new Difference(
			`${what}: ${String(shown?.costsUnknown)} of unknown cost instead of ${String(unknown)}`,
		);
}

/** One row per id, and beyond twenty items one for the others. Rows without lines and cost may be absent. */
function checkRows(
	part: string,
	rows: readonly (Row & { readonly key: string })[],
	stated: ReadonlyMap<string, Sum>,
): void {
	const shown = new Set(rows.map(({ key }) => key));
	if (shown.size !== rows.length) throw new Difference(`${part}: a row stands twice`);
	const left = [...stated].filter(([key]) => !shown.has(key));
	for (const row of rows) {
		const of = stated.get(row.key);
		if (row.key !== 'others' && of === undefined) throw new Difference(`${part}: ${row.key}`);
		if (of !== undefined) compare(`${part} ${row.key}`, row, of);
	}
	const others = rows.find(({ key }) => key === 'others');
	if (others === undefined && left.length > 0)
		throw new Difference(`${part}: ${left.map(([key]) => key).join()} have no row`);
	if (others === undefined) return;
	const known = left.flatMap(([, { cost }]) => cost ?? []);
	const unknown = left.reduce((sum, [, each]) => sum + each.unknown, 0);
	const cost = known.length === 0 ? null : known.reduce(plus, zero);
	compare(`${part}, the others`, others, { cost, unknown });
}

function checkRecipe(
	kitchen: Kitchen,
	recipe: Recipe,
	isKnown: (id: string) => boolean,
	goods: Goods,
): void {
	const asked = { recipeId: `prep:${recipe.id}`, unitId: '5', quantity: '3', locationId: 'L-1' };
	const shown = kitchen.call('recipe.explode', asked);
	const stated = takenApart(recipe, read('3'), isKnown);
	if (shown.unknown.toSorted().join() !== [...stated.unknown].sort().join())
		throw new Difference(
			`${shown.unknown.join()} unknown instead of ${[...stated.unknown].join()}`,
		);
	if (shown.lines.length !== stated.items.size) throw new Difference('other ingredients');
	const costs: (Fraction | null)[] = [];
	for (const { item: of, unitId, quantity, cost } of shown.lines) {
		const amount = times(read(quantity), read(unitId === '3' ? caseHolds : '1'));
		const exact = stated.items.get(of.itemId) ?? zero;
		// Cases have three decimals: the nearest value is within half a thousandth of a case.
		const off = minus(amount, exact);
		const most = { n: 6n, d: 1000n };
		if (minus(most, off.n < 0n ? minus(zero, off) : off).n < 0n || isNone(amount) !== isNone(exact))
			throw new Difference(`${written(amount)} of ${of.itemId} instead of ${written(exact)}`);
		const unitCost = goods.find(({ id }) => id === of.itemId)?.unitCost ?? null;
		const wanted = unitCost === null ? null : rounded(times(amount, read(unitCost)), 2);
		says(`the cost of ${of.itemId}`, cost, wanted);
		costs.push(wanted);
	}
	const known = costs.flatMap((cost) => cost ?? []);
	const isUnknown = known.length === 0 && costs.length + stated.unknown.size > 0;
	const total = isUnknown ? null : known.reduce(plus, zero);
	compare('the cost of the dish', shown, { cost: total, unknown: costs.length - known.length });
	checkCost(kitchen, recipe, isKnown, goods);
}

/** In the recipe's form: exact until one rounding, and unknown with anything unknown in it. */
function checkCost(
	kitchen: Kitchen,
	{ id, makes, lines }: Recipe,
	isKnown: (id: string) => boolean,
	goods: Goods,
): void {
	const shown = kitchen.call('record.recipeCost', {
		id,
		name: id,
		makes: makes && written(makes),
		lines: lines.map(({ of, quantity }) => ({
			itemId: typeof of === 'string' ? of : of.id,
			unitId: typeof of === 'string' ? '1' : '5',
			quantity: written(quantity),
		})),
		locationId: 'L-1',
	});
	const one: Fraction = { n: 1n, d: 1n };
	const parts = takenApart({ id, makes: one, lines }, one, isKnown);
	const costs = [...parts.items].map(([itemId, amount]) => {
		const unitCost = goods.find((each) => each.id === itemId)?.unitCost ?? null;
		return unitCost === null ? null : times(amount, read(unitCost));
	});
	const known = costs.flatMap((cost) => cost ?? []);
	const isWhole = parts.unknown.size === 0 && known.length === costs.length;
	const total = isWhole ? known.reduce(plus, zero) : null;
	says(`the cost of ${id}`, shown.total, total && rounded(total, 6));
	const each =
		total === null || makes === null || isNone(makes)
			? null
			: rounded(times(total, { n: makes.d, d: makes.n }), 6);
	says(`the cost of one of ${id}`, shown.perUnit, each);
}
