// Saves a list page by page in short transactions, then removes rows that a complete list no longer has.
import type { Incomplete } from '../../../shared/bridge/app.ts';
import type { Clock } from '../ports.ts';
import type { Sqlite } from '../store/open.ts';
import { isSqliteError } from '../store/damage.ts';
import type { PullKind, PullTable } from '../store/pulls.ts';
import type { UnreadableRowTable } from '../store/unreadable-rows.ts';
import type { ListRead, ListReader, UnreadableRow } from '../api/service-api.ts';
import type { ReadResult } from '../api/verdict.ts';
import { giveWay } from '../turns.ts';
import type { CacheLog } from './cache-log.ts';

/**
 * ms of work before yielding; the commit may take as long again. Less would mean more commits, each writing every
 * page it touched, and the rows of a list are spread over the file.
 */
const WORK_MS = 8;
const SWEEP_ROWS = 500;

export interface ListToKeep<Row> {
	kind: PullKind;
	/** '' if the kind is not fetched per location. */
	locationId: string;
	read(reader: ListReader<Row>): Promise<ReadResult<ListRead<Row>>>;
	keep(row: Row, readNo: number): boolean;
	/** Identifies a row in its list; null if it belongs to another list. */
	keyOf(row: Row): string | null;
	/** The same for an unreadable row; null if the readable part cannot tell. */
	keyOfPart(row: unknown): string | null;
	keysAfter(key: string, limit: number): string[];
	remove(key: string, readNo: number): boolean;
	/** A short cleanup step after writing rows. @returns whether there may be more */
	tidy?(): boolean;
}

export interface Kept {
	changed: number;
	failure: { kind: string; said: string } | null;
}

export interface KeepingOptions {
	accountId: string;
	cache: Sqlite;
	pulls: PullTable;
	unreadable: UnreadableRowTable;
	clock: Clock;
	cacheLog: CacheLog;
	/** Waits as the service asked. @returns whether it answers again */
	waitUntil(at: number): Promise<boolean>;
	/** Called after each page; throws to stop. */
	onProgress(fetched: number): void;
}

const mostReads = 3;

/** Saves a list without rewriting unchanged rows. Only a list with all rows removes others. Older lists are ignored. */
export async function keepList<Row>(list: ListToKeep<Row>, options: KeepingOptions): Promise<Kept> {
	const kept = await keepOnce(list, options);
	for (let reads = 1; kept.moved && reads < mostReads; reads += 1) {
		const next = await keepOnce(list, options);
		Object.assign(kept, next, { changed: kept.changed + next.changed });
	}
	return kept;
}

async function keepOnce<Row>(
	list: ListToKeep<Row>,
	{ accountId, cache, pulls, unreadable, clock, cacheLog, waitUntil, onProgress }: KeepingOptions,
): Promise<Kept & { moved: boolean }> {
	const { kind, locationId } = list;
	const seen = new Set<string>();
	/** Rows of the right format with impossible values. */
	const unkept: UnreadableRow[] = [];
	let changed = 0;
	let fetched = 0;

	const isLate = (readNo: number): boolean =>
		(pulls.get(accountId, kind, locationId)?.readNo ?? 0) > readNo;

	const each = async <Item>(
		items: readonly Item[],
		work: (item: Item, index: number) => void,
	): Promise<void> => {
		for (let next = 0; next < items.length;) {
			const begun = clock.monotonic();
			const before = changed;
			cache
				.transaction(() => {
					for (const item of items.slice(next)) {
						work(item, next);
						next++;
						if (clock.monotonic() - begun >= WORK_MS) break;
					}
				})
				.immediate();
			await giveWay(clock);
			if (changed > before) while (list.tidy?.()) await giveWay(clock);
			await cacheLog.shorten();
		}
	};

	const read = await list.read({
		async onPage(rows, readNo) {
			const before = fetched;
			fetched += rows.length;
			onProgress(fetched);
			if (isLate(readNo)) return;
			await each(rows, (row, index) => {
				const key = list.keyOf(row);
				if (key !== null) seen.add(key);
				try {
					if (list.keep(row, readNo)) changed++;
				} catch (error) {
					if (isSqliteError(error)) throw error;
					unkept.push({ place: before + index + 1, row, field: '', expected: '' });
				}
			});
		},
		onWait: waitUntil,
	});

	const incomplete = (at: number | null, why: Incomplete) => {
		pulls.leaveIncomplete(accountId, kind, locationId, at, why);
	};
	if (!read.ok) {
		const brokeOff = { code: 'broke-off', page: 0, came: fetched, told: null } as const;
		if (fetched > 0) incomplete(null, brokeOff);
		return { changed, failure: { kind: read.kind, said: read.said }, moved: false };
	}
	const kept = { changed, failure: null, moved: false };
	if (isLate(read.readNo)) return kept;
	const { value } = read;
	const aside = [...(value.unreadable ?? []), ...unkept];
	unreadable.replace(accountId, list, aside.map(inWords));
	const came = { page: 0, came: fetched, told: null };
	const why =
		value.incomplete ??
		(aside.length > 0 ? { ...came, code: 'rows-unreadable' as const } : null) ??
		(value.complete ? null : { ...came, code: 'not-proved' as const });
	const keys = aside.map(({ row }) => list.keyOfPart(row));
	// An unreadable row still exists. If it cannot be identified, nothing is removed.
	if ((value.whole ?? value.complete) && !keys.includes(null)) {
		for (const key of keys) if (key !== null) seen.add(key);
		for (let after = ''; ;) {
			const here = list.keysAfter(after, SWEEP_ROWS);
			const last = here.at(-1);
			if (last === undefined) break;
			const gone = here.filter((key) => !seen.has(key));
			await each(gone, (key) => {
				if (list.remove(key, read.readNo)) changed++;
			});
			after = last;
			await giveWay(clock);
		}
	}
	if (why === null) pulls.finish(accountId, kind, locationId, clock.now(), read.readNo);
	else incomplete(clock.now(), why);
	return { ...kept, changed, moved: why?.code === 'changed' };
}

/** Fields that may name a record for a person, best first. */
const names = ['number', 'name', 'code', 'id'];

const mostLetters = 80;

function inWords({ place, row, field }: UnreadableRow) {
	const fields: Readonly<Record<string, unknown>> =
		typeof row === 'object' && row !== null ? { ...row } : {};
	const [name = ''] = names
		.map((each) => fields[each])
		.filter((each): each is string => typeof each === 'string' && each !== '');
	return { place, name: name.slice(0, mostLetters), field: field.slice(0, mostLetters) };
}
