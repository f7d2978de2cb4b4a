// The package of this platform, made by the real electron-builder and read back: what is in it, and that the program
// in it starts. `npm run test:packed` builds first.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { findInstallation } from '../src/main/electron/installation.ts';
import {
	electronDist,
	standInForAppImageTools,
	standInForFpm,
	unpackAppImage,
} from './support/made-up-runtime.ts';

/** Their packages are CommonJS below electron-builder. */
const load = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const asar = z
	.custom<{
		listPackage(archive: string, options: object): string[];
		extractAll(archive: string, to: string): void;
	}>()
	.parse(load('@electron/asar'));

const isLinux = process.platform === 'linux';
const folder = mkdtempSync(join(tmpdir(), 'stillroom-packed-'));
const output = join(folder, 'release');
const address = 'https://updates.stillroom.example/';
let resources: string;
let executable: string;
let files: string[];

beforeAll(() => {
	if (!existsSync('dist/main/electron.js')) throw new Error('Run `npm run build` first.');
	const builder = resolve('node_modules/electron-builder/cli.js');
	const targets: Partial<Record<NodeJS.Platform, string[]>> = {
		linux: ['--linux', 'deb', 'AppImage'],
		darwin: ['--mac', 'dmg'],
	};
	const built = spawnSync(
		process.execPath,
		[
			builder,
			...(targets[process.platform] ?? ['--win', 'nsis']),
			`--${process.arch}`,
			'--publish',
			'never',
			'--config',
			'electron-builder.yml',
			`-c.directories.output=${output}`,
			'-c.compression=store',
			...(isLinux ? [`-c.electronDist=${electronDist(folder)}`] : []),
		],
		{
			env: {
				...process.env,
				...(isLinux && {
					CUSTOM_FPM_PATH: standInForFpm(folder),
					APPIMAGE_TOOLS_PATH: standInForAppImageTools(folder),
				}),
				CSC_IDENTITY_AUTO_DISCOVERY: 'false',
			},
			encoding: 'utf8',
		},
	);
	if (built.status !== 0) throw new Error(`${built.stdout}\n${built.stderr}`);
	const unpacked = readdirSync(output).find((name) => /unpacked$|^mac/.test(name));
	if (unpacked === undefined) throw new Error('Nothing was packed.');
	const place = join(output, unpacked);
	if (process.platform === 'darwin') {
		const contents = join(place, 'Stillroom.app/Contents');
		[resources, executable] = [join(contents, 'Resources'), join(contents, 'MacOS/Stillroom')];
	} else {
		const name = process.platform === 'win32' ? 'Stillroom.exe' : 'stillroom';
		[resources, executable] = [join(place, 'resources'), join(place, name)];
	}
	files = asar
		.listPackage(join(resources, 'app.asar'), { isPack: false })
		.map((path) => path.replaceAll('\\', '/').replace(/^\//, ''));
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readUpdateFile = (file: string): unknown => parse(readFileSync(file, 'utf8'));

describe('updates', () => {
	// Each target may write its own; so it is read back from what a person installs.
	const installers = { linux: ['.deb', '.AppImage'], darwin: ['.dmg'], win32: ['.exe'] };
	test.each(Object.entries(installers).find(([system]) => system === process.platform)?.[1] ?? [])(
		'the %s knows its feed, and a policy can name another',
		(ending) => {
			const inside = unpacked(ending);
			expect(readUpdateFile(join(inside, 'app-update.yml'))).toMatchObject({
				provider: 'generic',
				url: address,
				updaterCacheDirName: 'stillroom-updater',
			});
		},
	);

	test('nobody can publish below the neutral address, so the program looks nowhere', () => {
		const { platform } = process;
		const installation = findInstallation({
			platform,
			resources,
			execPath: executable,
			appImage: undefined,
		});
		expect(installation.feed).toBeNull();
	});
});

test('every fuse is set as the configuration says', async () => {
	const { electronFuses } = z
		.looseObject({ electronFuses: z.record(z.string(), z.boolean()) })
		.parse(parse(readFileSync('electron-builder.yml', 'utf8')));
	const framework = 'Frameworks/Electron Framework.framework/Electron Framework';
	const fused = process.platform === 'darwin' ? join(executable, '../..', framework) : executable;
	const wire = readFuses(readFileSync(fused));
	const named = [
		'runAsNode',
		'enableCookieEncryption',
		'enableNodeOptionsEnvironmentVariable',
		'enableNodeCliInspectArguments',
		'enableEmbeddedAsarIntegrityValidation',
		'onlyLoadAppFromAsar',
		null,
		'grantFileProtocolExtraPrivileges',
	];
	for (const [at, name] of named.entries()) {
		if (name !== null)
			expect({ [name]: wire[at] === '1' }).toEqual({ [name]: electronFuses[name] });
	}
});

function installer(ending: string): { name: string; path: string } {
	const name = readdirSync(output).find((each) => each.endsWith(ending));
	if (name === undefined) throw new Error(`There is no ${ending}.`);
	return { name, path: join(output, name) };
}

/** Unpacks an installer, as far as its update file. @returns the folder of its resources */
function unpacked(ending: string): string {
	const { path } = installer(ending);
	const place = join(folder, `unpacked${ending}`);
	switch (ending) {
		case '.deb':
			execFileSync('dpkg-deb', ['-x', path, place]);
			return join(place, 'opt/Stillroom/resources');
		case '.AppImage':
			unpackAppImage(path, place);
			return join(place, 'resources');
		case '.exe':
			// The program is an archive in the installer's own.
			execFileSync('7z', ['e', '-r', `-o${place}`, path, 'app-*.7z']);
			for (const name of readdirSync(place))
				execFileSync('7z', ['e', `-o${place}`, join(place, name), 'resources/app-update.yml']);
			return place;
		default:
			execFileSync('hdiutil', ['attach', '-nobrowse', '-readonly', '-mountpoint', place, path]);
			cpSync(
				join(place, 'Stillroom.app/Contents/Resources/app-update.yml'),
				join(folder, 'app-update.yml'),
			);
			execFileSync('hdiutil', ['detach', place]);
			return folder;
	}
}

const checksumOf = (path: string): string =>
	createHash('sha512').update(readFileSync(path)).digest('base64');

/** After the sentinel: the version, the number of fuses, then a digit for each. */
function readFuses(program: Buffer): string {
	const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
	const at = program.indexOf(sentinel) + sentinel.length;
	return program.toString('latin1', at + 2, at + 2 + (program[at + 1] ?? 0));
}

describe('the archive', () => {
	test('has the program, its migrations, the preload script and the screens', () => {
		for (const path of [
			'package.json',
			'dist/main/electron.js',
			'dist/preload/preload.cjs',
			'dist/renderer/index.html',
			'dist/main/practice.js',
			'dist/main/migrations/durable/0001.sql',
			'dist/main/migrations/cache/0001.sql',
		])
			expect(files).toContain(path);
	});

	test('has the native module of this platform only, outside the archive', () => {
		const native = readdirSync(join(resources, 'app.asar.unpacked'), { recursive: true })
			.map(String)
			.filter((path) => path.endsWith('.node'));
		expect(native).toHaveLength(1);
		expect(native[0]).toContain(`${process.platform}-${process.arch}.node`);
	});

	test('has no documentation, tests, sources or build files of packages, and keeps their licences', () => {
		const stray = files.filter(
			(path) =>
				/\.(map|ts|mts|cts|h|c|gyp|gypi|html|sh|yml|yaml|drawio|css)$/.test(path) &&
				path.startsWith('node_modules/'),
		);
		const folders = files.filter((path) =>
			/^node_modules\/.*\/(docs?|benchmarks?|tests?|spec|examples?|scripts|fixtures)\/./.test(path),
		);
		const texts = files.filter((path) => /\.md$/i.test(path) && !/licen[cs]e|notice/i.test(path));
		const hidden = files.filter((path) => /\/\.[^/]+$/.test(path));
		expect([...stray, ...folders, ...texts, ...hidden]).toEqual([]);
		expect(files.filter((path) => path.includes('/LICENSE')).length).toBeGreaterThan(50);
	});

	test('has nothing of the project but the built program', () => {
		const top = new Set(files.map((path) => path.split('/')[0]));
		expect([...top].sort()).toEqual(['dist', 'node_modules', 'package.json']);
		expect(files.filter((path) => path.includes('.spec.') || path.endsWith('.map'))).toEqual([]);
	});

	test('is not larger than it was: what makes it grow should be meant', () => {
		const megabytes = statSync(join(resources, 'app.asar')).size / 1_000_000;
		expect(megabytes).toBeLessThan(14);
	});

	test('runs: the program in it opens its data, practises and serves its screens and their thread', async () => {
		const place = join(folder, 'app');
		asar.extractAll(join(resources, 'app.asar'), place);
		const unpacked = join(resources, 'app.asar.unpacked');
		cpSync(unpacked, place, { recursive: true });
		const args = ['--loopback', '--no-open', '--practice', '--data-set', 'small'];
		const program = spawn(
			process.execPath,
			[join(place, 'dist/main/launch.js'), ...args, '--data', join(folder, 'data')],
			{ stdio: ['ignore', 'pipe', 'pipe'] },
		);
		const said: string[] = [];
		for (const stream of [program.stdout, program.stderr])
			stream.on('data', (text: Buffer) => said.push(text.toString()));
		const ended = new Promise((done) => program.on('close', done));
		try {
			await expect.poll(() => said.join(''), { timeout: 15_000 }).toMatch(/ready at http/);
			const link = /http:\/\/\S+/.exec(said.join(''))?.[0] ?? '';
			const entered = await fetch(link, { redirect: 'manual' });
			const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
			const page = await fetch(new URL('/', link), { headers: { cookie } });
			expect(await page.text()).toContain('<div id="app">');
			const worker = files.find((path) => /\/assets\/table-worker-[\w-]+\.js$/.test(path)) ?? '';
			const thread = new URL(worker.replace('dist/renderer', ''), link);
			const { headers } = await fetch(thread, { headers: { cookie } });
			expect(headers.get('content-type')).toContain('javascript');
		} finally {
			program.kill('SIGTERM');
			await ended;
		}
		expect(said.join('')).not.toMatch(/cannot|error/i);
	});
});

if (isLinux) describe('the deb', deb);

function deb(): void {
	test('has package-type, so that the program can update it', () => {
		const inside = unpacked('.deb');
		expect(readFileSync(join(inside, 'package-type'), 'utf8')).toBe('deb');
		const installation = findInstallation({
			platform: 'linux' as const,
			resources: inside,
			appImage: undefined,
			execPath: join(inside, '../stillroom'),
		});
		expect(installation).toMatchObject({ kind: 'deb', asksAdministrator: true });
	});

	test('is offered for links and work files', () => {
		const place = join(unpacked('.deb'), '../../..');
		const entry = readFileSync(join(place, 'usr/share/applications/stillroom.desktop'), 'utf8');
		expect(entry).toMatch(/^Exec=\/opt\/Stillroom\/stillroom %U$/m);
		expect(entry).toMatch(/^MimeType=.*x-scheme-handler\/stillroom/m);
		expect(entry).toMatch(/^MimeType=.*application\/json/m);
	});

	test('and the AppImage are in the feed beside them, with their checksums', () => {
		const suffix = process.arch === 'x64' ? '' : `-${process.arch}`;
		const file = z.object({ url: z.string(), size: z.number(), sha512: z.string() });
		const feed = z
			.object({ version: z.string(), files: z.array(file) })
			.parse(readUpdateFile(join(output, `latest-linux${suffix}.yml`)));
		const { version } = z
			.object({ version: z.string() })
			.parse(JSON.parse(readFileSync('package.json', 'utf8')));
		expect(feed.version).toBe(version);
		const made = ['.deb', '.AppImage'].map(installer);
		const files = made.map(({ name, path }) => {
			return { url: name, size: statSync(path).size, sha512: checksumOf(path) };
		});
		expect(new Set(feed.files)).toEqual(new Set(files));
	});
}
