// What calls save on a slow disk, and when it may be told: the core goes on with other calls while the disk writes, and
// neither an answer nor an event leaves it before all that calls had saved by then is on the disk.
import { isDiskFull } from './store/damage.ts';
import type { LogFlush } from './store/log-flush.ts';

export interface Saving {
	/** Carries out a call whose transactions need not wait for the disk each by itself. */
	carryOut<Answer>(call: () => Answer): Answer;
	/**
	 * Resolves when what was saved until now is on the disk; null where it is there. Rejects with `NotOnDisk`, or with what
	 * the system says of a full disk.
	 */
	onItsWay(): Promise<void> | null;
	/** Tells it when what was saved until now is on the disk, one after the other. Where the disk fails it is not told. */
	tell(it: () => void): void;
}

/** The disk does not say that it has what was saved. It stands in the file all the same, but nobody may rely on it. */
export class NotOnDisk extends Error {
	override readonly name = 'NotOnDisk';
}

/** @param log left out, every commit is on the disk when it returns. */
export function createSaving(log: LogFlush | null): Saving {
	/** What the last call that did not wait has to wait for, and what is told then. */
	let last: { flush: Promise<void>; end: Promise<void>; told: (() => void)[] } | null = null;
	/** What a call that is being carried out tells. */
	let telling: (() => void)[] | null = null;

	const tell = (it: () => void): void => {
		const waiting = telling ?? last?.told;
		if (waiting === undefined) it();
		else waiting.push(it);
	};

	const waitFor = (flush: Promise<void>, told: (() => void)[]): void => {
		if (last?.flush === flush) {
			last.told.push(...told);
			return;
		}
		const over = () => {
			if (last === waiting) last = null;
		};
		const end = flush.then(
			() => {
				over();
				for (const it of told) it();
			},
			(cause: unknown) => {
				over();
				if (isDiskFull(cause)) throw cause;
				throw new NotOnDisk(`The log was not flushed: ${String(cause)}`, { cause });
			},
		);
		// Whoever waits hears of it, and a call may have come to nothing meanwhile.
		end.catch(() => undefined);
		const waiting = { flush, end, told };
		last = waiting;
	};

	return {
		carryOut(call) {
			if (log === null) return call();
			const before = log.committed();
			const told: (() => void)[] = [];
			telling = told;
			try {
				return log.unflushedWhereSlow(call);
			} finally {
				telling = null;
				if (log.committed() !== before) waitFor(log.flushed(), told);
				else for (const it of told) tell(it);
			}
		},
		onItsWay: () => last?.end ?? null,
		tell,
	};
}
