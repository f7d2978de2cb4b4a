// Compares count lines with the book: the count in use, its variance, stock moved since, the adjustment, and problems.
import type {
	LineAttempt,
	ReviewLine,
	ReviewProblem,
} from '../../../shared/bridge/count-review.ts';
import type { CountPlan } from '../../../shared/bridge/count-plan.ts';
import { guards, lineState, totalOf } from '../../../shared/domain/count-line.ts';
import { compareRatios, isZero, subtract, sum } from '../../../shared/domain/decimal.ts';
import { lineCost } from '../../../shared/domain/money.ts';
import { sameName } from '../../../shared/domain/person-name.ts';
import { reconcile, type Keep } from '../../../shared/domain/reconcile.ts';
import { isOutside, toleranceOf, type Tolerances } from '../../../shared/domain/tolerance.ts';
import type { BoxRow } from '../store/count-journal.ts';
import type { LineRow } from '../store/count-lines.ts';
import type { StocktakeRow } from '../store/counts.ts';
import type { Correction, Corrections } from './corrections.ts';
import { countedItem, inOrder, isAssumed, lastOf, stockOf, type CountedItem } from './line.ts';

type BoxesByLine = ReadonlyMap<number, readonly BoxRow[]>;

interface RoundOfLines {
	readonly round: number;
	readonly open: boolean;
	readonly lineNos: ReadonlySet<number>;
	readonly boxes: BoxesByLine;
}

export interface ReviewedCount {
	readonly count: Pick<StocktakeRow, 'currency' | 'state' | 'keep' | 'book_as_of'>;
	readonly plan: Pick<CountPlan, 'blanks'>;
	readonly rows: readonly LineRow[];
	readonly boxes: BoxesByLine;
	readonly rounds: readonly RoundOfLines[];
	/** The current book, or the book when the count was closed; base units, null if unknown. */
	readonly bookNow: (row: LineRow) => string | null;
	readonly corrections: Corrections;
	readonly tolerances: Tolerances;
	readonly reasonNeeded: boolean;
}

/** One line per item and stock area. Has the book even in blind counts: the review is for the person who decides. */
export function reviewLines(reviewed: ReviewedCount): ReviewLine[] {
	const groups = Map.groupBy(reviewed.rows, stockOf);
	const lines = [...groups.values()].map((rows) => reviewLine(reviewed, rows));
	const ofItem = Map.groupBy(lines, ({ itemId }) => itemId);
	return lines.map((line) => {
		const all = ofItem.get(line.itemId) ?? [];
		return all.length < 2 ? line : withEverywhere(line, all);
	});
}

const placeUncounted: ReviewLine['guards'][number] = {
	code: 'place-uncounted',
	meant: null,
	against: null,
};

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
		guards: [...line.guards, placeUncounted],
		problems: line.problems.includes('question') ? line.problems : [...line.problems, 'question'],
	};
}

function reviewLine(reviewed: ReviewedCount, rows: readonly LineRow[]): ReviewLine {
	const standing = standingOf(reviewed, rows);
	const compared = comparedOf(reviewed, standing);
	const line = {
		...namesOf(standing),
		...countedView(reviewed, standing),
		...bookedView(reviewed, standing, compared),
		...askedOf(standing, compared),
		everywhere: null,
	};
	return { ...line, problems: problemsOf(line, reviewed, standing, compared) };
}

interface Standing {
	readonly row: LineRow;
	readonly rows: readonly LineRow[];
	/** From the line created first: a place added later may carry a newer name or cost. */
	readonly item: CountedItem;
	readonly units: CountedItem['units'];
	readonly decided: ReturnType<typeof decisionOf>;
	readonly corrected: Correction | null;
	readonly tried: readonly Try[];
	readonly stands: Try | undefined;
	readonly boxes: readonly BoxRow[];
	readonly blank: readonly LineRow[];
	/** Null if no place is counted. */
	readonly found: string | null;
	/** Null while any of its places is blank. */
	readonly counted: string | null;
}

function standingOf(reviewed: ReviewedCount, rows: readonly LineRow[]): Standing {
	const [row] = rows;
	if (row === undefined) throw new RangeError('a review line needs a line');
	const decided = decisionOf(rows);
	const tried = triesOf(rows, reviewed);
	const stands = tried.find(({ round }) => round === decided.stands) ?? tried.at(-1);
	const blank = rows.filter(({ line_no }) => !stands?.places.has(line_no));
	const corrected = reviewed.corrections.get(stockOf(row)) ?? null;
	const found = stands === undefined ? null : countedIn(rows, stands);
	const whole = corrected?.kind === 'put-right' ? corrected.counted : found;
	return {
		row,
		rows,
		decided,
		corrected,
		tried,
		stands,
		blank,
		found,
		item: countedItem(rows.reduce((a, b) => (b.line_no < a.line_no ? b : a))),
		units: unitsOf(rows),
		boxes: boxesOf(stands),
		counted: blank.length > 0 ? null : whole,
	};
}

interface Compared {
	readonly then: BookThen;
	readonly now: string | null;
	readonly keep: Keep;
	readonly outcome: ReturnType<typeof booked> | null;
}

function comparedOf(
	{ count, bookNow }: ReviewedCount,
	{ row, boxes, counted, corrected, decided }: Standing,
): Compared {
	const then = bookThen(count, row, boxes);
	const now = bookNow(row);
	const keep: Keep = decided.keep || count.keep || 'difference';
	const { book } = then;
	const outcome =
		counted === null || book === null
			? null
			: booked({ counted, bookThen: book, bookNow: now ?? book }, keep, corrected);
	return { then, now, keep, outcome };
}

const namesOf = ({ row, rows, item, units, blank }: Standing) => ({
	lineNo: row.line_no,
	lineNos: rows.map(({ line_no }) => line_no),
	areaId: row.area_id,
	itemId: row.item_id,
	code: item.code,
	name: item.name,
	category: item.category,
	units,
	baseUnitName: item.baseUnitName,
	note: rows.flatMap(({ note }) => (note === '' ? [] : [note])).join(' · '),
	leftBy: blank.every(({ left_by }) => left_by !== '') ? (blank[0]?.left_by ?? '') : '',
});

function countedView(
	{ count }: ReviewedCount,
	{ rows, units, decided, corrected, tried, stands, boxes, counted }: Standing,
) {
	const views = inOrder(boxes, units);
	return {
		state: counted === null ? 'uncounted' : isZero(counted) ? lineState(views) : 'quantity',
		counted,
		countedAt: latestOf(boxes)?.at ?? null,
		boxes: views,
		attempts: tried.length < 2 ? [] : tried.map((each) => attemptView(count, rows, units, each)),
		stands: stands?.round ?? 0,
		standsIn: [...(stands?.places ?? [])].map(([lineNo, { round }]) => ({ lineNo, round })),
		reason: corrected?.reason ?? decided.reason,
	} satisfies Partial<ReviewLine>;
}

function bookedView(
	{ count, tolerances }: ReviewedCount,
	{ row, item, decided, found, counted }: Standing,
	{ then, now, keep, outcome }: Compared,
) {
	const { unitCost } = item;
	const tolerance = toleranceOf(tolerances, item.category);
	const isOff = (adjustment: string, against: string): boolean =>
		isOutside({ adjustment, book: against, unitCost }, tolerance);
	const bookOfZero = now ?? row.book;
	return {
		book: then.book,
		bookAsOf: then.book === null ? null : then.asOf,
		bookWhen: then.when,
		bookNow: now,
		variance: outcome?.variance ?? null,
		moved: outcome === null || now === null ? null : outcome.movedSince,
		keep,
		keepChosen: decided.keep !== '' || count.keep !== '',
		adjustment: outcome?.adjustment ?? null,
		adjustmentCost:
			outcome === null || unitCost === null
				? null
				: lineCost(outcome.adjustment, unitCost, count.currency),
		outside: outcome !== null && then.book !== null && isOff(outcome.adjustment, then.book),
		outsideAsZero:
			counted === null &&
			bookOfZero !== null &&
			isOff(subtract(found ?? '0', bookOfZero), bookOfZero),
	} satisfies Partial<ReviewLine>;
}

function askedOf(
	{ row, units, boxes, blank, found, counted }: Standing,
	{ then }: Compared,
): Pick<ReviewLine, 'guards'> {
	const asked = guards({
		boxes: blank.length > 0 ? [] : inOrder(boxes, units),
		units,
		total: counted,
		expected: then.book,
		last: lastOf(row),
		assumedZero: isAssumed(boxes),
	});
	return { guards: found !== null && blank.length > 0 ? [...asked, placeUncounted] : asked };
}

function booked(
	counted: Parameters<typeof reconcile>[0],
	keep: Keep,
	corrected: Correction | null,
): Omit<ReturnType<typeof reconcile>, 'stockAfter'> {
	const outcome = reconcile(counted, keep);
	if (corrected?.kind !== 'left-out') return outcome;
	return { ...outcome, adjustment: '0' };
}

/** Any place may hold the decision: one added later has no copy of it. */
function decisionOf(rows: readonly LineRow[]): Pick<LineRow, 'keep' | 'stands' | 'reason'> {
	const decided = rows.find(({ stands, reason }) => stands !== null || reason !== '');
	return {
		keep: rows.find(({ keep }) => keep !== '')?.keep ?? '',
		stands: decided?.stands ?? null,
		reason: decided?.reason ?? '',
	};
}

/** If a unit differs between places, the first place wins. */
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

/** One attempt at counting: for each place, its latest count up to this round. */
interface Try {
	readonly round: number;
	readonly places: ReadonlyMap<
		number,
		{ readonly round: number; readonly boxes: readonly BoxRow[] }
	>;
}

/** A place left blank in a recount keeps its earlier count. */
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

const countedIn = (rows: readonly LineRow[], { places }: Try): string | null =>
	totalOf(
		rows.flatMap((row) => {
			const { units } = countedItem(row);
			const place = places.get(row.line_no);
			return place === undefined ? [] : [{ units, boxes: inOrder(place.boxes, units) }];
		}),
	);

const isBySamePerson = (tried: Try | undefined, { boxes: first }: ReviewedCount): boolean =>
	[...(tried?.places ?? [])].some(
		([lineNo, { round, boxes }]) =>
			round > 0 &&
			boxes.some(({ by }) => (first.get(lineNo) ?? []).some((box) => sameName(box.by, by))),
	);

interface BookThen {
	readonly book: string | null;
	readonly asOf: number | null;
	readonly when: ReviewLine['bookWhen'];
}

/** The book stored with the first counted box: stock that moves while an item is counted shows as moved since. */
function bookThen(
	{ book_as_of }: Pick<StocktakeRow, 'book_as_of'>,
	row: LineRow,
	boxes: readonly BoxRow[],
): BookThen {
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
	const isPart = rows.some(({ line_no }) => !tried.places.has(line_no));
	return {
		round: tried.round,
		counted,
		by: peopleOf(boxes),
		at: latestOf(boxes)?.at ?? 0,
		variance: book === null || isPart ? null : subtract(counted, book),
	};
}

function problemsOf(
	line: Omit<ReviewLine, 'problems'>,
	reviewed: ReviewedCount,
	{ rows, stands, boxes }: Standing,
	{ then }: Compared,
): ReviewProblem[] {
	const { count, plan, rounds, reasonNeeded } = reviewed;
	const recounting = rounds.some(
		({ open, lineNos }) => open && rows.some(({ line_no }) => lineNos.has(line_no)),
	);
	const found: ReviewProblem[] = recounting ? ['recount-open'] : [];
	if (line.state === 'uncounted') {
		if (line.leftBy === '') found.push(plan.blanks === 'ask' ? 'undecided' : 'uncounted');
		if (line.guards.length > 0) found.push('question');
		return found;
	}
	if (line.outside && line.reason === '' && !recounting) {
		if (count.state === 'open' && reasonNeeded) found.push('reason-missing');
		else if (line.attempts.length === 0) found.push('outside');
	}
	const movedWithin = new Set(boxes.map(({ book }) => book)).size > 1;
	const moved = line.moved !== null && (!isZero(line.moved) || movedWithin);
	if (moved && !line.keepChosen) found.push('moved');
	if (line.guards.length > 0) found.push('question');
	if (line.stands > 0 && isBySamePerson(stands, reviewed)) found.push('same-person');
	if (then.book === null) found.push('no-book');
	else if (then.when === 'opened') found.push('book-not-then');
	return found;
}
