// Merges one stillroom.db into another by identity and version, for salvage, other PCs' copies and work files.
import { severalOpen } from '../../../shared/document/receiving.ts';
import Database from 'better-sqlite3';
import { CountedTotals } from './counted-totals.ts';
import { tablesOf } from './damage.ts';
import { durableTables, identityOf, type DurableTable, type Row } from './durable-tables.ts';
import { readKept } from './kept-json.ts';
import { dueAgain } from './lane-words-due.ts';
import type { Sqlite } from './open.ts';
import { once } from '../once.ts';

export interface Merged {
	rows: Readonly<Record<string, number>>;
	whole: boolean;
}

type Brought = 'came' | 'known' | 'broken';

interface Merging {
	source: Sqlite;
	into: Sqlite;
	/** `later`: a later version of the target, wins ties. `other`: another PC's file, needs a higher version. */
	sourceIs: 'later' | 'other';
	laneHere: LaneHere;
}

/** Gives a row the lane that its document has here; null for the row of a lane that this replaces. */
type LaneHere = (table: string, row: Row) => Row | null;

export function merge(source: Sqlite, into: Sqlite, sourceIs: Merging['sourceIs']): Merged {
	const merging = { source, into, sourceIs, laneHere: lanesHere(into) };
	const rows: Record<string, number> = {};
	let whole = true;
	const readable = new Set(tablesOf(source));
	const work = () => {
		if (sourceIs === 'later') whole = takeDeletions(merging, readable) && whole;
		for (const table of durableTables) {
			if (table.kind === 'made') continue;
			// Settings belong to one PC.
			if (table.name === 'setting' && sourceIs === 'other') continue;
			if (!readable.has(table.name)) {
				whole = false;
				continue;
			}
			const came = bringTable(table, merging);
			whole = came.whole && whole;
			if (came.rows > 0) rows[table.name] = came.rows;
		}
		intoTheirAccounts(into);
		standAnew(into);
		countLanes(into);
		new CountedTotals(into).findLastAnew();
		if (readable.has('saved')) raiseSaved(source, into);
	};
	if (into.inTransaction) work();
	else into.transaction(work).immediate();
	return { rows, whole };
}

function bringTable(table: DurableTable, merging: Merging): { rows: number; whole: boolean } {
	const bring = bringer(table, merging);
	let rows = 0;
	const take = (row: Row): boolean => {
		const placed = merging.laneHere(table.name, row);
		const done = placed === null ? 'known' : bring(placed);
		if (done === 'came') rows += 1;
		return done !== 'broken';
	};
	if (table.kind !== 'list') return { whole: readAll(merging, table, take), rows };
	const all: Row[] = [];
	const whole = readAll(merging, table, (row) => all.push(row) > 0);
	const { into, sourceIs } = merging;
	const name = `"${table.name}"`;
	if (sourceIs === 'later') {
		// A list with unreadable rows cannot tell which rows were removed.
		if (whole) into.prepare(`DELETE FROM ${name}`).run();
		return { whole: all.map(take).every(Boolean) && whole, rows };
	}
	const parent = table.identity.slice(0, -1);
	const has = into.prepare<[Row]>(
		`SELECT 1 FROM ${name} WHERE ${parent.map((column) => `"${column}" = @${column}`).join(' AND ')}`,
	);
	const missing = all.filter((row) => has.get(pick(row, parent)) === undefined);
	return { whole: missing.map(take).every(Boolean) && whole, rows };
}

/** A document has one lane. If it was queued again after a loss, each file has one: the lane here gets all steps. */
function lanesHere(into: Sqlite): LaneHere {
	const other = into
		.prepare<[Row], string>(
			`SELECT lane_id FROM lane WHERE account_id = @account_id AND document = @document
				AND document_id = @document_id AND lane_id <> @lane_id`,
		)
		.pluck();
	const setServer = into.prepare<[Row]>(
		`UPDATE lane SET server_id = @server_id, server_number = @server_number
		 WHERE lane_id = @here AND server_id IS NULL`,
	);
	const hasNewWords = dueAgain(into);
	const moved = new Map<unknown, string>();
	return (table, row) => {
		if (table !== 'lane') {
			const here = moved.get(row['lane_id']);
			return here === undefined ? row : { ...row, lane_id: here };
		}
		const here = other.get(row);
		if (here === undefined) return row;
		moved.set(row['lane_id'], here);
		setServer.run({ ...row, here });
		hasNewWords.run(here);
		return null;
	};
}

export function bringing(into: Sqlite): (table: string, row: Row) => boolean {
	const bringers = new Map(
		durableTables
			.filter(({ kind }) => kind === 'row' || kind === 'log')
			.map((table) => [table.name, once(() => bringer(table, { into, sourceIs: 'other' }))]),
	);
	return (table, row) => bringers.get(table)?.()(row) === 'came';
}

export function saysAll(name: string, rows: readonly Row[]): (row: Row) => boolean {
	const table = durableTables.find((each) => each.name === name);
	if (table === undefined) return () => false;
	if (table.kind === 'log') {
		const known = new Set(rows.map((row) => contentOf(table, row)));
		return (row) => known.has(contentOf(table, row));
	}
	const known = new Map(rows.map((row) => [identityOf(table, row), row]));
	return (row) => {
		const here = known.get(identityOf(table, row));
		return here !== undefined && newsOf(table, row, here, 'other') === null;
	};
}

function bringer(
	table: DurableTable,
	{ into, sourceIs }: Pick<Merging, 'into' | 'sourceIs'>,
): (row: Row) => Brought {
	const columns = columnsOf(into, table.name);
	const insert = inserter(into, table, columns);
	if (table.kind === 'log') return logBringer(table, into, columns, insert);
	const where = table.identity.map((name) => `"${name}" = @${name}`).join(' AND ');
	const known = into.prepare<[Row], Row>(`SELECT * FROM "${table.name}" WHERE ${where}`);
	const deleted = into.prepare<[string, string]>(
		'SELECT 1 FROM tombstone WHERE table_name = ? AND identity = ?',
	);
	const settable = columns.filter(
		(name) => !table.identity.includes(name) && name !== table.counter && !keptHere(table, name),
	);
	const inserted = (row: Row): Brought => {
		if (sourceIs === 'other' && deleted.get(table.name, identityOf(table, row)) !== undefined) {
			return 'known';
		}
		if (table.name === 'draft' && sourceIs === 'later') closeOtherOf(row, into);
		return insert(asNew(table, row));
	};
	return (row) =>
		guarded(() => {
			const here = known.get(pick(row, table.identity));
			if (here === undefined) return inserted(row);
			const news = newsOf(table, row, here, sourceIs);
			const set = settable.filter((name) => news !== null && name in news);
			if (news === null || set.length === 0) return 'known';
			if (table.name === 'draft') closeOtherOf(row, into);
			into
				.prepare<[Row]>(
					`UPDATE "${table.name}" SET ${set.map((name) => `"${name}" = @${name}`).join(', ')} WHERE ${where}`,
				)
				.run({ ...row, ...news });
			return 'came';
		});
}

/** The columns to take from another file's row; null if nothing is newer. */
function newsOf(
	{ version, both, counter }: DurableTable,
	there: Row,
	here: Row,
	sourceIs: Merging['sourceIs'],
): Row | null {
	const [theirs, ours] = [there, here].map((row) => version?.(row) ?? 0);
	const newer = sourceIs === 'later' ? (theirs ?? 0) >= (ours ?? 0) : (theirs ?? 0) > (ours ?? 0);
	const after = both !== undefined && sourceIs === 'other' ? both(there, here) : newer ? there : {};
	const news = Object.entries(after).filter(
		([name, value]) => name !== counter && value !== here[name],
	);
	return news.length === 0 ? null : Object.fromEntries(news);
}

/** Log rows are identified by their content. They keep their number if it is free. */
function logBringer(
	table: DurableTable,
	into: Sqlite,
	columns: readonly string[],
	insert: (row: Row) => Brought,
): (row: Row) => Brought {
	const { counter = '' } = table;
	const content = columns.filter((name) => isContent(table, name));
	const known = into.prepare<[Row]>(
		`SELECT 1 FROM "${table.name}" WHERE ${content.map((name) => `"${name}" IS @${name}`).join(' AND ')}`,
	);
	return (row) =>
		guarded(() => {
			const says = Object.fromEntries(content.map((name) => [name, row[name] ?? null]));
			if (known.get(says) !== undefined) return 'known';
			if (insert(row) === 'came') return 'came';
			return insert(Object.fromEntries(Object.entries(row).filter(([name]) => name !== counter)));
		});
}

const isContent = ({ counter }: DurableTable, column: string): boolean =>
	column !== counter && column !== 'read_at';
const contentOf = (table: DurableTable, row: Row): string =>
	JSON.stringify(
		Object.entries(row)
			.filter(([name]) => isContent(table, name))
			.sort(),
	);

/** Derived columns of a lane are rebuilt here. */
const keptHere = ({ name }: DurableTable, column: string): boolean =>
	name === 'lane' && (column === 'standing' || column === 'words');

const asNew = ({ name }: DurableTable, row: Row): Row =>
	// Its actions follow and set its standing. Lanes without words must be the newest.
	name === 'lane' ? { ...row, standing: 'done', words: '' } : row;

/** Only one draft may be open for most documents of the service: the later one. */
function closeOtherOf(row: Row, into: Sqlite): void {
	const { document, state, server_id: serverId } = row;
	if (state !== 'open' || serverId === null || severalOpen.includes(String(document))) return;
	into
		.prepare<[Row]>(
			`UPDATE draft SET state = 'discarded' WHERE account_id = @account_id AND document = @document
				AND server_id = @server_id AND state = 'open' AND draft_id <> @draft_id`,
		)
		.run(pick(row, ['account_id', 'document', 'server_id', 'draft_id']));
}

function inserter(
	into: Sqlite,
	table: DurableTable,
	columns: readonly string[],
): (row: Row) => Brought {
	const statementFor = (names: readonly string[]) =>
		into.prepare<[Row]>(
			`INSERT INTO "${table.name}" (${names.map((name) => `"${name}"`).join(', ')})
			 VALUES (${names.map((name) => `@${name}`).join(', ')}) ON CONFLICT DO NOTHING`,
		);
	const statements = new Map<string, ReturnType<typeof statementFor>>();
	const put = (row: Row, names: readonly string[]): Brought => {
		const statement = statements.get(names.join()) ?? statementFor(names);
		statements.set(names.join(), statement);
		return statement.run(row).changes > 0 ? 'came' : 'known';
	};
	return (row) => {
		const names = columns.filter((name) => name in row);
		const came = put(row, names);
		if (came === 'came' || table.counter === undefined) return came;
		return put(
			row,
			names.filter((name) => name !== table.counter),
		);
	};
}

/** A row that violates a constraint was read from a broken page. */
function guarded(write: () => Brought): Brought {
	try {
		return write();
	} catch (error) {
		if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) {
			return 'broken';
		}
		throw error;
	}
}

/** Applies deletions of the later file; triggers write the tombstones. */
function takeDeletions({ source, into }: Merging, readable: ReadonlySet<string>): boolean {
	if (!readable.has('tombstone')) return false;
	const tables = new Map(durableTables.map((table) => [table.name, table]));
	const tombstones: DurableTable = {
		name: 'tombstone',
		kind: 'row',
		identity: ['table_name', 'identity'],
	};
	return readAll({ source, into }, tombstones, (stone) => {
		const table = tables.get(String(stone['table_name']));
		const values = readKept(String(stone['identity']));
		if (table === undefined || !Array.isArray(values)) return false;
		const where = table.identity.map((name) => `"${name}" = ?`).join(' AND ');
		into.prepare(`DELETE FROM "${table.name}" WHERE ${where}`).run(...(values as unknown[]));
		into
			.prepare<[Row]>(
				'INSERT OR IGNORE INTO tombstone VALUES (@table_name, @identity, @document_id)',
			)
			.run(stone);
		return true;
	});
}

/** A step belongs to the account of its lane. A file from before an account was taken over has it under the old one. */
function intoTheirAccounts(db: Sqlite): void {
	db.prepare(
		`UPDATE action SET account_id = lane.account_id FROM lane
		 WHERE lane.lane_id = action.lane_id AND lane.account_id <> action.account_id`,
	).run();
}

/** Counts the lanes anew, because no trigger sees that one moved to another account. */
export function countLanes(db: Sqlite): void {
	db.prepare('DELETE FROM lane_count').run();
	db.prepare(
		'INSERT INTO lane_count SELECT account_id, standing, count(*) FROM lane GROUP BY account_id, standing',
	).run();
}

/** Rebuilds lane standings after changes that triggers do not see. @param lanes default: all */
export function standAnew(db: Sqlite, lanes?: readonly string[]): void {
	const which = lanes === undefined ? '' : 'WHERE lane_id IN (SELECT value FROM json_each(?))';
	db.prepare(
		`WITH stands AS (SELECT lane_id, coalesce((
			SELECT iif(state IN ('attention', 'stale-review', 'held-newer-version'), 'needs-you', 'waiting')
			FROM action WHERE action.lane_id = lane.lane_id
				AND state NOT IN ('confirmed', 'cancelled', 'superseded', 'discarded')
			ORDER BY seq LIMIT 1), 'done') AS now FROM lane ${which})
		 UPDATE lane SET standing = now FROM stands WHERE stands.lane_id = lane.lane_id AND standing <> now`,
	).run(...(lanes === undefined ? [] : [JSON.stringify(lanes)]));
}

function raiseSaved(source: Sqlite, into: Sqlite): void {
	let number: unknown;
	try {
		number = source.prepare('SELECT number FROM saved').pluck().get();
	} catch (error) {
		if (!(error instanceof Database.SqliteError)) throw error;
	}
	if (typeof number === 'number') {
		into.prepare('UPDATE saved SET number = max(number, ?)').run(number);
	}
}

/** Reads up to a broken page from both ends. @returns false if anything was unreadable, or `take` rejected it */
function readAll(
	{ source, into }: Pick<Merging, 'source' | 'into'>,
	table: DurableTable,
	take: (row: Row) => boolean,
): boolean {
	const key = keyOf(into, table.name);
	const seen = new Set<string>();
	const pass = (direction: 'ASC' | 'DESC'): 'whole' | 'broken' => {
		let outcome: 'whole' | 'broken' = 'whole';
		const columns = key.includes('rowid') ? 'rowid AS "rowid ", *' : '*';
		const order = key.map((name) => `${name} ${direction}`).join(', ');
		try {
			const rows = source
				.prepare<[], Row>(`SELECT ${columns} FROM "${table.name}" NOT INDEXED ORDER BY ${order}`)
				.iterate();
			for (const { 'rowid ': rowid, ...row } of rows) {
				const identity = JSON.stringify([rowid ?? null, ...key.map((name) => row[name])]);
				if (direction === 'DESC' && seen.has(identity)) break;
				seen.add(identity);
				if (!makesSense(table, row) || !take(row)) outcome = 'broken';
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

const makesSense = ({ json = [] }: DurableTable, row: Row): boolean =>
	json.every((name) => {
		const value = row[name];
		return typeof value !== 'string' || readKept(value) !== undefined;
	});

const columnsOf = (db: Sqlite, table: string): string[] =>
	db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);

export const pick = (row: Row, names: readonly string[]): Row =>
	Object.fromEntries(names.map((name) => [name, row[name]]));
