// The window with everything around its page: the bridge, the menu, the badge, and what happens when it fails.
import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import type { BrowserWindow } from 'electron';
import type { AppState, HostInfo, Settings } from '../../shared/bridge/app.ts';
import type { Policy } from '../../shared/bridge/policy.ts';
import type { Core } from '../core/core.ts';
import type { Log } from '../core/ports.ts';
import { preloadFile } from '../host/places.ts';
import { createBadge } from './badge.ts';
import { serveBridge, type ServedBridge } from './ipc.ts';
import { watchLeaving } from './leaving.ts';
import { ProgramMenu } from './menu.ts';
import { watchFailures } from './failures.ts';
import type { Outside } from './outside.ts';
import { windowParts } from './paper.ts';
import type { ElectronParts } from './program.ts';
import { offerSuggestions } from './spelling.ts';
import type { Updates } from './updates.ts';
import { openWindow } from './window.ts';

export interface MainWindow {
	window: BrowserWindow;
	shown: Promise<void>;
	tell: ServedBridge['tell'];
	/** Closes the bridge; call it before the core stops. */
	close(): void;
}

interface MainWindowParts {
	core: Core;
	updates: Updates;
	outside: Outside;
	policy: Policy | null;
	first: string | null;
	windowId: string;
	language(): Settings['language'];
	spelling(locale: string): void;
	underWay(): Promise<Readonly<Record<string, unknown>>>;
	gpuFailed(): void;
	log: Log;
}

export function openMainWindow(electron: ElectronParts, parts: MainWindowParts): MainWindow {
	const { app, BrowserWindow, dialog, ipcMain, Menu, powerMonitor } = electron;
	const { core, updates, outside, policy, language, log } = parts;
	const host: HostInfo = {
		kind: 'electron',
		can: ['print', 'save-file', 'keep-secret', 'practise', 'auto-update'],
		...(policy === null ? {} : { policy }),
	};
	const { first: path } = parts;
	const { window, shown } = openWindow(BrowserWindow, { preload: preloadFile, host, path });
	const page = window.webContents;
	const menu = new ProgramMenu(Menu, (id) => bridge.tell('desktop.chosen', { id }));
	const bridge = serveBridge({
		ipcMain,
		page,
		core,
		log,
		window: windowParts({
			app,
			dialog,
			window,
			page,
			writeFile,
			log,
			takeOpenedFile: () => outside.takeFile(),
			setMenu: (title, commands) => menu.setCommands(title, commands),
		}),
		connection: parts.windowId,
	});
	const stopHearing = updates.onChange(() => {
		void core.call('desktop.state', {}).then((state) => {
			if (state.ok) bridge.tell('desktop.changed', state.value);
		});
	});
	followState(electron, { ...parts, window, menu });
	offerSuggestions(page, Menu, language);
	watchLeaving({
		app,
		powerMonitor,
		window,
		core,
		log,
		saveNow: () => bridge.tell('desktop.saveNow', {}),
		holdUpdates: () => updates.leave(),
	});
	const stopWatching = watchFailures({
		app,
		dialog,
		window,
		language,
		log,
		context: parts.underWay,
		gpuFailed: parts.gpuFailed,
	});
	return {
		window,
		shown,
		tell: bridge.tell,
		close() {
			stopHearing();
			stopWatching();
			bridge.close();
		},
	};
}

const badgeWords = {
	en: 'Stillroom: documents need attention',
	ar: 'Stillroom: مستندات تحتاج إلى انتباهك',
} as const satisfies Record<Settings['language'], string>;

function followState(
	{ app, nativeImage }: ElectronParts,
	{
		core,
		window,
		menu,
		spelling,
	}: Pick<MainWindowParts, 'core' | 'spelling'> & { window: BrowserWindow; menu: ProgramMenu },
): void {
	const badge = createBadge({ app, window, images: nativeImage, platform: process.platform });
	const follow = ({ settings, outbox }: AppState) => {
		menu.setLanguage(settings.language);
		spelling(settings.locale);
		badge(outbox.needYou, badgeWords[settings.language]);
	};
	core.on('app.changed', follow);
	void core.call('app.state', {}).then((state) => {
		if (state.ok) follow(state.value);
	});
}
