// The lines of a count as they are compared with the book: which count of each stands, how far it is off, what moved
// since, what is booked, and what asks for a look.
import type {
	LineAttempt,
	ReviewLine,
	ReviewProblem,
} from '../../../shared/bridge/count-review.ts';
import type { CountPlan } from '../../../shared/bridge/count-plan.ts';
import { guards, lineState, lineTotal, varianceCost } from '../../../shared/domain/count-line.ts';
import { isZero, negate, subtract, sum } from '../../../shared/domain/decimal.ts';
import { reconcile, type Keep } from '../../../shared/domain/reconcile.ts';
import { isOutside, toleranceOf, type Tolerances } from '../../../shared/domain/tolerance.ts';
import type { BoxRow, LineRow, StocktakeRow } from '../store/counts.ts';
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
	const item = countedItem(row);
	const { units, unitCost } = item;
	const tried = triesOf(rows, reviewed);
	const stands = tried.find(({ round }) => round === row.stands) ?? tried.at(-1);
	const boxes = stands?.boxes ?? [];
	const views = inOrder(boxes, units);
	const counted = lineTotal(views, units);
	const { book, asOf, when } = bookThen(count, row, boxes);
	const bookNow = reviewed.bookNow(row);
	const keep: Keep = row.keep || count.keep || 'difference';
	const outcome =
		counted === null || book === null
			? null
			: reconcile({ counted, bookThen: book, bookNow: bookNow ?? book }, keep);
	const blank = rows.filter(({ line_no }) => (stands?.of.get(line_no) ?? []).length === 0);
	const tolerance = toleranceOf(reviewed.tolerances, item.category);
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
		state: lineState(views),
		counted,
		countedAt: latestOf(boxes)?.at ?? null,
		book,
		bookAsOf: book === null ? null : asOf,
		bookWhen: when,
		variance: outcome?.variance ?? null,
		varianceCost:
			outcome === null || unitCost === null
				? null
				: varianceCost(outcome.variance, unitCost, count.currency),
		bookNow,
		moved: outcome === null || bookNow === null ? null : outcome.movedSince,
		keep,
		keepChosen: row.keep !== '' || count.keep !== '',
		adjustment: outcome?.adjustment ?? null,
		stockAfter: outcome?.stockAfter ?? null,
		outside:
			outcome !== null &&
			book !== null &&
			isOutside({ variance: outcome.variance, book, unitCost }, tolerance),
		outsideAsZero:
			counted === null &&
			bookOfZero !== null &&
			isOutside({ variance: negate(bookOfZero), book: bookOfZero, unitCost }, tolerance),
		attempts: tried.length < 2 ? [] : tried.map((each) => attemptView(count, row, item, each)),
		stands: stands?.round ?? 0,
		reason: row.reason,
		boxes: views,
		everywhere: null,
		guards: guards({
			boxes: views,
			units,
			expected: book,
			last: lastOf(row),
			assumedZero: isAssumed(boxes),
			placeUncounted: blank.length > 0 && blank.length < rows.length,
		}),
		note: rows.flatMap(({ note }) => (note === '' ? [] : [note])).join(' · '),
		leftBy: blank.every(({ left_by }) => left_by !== '') ? (blank[0]?.left_by ?? '') : '',
	};
	const recounting = reviewed.rounds.some(
		({ open, lineNos }) => open && rows.some(({ line_no }) => lineNos.has(line_no)),
	);
	return { ...line, problems: problemsOf(line, reviewed, recounting) };
}

/** One of several counts of the same lines. */
interface Try {
	readonly round: number;
	readonly of: BoxesByLine;
	readonly boxes: readonly BoxRow[];
}

/** The counts of these lines: the first, and every finished round that left none of them blank that was counted before. */
function triesOf(rows: readonly LineRow[], { boxes, rounds }: ReviewedCount): Try[] {
	const inRound = (of: BoxesByLine): BoxRow[] =>
		rows.flatMap(({ line_no }) => of.get(line_no) ?? []);
	const isIn = (of: BoxesByLine, { line_no }: LineRow): boolean =>
		(of.get(line_no) ?? []).length > 0;
	const first = inRound(boxes);
	const tried: Try[] = first.length === 0 ? [] : [{ round: 0, of: boxes, boxes: first }];
	for (const { round, open, boxes: of } of rounds) {
		const own = open ? [] : inRound(of);
		if (own.length > 0 && rows.every((row) => isIn(of, row) || !isIn(boxes, row))) {
			tried.push({ round, of, boxes: own });
		}
	}
	return tried;
}

/**
 * The book at the moment of counting: what the last box that was filled was compared with. Goods that move while an
 * item is counted in several places are taken as moved after the first of them. Where no box kept a book (nobody counted
 * it, nobody knew one, or the count is from before it was kept) it is the book at the opening.
 */
function bookThen(
	{ book_as_of }: Pick<StocktakeRow, 'book_as_of'>,
	row: LineRow,
	boxes: readonly BoxRow[],
): { book: string | null; asOf: number | null; when: ReviewLine['bookWhen'] } {
	const last = latestOf(boxes);
	const book = last?.book ?? null;
	return last === null || book === null
		? { book: row.book, asOf: book_as_of, when: 'opened' }
		: { book, asOf: last.book_as_of, when: 'counted' };
}

function latestOf(boxes: readonly BoxRow[]): BoxRow | null {
	let latest: BoxRow | null = null;
	for (const box of boxes) if (latest === null || box.at >= latest.at) latest = box;
	return latest;
}

const peopleOf = (boxes: readonly BoxRow[]): string[] => [...new Set(boxes.map(({ by }) => by))];

function attemptView(
	count: Pick<StocktakeRow, 'book_as_of'>,
	row: LineRow,
	{ units }: CountedItem,
	{ round, boxes }: Try,
): LineAttempt {
	const views = inOrder(boxes, units);
	const counted = lineTotal(views, units) ?? '0';
	const { book } = bookThen(count, row, boxes);
	return {
		round,
		counted,
		boxes: views,
		by: peopleOf(boxes),
		at: latestOf(boxes)?.at ?? 0,
		variance: book === null ? null : subtract(counted, book),
	};
}

function problemsOf(
	line: Omit<ReviewLine, 'problems'>,
	{ count, plan: { blanks }, reasonNeeded, boxes: first }: ReviewedCount,
	recounting: boolean,
): ReviewProblem[] {
	const found: ReviewProblem[] = recounting ? ['recount-open'] : [];
	if (line.state === 'uncounted') {
		if (line.leftBy === '') found.push(blanks === 'ask' ? 'undecided' : 'uncounted');
		return found;
	}
	if (line.outside && line.reason === '' && !recounting) {
		if (count.state === 'open' && reasonNeeded) found.push('reason-missing');
		else if (line.attempts.length === 0) found.push('outside');
	}
	if (line.moved !== null && !isZero(line.moved) && !line.keepChosen) found.push('moved');
	if (line.guards.length > 0) found.push('question');
	if (line.stands > 0) {
		const before = line.lineNos.flatMap((lineNo) => first.get(lineNo) ?? []).map(({ by }) => by);
		const again = line.boxes.some(({ by }) => before.some((person) => sameName(person, by)));
		if (again) found.push('same-person');
	}
	if (line.book === null) found.push('no-book');
	return found;
}
