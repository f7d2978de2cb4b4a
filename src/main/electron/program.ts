// The desktop program. Starts in order: single instance, data, screens, window, sending; stops in reverse.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type * as Electron from 'electron';
import type { Settings } from '../../shared/bridge/app.ts';
import type { Policy } from '../../shared/bridge/policy.ts';
import type { Core } from '../core/core.ts';
import { createCore } from '../core/create-core.ts';
import type { Log } from '../core/ports.ts';
import {
	DataFolderInUse,
	DataFolderUnusable,
	FileFromNewerVersion,
	ForeignFile,
} from '../core/store/open.ts';
import { NoRoomToOpen } from '../core/store/recovery.ts';
import { systemClock } from '../host/clock.ts';
import { hostFacts } from '../host/host-facts.ts';
import { fileLog } from '../host/log.ts';
import { readOptions, type Options } from '../host/options.ts';
import { programVersion, screensFolder } from '../host/places.ts';
import { readPolicy } from '../host/policy.ts';
import { openPorts } from '../host/ports.ts';
import { keepPrivate } from '../host/private-folder.ts';
import { logRejections } from '../host/rejections.ts';
import { openScreens } from '../host/screens.ts';
import { desktopPort } from './desktop-port.ts';
import { gpuFailedBefore, gpuWatch } from './gpu.ts';
import { findInstallation, type Installation } from './installation.ts';
import { denyPermissions, lockNavigation } from './navigation.ts';
import { outsideOpener } from './open-external.ts';
import { openMainWindow, type MainWindow } from './main-window.ts';
import { Outside, linkScheme } from './outside.ts';
import { screensScheme, serveScreens } from './protocol.ts';
import { secretFile } from './secrets.ts';
import { checkSpelling } from './spelling.ts';
import { startWithSystem } from './start-with-system.ts';
import { goBackWords, noteStart } from './starts.ts';
import { restartPath, stoppedAnswer } from './stopped-page.ts';
import { loadUpdater, Updates } from './updates.ts';
import { forkUtilityPractice } from './utility-practice.ts';
import { bringToFront } from './window.ts';

/** ms for the core to stop; the next start verifies what was being sent. */
const stopsWithin = 30_000;

export type ElectronParts = Pick<
	typeof Electron,
	| 'app'
	| 'autoUpdater'
	| 'BrowserWindow'
	| 'crashReporter'
	| 'dialog'
	| 'ipcMain'
	| 'Menu'
	| 'nativeImage'
	| 'net'
	| 'powerMonitor'
	| 'protocol'
	| 'safeStorage'
	| 'session'
	| 'shell'
	| 'utilityProcess'
>;

interface Given {
	args: readonly string[];
	resources: string;
	/** A test's own; otherwise the one of this PC. */
	policy?: Policy | null;
}

/** Call before Electron is ready, because only then can the scheme be registered. */
export async function startProgram(electron: ElectronParts, given: Given): Promise<void> {
	const { app, dialog, protocol } = electron;
	const options = readOptions(given.args, { lenient: true });
	if ('problem' in options) {
		console.error(options.problem);
		app.exit(2);
		return;
	}
	protocol.registerSchemesAsPrivileged([screensScheme]);
	try {
		if (!takeDataFolder(electron, options.dataFolder)) {
			console.log('Stillroom is open already; its window comes to the front.');
			app.quit();
			return;
		}
		const version = programVersion();
		const start = noteStart(options.dataFolder, version);
		await app.whenReady();
		if (start.goBackTo !== null && !mayTryAgain(electron, options, start.goBackTo)) {
			app.exit(1);
			return;
		}
		await run(electron, options, given);
		start.succeeded();
	} catch (error) {
		const text = problemText(error);
		console.error(`Stillroom cannot start: ${text}`);
		// Before it is ready, Linux shows no box.
		await app.whenReady();
		dialog.showErrorBox('Stillroom', text);
		app.exit(1);
	}
}

/** @returns false if another Stillroom has this data folder open */
function takeDataFolder({ app, crashReporter }: ElectronParts, dataFolder: string): boolean {
	keepPrivate(dataFolder);
	// Chromium's data lives in the data folder, so the single-instance lock is per data folder.
	const window = join(dataFolder, 'window');
	mkdirSync(window, { recursive: true });
	app.setPath('userData', window);
	if (!app.requestSingleInstanceLock()) return false;
	app.setPath('crashDumps', join(dataFolder, 'crashes'));
	crashReporter.start({ uploadToServer: false });
	if (gpuFailedBefore(dataFolder, programVersion())) app.disableHardwareAcceleration();
	return true;
}

function mayTryAgain(
	{ app, dialog }: ElectronParts,
	{ dataFolder }: Options,
	before: string,
): boolean {
	const language = app.getPreferredSystemLanguages()[0]?.startsWith('ar') ? 'ar' : 'en';
	const copies = join(dataFolder, 'copies');
	const say = goBackWords(language, { version: programVersion(), before, copies });
	const chosen = dialog.showMessageBoxSync({
		type: 'error',
		message: say.message,
		detail: say.detail,
		buttons: [say.tryAgain, say.quit],
		cancelId: 1,
	});
	return chosen === 0;
}

async function run(electron: ElectronParts, options: Options, given: Given): Promise<void> {
	const { app, protocol, session } = electron;
	const { dataFolder, practice } = options;
	const log = fileLog(join(dataFolder, 'logs'));
	const stopLogging = logRejections(log);
	const policy = given.policy === undefined ? readPolicy() : given.policy;
	if (policy !== null && policy.problem !== null) {
		log.error('The policy cannot be read', { source: policy.source, problem: policy.problem });
	}
	const installation = installationOf(given);
	let main: MainWindow | null = null;
	const updates = openUpdates(electron, { policy, installation, log, underWay: () => underWay() });
	const { core, close, newId } = openCore(electron, {
		options,
		policy,
		installation,
		updates,
		log,
	});
	const underWay = async () => {
		const reply = await core.callUnchecked('desktop.underWay', {}, { connection: windowId });
		return reply.ok ? (reply.value as { sending: boolean; counting: boolean }) : nothingUnderWay; // Its contract.
	};
	const windowId = newId();
	const language = await applyPolicy(core, policy);

	const outside = new Outside({
		app,
		log,
		show(path) {
			if (main === null) return;
			bringToFront(main.window);
			main.tell('desktop.opened', { path });
		},
	});
	const first = outside.first(given.args, process.cwd());
	if (app.isPackaged && !practice) app.setAsDefaultProtocolClient(linkScheme);
	const restart = () => {
		relaunch(app);
		app.quit();
	};
	serveScreens(protocol, openScreens(screensFolder), (path) => {
		if (path !== restartPath) return stoppedAnswer(path, language());
		restart();
		return new Response(null, { status: 204 });
	});
	denyPermissions(session.defaultSession);
	lockNavigation(app, outsideOpener(electron.shell, log));
	const begin = async () => {
		await core.start();
		if (!practice) return;
		const practising = await core.call('session.practise', {});
		if (!practising.ok) console.error(`The practice service cannot be used: ${practising.message}`);
	};
	// With the account of the practice service, the first page is the work; without it, the connection.
	if (practice) await begin();
	const spelling = checkSpelling(session.defaultSession, {
		platform: process.platform,
		feed: policy?.settings.updateFeed ?? installation.feed,
	});
	main = openMainWindow(electron, {
		core,
		updates,
		outside,
		policy,
		first,
		windowId,
		language,
		spelling,
		log,
		underWay,
		gpuFailed: gpuWatch(dataFolder, programVersion(), restart),
	});
	const opened = main;
	app.on('second-instance', (_event, argv, workingFolder) => {
		bringToFront(opened.window);
		outside.again(argv, workingFolder);
	});
	app.on('window-all-closed', () => app.quit());
	stopBeforeQuitting(app, log, async () => {
		opened.close();
		await core.stop();
		await close();
		stopLogging();
		return updates.installAfterStop();
	});
	if (!practice) await begin();
	await opened.shown;
	console.log('Stillroom is ready in its window');
	updates.begin().catch((error: unknown) => log.error('Updates could not begin', { error }));
}

const nothingUnderWay = { sending: false, counting: false };

const installationOf = ({ resources }: Given): Installation =>
	findInstallation({
		platform: process.platform,
		resources,
		execPath: process.execPath,
		appImage: process.env['APPIMAGE'],
	});

function openUpdates(
	{ app, autoUpdater }: ElectronParts,
	parts: {
		policy: Policy | null;
		installation: Installation;
		underWay: () => Promise<{ sending: boolean; counting: boolean }>;
		log: Log;
	},
): Updates {
	return new Updates({
		...parts,
		isPackaged: app.isPackaged,
		loadUpdater: () => loadUpdater(parts.installation.kind),
		onStaged: (staged) => autoUpdater.on('update-downloaded', staged),
		quit: () => app.quit(),
		clock: systemClock,
	});
}

function openCore(
	electron: ElectronParts,
	parts: {
		options: Options;
		policy: Policy | null;
		installation: Installation;
		updates: Updates;
		log: Log;
	},
) {
	const { app, net, safeStorage, session } = electron;
	const { options, policy, updates, log } = parts;
	const { dataFolder, dataSet } = options;
	const { ports, close } = openPorts({
		dataFolder,
		dataSet,
		policy,
		log,
		secrets: secretFile(join(dataFolder, 'secrets.json'), {
			safeStorage,
			platform: process.platform,
			log,
		}),
		forkPractice: forkUtilityPractice(electron.utilityProcess),
		systemLocale: app.getPreferredSystemLanguages()[0] ?? app.getLocale(),
		proxyRule: (url) => session.defaultSession.resolveProxy(url),
		systemOnline: () => net.isOnline(),
		hostFacts: hostFacts({
			dataFolder,
			policy,
			more: () => [
				['Electron', process.versions.electron],
				['Package', parts.installation.kind],
				['Updates', JSON.stringify(updates.state())],
			],
		}),
		desktop: desktopPort({
			updates,
			startWithSystem:
				app.isPackaged && !options.practice
					? startWithSystem({
							app,
							platform: process.platform,
							execPath: process.env['APPIMAGE'] ?? process.execPath,
							configFolder: app.getPath('appData'),
						})
					: null,
		}),
	});
	return { core: createCore({ dataFolder, ports }), close, newId: ports.newId };
}

async function applyPolicy(core: Core, policy: Policy | null): Promise<() => Settings['language']> {
	let language: Settings['language'] = 'en';
	core.on('app.changed', ({ settings }) => {
		language = settings.language;
	});
	const decided = policy?.settings.language;
	if (decided !== undefined) await core.call('settings.set', { language: decided });
	const state = await core.call('app.state', {});
	if (state.ok) language = state.value.settings.language;
	return () => language;
}

/** An AppImage runs from a folder that goes away with it, so its own file is started. */
function relaunch(app: Pick<ElectronParts['app'], 'relaunch'>): void {
	const execPath = process.env['APPIMAGE'];
	app.relaunch(execPath === undefined ? {} : { execPath, args: process.argv.slice(1) });
}

/** `will-quit` fires after the window has closed and saved its work. @param stop whether the updater now quits */
function stopBeforeQuitting(
	app: Pick<ElectronParts['app'], 'on' | 'quit' | 'exit' | 'relaunch'>,
	log: Log,
	stop: () => Promise<'quit' | 'restart' | 'quits-itself'>,
): void {
	let stopping = false;
	app.on('will-quit', (event) => {
		if (stopping) return;
		stopping = true;
		event.preventDefault();
		setTimeout(() => app.exit(0), stopsWithin).unref();
		stop().then(
			(then) => {
				// Quitting now would be too early for Squirrel, which still has to note the restart.
				if (then === 'quits-itself') return;
				if (then === 'restart') relaunch(app);
				app.quit();
			},
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
