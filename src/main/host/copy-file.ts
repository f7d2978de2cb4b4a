// Copies a SQLite file on a thread of its own: closing a copy waits for the disk, and checking it takes a millisecond
// for each megabyte, which would hold the core's thread as long.
import { Worker } from 'node:worker_threads';
import { threadEntry } from './places.ts';

/** What the thread says at its end; `code` is empty where the error had none. */
export type Copied = { ok: true } | { ok: false; code: string; message: string };

/** MB: the pages that it copies are SQLite's, and not counted here. */
const limits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

export function copyFile(from: string, to: string): Promise<void> {
	const thread = new Worker(threadEntry('copy-file'), {
		argv: [from, to],
		resourceLimits: limits,
	});
	return new Promise((resolve, reject) => {
		let said: Copied = { ok: false, code: '', message: 'The thread ended before its copy.' };
		thread.on('message', (copied: Copied) => {
			said = copied;
		});
		thread.on('error', (error) => {
			said = { ok: false, code: '', message: String(error) };
		});
		// Only then has it let go of both files.
		thread.on('exit', () => {
			if (said.ok) resolve();
			else reject(Object.assign(new Error(said.message), { code: said.code }));
		});
	});
}
