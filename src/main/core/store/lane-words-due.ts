// Outbox documents that have no search words yet.
import type { LaneRow } from '../outbox/action.ts';
import type { Sqlite } from './open.ts';

/** Steps joined a lane: it gets its words again, as the newest one. Only lanes above those with words are looked through. */
export const dueAgain = (db: Sqlite) =>
	db.prepare<[laneId: string]>(
		`UPDATE lane SET rowid = (SELECT max(rowid) + 1 FROM lane), words = '' WHERE lane_id = ?`,
	);

export function laneWordsDue(db: Sqlite) {
	const withWords = db
		.prepare<[], number>(
			`SELECT rowid FROM lane WHERE rowid > 0 AND words <> '' ORDER BY rowid DESC LIMIT 1`,
		)
		.pluck();
	const withoutWords = db.prepare<[number, number], LaneRow & { rowid: number }>(
		`SELECT rowid, * FROM lane WHERE rowid > ? AND words = '' ORDER BY rowid LIMIT ?`,
	);
	const fill = db.prepare<[string, string]>('UPDATE lane SET words = ? WHERE lane_id = ?');
	/** All lanes up to this row have words. */
	let filledTo: number | null = null;
	return {
		/** Oldest first, of all accounts. Fill them in this order. */
		withoutWords(most: number): LaneRow[] {
			filledTo ??= withWords.get() ?? 0;
			const lanes = withoutWords.all(filledTo, most);
			if (lanes[0] !== undefined) filledTo = lanes[0].rowid - 1;
			return lanes;
		},
		fill(laneId: string, words: string) {
			fill.run(words, laneId);
		},
	};
}
