// Checkpoints a SQLite file in a worker thread, because waiting for the disk would block the core's thread.
import { Worker } from 'node:worker_threads';
import type { LogWriter } from '../core/ports.ts';
import { threadEntry } from './places.ts';

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
	// If the worker dies, the core does its own checkpoints.
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
