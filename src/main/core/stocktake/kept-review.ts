// Caches the last review: submitting recomputes the one just shown. Inputs are compared, so nothing invalidates it.
import type { BoxRow } from '../store/count-journal.ts';
import type { LineRow } from '../store/count-lines.ts';
import { reviewLines, type ReviewedCount } from './review-lines.ts';

type Lines = ReturnType<typeof reviewLines>;

interface Reckoned {
	readonly rules: string;
	readonly rows: readonly LineRow[];
	readonly boxes: readonly BoxRow[];
	readonly books: readonly (string | null)[];
	readonly lines: Lines;
}

export function keptReview(): (reviewed: ReviewedCount) => Lines {
	let last: Reckoned | null = null;
	return (reviewed) => {
		// A recount has few lines, so its rounds are not cached.
		if (reviewed.rounds.length > 0) return reviewLines(reviewed);
		const { rows } = reviewed;
		const now = {
			rules: rulesOf(reviewed),
			rows,
			boxes: rows.flatMap(({ line_no }) => reviewed.boxes.get(line_no) ?? []),
			books: rows.map((row) => reviewed.bookNow(row)),
		};
		if (last === null || !isSame(last, now)) last = { ...now, lines: reviewLines(reviewed) };
		return last.lines;
	};
}

const rulesOf = ({ count, plan, corrections, tolerances, reasonNeeded }: ReviewedCount): string => {
	const { currency, state, keep, book_as_of } = count;
	const { blanks } = plan;
	const forAll = [currency, state, keep, book_as_of, blanks, tolerances, reasonNeeded];
	return JSON.stringify([...forAll, ...corrections]);
};

const isSame = (a: Omit<Reckoned, 'lines'>, b: Omit<Reckoned, 'lines'>): boolean =>
	a.rules === b.rules &&
	eachSame(a.rows, b.rows, sameColumns) &&
	eachSame(a.boxes, b.boxes, sameColumns) &&
	eachSame(a.books, b.books, Object.is);

const eachSame = <Each>(
	a: readonly Each[],
	b: readonly Each[],
	same: (a: Each, b: Each) => boolean,
): boolean =>
	a.length === b.length &&
	a.every((each, at) => {
		const other = b[at];
		return other !== undefined && same(each, other);
	});

/** Both rows must come from the same SQL statement. */
const sameColumns = <Row extends object>(a: Row, b: Row): boolean => {
	for (const column in a) if (a[column] !== b[column]) return false;
	return true;
};
