// Reads the rows of a page without blocking the thread.
import type { Clock } from '../ports.ts';
import { giveWay } from '../turns.ts';

/** Rows before yielding: documents of a hundred lines take about 10 ms. */
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
