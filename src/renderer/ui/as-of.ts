// The age of what a screen shows: a list that was fetched again without a change is as new as its last fetch.
import type { FetchedList, SyncState } from '../../shared/bridge/app.ts';

/** @param at when the shown rows were read; null if never fetched */
export function asOfNow(
	at: number | null,
	lists: readonly FetchedList[],
	tables: SyncState['tables'],
): number | null {
	const fetched = lists.map((list) => tables.find(({ kind }) => kind === list)?.asOf ?? null);
	const oldest = Math.min(...fetched.map((each) => each ?? -Infinity));
	return at === null || lists.length === 0 ? at : Math.max(at, oldest);
}
