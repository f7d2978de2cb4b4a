// What became of every request that reached a handler, so that tests can count effects and compare them with answers.
import type { OperationName } from '../shared/service/index.ts';

export interface JournalEntry {
	readonly no: number;
	/** Epoch ms. */
	readonly at: number;
	readonly operation: OperationName;
	/** The document in the path, where there is one. */
	readonly document: string | null;
	/** The client's reference in the request's description. */
	readonly reference: string | null;
	/** The status that the handler answered with, whatever a fault made of it. */
	readonly status: number;
	/** Whether it changed anything. */
	readonly committed: boolean;
	/** False where a fault dropped the reply or put another in its place. */
	readonly answered: boolean;
}

export interface Journal {
	/** Oldest first. */
	entries(): readonly JournalEntry[];
	add(entry: Omit<JournalEntry, 'no'>): void;
	clear(): void;
}

/** A program left open probes all day; older entries than these are of no use to anyone. */
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
