// Three-way merge by line: one-sided changes are kept; lines both sides changed differently need a person.

/** A line in base, mine and theirs; undefined if absent. */
export interface Overlap<Line> {
	readonly key: string;
	readonly base: Line | undefined;
	readonly mine: Line | undefined;
	readonly theirs: Line | undefined;
}

export interface Merged<Line> {
	/** In their order, then our additions. An overlapping line has our version here, or is omitted if we removed it. */
	readonly lines: readonly Line[];
	readonly overlaps: readonly Overlap<Line>[];
	/** Keys of lines taken from them and changed against the base, to tell the person. */
	readonly taken: readonly string[];
}

export type Choice = 'mine' | 'theirs';

/**
 * @param keyOf keys must be unique in a document (`numbered`) @param choices by key; without one, ours is kept and the
 * overlap reported
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

/** Unique keys from names: the second line with a name is `name#2`. */
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
