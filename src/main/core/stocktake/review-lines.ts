// The lines of a count as they are compared with the book: which count of each stands, how far it is off, what moved
// since, what is booked, and what asks for a look.
import type {
	LineAttempt,
	ReviewLine,
	ReviewProblem,
} from '../../../shared/bridge/count-review.ts';
import type { CountPlan } from '../../../shared/bridge/count-plan.ts';
import { guards, lineState, totalOf } from '../../../shared/domain/count-line.ts';
import { compareRatios, isZero, subtract, sum } from '../../../shared/domain/decimal.ts';
import { lineCost } from '../../../shared/domain/money.ts';
import { reconcile, type Keep } from '../../../shared/domain/reconcile.ts';
import { isOutside, toleranceOf, type Tolerances } from '../../../shared/domain/tolerance.ts';
import type { BoxRow, LineRow, StocktakeRow } from '../store/counts.ts';
import type { Correction, Corrections } from './corrections.ts';
import { sameName } from './count-desk.ts';
import { countedItem, inOrder, isAssumed, lastOf, stockOf, type CountedItem } from './line.ts';

type BoxesByLine = ReadonlyMap<number, readonly BoxRow[]>;

/** A recount of some of the lines. */
interface RoundOfLines {
	readonly round: number;
	readonly open: boolean;
	readonly lineNos: ReadonlySet<number>;
	readonly boxes: BoxesByLine;
}

export interface ReviewedCount {
	readonly count: Pick<StocktakeRow, 'currency' | 'state' | 'keep' | 'book_as_of'>;
	readonly plan: Pick<CountPlan, 'blanks'>;
	/** In walking order. */
	readonly rows: readonly LineRow[];
	readonly boxes: BoxesByLine;
	readonly rounds: readonly RoundOfLines[];
	/** What the book says now, or said when the count was closed, in base units; null where nobody knows. */
	readonly bookNow: (row: LineRow) => string | null;
	/** What was changed after the count was submitted. */
	readonly corrections: Corrections;
	readonly tolerances: Tolerances;
	/** Whether a line outside tolerance has to have a reason. Asked for an open count alone. */
	readonly reasonNeeded: boolean;
}

/**
 * The lines of an item in one stock area together, in walking order. With the book quantity, blind or not: the review is
 * for who decides.
 */
export function reviewLines(reviewed: ReviewedCount): ReviewLine[] {
	const groups = Map.groupBy(reviewed.rows, stockOf);
	const lines = [...groups.values()].map((rows) => reviewLine(reviewed, rows));
	const ofItem = Map.groupBy(lines, ({ itemId }) => itemId);
	return lines.map((line) => {
		const all = ofItem.get(line.itemId) ?? [];
		return all.length < 2 ? line : withEverywhere(line, all);
	});
}

/** @param all the lines of the item in all areas of the count. */
function withEverywhere(line: ReviewLine, all: readonly ReviewLine[]): ReviewLine {
	const counted = all.flatMap((each) => each.counted ?? []);
	const book = all.flatMap((each) => each.book ?? []);
	const everywhere = {
		areas: all.length,
		counted: counted.length === 0 ? null : sum(counted),
		book: book.length < all.length ? null : sum(book),
	};
	const uncounted = all.some(({ state }) => state === 'uncounted');
	const asked = line.guards.some(({ code }) => code === 'place-uncounted');
	if (!uncounted || line.state === 'uncounted' || asked) return { ...line, everywhere };
	return {
		...line,
		everywhere,
		guards: [...line.guards, { code: 'place-uncounted', meant: null, against: null }],
		problems: line.problems.includes('question') ? line.problems : [...line.problems, 'question'],
	};
}

function reviewLine(reviewed: ReviewedCount, rows: readonly LineRow[]): ReviewLine {
	const { count } = reviewed;
	const [row] = rows;
	if (row === undefined) throw new RangeError('a review line needs a line');
	// The item as it came into the count: a place that is added later may find another name or cost.
	const item = countedItem(rows.reduce((a, b) => (b.line_no < a.line_no ? b : a)));
	const units = unitsOf(rows);
	const { unitCost } = item;
	const decided = decisionOf(rows);
	const tried = triesOf(rows, reviewed);
	const stands = tried.find(({ round }) => round === decided.stands) ?? tried.at(-1);
	const boxes = boxesOf(stands);
	const views = inOrder(boxes, units);
	const blank = rows.filter(({ line_no }) => !stands?.places.has(line_no));
	const corrected = reviewed.corrections.get(stockOf(row)) ?? null;
	const found = stands === undefined ? null : countedIn(rows, stands);
	const counted =
		blank.length > 0 ? null : corrected?.kind === 'put-right' ? corrected.counted : found;
	const { book, asOf, when } = bookThen(count, row, boxes);
	const bookNow = reviewed.bookNow(row);
	const keep: Keep = decided.keep || count.keep || 'difference';
	const outcome =
		counted === null || book === null
			? null
			: booked({ counted, bookThen: book, bookNow: bookNow ?? book }, keep, corrected);
	const tolerance = toleranceOf(reviewed.tolerances, item.category);
	const isOff = (adjustment: string, against: string): boolean =>
		isOutside({ adjustment, book: against, unitCost }, tolerance);
	const bookOfZero = bookNow ?? row.book;
	const line: Omit<ReviewLine, 'problems'> = {
		lineNo: row.line_no,
		lineNos: rows.map(({ line_no }) => line_no),
		areaId: row.area_id,
		itemId: row.item_id,
		code: item.code,
		name: item.name,
		category: item.category,
		units,
		baseUnitName: item.baseUnitName,
		state: counted === null ? 'uncounted' : isZero(counted) ? lineState(views) : 'quantity',
		counted,
		countedAt: latestOf(boxes)?.at ?? null,
		book,
		bookAsOf: book === null ? null : asOf,
		bookWhen: when,
		variance: outcome?.variance ?? null,
		adjustmentCost:
			outcome === null || unitCost === null
				? null
				: lineCost(outcome.adjustment, unitCost, count.currency),
		bookNow,
		moved: outcome === null || bookNow === null ? null : outcome.movedSince,
		keep,
		keepChosen: decided.keep !== '' || count.keep !== '',
		adjustment: outcome?.adjustment ?? null,
		stockAfter: outcome?.stockAfter ?? null,
		outside: outcome !== null && book !== null && isOff(outcome.adjustment, book),
		outsideAsZero:
			counted === null &&
			bookOfZero !== null &&
			isOff(subtract(found ?? '0', bookOfZero), bookOfZero),
		attempts: tried.length < 2 ? [] : tried.map((each) => attemptView(count, rows, units, each)),
		stands: stands?.round ?? 0,
		standsIn: [...(stands?.places ?? [])].map(([lineNo, { round }]) => ({ lineNo, round })),
		reason: corrected?.reason ?? decided.reason,
		leftOut: corrected?.kind === 'left-out',
		boxes: views,
		everywhere: null,
		guards: guards({
			boxes: blank.length > 0 ? [] : views,
			units,
			total: counted,
			expected: book,
			last: lastOf(row),
			assumedZero: isAssumed(boxes),
		}),
		note: rows.flatMap(({ note }) => (note === '' ? [] : [note])).join(' · '),
		leftBy: blank.every(({ left_by }) => left_by !== '') ? (blank[0]?.left_by ?? '') : '',
	};
	if (found !== null && blank.length > 0) {
		line.guards.push({ code: 'place-uncounted', meant: null, against: null });
	}
	const recounting = reviewed.rounds.some(
		({ open, lineNos }) => open && rows.some(({ line_no }) => lineNos.has(line_no)),
	);
	const problems = problemsOf(line, reviewed, {
		recounting,
		movedWithin: new Set(boxes.map((box) => box.book)).size > 1,
		samePerson: isBySamePerson(stands, reviewed),
	});
	return { ...line, problems };
}

/** What is booked of a line; nothing of one that was left out. */
function booked(
	counted: Parameters<typeof reconcile>[0],
	keep: Keep,
	corrected: Correction | null,
): ReturnType<typeof reconcile> {
	const outcome = reconcile(counted, keep);
	if (corrected?.kind !== 'left-out') return outcome;
	return { ...outcome, adjustment: '0', stockAfter: counted.bookNow };
}

/**
 * What is decided about an item is decided for all of its places, and stands whichever of them are on the count: a
 * place that was added later does not have it.
 */
function decisionOf(rows: readonly LineRow[]): Pick<LineRow, 'keep' | 'stands' | 'reason'> {
	const decided = rows.find(({ stands, reason }) => stands !== null || reason !== '');
	return {
		keep: rows.find(({ keep }) => keep !== '')?.keep ?? '',
		stands: decided?.stands ?? null,
		reason: decided?.reason ?? '',
	};
}

/** The units of all places, biggest first; of one that was changed meanwhile, as the first place has it. */
function unitsOf(rows: readonly LineRow[]): CountedItem['units'] {
	const [only, ...others] = rows.map((row) => countedItem(row).units);
	if (only !== undefined && others.every((units) => units === only)) return only;
	const byId = new Map(
		rows
			.toReversed()
			.flatMap((row) => countedItem(row).units.map((unit) => [unit.unitId, unit] as const)),
	);
	return [...byId.values()].sort((a, b) => compareRatios(b.factor, a.factor));
}

/** One of several counts of the same places: of each place the last count up to this round. */
interface Try {
	readonly round: number;
	readonly places: ReadonlyMap<
		number,
		{ readonly round: number; readonly boxes: readonly BoxRow[] }
	>;
}

/** The first count, and every finished round. A place that a round left blank keeps the count that it had. */
function triesOf(rows: readonly LineRow[], { boxes, rounds }: ReviewedCount): Try[] {
	const tried: Try[] = [];
	for (const { round, boxes: of } of [{ round: 0, boxes }, ...rounds.filter(({ open }) => !open)]) {
		const places = new Map(tried.at(-1)?.places);
		let some = false;
		for (const { line_no } of rows) {
			const own = of.get(line_no) ?? [];
			if (own.length === 0) continue;
			places.set(line_no, { round, boxes: own });
			some = true;
		}
		if (some) tried.push({ round, places });
	}
	return tried;
}

const boxesOf = (tried: Try | undefined): BoxRow[] =>
	[...(tried?.places.values() ?? [])].flatMap(({ boxes }) => boxes);

/** What the counted places come to, each in the units that it had when its line was made. */
const countedIn = (rows: readonly LineRow[], { places }: Try): string | null =>
	totalOf(
		rows.flatMap((row) => {
			const { units } = countedItem(row);
			const place = places.get(row.line_no);
			return place === undefined ? [] : [{ units, boxes: inOrder(place.boxes, units) }];
		}),
	);

/** Whether somebody counted a place again that they had counted first. */
const isBySamePerson = (tried: Try | undefined, { boxes: first }: ReviewedCount): boolean =>
	[...(tried?.places ?? [])].some(
		([lineNo, { round, boxes }]) =>
			round > 0 &&
			boxes.some(({ by }) => (first.get(lineNo) ?? []).some((box) => sameName(box.by, by))),
	);

/**
 * The book at the moment of counting: what the first box that was filled was compared with. What moves while an item is
 * counted in several boxes or places is taken as moved since. Where no box kept a book (nobody counted it, or nobody knew
 * one) it is the book at the opening.
 */
function bookThen(
	{ book_as_of }: Pick<StocktakeRow, 'book_as_of'>,
	row: LineRow,
	boxes: readonly BoxRow[],
): { book: string | null; asOf: number | null; when: ReviewLine['bookWhen'] } {
	const first = firstOf(boxes);
	const book = first?.book ?? null;
	return first === null || book === null
		? { book: row.book, asOf: book_as_of, when: 'opened' }
		: { book, asOf: first.book_as_of, when: 'counted' };
}

const isBefore = (a: BoxRow, b: BoxRow): boolean =>
	a.at < b.at || (a.at === b.at && a.entry_id < b.entry_id);

function firstOf(boxes: readonly BoxRow[]): BoxRow | null {
	let first: BoxRow | null = null;
	for (const box of boxes) if (first === null || isBefore(box, first)) first = box;
	return first;
}

function latestOf(boxes: readonly BoxRow[]): BoxRow | null {
	let latest: BoxRow | null = null;
	for (const box of boxes) if (latest === null || !isBefore(box, latest)) latest = box;
	return latest;
}

const peopleOf = (boxes: readonly BoxRow[]): string[] => [...new Set(boxes.map(({ by }) => by))];

function attemptView(
	count: Pick<StocktakeRow, 'book_as_of'>,
	rows: readonly LineRow[],
	units: CountedItem['units'],
	tried: Try,
): LineAttempt {
	const boxes = boxesOf(tried);
	const counted = countedIn(rows, tried) ?? '0';
	const [row] = rows;
	const book = row === undefined ? null : bookThen(count, row, boxes).book;
	return {
		round: tried.round,
		counted,
		boxes: inOrder(boxes, units),
		by: peopleOf(boxes),
		at: latestOf(boxes)?.at ?? 0,
		variance: book === null ? null : subtract(counted, book),
	};
}

function problemsOf(
	line: Omit<ReviewLine, 'problems'>,
	{ count, plan: { blanks }, reasonNeeded }: ReviewedCount,
	seen: { recounting: boolean; movedWithin: boolean; samePerson: boolean },
): ReviewProblem[] {
	const found: ReviewProblem[] = seen.recounting ? ['recount-open'] : [];
	if (line.state === 'uncounted') {
		if (line.leftBy === '') found.push(blanks === 'ask' ? 'undecided' : 'uncounted');
		if (line.guards.length > 0) found.push('question');
		return found;
	}
	if (line.outside && line.reason === '' && !seen.recounting) {
		if (count.state === 'open' && reasonNeeded) found.push('reason-missing');
		else if (line.attempts.length === 0) found.push('outside');
	}
	const moved = line.moved !== null && (!isZero(line.moved) || seen.movedWithin);
	if (moved && !line.keepChosen) found.push('moved');
	if (line.guards.length > 0) found.push('question');
	if (line.stands > 0 && seen.samePerson) found.push('same-person');
	if (line.book === null) found.push('no-book');
	return found;
}
