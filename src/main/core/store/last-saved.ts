// A file beside stillroom.db that holds how much was ever saved (table `saved`). When the number in the data is smaller
// than the one in the file, the last of the work is gone: the log was deleted or damaged, or somebody put an older
// stillroom.db in its place. It is written when the disk has the commits, and is itself left to the system to bring to the
// disk: after a power cut it may say less than was saved, and then proves nothing. It cannot tell that the whole folder was
// put back to an earlier day.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from './open.ts';

const digits = 16;

export interface LastSaved {
	/** Writes down how much is saved by now. */
	note(): void;
	close(): void;
}

const fileIn = (folder: string): string => join(folder, 'last-saved');

export const savedNumber = (durable: Sqlite): number =>
	durable.prepare<[], number>('SELECT number FROM saved').pluck().get() ?? 0;

/** @returns how many changes are missing; null where none are, or nobody knows */
export function missingChanges(folder: string, durable: Sqlite): number | null {
	const missing = (notedIn(folder) ?? 0) - savedNumber(durable);
	return missing > 0 ? missing : null;
}

function notedIn(folder: string): number | null {
	try {
		const text = readFileSync(fileIn(folder), 'latin1').trim();
		return /^\d{1,15}$/.test(text) ? Number(text) : null;
	} catch {
		// Without the file nothing is known; that is no reason to refuse the data.
		return null;
	}
}

export function lastSaved(folder: string, durable: Sqlite): LastSaved {
	const read = durable.prepare<[], number>('SELECT number FROM saved').pluck();
	let handle: number | null = null;
	let noted = -1;
	try {
		handle = openSync(fileIn(folder), 'a+', 0o600);
		closeSync(handle);
		handle = openSync(fileIn(folder), 'r+', 0o600);
	} catch {
		handle = null;
	}
	return {
		note() {
			if (handle === null || !durable.open) return;
			const number = read.get() ?? 0;
			if (number === noted) return;
			noted = number;
			try {
				writeSync(handle, String(number).padStart(digits), 0, 'latin1');
			} catch {
				// On a full disk the number stays behind, and proves less.
			}
		},
		close() {
			if (handle !== null) closeSync(handle);
			handle = null;
		},
	};
}
