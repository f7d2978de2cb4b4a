// Ends the process at a labelled point, for the crash tests. Does nothing in normal use.
import process from 'node:process';
import type { CrashPoint } from '../core/ports.ts';

/** Which pass of which label: `2 sending: committed`. */
export const crashVariable = 'STILLROOM_CRASH_AT';

/** @param wanted value of `STILLROOM_CRASH_AT`. SIGKILL, so that nothing more is written or sent, as in a power cut. */
export function crashPointFrom(wanted: string | undefined): CrashPoint {
	const [, times = '', at] = /^(\d{1,6}) (.+)$/.exec(wanted ?? '') ?? [];
	if (at === undefined) return () => undefined;
	let left = Number(times);
	return (label) => {
		if (label !== at) return;
		left -= 1;
		if (left === 0) process.kill(process.pid, 'SIGKILL');
	};
}
