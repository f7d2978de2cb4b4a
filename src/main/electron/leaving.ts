// The PC sleeps, shuts down, or the user signs out: save the open box, and stop in order where the program must end.
import type { App, BrowserWindow, PowerMonitor } from 'electron';
import type { Core } from '../core/core.ts';
import type { Log } from '../core/ports.ts';

interface LeavingParts {
	app: Pick<App, 'quit'>;
	powerMonitor: Pick<PowerMonitor, 'on'>;
	window: Pick<BrowserWindow, 'on'>;
	core: Pick<Core, 'suspend' | 'resume'>;
	saveNow(): void;
	holdUpdates(): void;
	log: Log;
}

export function watchLeaving(parts: LeavingParts): void {
	const { app, powerMonitor, window, core, saveNow, holdUpdates, log } = parts;
	const leave = (why: string) => {
		log.info('The session ends', { why });
		holdUpdates();
		saveNow();
	};

	powerMonitor.on('suspend', () => {
		saveNow();
		core.suspend();
	});
	powerMonitor.on('resume', () => core.resume());
	// Linux and macOS wait for the program.
	powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
		event?.preventDefault();
		leave('shutdown');
		app.quit();
	});
	// Windows asks first, and another program may still refuse.
	window.on('query-session-end', () => saveNow());
	window.on('session-end', () => {
		leave('session-end');
		app.quit();
	});
}
