// The files of work that was handed over, kept in the data folder beside what the person saved elsewhere.
import {
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { stamp } from './copies.ts';

const folderOf = (dataFolder: string): string => join(dataFolder, 'handed-over');
const pattern = /^stillroom-work-\d{8}T\d{6}Z(-\d+)?\.json$/;

/** A name that is free; the time is UTC. */
export function handedOverName(dataFolder: string, at: number): string {
	for (let number = 1; ; number += 1) {
		const suffix = number === 1 ? '' : `-${String(number)}`;
		const name = `stillroom-work-${stamp(at)}${suffix}.json`;
		if (!existsSync(join(folderOf(dataFolder), name))) return name;
	}
}

/** On the disk when it returns. */
export function keepHandedOver(dataFolder: string, name: string, text: string): void {
	const folder = folderOf(dataFolder);
	mkdirSync(folder, { recursive: true });
	const unfinished = join(folder, `${name}.part`);
	try {
		const handle = openSync(unfinished, 'w', 0o600);
		try {
			writeSync(handle, text);
			fsyncSync(handle);
		} finally {
			closeSync(handle);
		}
		renameSync(unfinished, join(folder, name));
	} catch (error) {
		rmSync(unfinished, { force: true });
		throw error;
	}
}

/** Null where there is no such file. */
export function readHandedOver(dataFolder: string, name: string): string | null {
	const file = join(folderOf(dataFolder), name);
	return pattern.test(name) && existsSync(file) ? readFileSync(file, 'utf8') : null;
}
