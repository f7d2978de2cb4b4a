// The bookkeeper's own sum of waste and recipes, from docs/waste.md alone. Shares no code with the program and
// computes in exact fractions.
import { isNone, minus, plus, rounded, times, zero, type Fraction } from './oracle.ts';

export interface Line {
	readonly itemId: string;
	readonly reasonId: string;
	readonly category: string;
	/** Base units; null if the unit is unknown. */
	readonly quantity: Fraction | null;
	readonly unitCost: Fraction | null;
	readonly cost: Fraction | null;
}

export interface Paper {
	readonly isRejected: boolean;
	readonly stated: Fraction | null;
	readonly lines: readonly Line[];
}

/** A sum and the number of lines excluded; undefined if all are. */
export interface Sum {
	readonly cost: Fraction | null;
	readonly unknown: number;
}

/** A row's amount, without a line if the document states more than its lines. */
interface Amount {
	readonly line: Line | null;
	readonly cost: Fraction | null;
	/** Its document states a total, so the overall sum is complete. */
	readonly covered: boolean;
}

const costOf = ({ cost, quantity, unitCost }: Line): Fraction | null =>
	cost ?? (quantity === null || unitCost === null ? null : rounded(times(quantity, unitCost), 2));

const added = (costs: readonly (Fraction | null)[]): Sum => {
	const known = costs.flatMap((cost) => cost ?? []);
	return {
		cost: known.length === 0 && costs.length > 0 ? null : known.reduce(plus, zero),
		unknown: costs.length - known.length,
	};
};

/** A document's cost in a list. */
export const costOfPaper = ({ stated, lines }: Paper): Sum =>
	stated === null ? added(lines.map(costOf)) : { cost: stated, unknown: 0 };

/** A stated total counts: the unexplained rest belongs to the only unknown line, else to an amount of its own. */
function amountsOf({ stated, lines }: Paper): Amount[] {
	const covered = stated !== null;
	const amounts = lines.map((line): Amount => ({ line, cost: costOf(line), covered }));
	if (stated === null) return amounts;
	const rest = minus(
		stated,
		amounts.reduce((sum, { cost }) => plus(sum, cost ?? zero), zero),
	);
	if (isNone(rest)) return amounts;
	const unknown = amounts.filter(({ cost }) => cost === null);
	if (unknown.length !== 1) return [...amounts, { line: null, cost: rest, covered }];
	return amounts.map((each) => (each.cost === null ? { ...each, cost: rest } : each));
}

export interface Totals extends Sum {
	readonly documents: number;
	/** By row key; `unsplit` belongs to no line. */
	readonly by: Readonly<Record<'reasonId' | 'category' | 'item', ReadonlyMap<string, Sum>>>;
}

/** Totals exclude rejected documents. With a reason filter, only its lines count, at their own cost. */
export function totalsOf(papers: readonly Paper[], reasonId: string | null): Totals {
	const counting = papers.filter(
		({ isRejected, lines }) =>
			!isRejected && (reasonId === null || lines.some((line) => line.reasonId === reasonId)),
	);
	const amounts = counting.flatMap((paper): Amount[] =>
		reasonId === null
			? amountsOf(paper)
			: paper.lines
					.filter((line) => line.reasonId === reasonId)
					.map((line) => ({ line, cost: costOf(line), covered: false })),
	);
	const rows = (of: (line: Line) => string): Map<string, Sum> =>
		new Map(
			[...Map.groupBy(amounts, ({ line }) => (line === null ? 'unsplit' : of(line)))].map(
				([key, some]) => [key, added(some.map(({ cost }) => cost))],
			),
		);
	return {
		documents: counting.length,
		...added(
			amounts.filter(({ cost, covered }) => cost !== null || !covered).map(({ cost }) => cost),
		),
		by: {
			reasonId: rows((line) => line.reasonId),
			category: rows((line) => line.category),
			item: rows(({ itemId }) => itemId),
		},
	};
}

/** A dish, or a preparation used in others. */
export interface Recipe {
	readonly id: string;
	/** Quantity produced by the lines; null or undefined if unknown. */
	readonly makes: Fraction | null;
	readonly lines: readonly {
		readonly of: string | Recipe;
		/** In base units of the item, or of the recipe. */
		readonly quantity: Fraction;
	}[];
}

export interface TakenApart {
	readonly items: ReadonlyMap<string, Fraction>;
	readonly unknown: ReadonlySet<string>;
}

/** Amounts are exact; a recipe with unknown yield, or containing itself, cannot be resolved. */
export function takenApart(
	recipe: Recipe,
	amount: Fraction,
	known: (id: string) => boolean,
): TakenApart {
	const items = new Map<string, Fraction>();
	const unknown = new Set<string>();
	const take = (one: Recipe, wanted: Fraction, within: readonly Recipe[]): void => {
		if (one.makes === null || one.makes.n <= 0n) {
			unknown.add(one.id);
			return;
		}
		const batches = times(wanted, { n: one.makes.d, d: one.makes.n });
		for (const { of, quantity } of one.lines) {
			const part = times(batches, quantity);
			if (typeof of !== 'string') {
				if (within.includes(of)) unknown.add(of.id);
				else take(of, part, [...within, of]);
			} else if (known(of)) items.set(of, plus(items.get(of) ?? zero, part));
			else unknown.add(of);
		}
	};
	take(recipe, amount, [recipe]);
	return { items, unknown };
}
