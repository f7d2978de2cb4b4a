// The waste list of a location: filters and totals.
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import type { WasteFilter, WasteSummary, WasteTotals } from '../../../shared/bridge/wastage.ts';
import type { Share } from '../../../shared/document/document-calls.ts';
import { compare, isZero, subtract, sum } from '../../../shared/domain/decimal.ts';
import { type TotalCost, totalCost } from '../../../shared/domain/money.ts';
import type { NameOrder } from '../../../shared/domain/name-order.ts';
import { fitsWords } from '../../../shared/domain/words.ts';
import type { ActiveAccount } from '../context.ts';
import { keptList } from '../document/kept-list.ts';
import type { Store } from '../store/open.ts';

export interface ListedWaste {
	readonly summary: WasteSummary;
	readonly lines: readonly ListedLine[];
	readonly text: string;
}

export interface ListedLine {
	readonly lineId: string;
	readonly itemId: string;
	/** Base units; null if unreadable. */
	readonly base: string | null;
	readonly reasonId: string;
	readonly reason: string;
	readonly category: string;
	readonly item: string;
	readonly cost: string | null;
}

/** @param names name order of the reader's language */
export function wasteLists(
	store: Store,
	read: (account: ActiveAccount, locationId: string) => readonly ListedWaste[],
	names: () => NameOrder,
) {
	const all = keptList(store, read);

	return {
		all,
		list(
			account: ActiveAccount,
			{ locationId, filter, from, limit }: CallArguments<'wastage.list'>,
		): Pick<CallOutput<'wastage.list'>, 'documents' | 'total' | 'people'> {
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
			{ locationId, filter, before }: CallArguments<'wastage.totals'>,
		): WasteTotals {
			const counting = all(account, locationId).filter(
				({ summary }) => summary.phase !== 'rejected' || filter.state === 'rejected',
			);
			const now = counting.filter(fits(filter));
			const earlier = before === null ? null : counting.filter(fits({ ...filter, ...before }));
			const linesNow = now.flatMap((waste) => costedLines(waste, filter));
			const linesBefore = earlier?.flatMap((waste) => costedLines(waste, filter)) ?? null;
			const shares = sharesBy(names());
			return {
				documents: now.length,
				...sumOf(linesNow),
				costBefore: linesBefore && sumOf(linesBefore).cost,
				by: {
					reasonId: shares(linesNow, linesBefore, ({ reasonId, reason }) => [reasonId, reason]),
					category: shares(linesNow, linesBefore, ({ category }) => [category, category]),
					item: withOthers(shares(linesNow, linesBefore, ({ itemId, item }) => [itemId, item])),
				},
			};
		},
	};
}

const linesThatFit = (lines: readonly ListedLine[], { reasonId }: WasteFilter) =>
	reasonId === null ? lines : lines.filter((line) => line.reasonId === reasonId);

interface CostedLine extends Omit<ListedLine, 'lineId' | 'base'> {
	/** A pseudo-line: the part of a document's cost that its lines do not explain. */
	readonly unsplit?: true;
	/** The document states its total, so an unknown cost of this line is already in the sum. */
	readonly stated?: true;
}

/**
 * If the document states a total, what its lines do not explain becomes the cost of its only line of unknown cost, or
 * else an extra `unsplit` line.
 */
function costedLines({ summary, lines }: ListedWaste, filter: WasteFilter): CostedLine[] {
	const { cost: stated } = summary;
	if (filter.reasonId !== null || stated === null || summary.costsUnknown > 0) {
		return [...linesThatFit(lines, filter)];
	}
	const rest = subtract(stated, sum(lines.flatMap(({ cost }) => cost ?? [])));
	const counted = lines.map((line): CostedLine => ({ ...line, stated: true }));
	if (isZero(rest)) return counted;
	const [only, another] = counted.filter(({ cost }) => cost === null);
	if (only !== undefined && another === undefined) {
		return counted.map((line) => (line === only ? { ...only, cost: rest } : line));
	}
	const beside = { itemId: '', item: '', reasonId: '', reason: '', category: '', cost: rest };
	return [...counted, { ...beside, unsplit: true }];
}

const costOf = (lines: readonly CostedLine[]): TotalCost =>
	totalCost(lines.map(({ cost }) => cost));

/** For whole documents: lines of unknown cost count as unknown only if their document states no total. */
const sumOf = (lines: readonly CostedLine[]): TotalCost =>
	costOf(lines.filter(({ cost, stated }) => cost !== null || stated !== true));

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

type Part = readonly [key: string, name: string];

const sharesBy =
	(order: NameOrder) =>
	(
		now: readonly CostedLine[],
		before: readonly CostedLine[] | null,
		partOf: (line: CostedLine) => Part,
	): Share[] => {
		const parts = byPart(now, partOf);
		const partsBefore = before && byPart(before, partOf);
		const names = new Map([...(partsBefore ?? []), ...parts].map(([key, { name }]) => [key, name]));
		return [...names]
			.map(([key, name]): Share => {
				const lines = parts.get(key)?.lines ?? [];
				return {
					...{ key, name, parts: 1 },
					lines: lines.filter(({ unsplit }) => unsplit !== true).length,
					...costOf(lines),
					costBefore: partsBefore && costOf(partsBefore.get(key)?.lines ?? []).cost,
				};
			})
			.filter(({ key, lines, cost, costBefore }) =>
				key === 'unsplit' ? true : lines > 0 || !isZero(costBefore ?? cost ?? '0'),
			)
			.sort((a, b) => compare(b.cost ?? '0', a.cost ?? '0') || order(a.name, b.name));
	};

function byPart(lines: readonly CostedLine[], partOf: (line: CostedLine) => Part) {
	const found = new Map<string, { name: string; lines: CostedLine[] }>();
	for (const line of lines) {
		const [key, name] = line.unsplit === true ? ['unsplit', ''] : partOf(line);
		const part = found.get(key);
		if (part === undefined) found.set(key, { name, lines: [line] });
		else part.lines.push(line);
	}
	return found;
}

const mostItems = 20;

/** Sums the remaining rows into one, so that the rows add up to the total. */
function withOthers(shares: readonly Share[]): Share[] {
	const [shown, others] = [shares.slice(0, mostItems), shares.slice(mostItems)];
	if (others.length === 0) return shown;
	return [
		...shown,
		{
			...{ key: 'others', name: '', parts: others.length },
			lines: others.reduce((all, { lines }) => all + lines, 0),
			cost: totalCost(others.map(({ cost }) => cost)).cost,
			costsUnknown: others.reduce((all, { costsUnknown }) => all + costsUnknown, 0),
			costBefore:
				others[0]?.costBefore === null
					? null
					: sum(others.flatMap(({ costBefore }) => costBefore ?? [])),
		},
	];
}
