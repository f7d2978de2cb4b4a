// Review decisions and recounts of a count: columns of stocktake and stocktake_line, and the recounts themselves.
import type { Keep } from '../../../shared/domain/reconcile.ts';
import type { StocktakeRow } from './counts.ts';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export function countDecisions(durable: Sqlite) {
	const sql = new Queries(durable);
	const keepCount = sql.run<[Keep, string]>('UPDATE stocktake SET keep = ? WHERE stocktake_id = ?');
	const asCount = sql.run<[string]>(`UPDATE stocktake_line SET keep = '' WHERE stocktake_id = ?`);
	const explain = sql.run<[string, string, string]>(
		`UPDATE stocktake_line SET reason = ?
		 WHERE stocktake_id = ? AND line_no IN (SELECT value FROM json_each(?))`,
	);
	const keepTolerances = sql.run<[string, string]>(
		'UPDATE stocktake SET tolerances = ? WHERE stocktake_id = ?',
	);
	return {
		keepAll(stocktakeId: string, keep: Keep): void {
			keepCount(keep, stocktakeId);
			asCount(stocktakeId);
		},
		keepLine: sql.run<[keep: Keep, stocktakeId: string, lineNo: number]>(
			'UPDATE stocktake_line SET keep = ? WHERE stocktake_id = ? AND line_no = ?',
		),
		/** `round`: which count of the line is used; null: the latest. */
		stand: sql.run<[round: number | null, reason: string, stocktakeId: string, lineNo: number]>(
			'UPDATE stocktake_line SET stands = ?, reason = ? WHERE stocktake_id = ? AND line_no = ?',
		),
		explain: (stocktakeId: string, lineNos: readonly number[], reason: string): void => {
			explain(reason, stocktakeId, JSON.stringify(lineNos));
		},
		keepTolerances: (stocktakeId: string, tolerances: unknown): void => {
			keepTolerances(JSON.stringify(tolerances), stocktakeId);
		},
		/** Open and finished recounts. */
		rounds: sql.rows<[stocktakeId: string], StocktakeRow>(
			`SELECT * FROM stocktake WHERE recount_of = (SELECT ?) AND state IN ('open', 'recounted') ORDER BY round`,
		),
		/** Including discarded ones. */
		everyRound: sql.rows<[stocktakeId: string], StocktakeRow>(
			'SELECT * FROM stocktake WHERE recount_of = (SELECT ?) ORDER BY round, rowid',
		),
		/** Including discarded rounds; 0 before the first. */
		lastRound: sql.number<[stocktakeId: string]>(
			'SELECT coalesce(max(round), 0) FROM stocktake WHERE recount_of = (SELECT ?)',
		),
	};
}
