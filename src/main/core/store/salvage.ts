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
import { tablesOf } from './damage.ts';
import type { Sqlite } from './open.ts';

export interface Salvaged {
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
			// The numbers of lanes are kept by triggers.
			if (!readable.has(table) || table === 'lane_count') continue;
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
	};
	into.transaction(work).immediate();
	return { rows: counted, whole };
}

/** What stood in the copy before anything was brought over. */
interface Documents {
	stocktakes: ReadonlySet<string>;
	/** Of these the newer state counts also where `newest` is false, because they were submitted since. */
	submittedSince: Set<string>;
}

const documentsOf = (into: Sqlite): Documents => ({
	stocktakes: new Set(into.prepare<[], string>('SELECT stocktake_id FROM stocktake').pluck().all()),
	submittedSince: new Set(),
});

type Brought = 'brought' | 'known' | 'broken';

/** How a row of one table is brought over. */
function bringer(
	into: Sqlite,
	table: string,
	newest: boolean,
	{ stocktakes, submittedSince }: Documents,
): (row: Row) => Brought {
	const columns = into
		.prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
		.pluck()
		.all(table);
	const insertOrIgnore = inserter(into, table, columns);
	const update = updater(into, table);
	const keepsItsState = (row: Row) =>
		!newest &&
		stocktakes.has(String(row['stocktake_id'])) &&
		!submittedSince.has(String(row['stocktake_id']));

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
				// Its actions come after it, and say where it stands.
				firstOf(insertOrIgnore({ ...row, standing: 'done' }), () =>
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
			return (row) =>
				firstOf(insertOrIgnore(row), () => {
					const moved = update(
						row,
						`stocktake_id = @stocktake_id AND state = 'open' AND @state ${newest ? `<> 'open'` : `= 'submitted'`}`,
						columns.filter((name) => name !== 'stocktake_id'),
					);
					if (moved === 'brought') submittedSince.add(String(row['stocktake_id']));
					return moved;
				});
		case 'stocktake_line':
			return (row) => {
				if (keepsItsState(row)) return 'known';
				return firstOf(insertOrIgnore(row), () =>
					update(
						row,
						"stocktake_id = @stocktake_id AND line_no = @line_no AND note <> @note AND @note <> ''",
						['note'],
					),
				);
			};
		case 'count_entry': {
			// The journal says in its order what came into each box, and what was taken out again. Where counts are summed
			// each person has boxes of their own; elsewhere the later entry stands, whoever made it.
			const summed = into
				.prepare<[Row], number>(
					`SELECT together = 'sum' FROM stocktake WHERE stocktake_id = @stocktake_id`,
				)
				.pluck();
			const put = into.prepare<[Row]>(
				`INSERT INTO count_box (stocktake_id, line_no, unit_id, typed, locale, quantity, at, by)
				 VALUES (@stocktake_id, @line_no, @unit_id, @typed, @locale, @quantity, @at, @by)`,
			);
			const clear = into.prepare<[Row & { summed: number }]>(
				`DELETE FROM count_box WHERE stocktake_id = @stocktake_id AND line_no = @line_no AND unit_id = @unit_id
					AND (NOT @summed OR by = @by)`,
			);
			const last = new Map<string, number>();
			return (row) => {
				if (keepsItsState(row)) return 'known';
				const brought = insertOrIgnore(row);
				const ofEach = summed.get(row) ?? 0;
				const box = JSON.stringify([
					...[row['stocktake_id'], row['line_no'], row['unit_id']],
					ofEach === 0 ? null : row['by'],
				]);
				const number = Number(row['entry_id']);
				// Behind a broken page the rows come from the back.
				if (brought !== 'brought' || row['unit_id'] === null || (last.get(box) ?? 0) > number) {
					return brought;
				}
				// Another person's count of the line was kept: this one is history alone.
				if (row['kind'] === 'kept-out') return brought;
				last.set(box, number);
				guarded(() => {
					const cleared = clear.run({ ...row, summed: ofEach }).changes;
					return row['quantity'] === null ? cleared : put.run(row).changes;
				});
				return brought;
			};
		}
		case 'count_box':
		case 'stocktake_area':
			return (row) => (keepsItsState(row) ? 'known' : insertOrIgnore(row));
		case 'setting':
			return (row) =>
				firstOf(insertOrIgnore(row), () =>
					newest ? update(row, 'name = @name AND value <> @value', ['value']) : 'known',
				);
		default:
			return insertOrIgnore;
	}
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
