// The waste of a location as one list that is filtered and added up: what is here, folded over the service's copies.
import type {
	WasteFilter,
	WasteShare,
	WasteSummary,
	WasteTotals,
} from '../../../shared/bridge/wastage.ts';
import { compare, isZero, sum } from '../../../shared/domain/decimal.ts';
import type { NameOrder } from '../../../shared/domain/name-order.ts';
import { fitsWords } from '../../../shared/domain/words.ts';
import type { ActiveAccount } from '../context.ts';
import { keptList } from '../document/kept-list.ts';
import type { Store } from '../store/open.ts';

/** A document as the list needs it. */
export interface ListedWaste {
	readonly summary: WasteSummary;
	readonly lines: readonly ListedLine[];
	/** All that is searched, in lower case, each word after a space. */
	readonly text: string;
}

export interface ListedLine {
	readonly lineId: string;
	readonly itemId: string;
	/** Quantity in base units; null where it cannot be read. */
	readonly base: string | null;
	readonly reasonId: string;
	readonly reason: string;
	readonly category: string;
	readonly item: string;
	readonly cost: string | null;
}

/**
 * @param read all documents of a location, newest first.
 * @param names how whoever looks reads names.
 */
export function wasteLists(
	store: Store,
	read: (account: ActiveAccount, locationId: string) => readonly ListedWaste[],
	names: () => NameOrder,
) {
	const all = keptList(store, read);

	return {
		/** Every document of a location, newest first. */
		all,
		list(
			account: ActiveAccount,
			{
				locationId,
				filter,
				from,
				limit,
			}: {
				locationId: string;
				filter: WasteFilter;
				from: number;
				limit: number;
			},
		): { documents: WasteSummary[]; total: number; people: string[] } {
			const documents = all(account, locationId);
			const fitting = documents.filter(fits(filter));
			return {
				documents: fitting.slice(from, from + limit).map(({ summary }) => summary),
				total: fitting.length,
				people: [...new Set(documents.map(({ summary }) => summary.enteredBy))]
					.filter((person) => person !== '')
					.sort(names()),
			};
		},

		totals(
			account: ActiveAccount,
			{
				locationId,
				filter,
				before,
			}: {
				locationId: string;
				filter: WasteFilter;
				before: { from: string; to: string } | null;
			},
		): WasteTotals {
			const counting = all(account, locationId).filter(
				({ summary }) => summary.phase !== 'rejected' || filter.state === 'rejected',
			);
			const now = counting.filter(fits(filter));
			const earlier = before === null ? null : counting.filter(fits({ ...filter, ...before }));
			const linesNow = now.flatMap(({ lines }) => linesThatFit(lines, filter));
			const linesBefore = earlier?.flatMap(({ lines }) => linesThatFit(lines, filter)) ?? null;
			const costOf = (lines: readonly ListedLine[]) => sum(lines.flatMap(({ cost }) => cost ?? []));
			const shares = sharesBy(names());
			return {
				documents: now.length,
				cost: costOf(linesNow),
				costBefore: linesBefore && costOf(linesBefore),
				byReason: shares(linesNow, linesBefore, ({ reason }) => reason),
				byCategory: shares(linesNow, linesBefore, ({ category }) => category),
				byItem: shares(linesNow, linesBefore, ({ item }) => item).slice(0, 20),
				byDay: days(now, filter),
			};
		},
	};
}

/** Where one reason is wanted, the other lines of its documents are not counted with it. */
const linesThatFit = (lines: readonly ListedLine[], { reasonId }: WasteFilter) =>
	reasonId === null ? lines : lines.filter((line) => line.reasonId === reasonId);

function fits(filter: WasteFilter): (waste: ListedWaste) => boolean {
	const { state, reasonId, from, to, enteredBy } = filter;
	const fitsText = fitsWords(filter.text);
	return ({ summary, lines, text }) =>
		stateFits(summary, state) &&
		(from === null || summary.businessDate >= from) &&
		(to === null || summary.businessDate <= to) &&
		(enteredBy === null || summary.enteredBy === enteredBy) &&
		(reasonId === null || lines.some((line) => line.reasonId === reasonId)) &&
		fitsText(text);
}

function stateFits(
	{ standing, phase, locked }: WasteSummary,
	state: WasteFilter['state'],
): boolean {
	switch (state) {
		case 'all':
			return true;
		case 'draft':
			return standing === 'draft' || (standing === 'service' && phase === 'draft');
		case 'waiting':
		case 'needs-you':
			return standing === state;
		case 'locked':
			return locked;
		default:
			return standing === 'service' && phase === state;
	}
}

const sharesBy =
	(order: NameOrder) =>
	(
		now: readonly ListedLine[],
		before: readonly ListedLine[] | null,
		nameOf: (line: ListedLine) => string,
	): WasteShare[] => {
		const costs = byName(now, nameOf);
		const costsBefore = before && byName(before, nameOf);
		const names = new Set([...costs.keys(), ...(costsBefore?.keys() ?? [])]);
		return [...names]
			.map((name) => ({
				name,
				lines: costs.get(name)?.lines ?? 0,
				cost: sum(costs.get(name)?.costs ?? []),
				costBefore: costsBefore && sum(costsBefore.get(name)?.costs ?? []),
			}))
			.filter(({ lines, costBefore }) => lines > 0 || !isZero(costBefore ?? '0'))
			.sort((a, b) => compare(b.cost, a.cost) || order(a.name, b.name));
	};

function byName(lines: readonly ListedLine[], nameOf: (line: ListedLine) => string) {
	const found = new Map<string, { lines: number; costs: string[] }>();
	for (const line of lines) {
		const name = nameOf(line);
		const part = found.get(name) ?? { lines: 0, costs: [] };
		part.lines += 1;
		if (line.cost !== null) part.costs.push(line.cost);
		found.set(name, part);
	}
	return found;
}

function days(documents: readonly ListedWaste[], filter: WasteFilter): WasteTotals['byDay'] {
	const found = new Map<string, string[]>();
	for (const { summary, lines } of documents) {
		const costs = linesThatFit(lines, filter).flatMap(({ cost }) => cost ?? []);
		const known = found.get(summary.businessDate);
		if (known === undefined) found.set(summary.businessDate, costs);
		else known.push(...costs);
	}
	return [...found]
		.map(([businessDate, costs]) => ({ businessDate, cost: sum(costs) }))
		.sort((a, b) => (a.businessDate < b.businessDate ? -1 : 1));
}
