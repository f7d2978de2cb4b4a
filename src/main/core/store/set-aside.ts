// Puts a data file aside under a name with the date in it. Nothing is ever overwritten or deleted by it.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stamp } from './copies.ts';

/** A path that is free, for what is set aside at this time. */
export function asidePath(dataFolder: string, at: number): string {
	return freePath(dataFolder, 'stillroom', '.db', at);
}

function freePath(dataFolder: string, name: string, ending: string, at: number): string {
	const folder = join(dataFolder, 'set-aside');
	mkdirSync(folder, { recursive: true });
	for (let number = 1; ; number += 1) {
		const suffix = number === 1 ? '' : `-${String(number)}`;
		const file = join(folder, `${name}-${stamp(at)}${suffix}${ending}`);
		if (!existsSync(file) && !existsSync(`${file}-wal`)) return file;
	}
}

/** Keeps a damaged text of the database that something else takes the place of. */
export function setTextAside(dataFolder: string, name: string, text: string, at: number): void {
	writeFileSync(freePath(dataFolder, name, '.txt', at), text, { mode: 0o600, flush: true });
}

/**
 * Sets stillroom.db aside with its log, as `asidePath` gave it. What is there already, of a try that was cut short, is
 * left as it is.
 * @param how `copy` leaves the file where it is
 */
export function setAside(file: string, aside: string, how: 'move' | 'copy'): void {
	for (const suffix of ['-wal', '']) {
		if (!existsSync(file + suffix) || existsSync(aside + suffix)) continue;
		if (how === 'move') renameSync(file + suffix, aside + suffix);
		else copyFileSync(file + suffix, aside + suffix);
	}
	// Only an index into the log; SQLite makes it anew, and one that belongs to another log would mislead it.
	if (how === 'move') rmSync(`${file}-shm`, { recursive: true, force: true });
}
