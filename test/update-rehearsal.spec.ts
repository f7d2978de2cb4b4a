// An update from a feed on this PC to the installer, by the real electron-updater. Only the installers are recorders,
// and Electron itself is a stand-in.
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findInstallation, type PackageKind } from '../src/main/electron/installation.ts';
import { loadUpdater, Updates, type Updater } from '../src/main/electron/updates.ts';
import { systemClock } from '../src/main/host/clock.ts';
import { provideElectron } from './support/updater-electron.ts';
import { silentLog } from './support/ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillroom-rehearsal-'));
const electron = provideElectron({ version: '1.0.0', userData: join(folder, 'user') });
const { NsisUpdater } = await import('electron-updater');

/** How each package is found, and how its installation is recorded. */
interface Kind {
	kind: PackageKind;
	platform: NodeJS.Platform;
	channelFile: string;
	file: string;
	/** The program's own updater where it is missing. */
	make?(record: (how: string) => void): Updater;
	/** What the installer was given. */
	installed(): string | null;
}

const installer = Buffer.from(
	`#!/bin/sh\necho "the new AppImage ran" > "${join(folder, 'appimage-ran')}"\n`,
);
let nsisArgs: string | null = null;

const kinds: Kind[] = [
	{
		kind: 'nsis',
		platform: 'win32',
		channelFile: 'latest.yml',
		file: 'stillroom-2.0.0.exe',
		make(record) {
			class Recorded extends NsisUpdater {
				protected override async spawnLog(program: string, args?: string[]): Promise<boolean> {
					nsisArgs = [readFileSync(program, 'utf8'), ...(args ?? [])].join(' ');
					record('nsis');
					return true;
				}
			}
			return new Recorded();
		},
		installed: () => nsisArgs,
	},
	{
		kind: 'mac',
		platform: 'darwin',
		channelFile: 'latest-mac.yml',
		file: 'stillroom-2.0.0-mac.zip',
		installed: () => electron.squirrel.staged?.toString() ?? null,
	},
	{
		kind: 'appimage',
		platform: 'linux',
		channelFile: channelOfLinux(),
		file: 'stillroom-2.0.0.AppImage',
		installed: () => (existsSync(join(folder, 'appimage-ran')) ? installer.toString() : null),
	},
	{
		kind: 'deb',
		platform: 'linux',
		channelFile: channelOfLinux(),
		file: 'stillroom-2.0.0.deb',
		installed: () => {
			const file = join(folder, 'dpkg-args');
			const given = existsSync(file) ? /-i (\S+\.deb)/.exec(readFileSync(file, 'utf8'))?.[1] : null;
			return given ? readFileSync(given, 'utf8') : null;
		},
	},
];
/** A shell script is no installer on Windows. */
const possible = kinds.filter(
	({ platform }) => platform !== 'linux' || process.platform === 'linux',
);

function channelOfLinux(): string {
	return `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`;
}

let feed: Server;
let address: string;
let files: Map<string, Buffer | string>;
const { resourcesPath } = process;

beforeEach(async () => {
	files = new Map();
	feed = createServer((request, response) => {
		const found = files.get((request.url ?? '').split('?')[0]?.slice(1) ?? '');
		response.writeHead(found === undefined ? 404 : 200).end(found ?? 'none');
	});
	await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
	const at = feed.address();
	if (at === null || typeof at === 'string') throw new Error('No port was given.');
	address = `http://127.0.0.1:${String(at.port)}/`;
	vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
	vi.stubEnv('LOCALAPPDATA', join(folder, 'cache'));
	vi.stubEnv('APPIMAGE', join(folder, 'installed', 'stillroom.AppImage'));
	vi.stubEnv('PATH', [join(folder, 'bin'), process.env['PATH']].join(delimiter));
	mkdirSync(join(folder, 'installed'), { recursive: true });
	writeFileSync(join(folder, 'installed', 'stillroom.AppImage'), 'the old one');
	// A root of a test machine installs without asking; a user is asked by pkexec, which here just runs it.
	mkdirSync(join(folder, 'bin'), { recursive: true });
	record('dpkg', `echo "$@" >> "${join(folder, 'dpkg-args')}"`);
	record('pkexec', 'shift; exec "$@"');
	mkdirSync(join(folder, 'resources'), { recursive: true });
	// electron-builder writes these two.
	writeFileSync(
		join(folder, 'resources', 'app-update.yml'),
		`provider: generic\nurl: ${address}\nupdaterCacheDirName: stillroom-updater\n`,
	);
	Object.defineProperty(process, 'resourcesPath', {
		value: join(folder, 'resources'),
		configurable: true,
	});
});
afterEach(async () => {
	vi.unstubAllEnvs();
	Object.defineProperty(process, 'resourcesPath', { value: resourcesPath, configurable: true });
	await new Promise((resolve) => feed.close(resolve));
	electron.squirrel.staged = null;
	electron.squirrel.removeAllListeners();
	nsisArgs = null;
	rmSync(folder, { recursive: true, force: true });
});

function record(name: string, line: string): void {
	const file = join(folder, 'bin', name);
	writeFileSync(file, `#!/bin/sh\n${line}\n`);
	chmodSync(file, 0o755);
}

function publish({ channelFile, file }: Kind, more = '', bytes: Buffer | string = installer): void {
	const sha512 = createHash('sha512').update(installer).digest('base64');
	files.set(file, bytes);
	files.set(
		channelFile,
		`version: 2.0.0\nfiles:\n  - url: ${file}\n    sha512: ${sha512}\n    size: ${String(installer.length)}\npath: ${file}\nsha512: ${sha512}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n${more}`,
	);
}

function open(kind: Kind) {
	const happened: string[] = [];
	const work = { sending: false, counting: false };
	const stages: string[] = [];
	const quits = new EventEmitter();
	// The builder leaves it in the AppImage as well.
	if (kind.platform === 'linux') writeFileSync(join(folder, 'resources', 'package-type'), 'deb');
	const installation = findInstallation({
		platform: kind.platform,
		resources: join(folder, 'resources'),
		execPath: join(folder, 'installed', 'stillroom'),
		appImage: kind.kind === 'appimage' ? process.env['APPIMAGE'] : undefined,
	});
	const updates = new Updates({
		installation,
		policy: null,
		isPackaged: true,
		async loadUpdater() {
			const updater = kind.make?.((how) => happened.push(how)) ?? (await loadUpdater(kind.kind));
			// The feed's name depends on the system, and the tests run on any.
			Reflect.set(updater, '_testOnlyOptions', { platform: kind.platform });
			return updater;
		},
		onStaged: (staged) => electron.squirrel.on('update-downloaded', staged),
		underWay: async () => work,
		quit() {
			happened.push('quit');
			quits.emit('quit');
		},
		clock: systemClock,
		log: silentLog,
	});
	updates.onChange(() => stages.push(updates.state().stage));
	const reached = (stage: string) =>
		expect.poll(() => updates.state().stage, { timeout: 10_000 }).toBe(stage);
	return { updates, installation, work, happened, stages, reached };
}

describe.each(possible)('$kind', (kind) => {
	test('is found, downloaded, and installed after the stop', async () => {
		publish(kind);
		const { updates, installation, stages, reached } = open(kind);
		expect(installation.kind).toBe(kind.kind);
		await updates.begin();
		await reached('ready');
		expect(updates.state()).toMatchObject({ version: '2.0.0', failure: null });
		expect(new Set(stages)).toEqual(new Set(['checking', 'downloading', 'ready']));
		// Squirrel prepares its update at once, and installs it when the program has quit.
		if (kind.kind !== 'mac') expect(kind.installed()).toBeNull();

		updates.install('now');
		await reached('installing');
		const { quits, relaunches } = electron.seen;
		const { restarts } = electron.squirrel;
		expect(updates.installAfterStop()).toBe('quits-itself');
		await expect.poll(() => kind.installed()).toContain(installer.toString());
		if (kind.kind === 'mac') expect(electron.squirrel.restarts).toBe(restarts + 1);
		else await expect.poll(() => electron.seen.quits).toBe(quits + 1);
		if (kind.kind === 'nsis') expect(nsisArgs).toMatch(/--updated \/S --force-run$/);
		if (kind.kind === 'deb') expect(electron.seen.relaunches).toBe(relaunches + 1);
	});

	test('is refused with a wrong checksum, and says so', async () => {
		publish(kind, '', Buffer.from('x'.repeat(installer.length)));
		const { updates, reached } = open(kind);
		await updates.begin();
		await reached('failed');
		expect(updates.state().failure).toMatch(/sha512 checksum mismatch/);
		expect(updates.install('now')).toBe(false);
		expect(updates.installAfterStop()).toBe('quit');
		expect(kind.installed()).toBeNull();
	});

	test('is held back while work is being sent', async () => {
		publish(kind);
		const { updates, work, happened, reached } = open(kind);
		await updates.begin();
		await reached('ready');
		work.sending = true;
		updates.install('now');
		await reached('waiting');
		expect(happened).toEqual([]);
		work.sending = false;
		updates.install('now');
		await reached('installing');
		expect(happened).toEqual(['quit']);
	});

	test('is not offered to a PC outside the staged rollout', async () => {
		publish(kind, 'stagingPercentage: 0\n');
		const { updates, reached } = open(kind);
		await updates.begin();
		await reached('idle');
		expect(updates.state()).toMatchObject({ version: null, failure: null });
		expect(updates.state().checkedAt).not.toBeNull();
	});
});

test('a missing feed fails with its reason and is tried again later', async () => {
	const [kind] = possible;
	if (kind === undefined) throw new Error('No package can be rehearsed here.');
	const { updates, reached } = open(kind);
	await updates.begin();
	await reached('failed');
	expect(updates.state().failure).toMatch(/Cannot find channel/);
	publish(kind);
	updates.checkForUpdates();
	await reached('ready');
});
