// Review decisions and recounts of a count: columns of stocktake and stocktake_line, and the recounts themselves.
import type { Keep } from '../../../shared/domain/reconcile.ts';
import type { StocktakeRow } from './counts.ts';
import type { Sqlite } from './open.ts';

export function countDecisions(durable: Sqlite) {
	const keepCount = durable.prepare<[Keep, string]>(
		'UPDATE stocktake SET keep = ? WHERE stocktake_id = ?',
	);
	const asCount = durable.prepare<[string]>(
		`UPDATE stocktake_line SET keep = '' WHERE stocktake_id = ?`,
	);
	const keepLine = durable.prepare<[Keep, string, number]>(
		'UPDATE stocktake_line SET keep = ? WHERE stocktake_id = ? AND line_no = ?',
	);
	const stand = durable.prepare<[number | null, string, string, number]>(
		'UPDATE stocktake_line SET stands = ?, reason = ? WHERE stocktake_id = ? AND line_no = ?',
	);
	const explain = durable.prepare<[string, string, string]>(
		`UPDATE stocktake_line SET reason = ?
		 WHERE stocktake_id = ? AND line_no IN (SELECT value FROM json_each(?))`,
	);
	const keepTolerances = durable.prepare<[string, string]>(
		'UPDATE stocktake SET tolerances = ? WHERE stocktake_id = ?',
	);
	const rounds = durable.prepare<[string], StocktakeRow>(
		`SELECT * FROM stocktake WHERE recount_of = (SELECT ?) AND state IN ('open', 'recounted') ORDER BY round`,
	);
	const lastRound = durable
		.prepare<[string], number>(
			'SELECT coalesce(max(round), 0) FROM stocktake WHERE recount_of = (SELECT ?)',
		)
		.pluck();
	return {
		keepAll(stocktakeId: string, keep: Keep): void {
			keepCount.run(keep, stocktakeId);
			asCount.run(stocktakeId);
		},
		keepLine: (stocktakeId: string, lineNo: number, keep: Keep): void => {
			keepLine.run(keep, stocktakeId, lineNo);
		},
		/** @param round which count of the line is used; null: the latest */
		stand: (stocktakeId: string, lineNo: number, round: number | null, reason: string): void => {
			stand.run(round, reason, stocktakeId, lineNo);
		},
		explain: (stocktakeId: string, lineNos: readonly number[], reason: string): void => {
			explain.run(reason, stocktakeId, JSON.stringify(lineNos));
		},
		keepTolerances: (stocktakeId: string, tolerances: unknown): void => {
			keepTolerances.run(JSON.stringify(tolerances), stocktakeId);
		},
		rounds: (stocktakeId: string): StocktakeRow[] => rounds.all(stocktakeId),
		/** Including discarded rounds; 0 before the first. */
		lastRound: (stocktakeId: string): number => lastRound.get(stocktakeId) ?? 0,
	};
}
