// Writes the log of a SQLite file back on a thread of its own. Much of that is waiting for the disk, which would hold the
// core's thread as long.
import { Worker } from 'node:worker_threads';
import type { LogWriter } from '../core/ports.ts';
import { threadEntry } from './places.ts';

/** MB: it holds one connection and next to nothing else. */
const limits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

export function openLogWriter(file: string): LogWriter {
	const thread = new Worker(threadEntry('log-writer'), {
		workerData: file,
		resourceLimits: limits,
	});
	let isThere = true;
	let answer: ((written: boolean) => void) | null = null;
	const settle = (written: boolean) => {
		answer?.(written);
		answer = null;
	};
	thread.on('message', () => settle(true));
	// Whatever it died of, the core writes back by itself from then on.
	thread.on('error', () => undefined);
	const gone = new Promise<void>((resolve) => {
		thread.on('exit', () => {
			isThere = false;
			settle(false);
			resolve();
		});
	});
	return {
		writeBack: () =>
			new Promise((resolve) => {
				if (!isThere) {
					resolve(false);
					return;
				}
				answer = resolve;
				thread.postMessage('write back');
			}),
		close() {
			thread.postMessage('close');
			return gone;
		},
	};
}
