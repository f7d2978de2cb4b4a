// Builds the screens or the desktop program where they are missing or older than their sources. A command does this after
// it has read its options, so that a mistake in them is answered at once.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';

const always = ['package.json', 'src/shared'];

export function buildScreens(): void {
	build('the screens', 'dist/renderer/index.html', 'build:renderer', [
		...always,
		'src/renderer',
		'vite.config.ts',
	]);
}

export function buildDesktopProgram(): void {
	build('the desktop program', 'dist/main/electron.js', 'build:main', [
		...always,
		'src/main',
		'src/practice',
		'vite.main.config.ts',
		'vite.preload.config.ts',
	]);
}

function build(what: string, result: string, script: string, sources: readonly string[]): void {
	if (existsSync(result) && newest(sources) <= statSync(result).mtimeMs) return;

	console.error(`Building ${what}…`);
	const line = z
		.object({ scripts: z.record(z.string(), z.string()) })
		.parse(JSON.parse(readFileSync('package.json', 'utf8'))).scripts[script];
	if (line === undefined) throw new Error(`package.json has no script "${script}".`);
	const { status, stdout, stderr } = spawnSync(line, { shell: true, encoding: 'utf8' });
	if (status === 0) return;
	console.error(`${stdout}${stderr}\nBuilding ${what} failed.`);
	process.exit(1);
}

/** When the newest of these files and folders changed, in ms; a folder changes when a file in it comes or goes. */
function newest(paths: readonly string[]): number {
	let last = 0;
	for (const path of paths) {
		if (!existsSync(path)) continue;
		const status = statSync(path);
		const inside = status.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
		last = Math.max(last, status.mtimeMs, newest(inside));
	}
	return last;
}
