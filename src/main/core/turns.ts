// Long work in short pieces, so that other calls are answered in between.
import type { Clock } from './ports.ts';

/** Work that yields wherever it may be interrupted. */
export type Pieces<Result> = Generator<undefined, Result>;

/** ms of work before others get their turn. */
const WORK_MS = 8;

/** Lets everything else that waits have its turn. */
export const giveWay = (clock: Pick<Clock, 'after'>): Promise<void> =>
	new Promise((resolve) => {
		clock.after(0, resolve);
	});

/** Does the work, and gives way to others in between. */
export async function inTurns<Result>(
	work: Pieces<Result>,
	clock: Pick<Clock, 'after' | 'monotonic'>,
): Promise<Result> {
	for (;;) {
		const begun = clock.monotonic();
		do {
			const piece = work.next();
			if (piece.done === true) return piece.value;
		} while (clock.monotonic() - begun < WORK_MS);
		await giveWay(clock);
	}
}

/** Does the work without interruption. */
export function atOnce<Result>(work: Pieces<Result>): Result {
	for (;;) {
		const piece = work.next();
		if (piece.done === true) return piece.value;
	}
}
