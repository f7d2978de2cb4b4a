// A line of a long sheet whose changes update its row alone: the entries stay the same array.
export const liveLine = <Line>(lines: ReadonlyMap<string, Line>, key: string, first: Line) => ({
	kind: 'line' as const,
	key,
	get line(): Line {
		return lines.get(key) ?? first;
	},
});
