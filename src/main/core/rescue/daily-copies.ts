// Copies stillroom.db once a day, and at the start if the last copy is older than a day.
import type { Clock, CorePorts, Log } from '../ports.ts';
import { listCopies, makeCopy, thinCopies, writeCopy, type Copy } from '../store/copies.ts';
import { isDiskFull } from '../store/damage.ts';
import type { Sqlite } from '../store/open.ts';
import { bytesOf, worthAThread } from './file-check.ts';

type CopyProblem = 'disk-full' | 'failed';

interface CopyParts {
	dataFolder: string;
	durable: Sqlite;
	clock: Clock;
	log: Log;
	free: () => number | null;
	copyFile: CorePorts['copyFile'];
	changed: () => void;
}

const day = 24 * 60 * 60 * 1000;
/** A one-day timer would not notice sleep. */
const lookEvery = 60 * 60 * 1000;

export class DailyCopies {
	readonly #parts: CopyParts;
	#problem: CopyProblem | null = null;
	#making: Promise<Copy | CopyProblem> | null = null;
	#following: Promise<Copy | CopyProblem> | null = null;
	#stopped = false;
	#cancel: (() => void) | null = null;

	constructor(parts: CopyParts) {
		this.#parts = parts;
	}

	problem(): CopyProblem | null {
		return this.#problem;
	}

	/** Copies everything saved until now; if a copy is in progress, makes another one after it. */
	make(): Promise<Copy | CopyProblem> {
		if (this.#making === null) return this.#begin();
		// The copy in progress may have read its pages before the caller's last save.
		this.#following ??= this.#making.then(() => {
			this.#following = null;
			return this.#begin();
		});
		return this.#following;
	}

	start(): void {
		if (this.#stopped) return;
		const { dataFolder, clock } = this.#parts;
		const [last] = listCopies(dataFolder);
		const age = last === undefined ? Infinity : clock.now() - last.at;
		// A copy from the future was made before the clock was set back; the next one replaces it as the latest.
		if (this.#making === null && (age > day || age < -day)) void this.make();
		this.#cancel = clock.after(lookEvery, () => {
			this.start();
		});
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		this.#cancel?.();
		await this.#making;
	}

	#begin(): Promise<Copy | CopyProblem> {
		if (this.#stopped) return Promise.resolve('failed');
		this.#making = copyNow(this.#parts).then((made) => {
			this.#making = null;
			this.#problem = typeof made === 'string' ? made : null;
			if (!this.#stopped) this.#parts.changed();
			return made;
		});
		return this.#making;
	}
}

async function copyNow(parts: CopyParts): Promise<Copy | CopyProblem> {
	const { dataFolder, durable, clock, log, free, copyFile } = parts;
	// A copy must leave room for work, so twice its size must be free.
	const bytes = bytesOf(durable);
	if ((free() ?? Infinity) < 2 * bytes) return 'disk-full';
	const pause = () => new Promise<void>((resolve) => clock.after(0, resolve));
	const write = (file: string) =>
		copyFile === undefined || bytes < worthAThread
			? writeCopy(durable, file, pause)
			: copyFile(durable.name, file);
	try {
		const copy = await makeCopy(durable, dataFolder, clock.now(), write);
		if (copy === null) return 'failed';
		await thinCopies(dataFolder, clock.now());
		return copy;
	} catch (error) {
		log.error('No copy could be made', { error: String(error) });
		return isDiskFull(error) ? 'disk-full' : 'failed';
	}
}
