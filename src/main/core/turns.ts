// Long work in short pieces, so that other calls are answered in between.
import type { Clock } from './ports.ts';

/** Yields wherever the work may pause. */
export type Pieces<Result> = Generator<undefined, Result>;

/** ms of work per turn. */
const WORK_MS = 8;

export const giveWay = (clock: Pick<Clock, 'after'>): Promise<void> =>
	new Promise((resolve) => {
		clock.after(0, resolve);
	});

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

export function atOnce<Result>(work: Pieces<Result>): Result {
	for (;;) {
		const piece = work.next();
		if (piece.done === true) return piece.value;
	}
}
