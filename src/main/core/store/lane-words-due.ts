// Documents of the outbox whose words are still to be filled in: table `lane_words_due`.
import type { LaneRow } from '../outbox/action.ts';
import type { Sqlite } from './open.ts';

export function laneWordsDue(db: Sqlite) {
	const next = db.prepare<[string, number], LaneRow>(
		'SELECT lane.* FROM lane_words_due JOIN lane USING (lane_id) WHERE account_id = ? LIMIT ?',
	);
	const setWords = db.prepare<[string, string]>('UPDATE lane SET words = ? WHERE lane_id = ?');
	const done = db.prepare<[string]>('DELETE FROM lane_words_due WHERE lane_id = ?');
	return {
		/** Some of them, at most so many. */
		next: (accountId: string, most: number) => next.all(accountId, most),
		fill(laneId: string, words: string) {
			setWords.run(words, laneId);
			done.run(laneId);
		},
	};
}
