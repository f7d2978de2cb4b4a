// Documents of the outbox whose words are still to be filled in: new ones, which have none yet, and those of the table
// `lane_words_due`, whose words are from before documents were found by their items.
import type { LaneRow } from '../outbox/action.ts';
import type { Sqlite } from './open.ts';

export function laneWordsDue(db: Sqlite) {
	const withWords = db
		.prepare<[], number>(
			`SELECT rowid FROM lane WHERE rowid > 0 AND words <> '' ORDER BY rowid DESC LIMIT 1`,
		)
		.pluck();
	const withoutWords = db.prepare<[number, number], LaneRow & { rowid: number }>(
		`SELECT rowid, * FROM lane WHERE rowid > ? AND words = '' ORDER BY rowid LIMIT ?`,
	);
	const old = db.prepare<[string, number], LaneRow>(
		'SELECT lane.* FROM lane_words_due JOIN lane USING (lane_id) WHERE account_id = ? LIMIT ?',
	);
	const setWords = db.prepare<[string, string]>('UPDATE lane SET words = ? WHERE lane_id = ?');
	const done = db.prepare<[string]>('DELETE FROM lane_words_due WHERE lane_id = ?');
	/** No lane up to this row is without words. */
	let filledTo: number | null = null;
	return {
		/** New ones of all accounts, the oldest first, at most so many. Fill them in that order. */
		withoutWords(most: number): LaneRow[] {
			filledTo ??= withWords.get() ?? 0;
			const lanes = withoutWords.all(filledTo, most);
			if (lanes[0] !== undefined) filledTo = lanes[0].rowid - 1;
			return lanes;
		},
		/** Some of the old ones, at most so many. */
		old: (accountId: string, most: number) => old.all(accountId, most),
		fill(laneId: string, words: string) {
			setWords.run(words, laneId);
			done.run(laneId);
		},
	};
}
