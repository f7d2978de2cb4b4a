// Commits that do not hold up the program while the disk writes: they go into the log of stillroom.db as every commit
// does, and the log is brought to the disk beside whatever else there is to do. Until it is there, nobody may go on as if
// it were; what is written meanwhile by others brings it along, since their commits wait for the whole log.
import type { Clock, CorePorts } from '../ports.ts';
import { saved, wrapTransactionsOnce } from './light-transactions.ts';
import type { Sqlite } from './open.ts';

/** So many commits may be on their way to the disk at once; one more waits for the disk itself, and takes them along. */
export const MOST_ON_THEIR_WAY = 3;

/** ms. A disk that keeps a commit no longer is waited for: to another thread and back it takes up to a tenth of one. */
const LONG = 2;

export interface LogFlush {
	/** Commits what is written in `work` without waiting for the disk; `flushed` must be awaited before it counts. */
	unflushed<Result>(work: () => Result): Result;
	/** The same for each transaction in `work`, where the disk has lately kept commits for long. */
	unflushedWhereSlow<Result>(work: () => Result): Result;
	/** How many commits did not wait, in all. */
	committed(): number;
	/** Resolves when every commit so far is on the disk; rejects with what the disk says. */
	flushed(): Promise<void>;
	/** Lets go of the log before the file is closed, when what is on its way has come. */
	close(): Promise<void>;
}

/** One for each file: it has a say in the commits of its transactions. */
export function logFlush(
	durable: Sqlite,
	flushOf: NonNullable<CorePorts['flushOf']>,
	clock: Clock,
): LogFlush {
	const log = flushOf(`${durable.name}-wal`);
	/** Commits that did not wait, and those of them that are on the disk: how many in all. */
	let committed = 0;
	let onDisk = 0;
	/** Whether the commit that is carried out waits for the disk. */
	let waits = true;
	let slow = false;
	/** Transactions do not wait now, where the disk is slow. */
	let mayGoOn = false;

	const changes = durable.prepare<[], number>('SELECT total_changes()').pluck();
	const unflushed = <Result>(work: () => Result): Result => {
		if (committed - onDisk >= MOST_ON_THEIR_WAY) return work();
		const before = changes.get();
		durable.exec('PRAGMA synchronous = NORMAL');
		waits = false;
		try {
			return work();
		} finally {
			durable.exec('PRAGMA synchronous = FULL');
			waits = true;
			if (changes.get() !== before) committed += 1;
		}
	};

	/** When the work of a transaction was done: what is left of it is its commit. */
	let worked = 0;
	wrapTransactionsOnce(durable, {
		worked() {
			worked = clock.monotonic();
		},
		isOnDisk: () => waits && onDisk === committed,
		carryOut(transaction) {
			if (mayGoOn && slow) return unflushed(transaction);
			const result = transaction();
			if (clock.monotonic() - worked > LONG) slow = true;
			return result;
		},
	});

	let underWay: { readonly upTo: number; readonly end: Promise<void> } | null = null;
	let next: Promise<void> | null = null;

	const begin = (): Promise<void> => {
		const upTo = committed;
		const begun = clock.monotonic();
		const end = log
			.flush()
			.then(() => {
				onDisk = upTo;
				if (onDisk === committed) saved(durable);
				slow = clock.monotonic() - begun > LONG;
			})
			.finally(() => {
				underWay = null;
			});
		underWay = { upTo, end };
		return end;
	};
	const beginNext = (): Promise<void> => {
		next = null;
		return begin();
	};

	const flushed = (): Promise<void> => {
		if (onDisk === committed) return Promise.resolve();
		if (underWay === null) return begin();
		if (underWay.upTo === committed) return underWay.end;
		// What is committed while the disk writes may come too late for it, and shares the flush after.
		return (next ??= underWay.end.then(beginNext, beginNext));
	};

	return {
		unflushed,
		unflushedWhereSlow(work) {
			mayGoOn = true;
			try {
				return work();
			} finally {
				mayGoOn = false;
			}
		},
		committed: () => committed,
		flushed,
		async close() {
			try {
				// More may be committed until the disk has it.
				while (onDisk < committed) await flushed();
			} catch {
				// Whoever waits for it hears of it.
			}
			log.close();
		},
	};
}
