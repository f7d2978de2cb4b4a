// Copies stillroom.db once a day, and at the start if the last copy is older than a day.
import type { Clock, CorePorts, Log } from '../ports.ts';
import { listCopies, makeCopy, thinCopies, writeCopy, type Copy } from '../store/copies.ts';
import { isDiskFull } from '../store/damage.ts';
import type { Sqlite } from '../store/open.ts';
import { bytesOf, worthAThread } from './file-check.ts';

type CopyProblem = 'disk-full' | 'failed';

export interface DailyCopies {
	problem(): CopyProblem | null;
	/** Copies everything saved until now; if a copy is in progress, makes another one after it. */
	make(): Promise<Copy | CopyProblem>;
	start(): void;
	stop(): Promise<void>;
}

const day = 24 * 60 * 60 * 1000;
/** A one-day timer would not notice sleep. */
const lookEvery = 60 * 60 * 1000;

export function createDailyCopies({
	dataFolder,
	durable,
	clock,
	log,
	free,
	copyFile,
	changed,
}: {
	dataFolder: string;
	durable: Sqlite;
	clock: Clock;
	log: Log;
	free: () => number | null;
	copyFile: CorePorts['copyFile'];
	changed: () => void;
}): DailyCopies {
	let problem: CopyProblem | null = null;
	let making: Promise<Copy | CopyProblem> | null = null;
	let following: Promise<Copy | CopyProblem> | null = null;
	let stopped = false;
	let cancel: (() => void) | null = null;

	const pause = () => new Promise<void>((resolve) => clock.after(0, resolve));

	const copyNow = async (): Promise<Copy | CopyProblem> => {
		// A copy must leave room for work, so twice its size must be free.
		const bytes = bytesOf(durable);
		if ((free() ?? Infinity) < 2 * bytes) return 'disk-full';
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
	};

	const begin = (): Promise<Copy | CopyProblem> => {
		if (stopped) return Promise.resolve('failed');
		making = copyNow().then((made) => {
			making = null;
			problem = typeof made === 'string' ? made : null;
			if (!stopped) changed();
			return made;
		});
		return making;
	};

	const make = (): Promise<Copy | CopyProblem> => {
		if (making === null) return begin();
		// The copy in progress may have read its pages before the caller's last save.
		following ??= making.then(() => {
			following = null;
			return begin();
		});
		return following;
	};

	const look = () => {
		if (stopped) return;
		const [last] = listCopies(dataFolder);
		const age = last === undefined ? Infinity : clock.now() - last.at;
		// A copy from the future was made before the clock was set back; the next one replaces it as the latest.
		if (making === null && (age > day || age < -day)) void make();
		cancel = clock.after(lookEvery, look);
	};

	return {
		problem: () => problem,
		make,
		start: look,
		async stop() {
			stopped = true;
			cancel?.();
			await making;
		},
	};
}
