// The files of a data folder with the tables that most modules read, each opened on its first use.
import { once } from '../once.ts';
import { cacheRecords } from './cache-records.ts';
import { draftTable } from './drafts.ts';
import { locationTable } from './locations.ts';
import type { Sqlite } from './open.ts';
import { pullTable } from './pulls.ts';

interface Files {
	/** stillroom.db: drafts, counts, outbox, settings. Every commit is on disk when it returns. */
	readonly durable: Sqlite;
	readonly cache: Sqlite;
	/** Call it after a commit: notes the number of saved changes beside the data. */
	noteSaved(): void;
	close(): void;
}

export function storeOf(files: Files) {
	const { durable, cache } = files;
	const drafts = once(() => draftTable(durable));
	const records = once(() => cacheRecords(cache));
	const locations = once(() => locationTable(records()));
	const pulls = once(() => pullTable(cache));
	return {
		...files,
		get drafts() {
			return drafts();
		},
		get locations() {
			return locations();
		},
		get pulls() {
			return pulls();
		},
		get records() {
			return records();
		},
	};
}
