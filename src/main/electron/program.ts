// The desktop program. Starts in order: single instance, data, screens, window, sending; stops in reverse.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type * as Electron from 'electron';
import type { HostInfo } from '../../shared/bridge/app.ts';
import { createCore } from '../core/create-core.ts';
import {
	DataFolderInUse,
	DataFolderUnusable,
	FileFromNewerVersion,
	ForeignFile,
} from '../core/store/open.ts';
import { NoRoomToOpen } from '../core/store/recovery.ts';
import type { Log } from '../core/ports.ts';
import { fileLog } from '../host/log.ts';
import { readOptions, type Options } from '../host/options.ts';
import { preloadFile, screensFolder } from '../host/places.ts';
import { openPorts } from '../host/ports.ts';
import { keepPrivate } from '../host/private-folder.ts';
import { logRejections } from '../host/rejections.ts';
import { openScreens } from '../host/screens.ts';
import { serveBridge } from './ipc.ts';
import { createMenu } from './menu.ts';
import { denyPermissions, lockNavigation } from './navigation.ts';
import { outsideOpener } from './open-external.ts';
import { windowParts } from './paper.ts';
import { screensScheme, serveScreens } from './protocol.ts';
import { secretFile } from './secrets.ts';
import { readUpdateFeed, startUpdates, type Updates } from './updates.ts';
import { forkUtilityPractice } from './utility-practice.ts';
import { bringToFront, openWindow } from './window.ts';

/** ms for the core to stop; the next start verifies what was being sent. */
const stopsWithin = 30_000;

export type ElectronParts = Pick<
	typeof Electron,
	| 'app'
	| 'BrowserWindow'
	| 'dialog'
	| 'ipcMain'
	| 'Menu'
	| 'net'
	| 'powerMonitor'
	| 'protocol'
	| 'safeStorage'
	| 'session'
	| 'shell'
	| 'utilityProcess'
>;

/**
 * Call before Electron is ready, because only then can the scheme be registered.
 * @param args may include Chromium's switches
 * @param resources writable by administrators only
 */
export async function startProgram(
	electron: ElectronParts,
	{ args, resources }: { args: readonly string[]; resources: string },
): Promise<void> {
	const { app, dialog, protocol } = electron;
	const options = readOptions(args, { lenient: true });
	if ('problem' in options) {
		console.error(options.problem);
		app.exit(2);
		return;
	}
	protocol.registerSchemesAsPrivileged([screensScheme]);
	// Chromium's data lives in the data folder, so the single-instance lock is per data folder.
	app.setPath('userData', join(options.dataFolder, 'window'));
	if (!app.requestSingleInstanceLock()) {
		console.log('Stillroom is open already; its window comes to the front.');
		app.quit();
		return;
	}
	try {
		await app.whenReady();
		await run(electron, options, resources);
	} catch (error) {
		const text = problemText(error);
		console.error(`Stillroom cannot start: ${text}`);
		dialog.showErrorBox('Stillroom', text);
		app.exit(1);
	}
}

async function run(
	electron: ElectronParts,
	{ dataFolder, practice, dataSet }: Options,
	resources: string,
): Promise<void> {
	const { app, BrowserWindow, dialog, ipcMain, Menu, net, powerMonitor } = electron;
	const { protocol, safeStorage, session, shell } = electron;
	keepPrivate(dataFolder);
	const log = fileLog(join(dataFolder, 'logs'));
	logRejections(log);
	const { ports, close } = openPorts({
		dataFolder,
		dataSet,
		secrets: secretFile(join(dataFolder, 'secrets.json'), {
			safeStorage,
			platform: process.platform,
			log,
		}),
		forkPractice: forkUtilityPractice(electron.utilityProcess),
		log,
		systemLocale: app.getPreferredSystemLanguages()[0] ?? app.getLocale(),
		proxyRule: (url) => session.defaultSession.resolveProxy(url),
		systemOnline: () => net.isOnline(),
	});
	const core = createCore({ dataFolder, ports });
	const updates = await openUpdates();

	const setMenu = createMenu(Menu);
	core.on('app.changed', ({ settings }) => setMenu(settings.language));
	const state = await core.call('app.state', {});
	setMenu(state.ok ? state.value.settings.language : 'en');

	serveScreens(protocol, openScreens(screensFolder));
	denyPermissions(session.defaultSession);
	lockNavigation(app, outsideOpener(shell, log));
	const host: HostInfo = {
		kind: 'electron',
		can: [
			'print',
			'save-file',
			'keep-secret',
			'practise',
			...(updates ? (['auto-update'] as const) : []),
		],
	};
	const { window, shown } = openWindow(BrowserWindow, { preload: preloadFile, host });
	const closeBridge = serveBridge({
		ipcMain,
		page: window.webContents,
		core,
		window: windowParts({ app, dialog, window, page: window.webContents, writeFile, log }),
		connection: ports.newId(),
		log,
	});
	app.on('second-instance', () => bringToFront(window));
	app.on('window-all-closed', () => app.quit());
	stopBeforeQuitting(app, log, async () => {
		closeBridge();
		await core.stop();
		await close();
		updates?.install();
	});

	powerMonitor.on('suspend', () => core.suspend());
	powerMonitor.on('resume', () => core.resume());
	await core.start();
	if (practice) {
		const practising = await core.call('session.practise', {});
		if (!practising.ok) console.error(`The practice service cannot be used: ${practising.message}`);
	}
	await shown;
	console.log('Stillroom is ready in its window');

	async function openUpdates(): Promise<Updates | null> {
		const feed = readUpdateFeed(join(resources, 'policy.json'), log);
		if (feed === null) return null;
		const { default: updater } = await import('electron-updater');
		return startUpdates(updater.autoUpdater, feed, { clock: ports.clock, log });
	}
}

/** `will-quit` fires after the window has closed and saved its work. */
function stopBeforeQuitting(
	app: Pick<ElectronParts['app'], 'on' | 'quit' | 'exit'>,
	log: Log,
	stop: () => Promise<void>,
): void {
	let stopping = false;
	app.on('will-quit', (event) => {
		if (stopping) return;
		stopping = true;
		event.preventDefault();
		setTimeout(() => app.exit(0), stopsWithin).unref();
		stop().then(
			() => app.quit(),
			(error: unknown) => {
				log.error('Stopping failed', { error });
				app.exit(1);
			},
		);
	});
}

function problemText(error: unknown): string {
	if (
		error instanceof DataFolderInUse ||
		error instanceof DataFolderUnusable ||
		error instanceof FileFromNewerVersion ||
		error instanceof ForeignFile ||
		error instanceof NoRoomToOpen
	)
		return error.message;
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
