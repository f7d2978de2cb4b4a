// Reserves disk space for verdicts: a file that is deleted when the disk is full.
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** 8 MiB: the log grows to 4 MiB (1000 pages of 4 KiB), the file by less than half of that. */
export const ballastBytes = 8 * 1024 * 1024;

const ballastFile = (folder: string): string => join(folder, 'ballast');

export const hasBallast = (folder: string): boolean =>
	lstatSync(ballastFile(folder), { throwIfNoEntry: false })?.size === ballastBytes;

export function releaseBallast(folder: string): boolean {
	const file = ballastFile(folder);
	if (!existsSync(file)) return false;
	rmSync(file, { force: true });
	return true;
}

/** Writes the ballast if it is missing. @throws the disk's error; an incomplete ballast is removed */
export async function layBallast(folder: string): Promise<void> {
	if (hasBallast(folder)) return;
	const file = ballastFile(folder);
	const handle = await open(file, 'w');
	try {
		const piece = incompressible(1024 * 1024);
		for (let written = 0; written < ballastBytes; written += piece.length) {
			await handle.write(piece);
		}
		await handle.sync();
	} catch (error) {
		rmSync(file, { force: true });
		throw error;
	} finally {
		await handle.close();
	}
}

/** Zeros would reserve nothing on a compressing file system. xorshift, Marsaglia 2003. */
function incompressible(bytes: number): Buffer {
	const words = new Uint32Array(bytes / 4);
	let word = 2_463_534_242;
	for (let at = 0; at < words.length; at += 1) {
		word ^= word << 13;
		word ^= word >>> 17;
		word ^= word << 5;
		words[at] = word;
	}
	return Buffer.from(words.buffer);
}
