// A new folder for each test of a spec, removed after it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** @returns the path of something in the folder, or of the folder itself */
export function freshFolder(): (...names: readonly string[]) => string {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'stillroom-'));
	});
	afterEach(() => rmSync(folder, { recursive: true }));
	return (...names) => join(folder, ...names);
}
