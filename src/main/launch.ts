// `npm start` and `npm run practice`: opens Stillroom in an Electron window, or else in the browser, and says why.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import {
	DataFolderInUse,
	DataFolderUnusable,
	FileFromNewerVersion,
	ForeignFile,
} from './core/store/open.ts';
import { NoRoomToOpen } from './core/store/recovery.ts';
import { builtElectronMain } from './host/places.ts';
import { readOptions, usage, type Options } from './host/options.ts';
import { runLoopback } from './loopback/run.ts';

const given = process.argv.slice(2);
const options = readOptions(given);
if ('problem' in options) {
	console.error(options.problem);
	process.exitCode = 2;
} else if (options.help) {
	console.log(usage);
} else {
	await launch(options);
}

async function launch(options: Options): Promise<void> {
	if (options.loopback) return launchLoopback(options);
	const electron = findElectron();
	if ('reason' in electron) {
		console.log(`${electron.reason}, so Stillroom opens in the browser.`);
		return launchLoopback(options);
	}
	if ((await launchElectron(electron.path)) === 'could-not') {
		console.log('Electron could not open a window here, so Stillroom opens in the browser.');
		return launchLoopback(options);
	}
}

/** Finds an Electron that can open a window. Never imports the package, because that would download one. */
function findElectron(): { path: string } | { reason: string } {
	const path = electronPath();
	if (path === null || !existsSync(path)) return { reason: 'There is no Electron here' };
	if (!existsSync(builtElectronMain)) return { reason: 'The desktop program is not built' };
	if (process.platform === 'linux') {
		if (!hasDisplay()) return { reason: 'There is no display here' };
		if (process.getuid?.() === 0) return { reason: 'Electron has no sandbox as root' };
	}
	return { path };
}

function electronPath(): string | null {
	if (process.env['ELECTRON_PATH']) return process.env['ELECTRON_PATH'];
	const installed = resolve(import.meta.dirname, '../../node_modules/electron');
	const nameFile = join(installed, 'path.txt');
	const name = existsSync(nameFile) ? readFileSync(nameFile, 'utf8') : null;
	const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
	if (override) return join(override, name ?? 'electron');
	return name === null ? null : join(installed, 'dist', name);
}

const hasDisplay = () =>
	process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

/** Runs the window until it closes; `could-not` if it exits before it is ready, for example without a sandbox. */
async function launchElectron(path: string): Promise<'ran' | 'could-not'> {
	const child = spawn(path, [builtElectronMain, ...given], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const said: string[] = [];
	createInterface({ input: child.stdout }).on('line', (line) => {
		said.push(line);
		console.log(line);
	});
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
		process.on(signal, () => child.kill('SIGTERM'));
	}
	const code = await new Promise<number | null>((resolve) => {
		child.on('error', () => resolve(1));
		child.on('close', resolve);
	});
	const told = said.some((line) => line.startsWith('Stillroom '));
	if (!told && code !== 0 && child.signalCode !== 'SIGTERM') return 'could-not';
	process.exitCode = code ?? 1;
	return 'ran';
}

async function launchLoopback(options: Options): Promise<void> {
	const toEnd = new AbortController();
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
		process.on(signal, () => toEnd.abort());
	}

	let running;
	try {
		running = await runLoopback(options);
	} catch (error) {
		const expected = startProblem(error, options);
		if (expected === null) throw error;
		console.error(expected);
		process.exitCode = 1;
		return;
	}
	if (toEnd.signal.aborted) return running.stop();
	toEnd.signal.addEventListener('abort', () => {
		process.stdin.destroy();
		void running.stop();
	});

	if (running.practiceProblem !== null)
		console.error(`The practice service cannot be used: ${running.practiceProblem}`);
	const link = running.newLink();
	console.log(`Stillroom is ready at ${link}`);
	if (options.open && hasDisplay()) openBrowser(link);
	if (process.stdin.isTTY) {
		console.log('Press Enter for a link for another browser, Ctrl-C to end.');
		process.stdin.on('data', () => console.log(running.newLink()));
	}
}

/** The message for a failed start; null if the error is a bug. */
function startProblem(error: unknown, { port }: Options): string | null {
	if (
		error instanceof DataFolderInUse ||
		error instanceof DataFolderUnusable ||
		error instanceof FileFromNewerVersion ||
		error instanceof ForeignFile ||
		error instanceof NoRoomToOpen
	)
		return error.message;
	if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
		return `Port ${String(port)} is in use. Choose another with --port, or leave it out.`;
	if (error instanceof Error && 'code' in error && error.code === 'EACCES')
		return `Stillroom may not do this here: ${error.message}`;
	return null;
}

/** If no browser opens, the printed address is enough. */
function openBrowser(address: string): void {
	const [command, ...args] = browserCommand(address);
	const opener = spawn(command, args, { stdio: 'ignore', detached: true });
	opener.on('error', () => undefined);
	opener.unref();
}

function browserCommand(address: string): [string, ...string[]] {
	switch (process.platform) {
		case 'win32':
			// `start` would parse the address as shell text.
			return ['rundll32', 'url.dll,FileProtocolHandler', address];
		case 'darwin':
			return ['open', address];
		default:
			return ['xdg-open', address];
	}
}
