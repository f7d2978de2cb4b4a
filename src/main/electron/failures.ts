// Handles a failed page, process or GPU: logs it with the context, and never reloads in a loop.
import process from 'node:process';
import type { App, BrowserWindow, Dialog, WebContents } from 'electron';
import type { Settings } from '../../shared/bridge/app.ts';
import type { Log } from '../core/ports.ts';
import { homePage } from './protocol.ts';
import { stoppedPath, stoppedWords, type Stopped } from './stopped-page.ts';

type Language = Settings['language'];

interface FailureParts {
	app: Pick<App, 'on' | 'off'>;
	dialog: Pick<Dialog, 'showMessageBox'>;
	window: Pick<BrowserWindow, 'on' | 'loadURL' | 'isDestroyed'> & {
		webContents: Pick<WebContents, 'on' | 'getURL' | 'forcefullyCrashRenderer'>;
	};
	language(): Language;
	context(): Promise<Readonly<Record<string, unknown>>>;
	gpuFailed(): void;
	log: Log;
}

const unresponsiveWords = {
	en: {
		message: 'Stillroom does not respond',
		detail: 'Everything that was saved is safe. You can wait, or open the window again.',
		wait: 'Wait',
		reopen: 'Open again',
	},
	ar: {
		message: 'Stillroom لا يستجيب',
		detail: 'كل ما حُفظ آمن. يمكنك الانتظار أو فتح النافذة من جديد.',
		wait: 'انتظر',
		reopen: 'افتح من جديد',
	},
} as const satisfies Record<Language, Record<string, string>>;

export function watchFailures(parts: FailureParts): () => void {
	const { app, dialog, window, language, gpuFailed, log } = parts;
	const { webContents } = window;
	/** Set while the page after a failure is shown or loading: if that fails too, only a native message is left. */
	let stopped: Stopped | null = null;
	let asking = false;

	async function note(message: string, facts: Readonly<Record<string, unknown>>): Promise<void> {
		log.error(message, { ...facts, at: pathOf(webContents), ...(await parts.context()) });
	}

	function show(what: Stopped): void {
		if (window.isDestroyed()) return;
		const again = stopped !== null;
		stopped = what;
		if (again) void showNatively(what);
		else load(new URL(stoppedPath(what), homePage).href);
	}

	function load(address: string): void {
		window.loadURL(address).catch((error: unknown) => {
			log.error('A page could not be loaded', { address, error });
		});
	}

	async function showNatively(what: Stopped): Promise<void> {
		const say = stoppedWords(language());
		await dialog.showMessageBox({
			type: 'error',
			message: say[what],
			detail: say.safe,
			buttons: [say['button-page']],
		});
		stopped = null;
		if (!window.isDestroyed()) load(homePage);
	}

	webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
		if (reason === 'clean-exit') return;
		void note('The page ended', { reason, exitCode });
		show('page');
	});
	webContents.on('did-finish-load', () => {
		if (pathOf(webContents) === '/') stopped = null;
	});
	window.on('unresponsive', () => {
		void note('The page does not respond', {});
		if (!asking) void ask();
	});

	async function ask(): Promise<void> {
		asking = true;
		const say = unresponsiveWords[language()];
		const { response } = await dialog.showMessageBox({
			type: 'warning',
			message: say.message,
			detail: say.detail,
			buttons: [say.wait, say.reopen],
			defaultId: 0,
			cancelId: 0,
		});
		asking = false;
		if (response === 1 && !window.isDestroyed()) webContents.forcefullyCrashRenderer();
	}

	app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName }) => {
		if (reason === 'clean-exit') return;
		void note('A process of the program ended', { type, reason, exitCode, serviceName });
		if (type === 'GPU' && reason !== 'killed') gpuFailed();
	});

	/** The core commits each change by itself, so an error elsewhere leaves no half change behind. */
	const uncaught = (error: unknown) => {
		void note('An error was not caught', { error });
		if (stopped === null) show('program');
	};
	process.on('uncaughtException', uncaught);
	return () => process.off('uncaughtException', uncaught);
}

/** Without ids: they may name a document. */
function pathOf(contents: Pick<WebContents, 'getURL'>): string {
	const url = URL.parse(contents.getURL());
	return url === null ? '' : url.pathname;
}
