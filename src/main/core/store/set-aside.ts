// Sets data files aside under a dated name. Never overwrites or deletes anything.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stamp } from './copies.ts';

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

export function setTextAside(dataFolder: string, name: string, text: string, at: number): void {
	writeFileSync(freePath(dataFolder, name, '.txt', at), text, { mode: 0o600, flush: true });
}

/** Sets stillroom.db and its log aside. Files from an interrupted attempt stay. @param how `copy` keeps the original */
export function setAside(file: string, aside: string, how: 'move' | 'copy'): void {
	for (const suffix of ['-wal', '']) {
		if (!existsSync(file + suffix) || existsSync(aside + suffix)) continue;
		if (how === 'move') renameSync(file + suffix, aside + suffix);
		else copyFileSync(file + suffix, aside + suffix);
	}
	// Only an index of the log. SQLite rebuilds it, and the index of another log would mislead it.
	if (how === 'move') rmSync(`${file}-shm`, { recursive: true, force: true });
}
