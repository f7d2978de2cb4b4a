import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEarlier } from '../../../../test/support/earlier-file.ts';
import { openDurable } from './open.ts';

test('Documents of an earlier version that had no words get some, whatever is wrong with what they are known by', () => {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-words-'));
	const file = join(folder, 'stillroom.db');
	try {
		const earlier = openEarlier(file, 'lane_without_words');
		earlier.exec(
			`INSERT INTO account VALUES ('A', 'http://127.0.0.1', 'C', 'Quay', 0, '{}', 1, 1)`,
		);
		const write = earlier.prepare(
			`INSERT INTO lane (lane_id, account_id, document, document_id, label, created_at, created_by, words)
			 VALUES (?, 'A', 'wastage', ?, ?, 1, 'Noor', ?)`,
		);
		write.run('known', 'w1', '{"title":"Waste of Sunday"}', '');
		write.run('untitled', 'w2', '{}', '');
		write.run('broken', 'w3', '{"tit', '');
		write.run('done', 'w4', '{}', 'tomatoes');
		earlier.close();

		const db = openDurable(file);
		const words = db.prepare('SELECT words FROM lane ORDER BY document_id').pluck().all();
		expect(words).toEqual([
			'Waste of Sunday Noor document',
			' Noor document',
			' Noor document',
			'tomatoes',
		]);
		const found = db.prepare('SELECT count(*) FROM lane_text WHERE lane_text MATCH ?').pluck();
		expect([found.get('Noor'), found.get('Sunday'), found.get('tomatoes')]).toEqual([3, 1, 1]);
		db.close();
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
