// Where the crash tests end the process. In use nothing is set, and nothing happens.
import process from 'node:process';
import type { CrashPoint } from '../core/ports.ts';

/** Names the label, and its how manieth pass: `2 sending: committed`. */
export const crashVariable = 'STILLROOM_CRASH_AT';

/** @param wanted what `STILLROOM_CRASH_AT` holds. The process ends as in a power cut: nothing more is written or sent. */
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
