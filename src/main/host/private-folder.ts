// Keeps the data folder readable for its owner only.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';
import { DataFolderUnusable } from '../core/store/open.ts';

/** Chromium's thousands of files; the folder above already protects them. */
const leftAlone = 'window';

/** Removes the permissions of others and sets the umask, except on Windows. @throws DataFolderUnusable */
export function keepPrivate(dataFolder: string): void {
	if (process.platform !== 'win32' && isMainThread) process.umask(0o077);
	try {
		makeFolder(resolve(dataFolder));
		if (process.platform !== 'win32') tighten(dataFolder);
	} catch (error) {
		throw DataFolderUnusable.because(dataFolder, error) ?? error;
	}
}

/** `mkdirSync` with `recursive` never returns if a parent does not allow new folders, as in /proc. */
function makeFolder(path: string): void {
	if (existsSync(path) && statSync(path).isDirectory()) return;
	const parent = dirname(path);
	if (!existsSync(parent)) makeFolder(parent);
	mkdirSync(path, { mode: 0o700 });
}

function tighten(path: string): void {
	const stat = lstatSync(path);
	if (stat.isSymbolicLink()) return;
	if ((stat.mode & 0o077) !== 0) chmodSync(path, stat.mode & 0o700);
	if (!stat.isDirectory()) return;
	for (const name of readdirSync(path)) if (name !== leftAlone) tighten(join(path, name));
}
