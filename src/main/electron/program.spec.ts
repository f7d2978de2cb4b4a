// Tests the desktop program with the real core and fake Electron parts; test/e2e/electron has the real Electron.
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserWindowConstructorOptions } from 'electron';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeProcesses, only } from '../../../test/support/fake-electron.ts';
import { startScriptedService } from '../../../test/support/scripted-service.ts';
import { openStore } from '../core/store/open.ts';
import { preloadBridge, readHost } from './preload-bridge.ts';
import { startProgram, type ElectronParts } from './program.ts';
import { homePage } from './protocol.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'stillroom-desktop-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function fakeElectron({ first = true }: { first?: boolean } = {}) {
	const did: string[] = [];
	const processes = fakeProcesses();
	let windowOptions: BrowserWindowConstructorOptions = {};
	const app = new EventEmitter();
	const power = new EventEmitter();
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
	class FakeWindow {
		webContents = processes.page;
		constructor(options: BrowserWindowConstructorOptions) {
			windowOptions = options;
			did.push(`window, calls answered: ${processes.channels().length}`);
		}
		once = (_ready: string, show: () => void) => void setImmediate(show);
		show = note('show');
		isDestroyed = () => false;
		isMinimized = () => false;
		focus = note('focus');
		loadURL = async (url: string) => note('load')(url);
	}
	const parts = only<ElectronParts>({
		app: Object.assign(only<ElectronParts['app']>({}), {
			on: app.on.bind(app),
			whenReady: async () => note('ready')(),
			setPath: note('path'),
			requestSingleInstanceLock: () => first,
			getPreferredSystemLanguages: () => ['ar-AE'],
			quit,
			exit: note('exit'),
		}),
		BrowserWindow: FakeWindow as unknown as ElectronParts['BrowserWindow'],
		dialog: only<ElectronParts['dialog']>({ showErrorBox: note('error box') }),
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
			handle: note('serve'),
		}),
		safeStorage: only<ElectronParts['safeStorage']>({
			isAsyncEncryptionAvailable: async () => false,
		}),
		session: only<ElectronParts['session']>({
			defaultSession: only<ElectronParts['session']['defaultSession']>({
				setPermissionRequestHandler: note('permission requests'),
				setPermissionCheckHandler: note('permission checks'),
				setDevicePermissionHandler: note('devices'),
			}),
		}),
		shell: only<ElectronParts['shell']>({}),
		utilityProcess: only<ElectronParts['utilityProcess']>({}),
	});
	return {
		did,
		processes,
		parts,
		app,
		power,
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

const start = (electron: ReturnType<typeof fakeElectron>) =>
	startProgram(electron.parts, { args: ['--data', folder], resources: folder });

it('starts in order, answers its page, and stops in reverse order', async () => {
	const electron = fakeElectron();
	await start(electron);
	expect(electron.did).toEqual([
		'scheme',
		`path userData ${join(folder, 'window')}`,
		'ready',
		'menu',
		'serve app',
		'permission requests',
		'permission checks',
		'devices',
		'window, calls answered: 0',
		`load ${homePage}`,
		'show',
	]);

	const bridge = electron.bridge();
	expect(bridge.host).toEqual({
		kind: 'electron',
		can: ['print', 'save-file', 'keep-secret', 'practise'],
	});
	const changed = new Promise<string>((resolve) => {
		bridge.on('app.changed', ({ settings }) => resolve(settings.person));
	});
	expect(await bridge.call('settings.set', { person: 'Noor' })).toMatchObject({ ok: true });
	expect(await changed).toBe('Noor');

	await electron.close();
	expect(electron.processes.channels()).toEqual([]);
	// The files are closed and free for the next start.
	openStore(folder).close();
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

it('comes to the front when it is started a second time', async () => {
	const electron = fakeElectron();
	await start(electron);
	electron.app.emit('second-instance');
	expect(electron.did.at(-1)).toBe('focus');
	await electron.close();

	const second = fakeElectron({ first: false });
	await start(second);
	expect(second.did).not.toContain('ready');
});

it('shows an error box and changes nothing if the browser host has the data folder open', async () => {
	const store = openStore(folder);
	const electron = fakeElectron();
	await start(electron);
	expect(electron.did.at(-2)).toMatch(/^error box Stillroom Stillroom is already open with/);
	expect(electron.did.at(-1)).toBe('exit 1');
	store.close();
});
