// Runs work on a SQLite file in a worker: reading takes 1 ms per MB, and closing a written file waits for the disk.
import { parentPort, Worker } from 'node:worker_threads';
import { threadEntry } from './places.ts';

type Done = { ok: true; said: string | null } | { ok: false; code: string; message: string };

/** MB of JavaScript heap; SQLite's page cache is not part of it. */
const limits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/** @returns the result of the work. Rejects with the error of SQLite or the disk, including its code. */
export function onThread(
	name: 'copy-file' | 'check-file',
	files: readonly string[],
): Promise<string | null> {
	const thread = new Worker(threadEntry(name), { argv: [...files], resourceLimits: limits });
	return new Promise((resolve, reject) => {
		let done: Done = { ok: false, code: '', message: 'The thread ended before its work.' };
		thread.on('message', (said: Done) => {
			done = said;
		});
		thread.on('error', (error) => {
			done = { ok: false, code: '', message: String(error) };
		});
		// Settle on exit, not on the message: only then are the files released.
		thread.on('exit', () => {
			if (done.ok) resolve(done.said);
			else reject(Object.assign(new Error(done.message), { code: done.code }));
		});
	});
}

export async function sayHow(work: () => Promise<string | null>): Promise<void> {
	let done: Done;
	try {
		done = { ok: true, said: await work() };
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		done = { ok: false, code, message: error instanceof Error ? error.message : String(error) };
	}
	parentPort?.postMessage(done);
}
