// The outcome of every request that reached a handler, so that tests can compare effects with answers.
import type { OperationName } from '../shared/service/index.ts';

export interface JournalEntry {
	readonly no: number;
	readonly at: number;
	readonly operation: OperationName;
	readonly document: string | null;
	/** The client's reference in the request's description. */
	readonly reference: string | null;
	readonly status: number;
	readonly committed: boolean;
	/** false if a fault dropped or replaced the reply. */
	readonly answered: boolean;
}

/** Bounds memory: an open program pings all day. */
const MOST_ENTRIES = 100_000;

export class Journal {
	#entries: JournalEntry[] = [];
	#last = 0;

	entries(): readonly JournalEntry[] {
		return this.#entries;
	}

	add(entry: Omit<JournalEntry, 'no'>): void {
		this.#last += 1;
		this.#entries.push({ no: this.#last, ...entry });
		if (this.#entries.length > MOST_ENTRIES * 2) this.#entries = this.#entries.slice(-MOST_ENTRIES);
	}

	clear(): void {
		this.#entries = [];
	}
}
