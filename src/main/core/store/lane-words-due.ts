// Documents of the outbox whose words are still to be filled in: new ones, which have none yet, and those of the table
// `lane_words_due`, whose words are from before documents were found by their items.
import type { LaneRow } from '../outbox/action.ts';
import type { Sqlite } from './open.ts';

export function laneWordsDue(db: Sqlite) {
	const withoutWords = db.prepare<[string, number], LaneRow>(
		`SELECT * FROM lane INDEXED BY lane_without_words WHERE account_id = ? AND words = '' LIMIT ?`,
	);
	const old = db.prepare<[string, number], LaneRow>(
		'SELECT lane.* FROM lane_words_due JOIN lane USING (lane_id) WHERE account_id = ? LIMIT ?',
	);
	const setWords = db.prepare<[string, string]>('UPDATE lane SET words = ? WHERE lane_id = ?');
	const done = db.prepare<[string]>('DELETE FROM lane_words_due WHERE lane_id = ?');
	return {
		/** New ones, the oldest first, at most so many. */
		withoutWords: (accountId: string, most: number) => withoutWords.all(accountId, most),
		/** Some of the old ones, at most so many. */
		old: (accountId: string, most: number) => old.all(accountId, most),
		fill(laneId: string, words: string) {
			setWords.run(words, laneId);
			done.run(laneId);
		},
	};
}
