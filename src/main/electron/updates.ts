// Updates by the program itself: off, unless whoever looks after this PC has put a policy file beside the program. A
// program installed for all persons asks for an administrator at each update, so most places bring updates another way.
import type { AppUpdater } from 'electron-updater';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Clock, Log } from '../core/ports.ts';

/** `policy.json` in the program's resources, where only an administrator can write. */
const policy = z.strictObject({
	/** The https folder that holds latest.yml and the packages; null or left out for no updates. */
	updateFeed: z
		.url({ protocol: /^https$/ })
		.nullable()
		.default(null),
});

/** ms between looks for a newer version. */
const lookEvery = 6 * 60 * 60 * 1000;

/** The address of the updates, or null where there are none. A policy that cannot be read allows nothing. */
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
	/**
	 * Installs what was downloaded. Called once the core has stopped and at no other time: nothing is being sent then,
	 * and everything entered is on the disk. @returns false when there is nothing to install
	 */
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
	// The updater's own moment, when the program quits, could come before the core has stopped.
	updater.autoInstallOnAppQuit = false;
	updater.setFeedURL({ provider: 'generic', url: feed });
	updater.on('update-downloaded', ({ version }) => {
		downloaded = true;
		log.info('A newer version is ready to install', { version });
	});
	updater.on('error', (error) => log.warn('Looking for a newer version failed', { error }));

	function look(): void {
		// What goes wrong is told by the event above.
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
