// Copies of the service's records that screens read by id or as a whole: table `record` of cache.db.
import { anyLanguage, nameOrder } from '../../../shared/domain/name-order.ts';
import { rowsWithWords, searchText, wordsOf } from '../../../shared/domain/words.ts';
import type { Sqlite } from './open.ts';
import { EVERYWHERE, type PullKind } from './pulls.ts';
import { Table } from './table.ts';

export type RecordKind = Exclude<PullKind, 'stock'>;

export interface CachedRecord {
	id: string;
	json: string;
	/** The newest read known to have shown this version. */
	readNo: number;
	fetchedAt: number;
}

export interface NewRecord {
	id: string;
	locationId: string | null;
	json: string;
}

// An unchanged row is not rewritten by a full pull, but is as new. The SELECT keeps SQLite from recompiling.
const columns = `record.id, record.json, record.fetched_at AS fetchedAt,
	max(record.read_no, coalesce(pull.read_no, 0)) AS readNo`;
const withPull = `LEFT JOIN pull ON pull.account_id = record.account_id AND pull.kind = record.kind
	AND pull.location_id = '${EVERYWHERE}'`;

export class CacheRecords extends Table {
	// Steps through the index state by state: a location has thousands of documents in a few states.
	readonly #statesAt = this.sql.values<
		[{ accountId: string; kind: string; locationId: string }],
		string
	>(
		`WITH RECURSIVE next (state) AS (
			SELECT min(state) FROM record INDEXED BY record_state
			WHERE account_id = (SELECT @accountId) AND kind = (SELECT @kind)
				AND location_id = (SELECT @locationId)
			UNION ALL
			SELECT (SELECT min(state) FROM record INDEXED BY record_state
				WHERE account_id = (SELECT @accountId) AND kind = (SELECT @kind)
					AND location_id = (SELECT @locationId) AND record.state > next.state)
			FROM next WHERE next.state IS NOT NULL
		 )
		 SELECT state FROM next WHERE state IS NOT NULL`,
	);
	readonly #inState = this.sql.rows<[string, string, string, string], CachedRecord>(
		`SELECT ${columns} FROM record INDEXED BY record_state ${withPull}
		 WHERE record.account_id = (SELECT ?) AND record.kind = (SELECT ?) AND record.location_id = (SELECT ?)
			AND record.state = (SELECT ?)`,
	);
	readonly #countIn = this.sql.number<[string, string, string, string]>(
		`SELECT count(*) FROM record INDEXED BY record_state
		 WHERE account_id = (SELECT ?) AND kind = (SELECT ?) AND location_id = (SELECT ?) AND state = (SELECT ?)`,
	);
	readonly #named = this.sql.rows<
		[string, string],
		{ kind: RecordKind; id: string; name: string; code: string }
	>(
		`SELECT kind, id, json ->> '$.name' AS name, coalesce(json ->> '$.code', '') AS code FROM record
		 WHERE account_id = ? AND kind IN (SELECT value FROM json_each(?))
			AND iif(json_valid(json), coalesce(json ->> '$.isActive', 1), 0) = 1`,
	);
	readonly #allVersions = this.sql.rows<[string, string], { id: string; readNo: number }>(
		'SELECT id, read_no AS readNo FROM record WHERE account_id = ? AND kind = ?',
	);
	readonly #stamp = this.sql.value<[string, string], string>(
		`SELECT count(*) || '/' || total(read_no) FROM record WHERE account_id = ? AND kind = ?`,
	);
	readonly #put = this.sql.change<
		[
			NewRecord & {
				accountId: string;
				kind: RecordKind;
				readNo: number;
				at: number;
				touch: number;
			},
		]
	>(
		`INSERT INTO record (account_id, kind, id, location_id, json, read_no, fetched_at)
		 VALUES (@accountId, @kind, @id, @locationId, @json, @readNo, @at)
		 ON CONFLICT DO UPDATE SET
			location_id = excluded.location_id, json = excluded.json, read_no = excluded.read_no, fetched_at = excluded.fetched_at
		 WHERE excluded.read_no >= record.read_no AND (@touch OR excluded.json <> record.json)`,
	);
	readonly get = this.sql.row<[accountId: string, kind: RecordKind, id: string], CachedRecord>(
		`SELECT ${columns} FROM record ${withPull}
		 WHERE record.account_id = (SELECT ?) AND record.kind = (SELECT ?) AND record.id = (SELECT ?)`,
	);
	readonly all = this.sql.rows<[accountId: string, kind: RecordKind], CachedRecord>(
		`SELECT ${columns} FROM record ${withPull} WHERE record.account_id = (SELECT ?) AND record.kind = (SELECT ?)`,
	);
	readonly at = this.sql.rows<
		[accountId: string, kind: RecordKind, locationId: string],
		CachedRecord
	>(
		`SELECT ${columns} FROM record ${withPull}
		 WHERE record.account_id = (SELECT ?) AND record.kind = (SELECT ?) AND record.location_id = (SELECT ?)`,
	);
	readonly optionsOf = this.sql.rows<[accountId: string, itemId: string], CachedRecord>(
		`SELECT ${columns} FROM record INDEXED BY record_option ${withPull}
		 WHERE record.account_id = (SELECT ?) AND record.kind = 'purchaseOption'
			AND iif(json_valid(record.json), record.json ->> '$.itemId', '') = (SELECT ?)`,
	);
	readonly writtenBy = this.sql.value<[accountId: string, kind: RecordKind, id: string], number>(
		'SELECT read_no FROM record WHERE account_id = ? AND kind = ? AND id = ?',
	);
	readonly versionsAt = this.sql.rows<
		[accountId: string, kind: RecordKind, locationId: string],
		{ id: string; readNo: number }
	>(
		'SELECT id, read_no AS readNo FROM record WHERE account_id = ? AND kind = ? AND location_id = ?',
	);
	readonly count = this.sql.number<[accountId: string, kind: RecordKind]>(
		'SELECT count(*) FROM record WHERE account_id = ? AND kind = ?',
	);
	/** The next records in order of their ids, to read all without blocking the thread. */
	readonly after = this.sql.rows<
		[accountId: string, kind: RecordKind, id: string, limit: number],
		CachedRecord
	>(
		`SELECT ${columns} FROM record ${withPull}
		 WHERE record.account_id = (SELECT ?) AND record.kind = (SELECT ?) AND record.id > (SELECT ?)
		 ORDER BY record.id LIMIT ?`,
	);
	/** The next ids in order, to visit all without blocking the thread. */
	readonly idsAfter = this.sql.values<
		[accountId: string, kind: RecordKind, id: string, limit: number],
		string
	>('SELECT id FROM record WHERE account_id = ? AND kind = ? AND id > ? ORDER BY id LIMIT ?');
	readonly remove = this.sql.change<
		[accountId: string, kind: RecordKind, id: string, readNo: number]
	>('DELETE FROM record WHERE account_id = ? AND kind = ? AND id = ? AND read_no <= ?');

	/** How many {@link inStates} would find. */
	countInStates(
		accountId: string,
		kind: RecordKind,
		locationId: string,
		wanted: (state: string) => boolean,
	): number {
		return this.#statesAt({ accountId, kind, locationId })
			.filter(wanted)
			.reduce((sum, state) => sum + this.#countIn(accountId, kind, locationId, state), 0);
	}

	/** Records at a location in wanted states (the service's words); others are not read. */
	inStates(
		accountId: string,
		kind: RecordKind,
		locationId: string,
		wanted: (state: string) => boolean,
	): CachedRecord[] {
		return this.#statesAt({ accountId, kind, locationId })
			.filter(wanted)
			.flatMap((state) => this.#inState(accountId, kind, locationId, state));
	}

	/** Active records by words of the name, or beginning of the code. Reads all rows: for small kinds. */
	named(
		accountId: string,
		kinds: readonly RecordKind[],
		text: string,
		limit: number,
	): { kind: RecordKind; id: string }[] {
		if (wordsOf(text).length === 0) return [];
		const code = text.trim().toLowerCase();
		const known = this.#named(accountId, JSON.stringify(kinds));
		const coded = known.filter((record) => record.code.toLowerCase().startsWith(code));
		const named = rowsWithWords(text, known, ({ name }) => searchText([name]));
		return [...new Set([...coded, ...named])]
			.sort((a, b) => nameOrder(anyLanguage)(a.name, b.name))
			.slice(0, limit);
	}

	versions(accountId: string, kind: RecordKind): ReadonlyMap<string, number> {
		return new Map(this.#allVersions(accountId, kind).map(({ id, readNo }) => [id, readNo]));
	}

	/** Changes with any row of a kind. For small kinds only. */
	stamp(accountId: string, kind: RecordKind): string {
		return this.#stamp(accountId, kind) ?? '';
	}

	/** Saves a copy unless a newer one is there; an identical one only with `touch`. @returns whether it wrote */
	put(
		accountId: string,
		kind: RecordKind,
		record: NewRecord,
		read: { readNo: number; at: number; touch: boolean },
	): boolean {
		const { readNo, at, touch } = read;
		return this.#put({ ...record, accountId, kind, readNo, at, touch: touch ? 1 : 0 });
	}
}

export const cacheRecords = (cache: Sqlite): CacheRecords => new CacheRecords(cache);
