// The journal of a count and its recounts as evidence, in the order it was written.
import type { EntryRow } from './count-journal.ts';
import type { CountEvent, StocktakeRow } from './counts.ts';
import type { Sqlite } from './open.ts';

export function countEvidence(durable: Sqlite) {
	const entries = durable.prepare<[string], EntryRow>(
		'SELECT * FROM count_entry WHERE stocktake_id = ? ORDER BY entry_id',
	);
	const events = durable.prepare<[string], CountEvent>(
		'SELECT * FROM count_event WHERE stocktake_id = ? ORDER BY event_id',
	);
	const rounds = durable.prepare<[string], StocktakeRow>(
		'SELECT * FROM stocktake WHERE recount_of = ? ORDER BY round, rowid',
	);
	return {
		entries: (stocktakeId: string): EntryRow[] => entries.all(stocktakeId),
		events: (stocktakeId: string): CountEvent[] => events.all(stocktakeId),
		rounds: (stocktakeId: string): StocktakeRow[] => rounds.all(stocktakeId),
	};
}
