// Detects sleep or a changed clock: a timer fires much too late, or the wall and the monotonic clock differ.
import type { Clock } from '../core/ports.ts';

/** ms between comparisons. */
const everyMs = 10_000;
/** ms; a busy PC stays below this. */
const muchMs = 20_000;

export function watchForSleep(clock: Clock, noticed: () => void): () => void {
	let wall = clock.now();
	let monotonic = clock.monotonic();
	let cancel = clock.after(everyMs, look);

	function look(): void {
		const wallPassed = clock.now() - wall;
		const passed = clock.monotonic() - monotonic;
		wall += wallPassed;
		monotonic += passed;
		cancel = clock.after(everyMs, look);
		if (Math.abs(wallPassed - passed) > muchMs || passed > everyMs + muchMs) noticed();
	}

	return () => cancel();
}
