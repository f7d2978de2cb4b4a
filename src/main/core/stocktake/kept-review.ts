// The review that was reckoned last. Who submits a count has just looked at it: while nothing is another than it was,
// the same lines are given again. All that they came from is read anew and compared, so nothing has to be told of a change.
import type { BoxRow, LineRow } from '../store/counts.ts';
import { reviewLines, type ReviewedCount } from './review-lines.ts';

type Lines = ReturnType<typeof reviewLines>;

interface Reckoned {
	/** JSON of what is decided for all lines. */
	readonly rules: string;
	readonly rows: readonly LineRow[];
	/** In the order of their lines. */
	readonly boxes: readonly BoxRow[];
	/** Of each row. */
	readonly books: readonly (string | null)[];
	readonly lines: Lines;
}

/** @returns the lines of a count, as `reviewLines` gives them. */
export function keptReview(): (reviewed: ReviewedCount) => Lines {
	let last: Reckoned | null = null;
	return (reviewed) => {
		// Whoever recounts looks at few lines; what each round says is not compared.
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

/** Of two rows that one statement read. */
const sameColumns = <Row extends object>(a: Row, b: Row): boolean => {
	for (const column in a) if (a[column] !== b[column]) return false;
	return true;
};
