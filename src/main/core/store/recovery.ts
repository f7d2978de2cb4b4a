// Opens a data folder whatever the state of its files. The newest good copy replaces a damaged stillroom.db, with
// everything still readable; unfinished steps are verified. Also lets a person go back to a copy.
import {
	closeSync,
	copyFileSync,
	existsSync,
	fsyncSync,
	lstatSync,
	openSync,
	renameSync,
	rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { fromCopy, originOf } from '../outbox/action.ts';
import { actionTables } from './actions.ts';
import { alsoElsewhere } from './also-elsewhere.ts';
import { releaseBallast } from './ballast.ts';
import { copyBeforeMigrating, copyFile, listCopies, newestGoodCopy, type Copy } from './copies.ts';
import { check, isDamage, isDiskFull } from './damage.ts';
import { goBack } from './going-back.ts';
import { missingChanges } from './last-saved.ts';
import {
	DataFolderUnusable,
	knownFormat,
	openCache,
	openDurable,
	openStore,
	type Sqlite,
	type Store,
} from './open.ts';
import { renewPcIdentity } from './pc-identity.ts';
import { rescueRecords } from './rescue-records.ts';
import { salvage } from './salvage.ts';
import { asidePath, setAside } from './set-aside.ts';

export interface Surroundings {
	now(): number;
	free(): number | null;
}

export type Wish = { kind: 'check' } | { kind: 'restore'; copy: Copy; by: string };

/** Not enough disk space to open or repair the files; nothing was changed. */
export class NoRoomToOpen extends Error {
	override readonly name = 'NoRoomToOpen';
	constructor(folder: string) {
		super(
			`There is no room on the disk for the data in ${folder}. Nothing is lost: make some room and start Stillroom again.`,
		);
	}
}

/** @throws DataFolderInUse, DataFolderUnusable, FileFromNewerVersion, ForeignFile, NoRoomToOpen */
export function openDataFolder(folder: string, around: Surroundings, wish?: Wish): Store {
	const open = () =>
		openStore(folder, {
			durable: () => durableOf(folder, around, wish),
			cache: (file) => cacheOf(file, wish),
			missing: (durable, changes) => {
				tellMissing(durable, changes, around.now());
			},
		});
	try {
		return open();
	} catch (error) {
		if (!isDiskFull(error)) throw DataFolderUnusable.because(folder, error) ?? error;
	}
	// Moving the log into the file needs space: use the ballast.
	releaseBallast(folder);
	try {
		return open();
	} catch (error) {
		if (!isDiskFull(error)) throw error;
		throw new NoRoomToOpen(folder);
	}
}

function cacheOf(file: string, wish: Wish | undefined): Sqlite {
	const cache = openCache(file);
	if (wish?.kind !== 'check' || check(cache) === null) return cache;
	cache.close();
	for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
	return openCache(file);
}

function durableOf(folder: string, around: Surroundings, wish: Wish | undefined): Sqlite {
	const file = join(folder, 'stillroom.db');
	finishMending(file);
	const found = lookAt(folder, file);
	if (found !== null) mend(folder, around, found);
	const db = openSound(folder, around, wish);
	if (wish?.kind !== 'restore') return db;
	try {
		goBackTo(folder, around, db, wish);
		return db;
	} catch (error) {
		db.close();
		throw error;
	}
}

function openSound(folder: string, around: Surroundings, wish: Wish | undefined): Sqlite {
	const file = join(folder, 'stillroom.db');
	try {
		copyBeforeMigrating(folder, file, around.now(), knownFormat());
		const db = openDurable(file);
		const wrong = wish === undefined ? null : check(db);
		if (wrong === null) return db;
		db.close();
		mend(folder, around, wrong);
	} catch (error) {
		if (!isDamage(error)) throw error;
		mend(folder, around, error instanceof Error ? error.message : String(error));
	}
	return openDurable(file);
}

/** Problems visible before opening. SQLite would treat an empty file as a new one. */
function lookAt(folder: string, file: string): 'missing' | 'empty' | 'not-a-file' | null {
	const stat = lstatSync(file, { throwIfNoEntry: false });
	const inUseBefore = () => listCopies(folder).length > 0 || existsSync(join(folder, 'cache.db'));
	if (stat === undefined) return listCopies(folder).length > 0 ? 'missing' : null;
	if (!stat.isFile()) return 'not-a-file';
	if (stat.size === 0) return inUseBefore() ? 'empty' : null;
	return null;
}

/** Keeps the current file and changes what the person wants back, in one transaction. */
function goBackTo(
	folder: string,
	around: Surroundings,
	db: Sqlite,
	{ copy, by }: Extract<Wish, { kind: 'restore' }>,
): void {
	const file = join(folder, 'stillroom.db');
	demandRoom(folder, around, 2 * (sizeOf(file) + sizeOf(`${file}-wal`) + copy.bytes));
	const at = around.now();
	db.pragma('wal_checkpoint(TRUNCATE)');
	const aside = asidePath(folder, at);
	setAside(file, aside, 'copy');
	const reading = `${file}.reading`;
	const removeReading = () => {
		for (const suffix of ['', '-wal', '-shm']) rmSync(reading + suffix, { force: true });
	};
	removeReading();
	try {
		copyFileSync(copyFile(folder, copy), reading);
		openDurable(reading).close();
		db.transaction(() => {
			const broughtOver = goBack(reading, db);
			const toAsk = askAboutUnfinished(db, at);
			rescueRecords(db).add(
				at,
				by,
				{
					kind: 'restored',
					said: '',
					setAside: aside,
					copyAt: copy.at,
					broughtOver,
					whole: true,
					toAsk,
				},
				true,
			);
		}).immediate();
	} finally {
		removeReading();
	}
}

/** The last saved work is gone, so unfinished steps are verified. */
function tellMissing(db: Sqlite, changes: number, at: number): void {
	db.transaction(() => {
		const toAsk = askAboutUnfinished(db, at);
		rescueRecords(db).add(at, program, { kind: 'changes-missing', changes, toAsk }, false);
		db.prepare('UPDATE saved SET number = number + ?').run(changes);
		renewPcIdentity(db);
	}).immediate();
}

/** Prepares everything in another file, so that a crash leaves either the current or the repaired file. */
function mend(folder: string, around: Surroundings, said: string): void {
	const file = join(folder, 'stillroom.db');
	demandRoom(folder, around, 3 * (sizeOf(file) + sizeOf(`${file}-wal`)));
	const making = `${file}.making`;
	const at = around.now();
	for (const suffix of ['', '-wal', '-shm']) rmSync(making + suffix, { force: true });
	const copy = newestGoodCopy(folder);
	const good = copy === null ? null : copyFile(folder, copy);
	if (good !== null) copyFileSync(good, making);
	const db = openDurable(making);
	try {
		const present = lstatSync(file, { throwIfNoEntry: false });
		const { rows, whole } = present?.isFile()
			? salvage(file, db, good)
			: { rows: {} as Readonly<Record<string, number>>, whole: false };
		db.transaction(() => {
			const toAsk = askAboutUnfinished(db, at);
			rescueRecords(db).add(
				at,
				program,
				{
					kind: 'damaged',
					said,
					setAside: present === undefined ? '' : asidePath(folder, at),
					copyAt: copy?.at ?? null,
					broughtOver: {
						steps: rows['action'] ?? 0,
						drafts: rows['draft'] ?? 0,
						entries: rows['count_entry'] ?? 0,
					},
					whole,
					toAsk,
				},
				false,
			);
			forgetMissing(folder, db);
			if (!whole) renewPcIdentity(db);
		}).immediate();
		db.pragma('wal_checkpoint(TRUNCATE)');
		db.pragma('journal_mode = DELETE');
	} finally {
		db.close();
	}
	const handle = openSync(making, 'r+');
	fsyncSync(handle);
	closeSync(handle);
	renameSync(making, `${file}.ready`);
	finishMending(file);
}

/** Sets the current file aside and moves the repaired one in; also continues after a crash in between. */
function finishMending(file: string): void {
	const ready = `${file}.ready`;
	if (!existsSync(ready)) return;
	const db = openDurable(ready);
	const record = rescueRecords(db).last();
	db.pragma('journal_mode = DELETE');
	db.close();
	if (record !== null && 'setAside' in record.entry && record.entry.setAside !== '') {
		setAside(file, record.entry.setAside, 'move');
	}
	renameSync(ready, file);
}

function forgetMissing(folder: string, db: Sqlite): void {
	db.prepare('UPDATE saved SET number = number + ?').run(missingChanges(folder, db) ?? 0);
}

/** Unfinished steps may have been sent or discarded since: they are verified, then need an order. @returns how many */
function askAboutUnfinished(db: Sqlite, at: number): number {
	const tables = actionTables(db);
	const elsewhere = alsoElsewhere(db);
	let steps = 0;
	elsewhere.addOpen(at);
	for (const row of tables.unfinished()) {
		elsewhere.add(originOf(row), at);
		if (row.state === 'held-newer-version') continue;
		tables.move(row, 'ambiguous', {
			at,
			by: program,
			next_at: at,
			absent_probes: 0,
			// A step the service accepted is only looked for, never sent again.
			resolution: row.resolution === 'applied' ? row.resolution : fromCopy,
			why: { code: 'restored' },
		});
		steps += 1;
	}
	return steps;
}

/** On a full disk a good file looks broken, and repairing it would break it. */
function demandRoom(folder: string, { free }: Surroundings, bytes: number): void {
	const spare = 1024 * 1024;
	const enough = () => (free() ?? Infinity) >= bytes + spare;
	if (enough()) return;
	releaseBallast(folder);
	if (!enough()) throw new NoRoomToOpen(folder);
}

const sizeOf = (file: string): number => lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;

const program = 'Stillroom';
