// The only window. Its page is sandboxed and isolated, without Node.
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { HostInfo } from '../../shared/bridge/app.ts';
import { describeHost } from './preload-bridge.ts';
import { homePage } from './protocol.ts';

type NewWindow = new (options: BrowserWindowConstructorOptions) => BrowserWindow;

interface WindowOptions {
	preload: string;
	host: HostInfo;
	/** The first path of the screens; null for the usual one. */
	path?: string | null;
}

/** @returns at once; `shown` resolves when the page is visible, and rejects if it cannot be loaded */
export function openWindow(
	Window: NewWindow,
	{ preload, host, path = null }: WindowOptions,
): { window: BrowserWindow; shown: Promise<void> } {
	const window = new Window({
		title: 'Stillroom',
		// Electron stores size, position and display under this name, and brings a window back that would open on a
		// display that is gone.
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
			// Which dictionaries there are is decided in spelling.ts.
			spellcheck: true,
		},
	});
	const readyToShow = new Promise<void>((resolve) => {
		window.once('ready-to-show', () => {
			window.show();
			resolve();
		});
	});
	const address = path === null ? homePage : `${homePage}#${path}`;
	const shown = Promise.all([readyToShow, window.loadURL(address)]).then(() => undefined);
	return { window, shown };
}

/** Also a window that is hidden or was never shown. */
export function bringToFront(window: BrowserWindow): void {
	if (window.isDestroyed()) return;
	if (window.isMinimized()) window.restore();
	window.show();
	window.focus();
}
