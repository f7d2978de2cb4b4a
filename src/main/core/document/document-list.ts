// The list of a location's documents of one kind: filters and totals.
import { withoutEffect } from '../../../shared/bridge/values.ts';
import { z } from 'zod';
import type { AnyRow, Share } from '../../../shared/document/document-calls.ts';
import type { AnyKind, Fields } from '../../../shared/document/kit.ts';
import { compare, isZero, subtract, sum } from '../../../shared/domain/decimal.ts';
import { sumOfTotals, totalCost, type TotalCost } from '../../../shared/domain/money.ts';
import type { NameOrder } from '../../../shared/domain/name-order.ts';
import { fitsWords } from '../../../shared/domain/words.ts';
import type { ActiveAccount } from '../context.ts';
import type { Store } from '../store/open.ts';
import { namesListedAs, wordOf, type Values } from './fields.ts';
import { keptList } from './kept-list.ts';
import type { ListedDocument, ListedLine } from './shown-document.ts';

/** Filters by declared fields are further properties, by name. */
export interface ListFilter {
	readonly state: string;
	readonly move: string | null;
	readonly from: string | null;
	readonly to: string | null;
	readonly text: string;
	readonly enteredBy: string | null;
}

export interface WantedWindow {
	readonly locationId: string;
	readonly filter: ListFilter;
	readonly from: number;
	readonly limit: number;
}

export interface WantedTotals {
	readonly locationId: string;
	readonly filter: ListFilter;
	/** The period to compare with. */
	readonly before: { readonly from: string; readonly to: string } | null;
}

type Wanted = readonly (readonly [name: string, value: string])[];

export class DocumentList {
	readonly #kind: AnyKind;
	readonly #names: () => NameOrder;
	readonly all: (account: ActiveAccount, locationId: string) => readonly ListedDocument[];

	/** @param names sorts names in the person's language */
	constructor(
		store: Store,
		kind: AnyKind,
		read: (account: ActiveAccount, locationId: string) => readonly ListedDocument[],
		names: () => NameOrder,
	) {
		this.#kind = kind;
		this.#names = names;
		this.all = keptList(store, read);
	}

	window(account: ActiveAccount, { locationId, filter, from, limit }: WantedWindow) {
		const documents = this.all(account, locationId);
		const fitting = documents.filter(this.#fits(filter));
		return {
			rows: fitting.slice(from, from + limit).map(({ row }) => row),
			total: fitting.length,
			people: [...new Set(documents.map(({ row }) => row.enteredBy))]
				.filter((person) => person !== '')
				.sort(this.#names()),
		};
	}

	/** Whether a line matches the filters on fields of lines. */
	lineFits(filter: ListFilter): (line: Values) => boolean {
		return holding(wantedIn(this.#kind.lines.fields, filter)) ?? (() => true);
	}

	totals(account: ActiveAccount, { locationId, filter, before }: WantedTotals) {
		const counting = this.all(account, locationId).filter(
			({ row: { phase } }) => !withoutEffect.includes(phase) || filter.state === phase,
		);
		const heads = new Map<CostedLine, Values>();
		const linesOf = (documents: readonly ListedDocument[]) =>
			documents.flatMap((document) => {
				const lines = this.#costedLines(document, filter);
				for (const line of lines) heads.set(line, document.row.fields);
				return lines;
			});
		const now = counting.filter(this.#fits(filter));
		const earlier = before === null ? null : counting.filter(this.#fits({ ...filter, ...before }));
		const linesNow = linesOf(now);
		const linesBefore = earlier && linesOf(earlier);
		const shares = sharesBy(this.#names());
		return {
			documents: now.length,
			...sumOf(linesNow),
			...asBefore(linesBefore && sumOf(linesBefore)),
			by: Object.fromEntries(
				this.#kind.totals.map((by) => {
					const rows = shares(linesNow, linesBefore, this.#partBy(by, heads));
					return [by, by === 'item' ? withOthers(rows) : rows];
				}),
			),
		};
	}

	/** @param heads the fields of each line's document */
	#partBy(by: string, heads: ReadonlyMap<CostedLine, Values>): (line: CostedLine) => Part {
		const { head, lines } = this.#kind;
		const part = (fields: Fields, values: Values): Part => [
			String(values[by] ?? ''),
			wordOf(fields, values, by),
		];
		if (by in head) return (line) => part(head, heads.get(line) ?? {});
		const ofLine: (line: CostedLine) => Part =
			by === 'item'
				? ({ itemId, item }) => [itemId, item]
				: by === 'category'
					? ({ category }) => [category, category]
					: ({ fields }) => part(lines.fields, fields);
		return (line) => (line.unsplit === true ? ['unsplit', ''] : ofLine(line));
	}

	/** Reads only the fields that the filter names: a list has tens of thousands of documents. */
	#fits(filter: ListFilter): (document: ListedDocument) => boolean {
		const { state, move, from, to, enteredBy, text } = filter;
		const head = holding(wantedIn(this.#kind.head, filter));
		const ofLines = wantedIn(this.#kind.lines.fields, filter);
		const line = ofLines.length > 1 ? holding(ofLines) : null;
		const fitsText = fitsWords(text);
		const asked: ((document: ListedDocument) => boolean)[] = [];
		if (state !== 'all') asked.push(({ row }) => stateFits(row, state));
		if (move !== null) asked.push(({ row }) => row.move === move);
		if (from !== null) asked.push(({ row }) => row.businessDate >= from);
		if (to !== null) asked.push(({ row }) => row.businessDate <= to);
		if (enteredBy !== null) asked.push(({ row }) => row.enteredBy === enteredBy);
		if (head !== null) asked.push(({ row }) => head(row.fields));
		for (const [name, value] of ofLines)
			asked.push(({ held }) => held[name]?.includes(value) === true);
		// Several of them must fit the same line.
		if (line !== null) asked.push(({ lines }) => lines.some(({ fields }) => line(fields)));
		if (text !== '') asked.push((document) => fitsText(document.text));
		const [first = () => true, ...more] = asked;
		if (more.length === 0) return first;
		return (document) => first(document) && more.every((fits) => fits(document));
	}

	/**
	 * If the document states a total, what its lines do not explain becomes the cost of its only line of unknown cost, or
	 * else an extra `unsplit` line.
	 */
	#costedLines({ row, lines }: ListedDocument, filter: ListFilter): CostedLine[] {
		const { cost: stated } = row;
		const wanted = holding(wantedIn(this.#kind.lines.fields, filter));
		if (wanted !== null) return lines.filter(({ fields }) => wanted(fields));
		if (stated === null || row.costsUnknown > 0) return [...lines];
		const rest = subtract(stated, sum(lines.flatMap(({ cost }) => cost ?? [])));
		const counted = lines.map(
			// Not spread, because `base` is a getter that reads the item.
			({ itemId, item, category, fields, cost }): CostedLine => ({
				itemId,
				item,
				category,
				fields,
				cost,
				stated: true,
			}),
		);
		if (isZero(rest)) return counted;
		const [only, another] = counted.filter(({ cost }) => cost === null);
		if (only !== undefined && another === undefined) {
			return counted.map((line) => (line === only ? { ...only, cost: rest } : line));
		}
		const beside = { itemId: '', item: '', fields: {}, category: '', cost: rest };
		return [...counted, { ...beside, unsplit: true }];
	}
}

const wantedIn = (fields: AnyKind['head'], filter: ListFilter): Wanted =>
	namesListedAs(fields, 'filter').flatMap((name) => {
		const wanted = z.string().safeParse(Reflect.get(filter, name));
		return wanted.success ? [[name, wanted.data] as const] : [];
	});

/** null if there is no such filter. */
const holding = (wanted: Wanted): ((fields: Values) => boolean) | null =>
	wanted.length === 0 ? null : (fields) => wanted.every(([name, value]) => fields[name] === value);

function stateFits({ standing, phase, locked }: AnyRow, state: string): boolean {
	switch (state) {
		case 'draft':
			return standing === 'draft' || (standing === 'service' && phase === 'draft');
		case 'waiting':
		case 'needs-you':
		case 'service':
			return standing === state;
		case 'locked':
			return locked;
		default:
			return standing === 'service' && phase === state;
	}
}

interface CostedLine extends Pick<ListedLine, 'itemId' | 'item' | 'category' | 'fields' | 'cost'> {
	/** A pseudo-line: the part of a document's cost that its lines do not explain. */
	readonly unsplit?: true;
	/** The document states its total, so an unknown cost of this line is already in the sum. */
	readonly stated?: true;
}

const costOf = (lines: readonly CostedLine[]): TotalCost =>
	totalCost(lines.map(({ cost }) => cost));

/** For whole documents: lines of unknown cost count as unknown only if their document states no total. */
const sumOf = (lines: readonly CostedLine[]): TotalCost =>
	costOf(lines.filter(({ cost, stated }) => cost !== null || stated !== true));

const asBefore = (total: TotalCost | null): Pick<Share, 'costBefore' | 'costsUnknownBefore'> => ({
	costBefore: total?.cost ?? null,
	costsUnknownBefore: total?.costsUnknown ?? 0,
});

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
					key,
					name,
					parts: 1,
					lines: lines.filter(({ unsplit }) => unsplit !== true).length,
					...costOf(lines),
					...asBefore(partsBefore && costOf(partsBefore.get(key)?.lines ?? [])),
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
		const [key, name] = partOf(line);
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
			key: 'others',
			name: '',
			parts: others.length,
			lines: others.reduce((all, { lines }) => all + lines, 0),
			...sumOfTotals(others),
			...asBefore(
				sumOfTotals(
					others.map(({ costBefore, costsUnknownBefore }) => ({
						cost: costBefore,
						costsUnknown: costsUnknownBefore,
					})),
				),
			),
		},
	];
}
