// Notices that this PC slept, or that its clock was set, where nobody tells: a timer that comes much too late, or a wall
// clock that went elsewhere than the monotonic one.
import type { Clock } from '../core/ports.ts';

/** How often the clocks are compared, ms. */
const everyMs = 10_000;
/** A busy PC is late by less. */
const muchMs = 20_000;

/** @returns stops watching. */
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
