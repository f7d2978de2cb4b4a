// Work on SQLite files that would hold the core's thread, on a thread of its own that ends with it: reading a file from
// end to end takes a millisecond for each megabyte, and closing one that was written waits for the disk.
import { parentPort, Worker } from 'node:worker_threads';
import { threadEntry } from './places.ts';

/** What the thread says at its end; `code` is empty where the error had none. */
type Done = { ok: true; said: string | null } | { ok: false; code: string; message: string };

/** MB: the pages that it reads are SQLite's, and not counted here. */
const limits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/** @returns what the work said. Rejects with what SQLite or the disk says, its code with it. */
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
		// Only then has it let go of the files.
		thread.on('exit', () => {
			if (done.ok) resolve(done.said);
			else reject(Object.assign(new Error(done.message), { code: done.code }));
		});
	});
}

/** On the thread: does the work and says how it went. */
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
