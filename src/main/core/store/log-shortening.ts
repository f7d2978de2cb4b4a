// Keeps the writing back of a log out of the commits that somebody waits for: SQLite does it within the commit that fills
// the log, and waits twice for the disk there. Done after the answer, a little sooner, it is in nobody's way.
import type { Clock } from '../ports.ts';
import type { Sqlite } from './open.ts';

/** Pages of log after which it is written back. SQLite itself does it at 1000. */
const long = 750;

/** @returns to be called when something was written: looks at the log in the next turn. */
export function logShortening(db: Sqlite, clock: Clock): () => void {
	const length = db.prepare<[], { log: number; checkpointed: number }>(
		'PRAGMA wal_checkpoint(NOOP)',
	);
	let soon = false;

	const shorten = () => {
		soon = false;
		if (!db.open) return;
		try {
			const [found] = length.all();
			if (found !== undefined && found.log - found.checkpointed >= long) {
				db.pragma('wal_checkpoint(PASSIVE)');
			}
		} catch {
			// A full or damaged disk: the next commit meets it too, and says so to whoever waits for it.
		}
	};
	return () => {
		if (soon) return;
		soon = true;
		clock.after(0, shorten);
	};
}
