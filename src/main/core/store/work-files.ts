// Files of exported work, kept beside the data in `work-files/`.
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { stamp } from './copies.ts';

const folderOf = (dataFolder: string): string => join(dataFolder, 'work-files');
const pattern = /^stillroom-work-\d{8}T\d{6}Z(-\d+)?\.json$/;

export function workFileName(dataFolder: string, at: number): string {
	for (let number = 1; ; number += 1) {
		const suffix = number === 1 ? '' : `-${String(number)}`;
		const name = `stillroom-work-${stamp(at)}${suffix}.json`;
		if (!existsSync(join(folderOf(dataFolder), name))) return name;
	}
}

/** Writes a temporary file and reads it back; `publish` it once the work is removed here. @throws if incomplete */
export function prepare(dataFolder: string, name: string, text: string): void {
	const folder = folderOf(dataFolder);
	mkdirSync(folder, { recursive: true });
	const file = join(folder, `${name}.part`);
	try {
		writeFileSync(file, text, { flush: true, mode: 0o600 });
		const written = readFileSync(file);
		if (written.length !== Buffer.byteLength(text) || hashOf(written) !== hashOf(text)) {
			throw new Error('The disk does not have the file as it was written.');
		}
	} catch (error) {
		rmSync(file, { force: true });
		throw error;
	}
}

export const publish = (dataFolder: string, name: string): void => {
	renameSync(join(folderOf(dataFolder), `${name}.part`), join(folderOf(dataFolder), name));
};

export const abandon = (dataFolder: string, name: string): void => {
	rmSync(join(folderOf(dataFolder), `${name}.part`), { force: true });
};

/** After a crash: publishes the files of work that was removed, and deletes the others. */
export function finishFiles(dataFolder: string, isTakenOff: (name: string) => boolean): void {
	const folder = folderOf(dataFolder);
	if (!existsSync(folder)) return;
	for (const left of readdirSync(folder)) {
		if (!left.endsWith('.part')) continue;
		const name = left.slice(0, -'.part'.length);
		if (isTakenOff(name)) publish(dataFolder, name);
		else rmSync(join(folder, left), { force: true });
	}
}

const hashOf = (content: string | Uint8Array): string =>
	createHash('sha256').update(content).digest('hex');

export function readWorkFile(dataFolder: string, name: string): string | null {
	const file = join(folderOf(dataFolder), name);
	return pattern.test(name) && existsSync(file) ? readFileSync(file, 'utf8') : null;
}
