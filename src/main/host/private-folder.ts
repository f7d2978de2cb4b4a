// The data folder is its user's alone: nobody else of the PC reads what is in it.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';
import { DataFolderUnusable } from '../core/store/open.ts';

/** Chromium's own, thousands of files; nobody reaches them past the folder. */
const leftAlone = 'window';

/**
 * Makes the folder where there is none, takes the rights of others from all that is in it, and sees to it that what this
 * program makes from now on has none. Where the system knows no such rights, they stay as they are.
 * @throws DataFolderUnusable
 */
export function keepPrivate(dataFolder: string): void {
	if (process.platform !== 'win32' && isMainThread) process.umask(0o077);
	try {
		makeFolder(resolve(dataFolder));
		if (process.platform !== 'win32') tighten(dataFolder);
	} catch (error) {
		throw DataFolderUnusable.because(dataFolder, error) ?? error;
	}
}

/** Node's own `recursive` never ends where a folder cannot be made in one that is there, as in /proc. */
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
