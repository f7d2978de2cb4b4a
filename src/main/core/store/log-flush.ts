// A commit that does not hold up the program while the disk writes: it goes into the log of stillroom.db as every commit
// does, and the log is brought to the disk beside whatever else there is to do. Until it is there, nobody may go on as if
// it were; what is written meanwhile by others brings it along, since their commits wait for the whole log.
import type { CorePorts } from '../ports.ts';
import type { Sqlite } from './open.ts';

export interface LogFlush {
	/** Commits what is written in `work` without waiting for the disk; `flushed` must be awaited before it counts. */
	unflushed<Result>(work: () => Result): Result;
	/** Resolves when every commit so far is on the disk; rejects with what the disk says. */
	flushed(): Promise<void>;
	/** Lets go of the log before the file is closed. */
	close(): void;
}

export function logFlush(durable: Sqlite, flushOf: NonNullable<CorePorts['flushOf']>): LogFlush {
	const log = flushOf(`${durable.name}-wal`);
	return {
		unflushed(work) {
			durable.exec('PRAGMA synchronous = NORMAL');
			try {
				return work();
			} finally {
				durable.exec('PRAGMA synchronous = FULL');
			}
		},
		flushed: () => log.flush(),
		close: () => {
			log.close();
		},
	};
}
