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
	const kept = await new ReadingOnce(list, options).keep();
	for (let reads = 1; kept.moved && reads < mostReads; reads += 1) {
		const next = await new ReadingOnce(list, options).keep();
		Object.assign(kept, next, { changed: kept.changed + next.changed });
	}
	return kept;
}

class ReadingOnce<Row> {
	readonly #list: ListToKeep<Row>;
	readonly #options: KeepingOptions;
	readonly #seen = new Set<string>();
	/** Rows of the right format with impossible values. */
	readonly #unkept: UnreadableRow[] = [];
	#changed = 0;
	#fetched = 0;

	constructor(list: ListToKeep<Row>, options: KeepingOptions) {
		this.#list = list;
		this.#options = options;
	}

	async keep(): Promise<Kept & { moved: boolean }> {
		const list = this.#list;
		const { accountId, pulls, unreadable, clock, waitUntil } = this.#options;
		const read = await list.read({
			onPage: (rows, readNo) => this.#keepPage(rows, readNo),
			onWait: waitUntil,
		});
		const came = { page: 0, came: this.#fetched, told: null };
		if (!read.ok) {
			if (this.#fetched > 0) this.#leaveIncomplete(null, { ...came, code: 'broke-off' });
			const failure = { kind: read.kind, said: read.said };
			return { changed: this.#changed, failure, moved: false };
		}
		const { value, readNo } = read;
		if (this.#isLate(readNo)) return { changed: this.#changed, failure: null, moved: false };
		const aside = [...(value.unreadable ?? []), ...this.#unkept];
		unreadable.replace(accountId, list, aside.map(inWords));
		const why =
			value.incomplete ??
			(aside.length > 0 ? { ...came, code: 'rows-unreadable' as const } : null) ??
			(value.complete ? null : { ...came, code: 'not-proved' as const });
		const keys = aside.map(({ row }) => list.keyOfPart(row));
		// An unreadable row still exists. If it cannot be identified, nothing is removed.
		if ((value.whole ?? value.complete) && !keys.includes(null)) {
			for (const key of keys) if (key !== null) this.#seen.add(key);
			await this.#removeUnseen(readNo);
		}
		if (why === null) pulls.finish(accountId, list.kind, list.locationId, clock.now(), readNo);
		else this.#leaveIncomplete(clock.now(), why);
		return { changed: this.#changed, failure: null, moved: why?.code === 'changed' };
	}

	async #keepPage(rows: readonly Row[], readNo: number): Promise<void> {
		const list = this.#list;
		const before = this.#fetched;
		this.#fetched += rows.length;
		this.#options.onProgress(this.#fetched);
		if (this.#isLate(readNo)) return;
		await this.#each(rows, (row, index) => {
			const key = list.keyOf(row);
			if (key !== null) this.#seen.add(key);
			try {
				if (list.keep(row, readNo)) this.#changed++;
			} catch (error) {
				if (isSqliteError(error)) throw error;
				this.#unkept.push({ place: before + index + 1, row, field: '', expected: '' });
			}
		});
	}

	async #removeUnseen(readNo: number): Promise<void> {
		const list = this.#list;
		for (let after = ''; ;) {
			const here = list.keysAfter(after, SWEEP_ROWS);
			const last = here.at(-1);
			if (last === undefined) return;
			const gone = here.filter((key) => !this.#seen.has(key));
			await this.#each(gone, (key) => {
				if (list.remove(key, readNo)) this.#changed++;
			});
			after = last;
			await giveWay(this.#options.clock);
		}
	}

	/** Works in short transactions, and yields after each. */
	async #each<Item>(
		items: readonly Item[],
		work: (item: Item, index: number) => void,
	): Promise<void> {
		const { cache, clock, cacheLog } = this.#options;
		for (let next = 0; next < items.length;) {
			const begun = clock.monotonic();
			const before = this.#changed;
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
			if (this.#changed > before) while (this.#list.tidy?.()) await giveWay(clock);
			await cacheLog.shorten();
		}
	}

	#isLate(readNo: number): boolean {
		const { accountId, pulls } = this.#options;
		const { kind, locationId } = this.#list;
		return (pulls.get(accountId, kind, locationId)?.readNo ?? 0) > readNo;
	}

	#leaveIncomplete(at: number | null, why: Incomplete): void {
		const { accountId, pulls } = this.#options;
		const { kind, locationId } = this.#list;
		pulls.leaveIncomplete(accountId, kind, locationId, at, why);
	}
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
