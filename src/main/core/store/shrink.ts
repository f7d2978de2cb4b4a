// Shrinks the open cache.db when the disk is full.
import { statSync } from 'node:fs';
import type { Sqlite } from './open.ts';

/** Checkpoints and truncates the log. @returns whether anything was freed */
export function cutLog(db: Sqlite): boolean {
	const log = `${db.name}-wal`;
	const before = sizeOf(log);
	if (before === 0) return false;
	db.pragma('wal_checkpoint(TRUNCATE)');
	return sizeOf(log) < before;
}

/** Deletes all copies but keeps the read counter, with which confirmations are compared. @returns whether any were */
export function emptyCache(cache: Sqlite): boolean {
	let rows = 0;
	cache
		.transaction(() => {
			for (const table of ['record', 'item', 'item_barcode', 'stock', 'pull', 'unreadable_row']) {
				rows += cache.prepare(`DELETE FROM ${table}`).run().changes;
			}
			cache.prepare(`INSERT INTO item_text (item_text) VALUES ('delete-all')`).run();
		})
		.immediate();
	if (rows === 0) return false;
	cache.exec('VACUUM');
	cutLog(cache);
	return true;
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
