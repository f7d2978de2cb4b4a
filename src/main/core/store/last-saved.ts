// A file beside stillroom.db with the number of changes ever saved (table `saved`). If the data has a lower number,
// its last work is gone: a lost log, or an older stillroom.db. Not synced: after a power cut it may be too low, and
// then proves nothing. It cannot detect an older copy of the whole folder.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from './open.ts';

const digits = 16;

export interface LastSaved {
	note(): void;
	close(): void;
}

const fileIn = (folder: string): string => join(folder, 'last-saved');

export const savedNumber = (durable: Sqlite): number =>
	durable.prepare<[], number>('SELECT number FROM saved').pluck().get() ?? 0;

/** @returns the number of missing changes; null if none or unknown */
export function missingChanges(folder: string, durable: Sqlite): number | null {
	const missing = (notedIn(folder) ?? 0) - savedNumber(durable);
	return missing > 0 ? missing : null;
}

function notedIn(folder: string): number | null {
	try {
		const text = readFileSync(fileIn(folder), 'latin1').trim();
		return /^\d{1,15}$/.test(text) ? Number(text) : null;
	} catch {
		// Without the file nothing is known, and the data is still good.
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
				// A full disk: the next save notes its number.
			}
		},
		close() {
			if (handle !== null) closeSync(handle);
			handle = null;
		},
	};
}
