// Reading the rows of a page without holding up everybody else.
import type { Clock } from '../ports.ts';
import { giveWay } from '../turns.ts';

/** Rows read before others get the thread: documents of a hundred lines take some 10 ms. */
const atATime = 100;

export async function eachInTurns<Row>(
	rows: readonly Row[],
	work: (row: Row, index: number) => void,
	clock: Pick<Clock, 'after'>,
): Promise<void> {
	for (const [index, row] of rows.entries()) {
		if (index % atATime === 0 && rows.length > atATime) await giveWay(clock);
		work(row, index);
	}
}
