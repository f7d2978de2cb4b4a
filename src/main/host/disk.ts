// The disk under the data folder, as the core is given it.
import { closeSync, fdatasync, openSync, statfsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { FileFlush } from '../core/ports.ts';

const sync = promisify(fdatasync);

/** Bytes that this person may still write beside the folder; null where the system does not say. */
export function freeBytes(folder: string): number | null {
	try {
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize;
	} catch {
		return null;
	}
}

/** Flushes a file that something else in this process writes, on a thread of its own. */
export function flushOf(file: string): FileFlush {
	let fd: number | null = null;
	return {
		async flush() {
			// Opened for writing: Windows brings nothing to the disk for who only reads.
			fd ??= openSync(file, 'r+');
			await sync(fd);
		},
		close() {
			if (fd !== null) closeSync(fd);
			fd = null;
		},
	};
}
