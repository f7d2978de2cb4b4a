// Paths of the program's parts, for both the sources (src/main/host) and the build (dist/main/host).
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const screensFolder = place('../../../dist/renderer');
export const preloadFile = place('../../../dist/preload/preload.cjs');
export const builtElectronMain = place('../../../dist/main/electron/main.js');

export function threadEntry(name: 'log-writer' | 'copy-file' | 'check-file'): string {
	const source = place(`./${name}-thread.ts`);
	return existsSync(source) ? source : place(`./${name}-thread.js`);
}

export function practiceEntry(): string {
	const source = place('../../practice/main.ts');
	return existsSync(source) ? source : place('../practice/main.js');
}

export const programVersion = (): string =>
	z
		.object({ version: z.string() })
		.parse(JSON.parse(readFileSync(place('../../../package.json'), 'utf8'))).version;
