// Paths of the program's parts, for both the sources and the build, which is one flat folder (vite.main.config.ts).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const built = import.meta.url.endsWith('.js');
const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const inProject = (path: string) => place(`${built ? '../..' : '../../..'}/${path}`);

export const screensFolder = inProject('dist/renderer');
export const preloadFile = inProject('dist/preload/preload.cjs');
export const builtElectronMain = inProject('dist/main/electron.js');

export const threadEntry = (name: 'log-writer' | 'copy-file' | 'check-file'): string =>
	place(`./${name}-thread.${built ? 'js' : 'ts'}`);

export const practiceEntry = (): string =>
	place(built ? './practice.js' : '../../practice/main.ts');

export const programVersion = (): string =>
	z
		.object({ version: z.string() })
		.parse(JSON.parse(readFileSync(inProject('package.json'), 'utf8'))).version;
