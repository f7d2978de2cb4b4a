// The sizes of what `npm run dist` made, as a table for docs/desktop.md. For a packed folder it also says how much of it
// is Electron's.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './command-line.ts';

const { positionals } = readArguments({});
const folder = positionals[0] ?? 'release';
if (!existsSync(folder)) {
	console.error(`${folder} is missing. Run \`npm run dist\` first, or name another folder.`);
	process.exit(1);
}

const rows: [name: string, bytes: number][] = [];
for (const entry of readdirSync(folder, { withFileTypes: true })) {
	const path = join(folder, entry.name);
	if (entry.isFile() && /\.(exe|deb|AppImage|dmg|zip)$/.test(entry.name))
		rows.push([entry.name, statSync(path).size]);
	if (entry.isDirectory() && /unpacked$|^mac/.test(entry.name)) {
		const own = ownFiles(path);
		rows.push([`${entry.name}, installed`, sizeOf(path)]);
		for (const [name, bytes] of own) rows.push([`${entry.name}, ${name}`, bytes]);
	}
}
console.log('| file | MB |\n| --- | ---: |');
for (const [name, bytes] of rows) console.log(`| ${name} | ${(bytes / 1_000_000).toFixed(1)} |`);

/** The program's archive and what is beside it. */
function ownFiles(place: string): [name: string, bytes: number][] {
	return readdirSync(place, { recursive: true })
		.map(String)
		.filter((path) => /app\.asar(\.unpacked)?$/.test(path))
		.map((path) => [path, sizeOf(join(place, path))]);
}

function sizeOf(path: string): number {
	const stat = statSync(path);
	if (!stat.isDirectory()) return stat.size;
	return readdirSync(path)
		.map((name) => sizeOf(join(path, name)))
		.reduce((sum, size) => sum + size, 0);
}
