// The desktop program. Start: one instance, open and recover the data, screens, window, then sending. Stop is its
// reverse. Only this file gets at Electron itself; the others are handed the parts they use.
import { join } from 'node:path';
import process from 'node:process';
import {
	app,
	BrowserWindow,
	dialog,
	ipcMain,
	Menu,
	protocol,
	safeStorage,
	session,
	shell,
	utilityProcess,
} from 'electron';
import type { HostInfo } from '../../shared/bridge/app.ts';
import { createCore } from '../core/create-core.ts';
import { DataFolderInUse, FileFromNewerVersion } from '../core/store/open.ts';
import { fileLog } from '../host/log.ts';
import { readOptions, type Options } from '../host/options.ts';
import { preloadFile, screensFolder } from '../host/places.ts';
import { openPorts } from '../host/ports.ts';
import { openScreens } from '../host/screens.ts';
import { serveBridge } from './ipc.ts';
import { createMenu } from './menu.ts';
import { denyPermissions, lockNavigation } from './navigation.ts';
import { outsideOpener } from './open-external.ts';
import { screensScheme, serveScreens } from './protocol.ts';
import { secretFile } from './secrets.ts';
import { readUpdateFeed, startUpdates, type Updates } from './updates.ts';
import { forkUtilityPractice } from './utility-practice.ts';
import { bringToFront, openWindow } from './window.ts';

/** ms in which the core has to stop; what was being sent then is looked into at the next start. */
const stopsWithin = 30_000;

const options = readOptions(process.argv.slice(1), { lenient: true });
if ('problem' in options) {
	console.error(options.problem);
	app.exit(2);
} else {
	protocol.registerSchemesAsPrivileged([screensScheme]);
	// What Chromium keeps goes with the data, so that there is one instance for each data folder.
	app.setPath('userData', join(options.dataFolder, 'window'));
	if (app.requestSingleInstanceLock()) {
		app
			.whenReady()
			.then(() => run(options))
			.catch(giveUp);
	} else {
		console.log('Stillroom is open already; its window comes to the front.');
		app.quit();
	}
}

async function run({ dataFolder, practice }: Options): Promise<void> {
	const log = fileLog(join(dataFolder, 'logs'));
	const { ports, close } = openPorts({
		dataFolder,
		secrets: secretFile(join(dataFolder, 'secrets.json'), {
			safeStorage,
			platform: process.platform,
			log,
		}),
		forkPractice: forkUtilityPractice(utilityProcess),
		log,
		systemLocale: app.getPreferredSystemLanguages()[0] ?? app.getLocale(),
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
		connection: ports.newId(),
		log,
	});
	app.on('second-instance', () => bringToFront(window));
	app.on('window-all-closed', () => app.quit());
	stopBeforeQuitting(async () => {
		closeBridge();
		await core.stop();
		await close();
		updates?.install();
	});

	await core.start();
	if (practice) {
		const practising = await core.call('session.practise', {});
		if (!practising.ok) console.error(`The practice service cannot be used: ${practising.message}`);
	}
	await shown;
	console.log('Stillroom is ready in its window');

	async function openUpdates(): Promise<Updates | null> {
		const feed = readUpdateFeed(join(process.resourcesPath, 'policy.json'), log);
		if (feed === null) return null;
		const { default: updater } = await import('electron-updater');
		return startUpdates(updater.autoUpdater, feed, { clock: ports.clock, log });
	}
}

/** `will-quit` comes once the window is closed and has saved what was open in it. */
function stopBeforeQuitting(stop: () => Promise<void>): void {
	let stopping = false;
	app.on('will-quit', (event) => {
		if (stopping) return;
		stopping = true;
		event.preventDefault();
		setTimeout(() => app.exit(0), stopsWithin);
		stop().then(() => app.quit(), giveUp);
	});
}

function giveUp(error: unknown): void {
	const expected = error instanceof DataFolderInUse || error instanceof FileFromNewerVersion;
	const text =
		error instanceof Error
			? ((expected ? error.message : error.stack) ?? error.message)
			: String(error);
	console.error(`Stillroom cannot start: ${text}`);
	dialog.showErrorBox('Stillroom', text);
	app.exit(1);
}
