// Brings over, row by row, what can be read in one stillroom.db and is missing or older in another: from a damaged file
// into the copy that takes its place, and from a sound one into an older copy that a person wants back.
import Database from 'better-sqlite3';
import {
	copyFileSync,
	existsSync,
	openSync,
	closeSync,
	readSync,
	rmSync,
	writeSync,
} from 'node:fs';
import { countedTotals } from './counted-totals.ts';
import { tablesOf } from './damage.ts';
import type { Sqlite } from './open.ts';

interface Salvaged {
	/** Rows that were brought over or brought up to date, by table. */
	rows: Readonly<Record<string, number>>;
	/** False where some of the file could not be read. */
	whole: boolean;
}

type Row = Record<string, unknown>;

/**
 * Nothing is ordered by the clock here: what stands in `from` came after what stands in `into`, or is the same.
 *
 * Reads the file at `from` without touching it: a working copy beside it is opened in its place.
 * @param like a sound file of the same program: its first page helps where that of the damaged file is gone
 * @param newest `true`: the newer state of everything wins. `false`: what a document was in `into` stays, unless it was
 *   submitted since; only what the outbox did and what is not in `into` at all is brought over.
 */
export function salvage(
	from: string,
	into: Sqlite,
	{ like, newest }: { like: string | null; newest: boolean },
): Salvaged {
	const working = `${from}.reading`;
	try {
		const source = openWorkingCopy(from, working, like);
		if (source === null) return { rows: {}, whole: false };
		try {
			return bringOver(source, into, newest);
		} finally {
			source.close();
		}
	} finally {
		removeFile(working);
	}
}

function openWorkingCopy(from: string, working: string, like: string | null): Sqlite | null {
	const copyAndOpen = (firstPageOf: string | null): Sqlite | null => {
		removeFile(working);
		for (const suffix of ['', '-wal'])
			if (existsSync(from + suffix)) copyFileSync(from + suffix, working + suffix);
		if (firstPageOf !== null) takeFirstPage(firstPageOf, working);
		return openReadable(working);
	};
	return copyAndOpen(null) ?? (like === null ? null : copyAndOpen(like));
}

/** Null where not even the list of tables can be read. */
function openReadable(file: string): Sqlite | null {
	let source: Sqlite | null = null;
	try {
		source = new Database(file);
		if (tablesOf(source).length > 0) return source;
	} catch (error) {
		if (!(error instanceof Database.SqliteError)) throw error;
	}
	source?.close();
	return null;
}

/** The header and the list of tables stand in the first page, and the same ones in every file of one version. */
function takeFirstPage(sound: string, file: string): void {
	const header = Buffer.alloc(100);
	const read = openSync(sound, 'r');
	const write = openSync(file, 'r+');
	try {
		readSync(read, header, 0, header.length, 0);
		const page = Buffer.alloc(header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16));
		readSync(read, page, 0, page.length, 0);
		writeSync(write, page, 0, page.length, 0);
	} finally {
		closeSync(read);
		closeSync(write);
	}
}

const removeFile = (file: string): void => {
	for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
};

function bringOver(source: Sqlite, into: Sqlite, newest: boolean): Salvaged {
	const counted: Record<string, number> = {};
	let whole = true;
	const readable = new Set(tablesOf(source));
	const work = () => {
		const before = documentsOf(into);
		for (const table of tablesOf(into)) {
			if (!readable.has(table) || isMadeOfOthers(table)) continue;
			if (table === 'count_box') {
				whole = bringBoxes(source, into, newest, before) && whole;
				continue;
			}
			const bring = bringer(into, table, newest, before);
			let rows = 0;
			whole =
				readAll(source, table, keyOf(into, table), (row) => {
					const done = bring(row);
					if (done === 'brought') rows += 1;
					return done !== 'broken';
				}) && whole;
			if (rows > 0) counted[table] = rows;
		}
		countedTotals(into).findLastAnew();
	};
	into.transaction(work).immediate();
	return { rows: counted, whole };
}

/** The numbers of lanes and the index of their words are kept by triggers, and last counts are found among the totals. */
const isMadeOfOthers = (table: string): boolean =>
	table === 'lane_count' || table === 'last_count' || table.startsWith('lane_text_');

/** What stood in the copy before anything was brought over. */
interface Documents {
	stocktakes: ReadonlySet<string>;
	/** Of these the newer state counts also where `newest` is false, because they were submitted since. */
	submittedSince: Set<string>;
	/** What the other file knows of. */
	inSource: Set<string>;
}

const documentsOf = (into: Sqlite): Documents => ({
	stocktakes: new Set(into.prepare<[], string>('SELECT stocktake_id FROM stocktake').pluck().all()),
	submittedSince: new Set(),
	inSource: new Set(),
});

/** Whether a count that is in the copy stays as it is there. */
const staysAsInCopy = (
	{ stocktakes, submittedSince }: Documents,
	newest: boolean,
	stocktakeId: unknown,
): boolean =>
	!newest && stocktakes.has(String(stocktakeId)) && !submittedSince.has(String(stocktakeId));

type Brought = 'brought' | 'known' | 'broken';

/** How a row of one table is brought over. */
function bringer(
	into: Sqlite,
	table: string,
	newest: boolean,
	documents: Documents,
): (row: Row) => Brought {
	const columns = into
		.prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
		.pluck()
		.all(table);
	const insertOrIgnore = inserter(into, table, columns);
	const update = updater(into, table);
	switch (table) {
		case 'action':
			return (row) =>
				firstOf(insertOrIgnore(row), () =>
					update(
						row,
						`action_id = @action_id AND NOT (state = @state AND revision = @revision AND since = @since
							AND unsent_count = @unsent_count AND evidence IS @evidence)`,
						columns.filter((name) => name !== 'seq' && name !== 'action_id'),
					),
				);
		case 'lane':
			return (row) =>
				// Its actions come after it, and say where it stands. Those without words are the newest.
				firstOf(insertOrIgnore({ ...row, standing: 'done', words: '' }), () =>
					row['server_id'] === null
						? 'known'
						: update(row, 'lane_id = @lane_id AND server_id IS NULL', [
								'server_id',
								'server_number',
							]),
				);
		case 'attempt':
			return (row) =>
				firstOf(insertOrIgnore(row), () =>
					update(
						row,
						'attempt_id = @attempt_id AND verdict IS NULL AND @verdict IS NOT NULL',
						columns.filter((name) => name !== 'attempt_id'),
					),
				);
		case 'draft':
			return (row) =>
				firstOf(insertOrIgnore(row), () =>
					update(
						row,
						newest
							? `draft_id = @draft_id AND (revision < @revision OR (state = 'open' AND @state <> 'open'))`
							: `draft_id = @draft_id AND state = 'open' AND @state = 'submitted'`,
						columns.filter((name) => name !== 'draft_id'),
					),
				);
		case 'stocktake':
			return (row) => {
				const id = String(row['stocktake_id']);
				documents.inSource.add(id);
				return firstOf(insertOrIgnore(row), () => {
					const moved = update(
						row,
						newest
							? 'stocktake_id = @stocktake_id'
							: `stocktake_id = @stocktake_id AND state = 'open' AND @state IN ('submitted', 'recounted')`,
						columns.filter((name) => name !== 'stocktake_id'),
					);
					if (moved === 'brought') documents.submittedSince.add(id);
					return moved;
				});
			};
		case 'stocktake_line':
			return (row) =>
				staysAsInCopy(documents, newest, row['stocktake_id'])
					? 'known'
					: firstOf(insertOrIgnore(row), () =>
							update(
								row,
								'stocktake_id = @stocktake_id AND line_no = @line_no',
								columns.filter((name) => name !== 'stocktake_id' && name !== 'line_no'),
							),
						);
		case 'setting':
			// Who works here and how it looks is no work that somebody wants back as it was.
			return (row) =>
				firstOf(insertOrIgnore(row), () =>
					update(row, 'name = @name AND value <> @value', ['value']),
				);
		default:
			return (row) =>
				staysAsInCopy(documents, newest, row['stocktake_id']) ? 'known' : insertOrIgnore(row);
	}
}

/** A box that was emptied is not there any more: where all boxes can be read, they are taken as they stand. */
function bringBoxes(source: Sqlite, into: Sqlite, newest: boolean, documents: Documents): boolean {
	const rows: Row[] = [];
	const key = keyOf(into, 'count_box');
	const whole = readAll(source, 'count_box', key, (row) => rows.push(row) > 0);
	if (whole) {
		const empty = into.prepare<[string]>('DELETE FROM count_box WHERE stocktake_id = ?');
		for (const id of documents.inSource) {
			if (!staysAsInCopy(documents, newest, id)) empty.run(id);
		}
	}
	const columns = into
		.prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
		.pluck()
		.all('count_box');
	const insertOrIgnore = inserter(into, 'count_box', columns);
	const update = updater(into, 'count_box');
	let sound = whole;
	for (const row of rows) {
		if (staysAsInCopy(documents, newest, row['stocktake_id'])) continue;
		const brought = firstOf(insertOrIgnore(row), () =>
			update(
				row,
				key.map((name) => `${name} = @${name}`).join(' AND '),
				columns.filter((name) => !key.includes(name)),
			),
		);
		if (brought === 'broken') sound = false;
	}
	return sound;
}

const firstOf = (first: Brought, otherwise: () => Brought): Brought =>
	first === 'known' ? otherwise() : first;

/**
 * A row that breaks a rule of the table was read from a broken page. Columns that the file does not have yet, because it
 * is from an older version, get their defaults.
 */
function inserter(into: Sqlite, table: string, columns: readonly string[]): (row: Row) => Brought {
	let insert: { of: string; run: (row: Row) => number } | null = null;
	return (row) => {
		const known = columns.filter((name) => name in row);
		const of = known.join();
		if (insert?.of !== of) {
			const statement = into.prepare<[Row]>(
				`INSERT INTO "${table}" (${known.map((name) => `"${name}"`).join(', ')})
				 VALUES (${known.map((name) => `@${name}`).join(', ')}) ON CONFLICT DO NOTHING`,
			);
			insert = { of, run: (values) => statement.run(values).changes };
		}
		const { run } = insert;
		return guarded(() => run(row));
	};
}

function updater(into: Sqlite, table: string) {
	return (row: Row, where: string, columns: readonly string[]): Brought => {
		const set = columns.filter((name) => name in row);
		return guarded(
			() =>
				into
					.prepare<[Row]>(
						`UPDATE "${table}" SET ${set.map((name) => `"${name}" = @${name}`).join(', ')} WHERE ${where}`,
					)
					.run(row).changes,
		);
	};
}

function guarded(write: () => number): Brought {
	try {
		return write() > 0 ? 'brought' : 'known';
	} catch (error) {
		if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) {
			return 'broken';
		}
		throw error;
	}
}

/**
 * Every row that can be read: from the front up to a broken page, then from the back down to it.
 * @param key what the table is ordered by
 * @returns false where something could not be read, or `take` said that it makes no sense
 */
function readAll(
	source: Sqlite,
	table: string,
	key: readonly string[],
	take: (row: Row) => boolean,
): boolean {
	const seen = new Set<string>();
	const pass = (direction: 'ASC' | 'DESC'): 'whole' | 'broken' => {
		let outcome: 'whole' | 'broken' = 'whole';
		const columns = key.includes('rowid') ? 'rowid, *' : '*';
		const order = key.map((name) => `${name} ${direction}`).join(', ');
		try {
			const rows = source
				.prepare<[], Row>(`SELECT ${columns} FROM "${table}" NOT INDEXED ORDER BY ${order}`)
				.iterate();
			for (const row of rows) {
				const identity = JSON.stringify(key.map((name) => row[name]));
				if (direction === 'DESC' && seen.has(identity)) break;
				seen.add(identity);
				if (!makesSense(row) || !take(row)) outcome = 'broken';
			}
			return outcome;
		} catch (error) {
			if (!(error instanceof Database.SqliteError)) throw error;
			return 'broken';
		}
	};
	if (pass('ASC') === 'whole') return true;
	pass('DESC');
	return false;
}

function keyOf(like: Sqlite, table: string): readonly string[] {
	const withoutRowid =
		like
			.prepare<[string], number>('SELECT wr FROM pragma_table_list WHERE name = ?')
			.pluck()
			.get(table) === 1;
	if (!withoutRowid) return ['rowid'];
	return like
		.prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
		.pluck()
		.all(table);
}

const jsonColumns = ['payload', 'base', 'evidence', 'label', 'body', 'item', 'profile', 'facts'];

/** JSON that was cut in two is not worth having, and would stop the program where it is read. */
const makesSense = (row: Row): boolean =>
	jsonColumns.every((name) => {
		const value = row[name];
		if (typeof value !== 'string') return true;
		try {
			JSON.parse(value);
			return true;
		} catch {
			return false;
		}
	});
