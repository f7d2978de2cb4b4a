import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEarlier } from '../../../../test/support/earlier-file.ts';
import { undoHistory } from '../../../shared/domain/undo-history.ts';
import { countTables } from './counts.ts';
import { openDurable } from './open.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'stillroom-entries-'));
});
afterEach(() => {
	rmSync(folder, { recursive: true, force: true });
});

test('Entries of an earlier version keep their order, their acts and what they say, and can be taken back', () => {
	const file = join(folder, 'stillroom.db');
	const earlier = openEarlier(file, 'count_entry_in_count');
	earlier.exec(`INSERT INTO account VALUES ('A', 'http://127.0.0.1', 'C', 'Quay', 0, '{}', 1, 1)`);
	for (const [id, state] of [
		['open', 'open'],
		['past', 'submitted'],
	]) {
		earlier.exec(
			`INSERT INTO stocktake (stocktake_id, intent_id, account_id, location_id, name, blind, state, currency, time_zone,
				business_date, opened_at, opened_by) VALUES ('${id}', '${id}', 'A', 'L', '', 0, '${state}', 'EUR', 'UTC',
				'2026-01-01', 1, 'Noor');
			 INSERT INTO stocktake_line (stocktake_id, line_no, area_id, shelf, item_id, item, walk_area_id, position)
				VALUES ('${id}', 1, 'F', '', 'I', '{}', 'F', 1), ('${id}', 2, 'F', '', 'J', '{}', 'F', 2)`,
		);
	}
	const write = earlier.prepare(
		`INSERT INTO count_entry (stocktake_id, line_no, unit_id, typed, locale, quantity, at, by, connection, act, before)
		 VALUES (?, ?, ?, ?, 'en', ?, 1, 'Noor', 'direct', ?, '[]')`,
	);
	write.run('open', 1, '1', '3', '3', 1);
	write.run('past', 1, '1', '8', '8', 2);
	write.run('open', 2, '1', '4', '4', 3);
	write.run('open', 1, null, 'Two are open', null, 4);
	write.run('open', 1, '2', '1', '1', 3);
	earlier.exec(
		`INSERT INTO count_box (stocktake_id, line_no, unit_id, by, typed, locale, quantity, at)
			VALUES ('open', 1, '1', 'Noor', '3', 'en', '3', 1)`,
	);
	const order = 'SELECT * FROM count_entry ORDER BY stocktake_id, entry_id';
	const before = earlier.prepare(order).all();
	earlier.close();

	const db = openDurable(file);
	expect(db.prepare(order).all()).toEqual(before);
	const counts = countTables(db);
	expect(undoHistory(counts.acts('open', 'Noor')).undo).toEqual([1, 3, 4]);
	expect(counts.entriesOf('open', 3).map(({ typed }) => typed)).toEqual(['4', '1']);
	expect(counts.lines('open').map(({ revision }) => revision)).toEqual([5, 3]);
	expect(counts.boxesOf('open', 1).map(({ typed }) => typed)).toEqual(['3']);
	expect(counts.nextEntry('open', counts.lineInHand('open', 1))).toBe(6);
	expect(counts.nextEntry('past', counts.lineInHand('past', 1))).toBe(3);
	expect(db.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
	expect(db.pragma('foreign_key_check')).toEqual([]);
	db.close();
});
