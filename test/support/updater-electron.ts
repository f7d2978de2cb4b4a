// Stands in for the parts of Electron that electron-updater requires, so that the real updater runs in Node: requests
// go through Node's http, and Squirrel for macOS is a recorder that really fetches what it is offered.
import { EventEmitter } from 'node:events';
import { request } from 'node:http';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export interface Squirrel extends EventEmitter {
	/** Bytes fetched from the updater's own server; null before. */
	staged: Buffer | null;
	restarts: number;
	setFeedURL(feed: { url: string; headers: Record<string, string> }): void;
	checkForUpdates(): void;
	quitAndInstall(): void;
}

interface UpdaterElectron {
	squirrel: Squirrel;
	/** How often the updater asked the program to quit, and to start again. */
	seen: { quits: number; relaunches: number };
}

/** Replaces the module `electron` for CommonJS packages of this process. Call it before electron-updater is loaded. */
export function provideElectron({
	version,
	userData,
}: {
	version: string;
	userData: string;
}): UpdaterElectron {
	const seen = { quits: 0, relaunches: 0 };
	const app = Object.assign(new EventEmitter(), {
		isPackaged: true,
		whenReady: async () => undefined,
		getVersion: () => version,
		getName: () => 'stillroom',
		getPath: () => userData,
		getAppPath: () => userData,
		quit: () => void (seen.quits += 1),
		relaunch: () => void (seen.relaunches += 1),
	});
	const squirrel = fakeSquirrel();
	const exports = {
		app,
		autoUpdater: squirrel,
		session: { fromPartition: () => ({}) },
		net: { request },
	};
	const id = require.resolve('electron');
	const { cache }: { cache: Record<string, unknown> } = require;
	cache[id] = { id, loaded: true, exports };
	return { squirrel, seen };
}

function fakeSquirrel(): Squirrel {
	let feed = { url: '', headers: {} as Record<string, string> };
	const squirrel = Object.assign(new EventEmitter(), {
		staged: null as Buffer | null,
		restarts: 0,
		setFeedURL: (wanted: typeof feed) => void (feed = wanted),
		checkForUpdates: () => void stage(),
		quitAndInstall: () => void (squirrel.restarts += 1),
	});
	async function stage(): Promise<void> {
		const answer = await fetch(feed.url, { headers: feed.headers });
		const { url } = (await answer.json()) as { url: string };
		squirrel.staged = Buffer.from(await (await fetch(url)).arrayBuffer());
		squirrel.emit('update-downloaded');
	}
	return squirrel;
}
