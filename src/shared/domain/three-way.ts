// Merging two changes of one document, line by line: what one of them changed stands, what both changed differently is
// for a person.

/** One line as it was, as we have it, and as they have it; undefined where it is not there. */
export interface Overlap<Line> {
	readonly key: string;
	readonly base: Line | undefined;
	readonly mine: Line | undefined;
	readonly theirs: Line | undefined;
}

export interface Merged<Line> {
	/** In their order, then what only we added. A line that overlaps stands here as we have it, or is left out as we did. */
	readonly lines: readonly Line[];
	readonly overlaps: readonly Overlap<Line>[];
	/** Keys of lines that are taken from them against the base: what to tell the person. */
	readonly taken: readonly string[];
}

/** Which side of an overlap a person chose. */
export type Choice = 'mine' | 'theirs';

/**
 * @param keyOf tells which line is which; two lines of one document must not share a key (`numbered`).
 * @param same whether two lines say the same.
 * @param choices by key, for overlaps that a person decided; without one, ours stands and the overlap is told.
 */
export function mergeLines<Line>(
	{ base, mine, theirs }: Record<'base' | 'mine' | 'theirs', readonly Line[]>,
	{ keyOf, same }: { keyOf: (line: Line) => string; same: (a: Line, b: Line) => boolean },
	choices: ReadonlyMap<string, Choice> = new Map(),
): Merged<Line> {
	const byKey = (lines: readonly Line[]) => new Map(lines.map((line) => [keyOf(line), line]));
	const [was, ours, other] = [byKey(base), byKey(mine), byKey(theirs)];
	const alike = (a: Line | undefined, b: Line | undefined): boolean =>
		a === undefined || b === undefined ? a === b : same(a, b);

	const lines: Line[] = [];
	const overlaps: Overlap<Line>[] = [];
	const taken: string[] = [];
	for (const key of new Set([...other.keys(), ...ours.keys(), ...was.keys()])) {
		const [b, m, t] = [was.get(key), ours.get(key), other.get(key)];
		const kept = alike(m, t) || alike(t, b);
		const takes = !kept && alike(m, b);
		const choice = choices.get(key);
		if (!kept && !takes && choice === undefined) {
			overlaps.push({ key, base: b, mine: m, theirs: t });
		}
		if (takes) taken.push(key);
		const line = takes || (!kept && choice === 'theirs') ? t : m;
		if (line !== undefined) lines.push(line);
	}
	return { lines, overlaps, taken };
}

/** Keys by a name that several lines may share: the second of a name is `name#2`. */
export function numbered<Line>(
	lines: readonly Line[],
	nameOf: (line: Line) => string,
): ReadonlyMap<Line, string> {
	const seen = new Map<string, number>();
	return new Map(
		lines.map((line) => {
			const name = nameOf(line);
			const number = (seen.get(name) ?? 0) + 1;
			seen.set(name, number);
			return [line, number === 1 ? name : `${name}#${String(number)}`];
		}),
	);
}
