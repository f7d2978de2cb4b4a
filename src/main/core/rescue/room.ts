// Handles a full disk: refuses new work, keeps saved work, and frees space so that answers can still be saved.
import type { Clock, CorePorts, Log } from '../ports.ts';
import { ballastBytes, hasBallast, layBallast, releaseBallast } from '../store/ballast.ts';
import { isDiskFull } from '../store/damage.ts';
import type { Store } from '../store/open.ts';
import { cutLog, emptyCache } from '../store/shrink.ts';

export interface Room {
	/** While true, no new work, sending or fetching. */
	isFull(): boolean;
	/**
	 * Frees space after a failed write: the cache's log, then the ballast, last the copies, which are needed offline.
	 * @returns false if there is nothing left to free
	 */
	give(): boolean;
	start(): void;
	stop(): Promise<void>;
}

const lookEvery = 15_000;

export function createRoom({
	dataFolder,
	store,
	disk,
	clock,
	log,
	changed,
}: {
	dataFolder: string;
	store: Store;
	disk: CorePorts['disk'];
	clock: Clock;
	log: Log;
	changed: () => void;
}): Room {
	let full = false;
	let stopped = false;
	let cancel: (() => void) | null = null;
	let laying: Promise<void> = Promise.resolve();

	const setFull = (now: boolean) => {
		if (full === now) return;
		full = now;
		if (now)
			log.error('The disk is full; nothing new is taken in', { free: disk?.free(dataFolder) });
		else log.info('There is room on the disk again');
		changed();
	};

	const lookLater = () => {
		cancel?.();
		if (!stopped) cancel = clock.after(lookEvery, () => void look());
	};

	/** There is space if the ballast fits with as much again to spare. */
	const look = (): Promise<void> => {
		laying = laying.then(async () => {
			if (stopped || disk === undefined) return;
			const free = disk.free(dataFolder) ?? Infinity;
			const needed = hasBallast(dataFolder) ? ballastBytes : 2 * ballastBytes;
			if (free < needed) {
				setFull(true);
				lookLater();
				return;
			}
			try {
				await layBallast(dataFolder);
				setFull(false);
			} catch (error) {
				log.warn('The ballast could not be laid', { error: String(error) });
				setFull(true);
				lookLater();
			}
		});
		return laying;
	};

	const steps: (() => boolean)[] = [
		() => cutLog(store.cache),
		() => releaseBallast(dataFolder),
		() => emptyCache(store.cache),
	];

	return {
		isFull: () => full,
		give() {
			setFull(true);
			lookLater();
			for (const step of steps) {
				try {
					if (step()) return true;
				} catch (error) {
					if (!isDiskFull(error)) throw error;
				}
			}
			return false;
		},
		start() {
			if (disk !== undefined) void look();
		},
		async stop() {
			stopped = true;
			cancel?.();
			await laying;
		},
	};
}
