// The disk under the data folder, as the core is given it.
import { statfsSync } from 'node:fs';

/** Bytes that this person may still write beside the folder; null where the system does not say. */
export function freeBytes(folder: string): number | null {
	try {
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize;
	} catch {
		return null;
	}
}
