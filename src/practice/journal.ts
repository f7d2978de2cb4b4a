// The outcome of every request that reached a handler, so that tests can compare effects with answers.
import type { OperationName } from '../shared/service/index.ts';

export interface JournalEntry {
	readonly no: number;
	/** Epoch ms. */
	readonly at: number;
	readonly operation: OperationName;
	/** The document in the path, if any. */
	readonly document: string | null;
	/** The client's reference in the request's description. */
	readonly reference: string | null;
	/** The handler's status, before any fault. */
	readonly status: number;
	readonly committed: boolean;
	/** false if a fault dropped or replaced the reply. */
	readonly answered: boolean;
}

export interface Journal {
	/** Oldest first. */
	entries(): readonly JournalEntry[];
	add(entry: Omit<JournalEntry, 'no'>): void;
	clear(): void;
}

/** Bounds memory: an open program pings all day. */
const MOST_ENTRIES = 100_000;

export function createJournal(): Journal {
	let entries: JournalEntry[] = [];
	let last = 0;
	return {
		entries: () => entries,
		add(entry) {
			last += 1;
			entries.push({ no: last, ...entry });
			if (entries.length > MOST_ENTRIES * 2) entries = entries.slice(-MOST_ENTRIES);
		},
		clear() {
			entries = [];
		},
	};
}
