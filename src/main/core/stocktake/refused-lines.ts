// Which lines of a request the service spoke of when it refused it.

/**
 * What was said of each line, by its place in the list that was sent, from 0. A problem record names fields as
 * `items[3].quantity: …` (the form of ASP.NET Core's ValidationProblemDetails; the service's document shows records
 * alone). What names no line is left out: the whole text stands beside it, word for word.
 * @param said as `whatWasSaid` puts it together, pieces parted by ` · `.
 */
export function refusedLines(said: string): Map<number, string> {
	const byLine = new Map<number, string>();
	for (const piece of said.split(' · ')) {
		const [, place, field = '', text = ''] =
			/^\W*items\W*(\d+)\W*([\w.]*):\s*(.+)$/isu.exec(piece) ?? [];
		if (place === undefined) continue;
		const index = Number(place);
		const words = field === '' ? text : `${field}: ${text}`;
		const before = byLine.get(index);
		byLine.set(index, before === undefined ? words : `${before} · ${words}`);
	}
	return byLine;
}
