// Handles a full disk: refuses new work, keeps saved work, and frees space so that answers can still be saved.
import type { Clock, CorePorts, Log } from '../ports.ts';
import { ballastBytes, hasBallast, layBallast, releaseBallast } from '../store/ballast.ts';
import { isDiskFull } from '../store/damage.ts';
import type { Store } from '../store/open.ts';
import { cutLog, emptyCache } from '../store/shrink.ts';

interface RoomParts {
	dataFolder: string;
	store: Store;
	disk: CorePorts['disk'];
	clock: Clock;
	log: Log;
	changed: () => void;
}

const lookEvery = 15_000;

export class Room {
	readonly #parts: RoomParts;
	#full = false;
	#stopped = false;
	#cancel: (() => void) | null = null;
	#laying: Promise<void> = Promise.resolve();

	constructor(parts: RoomParts) {
		this.#parts = parts;
	}

	/** While true, nothing is entered, sent or fetched. */
	isFull(): boolean {
		return this.#full;
	}

	/**
	 * Frees space after a failed write: the cache's log, then the ballast, last the copies, which are needed offline.
	 * @returns false if there is nothing left to free
	 */
	give(): boolean {
		const { dataFolder, store } = this.#parts;
		this.#setFull(true);
		this.#lookLater();
		const steps = [
			() => cutLog(store.cache),
			() => releaseBallast(dataFolder),
			() => emptyCache(store.cache),
		];
		for (const step of steps) {
			try {
				if (step()) return true;
			} catch (error) {
				if (!isDiskFull(error)) throw error;
			}
		}
		return false;
	}

	start(): void {
		if (this.#parts.disk !== undefined) this.#look();
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		this.#cancel?.();
		await this.#laying;
	}

	#setFull(now: boolean): void {
		if (this.#full === now) return;
		const { dataFolder, disk, log, changed } = this.#parts;
		this.#full = now;
		if (now) log.error('The disk is full; new work is refused', { free: disk?.free(dataFolder) });
		else log.info('There is space on the disk again');
		changed();
	}

	#lookLater(): void {
		this.#cancel?.();
		if (this.#stopped) return;
		this.#cancel = this.#parts.clock.after(lookEvery, () => {
			this.#look();
		});
	}

	#look(): void {
		this.#laying = this.#laying.then(() => this.#lay());
	}

	/** There is space if the ballast fits with as much again to spare. */
	async #lay(): Promise<void> {
		const { dataFolder, disk, log } = this.#parts;
		if (this.#stopped || disk === undefined) return;
		const free = disk.free(dataFolder) ?? Infinity;
		const needed = hasBallast(dataFolder) ? ballastBytes : 2 * ballastBytes;
		if (free < needed) {
			this.#setFull(true);
			this.#lookLater();
			return;
		}
		try {
			await layBallast(dataFolder);
			this.#setFull(false);
		} catch (error) {
			log.warn('The ballast could not be written', { error: String(error) });
			this.#setFull(true);
			this.#lookLater();
		}
	}
}
