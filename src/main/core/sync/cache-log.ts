// Moves checkpoints of the cache's log to another thread during large writes. In a commit SQLite would wait for the
// disk and hold the core's thread for more than 50 ms (docs/decisions/02-one-thread.md).
import type { CorePorts, LogWriter } from '../ports.ts';
import type { Sqlite } from '../store/open.ts';
import { cutLog } from '../store/shrink.ts';

/** Pages after which SQLite checkpoints by itself: its default. */
const BY_ITSELF = 1_000;
/** The same while the writer runs: limits the log if the writer falls behind. */
const AT_MOST = 16_000;
/** Pages after which the writer runs. A page written many times is written back once. */
const BESIDE = 4_000;

export interface CacheLog {
	/** Does work that writes much, and truncates the log at the end, even on failure. */
	during<Result>(work: () => Promise<Result>): Promise<Result>;
	/** Call it between transactions of such work: waits while a long log is written back. */
	shorten(): Promise<void>;
}

/** Without a writer, or after it failed, SQLite checkpoints by itself. */
export function cacheLog(
	cache: Sqlite,
	{ logWriter: open, log }: Pick<CorePorts, 'logWriter' | 'log'>,
): CacheLog {
	if (open === undefined) return { during: (work) => work(), shorten: () => Promise.resolve() };

	let works = 0;
	let writer: LogWriter | null = null;
	let writing: Promise<void> | null = null;
	let failed = false;

	const byItselfAfter = (pages: number) => {
		cache.pragma(`wal_autocheckpoint = ${String(pages)}`);
	};

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
		// Everything is written back: this only frees disk space.
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
