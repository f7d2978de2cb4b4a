// After a failure of the GPU, the program starts without it until the next version.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Chromium restarts its GPU process by itself; when it fails again, only a start without it helps. */
const restartsAt = 2;

const markFile = (dataFolder: string): string => join(dataFolder, 'window', 'without-gpu');

export function gpuFailedBefore(dataFolder: string, version: string): boolean {
	try {
		return readFileSync(markFile(dataFolder), 'utf8').trim() === version;
	} catch {
		return false;
	}
}

/** @returns call it at each failure; it marks the next start, and restarts at the second failure */
export function gpuWatch(dataFolder: string, version: string, restart: () => void): () => void {
	let failures = 0;
	return () => {
		failures += 1;
		const file = markFile(dataFolder);
		mkdirSync(dirname(file), { recursive: true });
		// At once: Chromium may end the whole program after the next failure.
		writeFileSync(file, version);
		if (failures === restartsAt) restart();
	};
}
