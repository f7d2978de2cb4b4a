// Automatic updates. Off unless an administrator puts a policy file next to the program.
import type { AppUpdater } from 'electron-updater';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Clock, Log } from '../core/ports.ts';

/** `policy.json` in the program's resources, writable by administrators only. */
const policy = z.strictObject({
	/** The https folder with latest.yml and the packages; null for no updates. */
	updateFeed: z
		.url({ protocol: /^https$/ })
		.nullable()
		.default(null),
});

/** ms between checks. */
const lookEvery = 6 * 60 * 60 * 1000;

/** The update address, or null for no updates. An unreadable policy allows none. */
export function readUpdateFeed(file: string, log: Log): string | null {
	let text: string;
	try {
		text = readFileSync(file, 'utf8');
	} catch {
		return null;
	}
	try {
		return policy.parse(JSON.parse(text)).updateFeed;
	} catch (error) {
		log.error('The policy file cannot be read, so there are no updates', { file, error });
		return null;
	}
}

export interface Updates {
	/** Call only after the core has stopped: all work is on disk then. @returns false if there is nothing to install */
	install(): boolean;
}

type Updater = Pick<
	AppUpdater,
	| 'autoDownload'
	| 'autoInstallOnAppQuit'
	| 'setFeedURL'
	| 'checkForUpdates'
	| 'quitAndInstall'
	| 'on'
>;

export function startUpdates(
	updater: Updater,
	feed: string,
	{ clock, log }: { clock: Clock; log: Log },
): Updates {
	let downloaded = false;
	updater.autoDownload = true;
	// The updater would install on quit, possibly before the core has stopped.
	updater.autoInstallOnAppQuit = false;
	updater.setFeedURL({ provider: 'generic', url: feed });
	updater.on('update-downloaded', ({ version }) => {
		downloaded = true;
		log.info('A newer version is ready to install', { version });
	});
	updater.on('error', (error) => log.warn('Looking for a newer version failed', { error }));

	function look(): void {
		updater.checkForUpdates().catch(() => undefined);
		clock.after(lookEvery, look);
	}
	look();

	return {
		install() {
			if (downloaded) updater.quitAndInstall(true, false);
			return downloaded;
		},
	};
}
