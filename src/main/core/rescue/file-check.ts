// Checks a file for damage: a large one on another thread, because a check takes 1 ms per megabyte.
import type { Clock, CorePorts, Log } from '../ports.ts';
import { isWhole } from '../store/copies.ts';
import { check, checkInSteps } from '../store/damage.ts';
import type { Sqlite } from '../store/open.ts';

export interface Checking {
	/** The file in use. @returns what is wrong, or null; null also if it was closed meanwhile */
	open(db: Sqlite): Promise<string | null>;
	/** A copy that is not open. @returns false also if it cannot be read */
	copy(file: string, bytes: number): Promise<boolean>;
	stop(): Promise<void>;
}

/** Below this size, reading is faster than starting a thread. */
export const worthAThread = 2 * 1024 * 1024;

export function createChecking({
	clock,
	log,
	checkFile,
}: {
	clock: Clock;
	log: Log;
	checkFile: CorePorts['checkFile'];
}): Checking {
	const underWay = new Set<Promise<unknown>>();

	const onThread = async (file: string): Promise<string | null | undefined> => {
		if (checkFile === undefined) return undefined;
		const checked = checkFile(file).catch((error: unknown) => {
			log.warn('A file could not be checked on a thread', { error: String(error) });
			return undefined;
		});
		underWay.add(checked);
		const wrong = await checked;
		underWay.delete(checked);
		return wrong;
	};

	const pausing = () => {
		let since = clock.monotonic();
		return async () => {
			if (clock.monotonic() - since < 10) return;
			await new Promise<void>((resolve) => clock.after(0, resolve));
			since = clock.monotonic();
		};
	};

	return {
		async open(db) {
			if (bytesOf(db) < worthAThread) return check(db);
			const wrong = await onThread(db.name);
			if (wrong !== undefined) return wrong;
			return db.open ? checkInSteps(db, pausing()) : null;
		},
		async copy(file, bytes) {
			const wrong = bytes < worthAThread ? undefined : await onThread(file);
			return wrong === undefined ? isWhole(file) : wrong === null;
		},
		async stop() {
			await Promise.all(underWay);
		},
	};
}

/** As SQLite sees it, including its log. */
export const bytesOf = (db: Sqlite): number =>
	Number(db.pragma('page_count', { simple: true })) *
	Number(db.pragma('page_size', { simple: true }));
