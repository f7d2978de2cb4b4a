import Database from 'better-sqlite3';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MOST_ON_THEIR_WAY } from './log-flush.ts';
import { isLogDamaged } from './write-ahead-log.ts';

/** A log of commits of one page each, of which the last ones cannot be relied on. */
function brokenLog({ sound, brokenFrom }: { sound: number; brokenFrom: number }): Buffer {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-log-'));
	try {
		const db = new Database(join(folder, 'log.db'));
		db.pragma('journal_mode = WAL');
		db.exec('CREATE TABLE note (words TEXT)');
		db.pragma('wal_checkpoint(TRUNCATE)');
		for (let each = 0; each < sound + brokenFrom; each += 1)
			db.prepare('INSERT INTO note VALUES (?)').run(`note ${each}`);
		const log = readFileSync(join(folder, 'log.db-wal'));
		db.close();
		const frame = 24 + 4096;
		expect(log).toHaveLength(32 + (sound + brokenFrom) * frame);
		const at = 32 + sound * frame + 100;
		log.writeUInt8(log.readUInt8(at) ^ 0xff, at);
		return log;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

test('a power cut leaves a few commits that do not add up; more than that were broken later', () => {
	const most = MOST_ON_THEIR_WAY + 1;
	expect(isLogDamaged(brokenLog({ sound: 3, brokenFrom: 1 }))).toBe(false);
	expect(isLogDamaged(brokenLog({ sound: 3, brokenFrom: most }))).toBe(false);
	expect(isLogDamaged(brokenLog({ sound: 3, brokenFrom: most + 1 }))).toBe(true);
});
