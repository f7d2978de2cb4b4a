// Keeping a list of the service as it comes, page by page: in short transactions, with a pause for others between
// them, and taking away at the end what a whole list no longer shows.
import type { Clock } from '../ports.ts';
import type { Sqlite } from '../store/open.ts';
import type { PullKind, PullTable } from '../store/pulls.ts';
import type { ListReader } from '../api/service-api.ts';
import type { ReadResult } from '../api/verdict.ts';
import type { CacheLog } from './cache-log.ts';

/**
 * ms of work before others get the thread. The commit that follows may take as long again, and the parsing of the next
 * page may come in the same turn. Less work would make more commits: each writes every page that it touched, and rows
 * of a list lie all over the file.
 */
const WORK_MS = 8;
/** Rows looked at together when the list is gone through for what is no longer there. */
const SWEEP_ROWS = 500;

export interface ListToKeep<Row> {
	kind: PullKind;
	/** '' where the kind is not fetched per location. */
	locationId: string;
	read(reader: ListReader<Row>): Promise<ReadResult<{ rows: Row[]; complete: boolean }>>;
	/** @returns whether a row was written. */
	keep(row: Row, readNo: number): boolean;
	/** What tells a row from the others of the list; null for a row that belongs to another list. */
	keyOf(row: Row): string | null;
	/** The keys kept here after the given one, in order; '' stands before the first. */
	keysAfter(key: string, limit: number): string[];
	remove(key: string, readNo: number): boolean;
	/** A short step of what is to be done after rows were written. @returns whether there may be another. */
	tidy?(): boolean;
}

export interface Kept {
	/** Rows written or taken away. */
	changed: number;
	failure: { kind: string; said: string } | null;
}

export interface KeepingOptions {
	accountId: string;
	cache: Sqlite;
	pulls: PullTable;
	clock: Clock;
	cacheLog: CacheLog;
	/** Waits as the service asked. @returns whether it lets us in again */
	waitUntil(at: number): Promise<boolean>;
	/** Called after each page with how many rows have come. Throws to break off. */
	onProgress(fetched: number): void;
}

/**
 * Reads the list and keeps it. Rows that say what is there already are not written. Only a list that came whole takes
 * rows away; one that broke off is marked incomplete. A list that began before one that is kept already is dropped.
 */
export async function keepList<Row>(
	list: ListToKeep<Row>,
	{ accountId, cache, pulls, clock, cacheLog, waitUntil, onProgress }: KeepingOptions,
): Promise<Kept> {
	const { kind, locationId } = list;
	const seen = new Set<string>();
	let changed = 0;
	let fetched = 0;

	const isLate = (readNo: number): boolean =>
		(pulls.get(accountId, kind, locationId)?.readNo ?? 0) > readNo;

	/** Does the work for one row after another, giving the thread away in between. */
	const each = async <Item>(items: readonly Item[], work: (item: Item) => void): Promise<void> => {
		for (let next = 0; next < items.length;) {
			const begun = clock.monotonic();
			const before = changed;
			cache
				.transaction(() => {
					for (const item of items.slice(next)) {
						work(item);
						next++;
						if (clock.monotonic() - begun >= WORK_MS) break;
					}
				})
				.immediate();
			await pause(clock);
			if (changed > before) while (list.tidy?.()) await pause(clock);
			await cacheLog.shorten();
		}
	};

	const read = await list.read({
		async onPage(rows, readNo) {
			fetched += rows.length;
			onProgress(fetched);
			if (isLate(readNo)) return;
			await each(rows, (row) => {
				const key = list.keyOf(row);
				if (key !== null) seen.add(key);
				if (list.keep(row, readNo)) changed++;
			});
		},
		onWait: waitUntil,
	});

	if (!read.ok || !read.value.complete) {
		if (fetched > 0 || read.ok) pulls.breakOff(accountId, kind, locationId);
		return { changed, failure: read.ok ? null : { kind: read.kind, said: read.said } };
	}
	if (isLate(read.readNo)) return { changed, failure: null };
	for (let after = ''; ;) {
		const keys = list.keysAfter(after, SWEEP_ROWS);
		const last = keys.at(-1);
		if (last === undefined) break;
		const gone = keys.filter((key) => !seen.has(key));
		await each(gone, (key) => {
			if (list.remove(key, read.readNo)) changed++;
		});
		after = last;
		await pause(clock);
	}
	pulls.finish(accountId, kind, locationId, clock.now(), read.readNo);
	return { changed, failure: null };
}

/** Lets everything else that waits have its turn. */
const pause = (clock: Clock): Promise<void> =>
	new Promise((resolve) => {
		clock.after(0, resolve);
	});
