// Reading the rows of a page without holding up everybody else.
import type { Clock } from '../ports.ts';

/** Rows read before others get the thread: documents of a hundred lines take some 10 ms. */
const atATime = 100;

export async function readInTurns<Row, Read>(
	rows: readonly Row[],
	read: (row: Row) => Read,
	{ after }: Pick<Clock, 'after'>,
): Promise<Read[]> {
	const all: Read[] = [];
	for (let from = 0; from < rows.length; from += atATime) {
		// The text of a long page was parsed just before, in one go.
		if (rows.length > atATime) await new Promise<void>((resolve) => after(0, resolve));
		for (const row of rows.slice(from, from + atATime)) all.push(read(row));
	}
	return all;
}
