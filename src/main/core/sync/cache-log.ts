// Keeps the writing back of the cache's log away from the thread while much is being kept. SQLite does it by itself
// within the commit that fills the log, and waits for the disk there; the host's writer does it beside. It is kept because
// without it one such commit holds the core's thread for more than 50 ms (docs/performance.md).
import type { CorePorts, LogWriter } from '../ports.ts';
import type { Sqlite } from '../store/open.ts';
import { cutLog } from '../store/shrink.ts';

/** Pages of log after which SQLite writes back by itself: its own default. */
const BY_ITSELF = 1_000;
/** The same while the writer does it: only where it falls behind, so that the log has an end whatever becomes of it. */
const AT_MOST = 16_000;
/** Pages of log after which the writer is asked. A page that was written many times is written back once. */
const BESIDE = 4_000;

export interface CacheLog {
	/** Does work that writes much. The log is short again at its end, however it ends. */
	during<Result>(work: () => Promise<Result>): Promise<Result>;
	/** Between two transactions of such work: waits while a long log is written back. */
	shorten(): Promise<void>;
}

/** Without a writer, and from when it fails, SQLite writes back by itself. */
export function cacheLog(
	cache: Sqlite,
	{ logWriter: open, log }: Pick<CorePorts, 'logWriter' | 'log'>,
): CacheLog {
	if (open === undefined) return { during: (work) => work(), shorten: () => Promise.resolve() };

	/** How many such works are under way. */
	let works = 0;
	let writer: LogWriter | null = null;
	let writing: Promise<void> | null = null;
	let failed = false;

	const byItselfAfter = (pages: number) => {
		cache.pragma(`wal_autocheckpoint = ${String(pages)}`);
	};

	/** Pages of the log that are not in the file yet. */
	const unwritten = (): number => {
		const [found] = cache
			.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)')
			.all();
		return found === undefined ? 0 : found.log - found.checkpointed;
	};

	const writeBack = (): Promise<void> => {
		writing ??= (async () => {
			writer ??= open(cache.name);
			const written = await writer.writeBack();
			writing = null;
			if (written) return;
			failed = true;
			byItselfAfter(BY_ITSELF);
			log.warn('The log of the copies is written back by the core itself');
		})();
		return writing;
	};

	const end = async () => {
		if (!failed && unwritten() >= BY_ITSELF) await writeBack();
		const ended = writer;
		writer = null;
		await ended?.close();
		if (works > 0) return;
		byItselfAfter(BY_ITSELF);
		// Nothing is left to write back, so this only gives the room on the disk back.
		if (ended !== null && unwritten() === 0) cutLog(cache);
	};

	return {
		async during(work) {
			works += 1;
			if (!failed) byItselfAfter(AT_MOST);
			try {
				return await work();
			} finally {
				works -= 1;
				if (works === 0) await end();
			}
		},
		async shorten() {
			if (!failed && unwritten() >= BESIDE) await writeBack();
		},
	};
}
