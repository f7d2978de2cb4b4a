// Tests the desktop program with the real core and fake Electron parts; test/e2e/electron has the real Electron.
import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindowConstructorOptions, Session } from 'electron';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../../../test/support/fresh-folder.ts';
import { fakeProcesses, only } from '../../../test/support/fake-electron.ts';
import { startScriptedService } from '../../../test/support/scripted-service.ts';
import { openStore } from '../core/store/open.ts';
import { preloadBridge, readHost } from './preload-bridge.ts';
import { startProgram, type ElectronParts } from './program.ts';
import { homePage } from './protocol.ts';

const folder = freshFolder();

function fakeElectron({ first = true, goOn = 0 }: { first?: boolean; goOn?: number } = {}) {
	const did: string[] = [];
	const processes = fakeProcesses();
	let windowOptions: BrowserWindowConstructorOptions = {};
	const windows: EventEmitter[] = [];
	const app = new EventEmitter();
	const power = new EventEmitter();
	const loading = new EventEmitter();
	const note =
		(what: string) =>
		(...args: unknown[]) =>
			void did.push(
				[what, ...args.filter((arg) => typeof arg === 'string' || typeof arg === 'number')].join(
					' ',
				),
			);
	const quit = () => {
		const event = { prevented: false, preventDefault: () => void (event.prevented = true) };
		app.emit('will-quit', event);
		if (!event.prevented) app.emit('gone');
	};
	const pageEvents = new EventEmitter();
	const page = Object.assign(processes.page, {
		on: pageEvents.on.bind(pageEvents),
		session: only<Session>({}),
		getURL: () => homePage,
		forcefullyCrashRenderer: note('crash renderer'),
	});
	let serve: Parameters<ElectronParts['protocol']['handle']>[1] = () => new Response();
	class FakeWindow extends EventEmitter {
		webContents = page;
		constructor(options: BrowserWindowConstructorOptions) {
			super();
			windowOptions = options;
			windows.push(this);
			did.push(`window, calls answered: ${processes.channels().length}`);
		}
		override once(_ready: string, show: () => void): this {
			setImmediate(show);
			return this;
		}
		show = note('show');
		isDestroyed = () => false;
		isMinimized = () => false;
		focus = note('focus');
		async loadURL(url: string) {
			note('load')(url);
			// The bridge is served right after the window was made.
			setImmediate(() => loading.emit('load'));
		}
	}
	const parts = only<ElectronParts>({
		app: Object.assign(only<ElectronParts['app']>({}), {
			on: app.on.bind(app),
			whenReady: async () => note('ready')(),
			isPackaged: false,
			setPath: note('path'),
			disableHardwareAcceleration: note('without GPU'),
			relaunch: note('relaunch'),
			setBadgeCount: (count?: number) => {
				did.push(`badge ${String(count)}`);
				return true;
			},
			requestSingleInstanceLock: () => first,
			getPreferredSystemLanguages: () => ['ar-AE'],
			quit,
			exit: note('exit'),
		}),
		BrowserWindow: FakeWindow as unknown as ElectronParts['BrowserWindow'],
		autoUpdater: only<ElectronParts['autoUpdater']>({}),
		crashReporter: only<ElectronParts['crashReporter']>({ start: note('crash reporter') }),
		nativeImage: only<ElectronParts['nativeImage']>({}),
		dialog: only<ElectronParts['dialog']>({
			showErrorBox: note('error box'),
			showMessageBoxSync: ({ message }: { message: string }) => {
				did.push(`asked ${message}`);
				return goOn;
			},
			showMessageBox: async ({ message }: { message: string }) => {
				did.push(`message ${message}`);
				return { response: 0, checkboxChecked: false };
			},
		} as Partial<ElectronParts['dialog']>),
		ipcMain: only<ElectronParts['ipcMain']>(processes.ipcMain),
		Menu: only<ElectronParts['Menu']>({
			buildFromTemplate: () => only({}),
			setApplicationMenu: note('menu'),
		}),
		net: only<ElectronParts['net']>({ isOnline: () => true }),
		powerMonitor: Object.assign(only<ElectronParts['powerMonitor']>({}), {
			on: power.on.bind(power),
		}),
		protocol: only<ElectronParts['protocol']>({
			registerSchemesAsPrivileged: note('scheme'),
			handle(scheme: string, answer: typeof serve) {
				serve = answer;
				note('serve')(scheme);
			},
		}),
		safeStorage: only<ElectronParts['safeStorage']>({
			isAsyncEncryptionAvailable: async () => false,
		}),
		session: only<ElectronParts['session']>({
			defaultSession: only<ElectronParts['session']['defaultSession']>({
				setPermissionRequestHandler: note('permission requests'),
				setPermissionCheckHandler: note('permission checks'),
				setDevicePermissionHandler: note('devices'),
				setSpellCheckerEnabled: note('spelling'),
			}),
		}),
		shell: only<ElectronParts['shell']>({}),
		utilityProcess: only<ElectronParts['utilityProcess']>({ fork: forkAsNode }),
	});
	return {
		did,
		processes,
		parts,
		app,
		power,
		page: pageEvents,
		loading,
		window: () => windows.at(-1) ?? new EventEmitter(),
		visit: (path: string) => serve(new Request(new URL(path, homePage))),
		bridge: () =>
			preloadBridge(
				processes.ipcRenderer,
				readHost(windowOptions.webPreferences?.additionalArguments ?? []),
			),
		async close() {
			const gone = new Promise((resolve) => app.once('gone', resolve));
			app.emit('window-all-closed');
			await gone;
		},
	};
}

/** The practice service as a Node process: there is no utility process here. */
const forkAsNode: ElectronParts['utilityProcess']['fork'] = (entry, args, options) => {
	const env = { ...options?.env };
	const child = fork(entry, args, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
	type UtilityProcess = ReturnType<ElectronParts['utilityProcess']['fork']>;
	return child as unknown as UtilityProcess; // It has the members that the host uses.
};

const start = (electron: ReturnType<typeof fakeElectron>, ...args: string[]) =>
	startProgram(electron.parts, {
		args: ['--data', folder(), '--data-set', 'small', ...args],
		resources: folder(),
		policy: null,
	});

it('starts in order, answers its page, and stops in reverse order', async () => {
	const electron = fakeElectron();
	await start(electron);
	expect(electron.did).toEqual([
		'scheme',
		`path userData ${folder('window')}`,
		`path crashDumps ${folder('crashes')}`,
		'crash reporter',
		'ready',
		'serve app',
		'permission requests',
		'permission checks',
		'devices',
		'spelling',
		'window, calls answered: 0',
		`load ${homePage}`,
		'menu',
		'show',
	]);

	const bridge = electron.bridge();
	expect(bridge.host).toEqual({
		kind: 'electron',
		can: ['print', 'save-file', 'keep-secret', 'practise', 'auto-update'],
	});
	const changed = new Promise<string>((resolve) => {
		bridge.on('app.changed', ({ settings }) => resolve(settings.person));
	});
	expect(await bridge.call('settings.set', { person: 'Noor' })).toMatchObject({ ok: true });
	expect(await changed).toBe('Noor');

	await electron.close();
	expect(electron.processes.channels()).toEqual([]);
	// The files are closed and free for the next start.
	openStore(folder()).close();
});

it("sets its menu to the person's language", async () => {
	const electron = fakeElectron();
	await start(electron);
	const before = electron.did.filter((what) => what === 'menu').length;
	const bridge = electron.bridge();
	const state = await bridge.call('app.state', {});
	const other = state.ok && state.value.settings.language === 'ar' ? 'en' : 'ar';
	await bridge.call('settings.set', { language: other });
	await expect.poll(() => electron.did.filter((what) => what === 'menu').length).toBe(before + 1);
	await electron.close();
});

it('starts no requests while the PC sleeps, and pings the service when it wakes', async () => {
	const service = await startScriptedService();
	service.script = (_seen, answer) => answer(200, '0');
	const electron = fakeElectron();
	await start(electron);
	const bridge = electron.bridge();
	const serviceUrl = service.url;
	const profile = { pauses: { onlinePingMs: 5 } };
	const secret = { clientId: 'id', clientSecret: 'secret', profile };
	expect(await bridge.call('session.connect', { serviceUrl, ...secret })).toMatchObject({
		ok: true,
	});
	const pings = () => service.seen.filter(({ path }) => path.endsWith('/AllLocationCount')).length;
	const asked = async (times: number) => {
		const before = pings();
		await expect.poll(pings).toBeGreaterThanOrEqual(before + times);
	};
	await asked(3);

	electron.power.emit('suspend');
	// One ping may be in flight; nothing follows it.
	await bridge.call('network.check', {});
	const before = pings();
	for (let calls = 0; calls < 20; calls += 1) await bridge.call('app.state', {});
	expect(pings()).toBe(before);

	electron.power.emit('resume');
	await asked(3);
	await electron.close();
	await service.close();
});

it('shows its window when it is started a second time', async () => {
	const electron = fakeElectron();
	await start(electron);
	electron.app.emit('second-instance', {}, ['stillroom'], '/');
	expect(electron.did.slice(-2)).toEqual(['show', 'focus']);
	await electron.close();

	const second = fakeElectron({ first: false });
	await start(second);
	expect(second.did).not.toContain('ready');
});

it('shows an error box and changes nothing if the browser host has the data folder open', async () => {
	const store = openStore(folder());
	const electron = fakeElectron();
	await start(electron);
	expect(electron.did.at(-2)).toMatch(/^error box Stillroom Stillroom is already open with/);
	expect(electron.did.at(-1)).toBe('exit 1');
	store.close();
});

it('creates a missing data folder before anything else uses it', async () => {
	const electron = fakeElectron();
	await start(electron, '--data', folder('new', 'folder'));
	expect(existsSync(folder('new', 'folder', 'window'))).toBe(true);
	expect(electron.did).toContain('show');
	await electron.close();
});

it('reports a data folder that cannot be used', async () => {
	const file = folder('file');
	writeFileSync(file, '');
	const electron = fakeElectron();
	await start(electron, '--data', join(file, 'below'));
	expect(electron.did.at(-2)).toMatch(/^error box Stillroom .*--data with another folder/);
	expect(electron.did.at(-1)).toBe('exit 1');
});

it('has the practice account before its first page when it is started to practise', async () => {
	const electron = fakeElectron();
	const connected: unknown[] = [];
	electron.loading.once('load', () => {
		void electron
			.bridge()
			.call('app.state', {})
			.then((state) => connected.push(state));
	});
	await start(electron, '--practice');
	await expect.poll(() => connected[0]).toMatchObject({ value: { account: { practice: true } } });
	await electron.close();
});

describe('a failure', () => {
	it('of the page shows what is safe and one button, and never reloads in a loop', async () => {
		const electron = fakeElectron();
		await start(electron);
		electron.page.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
		expect(electron.did.at(-1)).toBe(`load ${homePage}stopped/page`);
		const html = await (await electron.visit('/stopped/page')).text();
		expect(html.match(/<a /g)).toHaveLength(1);
		expect(html).toMatch(/dir="rtl"/);
		expect((await electron.visit('/stopped.css')).headers.get('content-type')).toMatch(
			/^text\/css/,
		);

		// The page after the failure fails too.
		electron.page.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
		expect(electron.did.at(-1)).toMatch(/^message /);
		await expect.poll(() => electron.did.at(-1)).toBe(`load ${homePage}`);
		await electron.close();
		expect(readFileSync(folder('logs', 'stillroom.log'), 'utf8')).toMatch(
			/The page ended .*"reason":"crashed".*"sending":false/,
		);
	});

	it('of the program shows the page, and its button restarts in order', async () => {
		const electron = fakeElectron();
		await start(electron);
		// As Node would; emitting it for real would also reach the test runner.
		const ours = process.listeners('uncaughtException').at(-1);
		ours?.(new Error('a bug'), 'uncaughtException');
		expect(electron.did.at(-1)).toBe(`load ${homePage}stopped/program`);
		const gone = new Promise((resolve) => electron.app.once('gone', resolve));
		expect((await electron.visit('/restart')).status).toBe(204);
		await gone;
		expect(electron.did).toContain('relaunch');
		openStore(folder()).close();
	});

	it('of the GPU: the next start does without it, and the second failure restarts', async () => {
		const electron = fakeElectron();
		await start(electron);
		const gone = new Promise((resolve) => electron.app.once('gone', resolve));
		const fails = () =>
			electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 1 });
		fails();
		expect(electron.did).not.toContain('relaunch');
		fails();
		await gone;
		expect(electron.did).toContain('relaunch');

		const next = fakeElectron();
		await start(next);
		expect(next.did.indexOf('without GPU')).toBeLessThan(next.did.indexOf('ready'));
		await next.close();
	});

	it('of the response offers to wait or to open the window again', async () => {
		const electron = fakeElectron();
		await start(electron);
		electron.window().emit('unresponsive');
		expect(electron.did.at(-1)).toBe('message Stillroom لا يستجيب');
		await electron.close();
	});
});

describe('leaving', () => {
	const savesNow = (electron: ReturnType<typeof fakeElectron>) =>
		new Promise((resolve) => electron.bridge().on('desktop.saveNow', resolve));

	it('saves the open box before the PC sleeps', async () => {
		const electron = fakeElectron();
		await start(electron);
		const saved = savesNow(electron);
		electron.power.emit('suspend');
		await saved;
		await electron.close();
	});

	it('saves the open box and stops in order when the user signs out', async () => {
		const electron = fakeElectron();
		await start(electron);
		const saved = savesNow(electron);
		const gone = new Promise((resolve) => electron.app.once('gone', resolve));
		electron.window().emit('query-session-end');
		await saved;
		electron.window().emit('session-end');
		await gone;
		openStore(folder()).close();
	});

	it('delays a shutdown of Linux or macOS until it has stopped', async () => {
		const electron = fakeElectron();
		await start(electron);
		const gone = new Promise((resolve) => electron.app.once('gone', resolve));
		let delayed = false;
		electron.power.emit('shutdown', { preventDefault: () => (delayed = true) });
		expect(delayed).toBe(true);
		await gone;
		openStore(folder()).close();
	});
});

it('explains how to go back after two failed starts since an update', async () => {
	const was = { version: '0.0.9', before: null, failed: 0 };
	writeFileSync(folder('starts.json'), JSON.stringify(was));
	for (let times = 0; times < 2; times += 1) {
		const electron = fakeElectron();
		electron.parts.app.getPreferredSystemLanguages = () => {
			throw new Error('This version does not start');
		};
		await start(electron);
		expect(electron.did.at(-1)).toBe('exit 1');
		expect(electron.did.some((each) => each.startsWith('asked'))).toBe(false);
	}
	const third = fakeElectron({ goOn: 1 });
	await start(third);
	expect(third.did.some((each) => each.startsWith('asked ') && each.includes('0.1.0'))).toBe(true);
	expect(third.did.at(-1)).toBe('exit 1');

	const goesOn = fakeElectron({ goOn: 0 });
	await start(goesOn);
	expect(goesOn.did).toContain('show');
	await goesOn.close();
	const fine = fakeElectron();
	await start(fine);
	expect(fine.did.some((each) => each.startsWith('asked'))).toBe(false);
	await fine.close();
});
