// Cares for the data folder: disk space, checks of stillroom.db, daily copies, repairs.
import type { OpenedData } from '../reopening.ts';
import { createChecking, type Checking } from './file-check.ts';
import { DailyCopies } from './daily-copies.ts';
import { Room } from './room.ts';

interface FolderCareParts extends Pick<OpenedData, 'dataFolder' | 'store' | 'ports' | 'reopen'> {
	roomChanged(isFull: boolean): void;
	copiesChanged(): void;
}

export class FolderCare {
	readonly room: Room;
	readonly checking: Checking;
	readonly copies: DailyCopies;
	readonly #parts: FolderCareParts;
	#stopped = false;

	constructor(parts: FolderCareParts) {
		this.#parts = parts;
		const { dataFolder, store, ports } = parts;
		const { clock, log, disk } = ports;
		this.room = new Room({
			dataFolder,
			store,
			disk,
			clock,
			log,
			changed: () => {
				if (!this.#stopped) parts.roomChanged(this.room.isFull());
			},
		});
		this.checking = createChecking({ clock, log, checkFile: ports.checkFile });
		this.copies = new DailyCopies({
			dataFolder,
			durable: store.durable,
			clock,
			log,
			copyFile: ports.copyFile,
			// On a full disk, the rest is reserved for answers to requests in flight.
			free: () => (this.room.isFull() ? 0 : (disk?.free(dataFolder) ?? null)),
			changed: () => {
				parts.copiesChanged();
			},
		});
	}

	repair(): void {
		const { reopen, ports } = this.#parts;
		reopen({ kind: 'check' }).catch((error: unknown) => {
			ports.log.error('The data could not be repaired', { error: String(error) });
		});
	}

	/** Checks the file before anything is sent. @returns false if it is being repaired instead */
	async checkFirst(): Promise<boolean> {
		const { store, ports, reopen } = this.#parts;
		if (ports.disk === undefined) return true;
		const wrong = await this.checking.open(store.durable);
		if (this.#stopped) return false;
		if (wrong === null) return true;
		ports.log.error('stillroom.db is damaged', { said: wrong });
		await reopen({ kind: 'check' });
		return false;
	}

	start(): void {
		if (this.#parts.ports.disk === undefined) return;
		this.room.start();
		this.copies.start();
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		await Promise.all([this.room.stop(), this.copies.stop(), this.checking.stop()]);
	}
}
