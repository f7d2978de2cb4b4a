// The only window. Its page is sandboxed and isolated, without Node.
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { HostInfo } from '../../shared/bridge/app.ts';
import { describeHost } from './preload-bridge.ts';
import { homePage } from './protocol.ts';

type NewWindow = new (options: BrowserWindowConstructorOptions) => BrowserWindow;

/** @returns at once; `shown` resolves when the page is visible, and rejects if it cannot be loaded */
export function openWindow(
	Window: NewWindow,
	{ preload, host }: { preload: string; host: HostInfo },
): { window: BrowserWindow; shown: Promise<void> } {
	const window = new Window({
		title: 'Stillroom',
		// Electron stores size and position under this name.
		name: 'main',
		windowStatePersistence: true,
		width: 1366,
		height: 860,
		minWidth: 960,
		minHeight: 600,
		show: false,
		autoHideMenuBar: true,
		webPreferences: {
			preload,
			additionalArguments: [describeHost(host)],
			sandbox: true,
			contextIsolation: true,
			nodeIntegration: false,
			webSecurity: true,
			webviewTag: false,
			// Spell checking would download dictionaries.
			spellcheck: false,
		},
	});
	const readyToShow = new Promise<void>((resolve) => {
		window.once('ready-to-show', () => {
			window.show();
			resolve();
		});
	});
	const shown = Promise.all([readyToShow, window.loadURL(homePage)]).then(() => undefined);
	return { window, shown };
}

export function bringToFront(window: BrowserWindow): void {
	if (window.isDestroyed()) return;
	if (window.isMinimized()) window.restore();
	window.focus();
}
