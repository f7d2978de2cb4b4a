import { statfsSync } from 'node:fs';

/** Bytes that this user may still write; null if the system does not say. */
export function freeBytes(folder: string): number | null {
	try {
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize;
	} catch {
		return null;
	}
}
