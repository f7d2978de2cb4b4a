// Barcodes that were unknown when they were scanned: tables `count_unknown_code` and `document_unknown_code`.
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export interface CountCodeRow {
	code_id: number;
	code: string;
	area_id: string;
	times: number;
	typed: string;
	note: string;
	line_no: number | null;
	at: number;
	by: string;
}

export function unknownCodesOfCount(durable: Sqlite) {
	const sql = new Queries(durable);
	const columns = 'code_id, code, area_id, times, typed, note, line_no, at, by';
	const keep = sql.row<[string, string, string, number, string], CountCodeRow>(
		`INSERT INTO count_unknown_code (stocktake_id, code, area_id, times, at, by) VALUES (?, ?, ?, 1, ?, ?)
		 ON CONFLICT DO UPDATE SET times = times + 1, at = excluded.at, by = excluded.by, line_no = NULL
		 RETURNING ${columns}`,
	);
	return {
		/** Scanning it again in the same area raises its number and reopens it. */
		keep(stocktakeId: string, code: string, areaId: string, at: number, by: string): CountCodeRow {
			const row = keep(stocktakeId, code, areaId, at, by);
			if (row === null) throw new Error('An unknown code was not kept.');
			return row;
		},
		of: sql.rows<[stocktakeId: string], CountCodeRow>(
			`SELECT ${columns} FROM count_unknown_code WHERE stocktake_id = (SELECT ?) ORDER BY code_id`,
		),
		get: sql.row<[stocktakeId: string, codeId: number], CountCodeRow>(
			`SELECT ${columns} FROM count_unknown_code WHERE stocktake_id = ? AND code_id = ?`,
		),
		note: sql.run<[typed: string, note: string, stocktakeId: string, codeId: number]>(
			'UPDATE count_unknown_code SET typed = ?, note = ? WHERE stocktake_id = ? AND code_id = ?',
		),
		assign: sql.run<[lineNo: number, typed: string, stocktakeId: string, codeId: number]>(
			'UPDATE count_unknown_code SET line_no = ?, typed = ? WHERE stocktake_id = ? AND code_id = ?',
		),
	};
}

interface ScanRow {
	scan_id: string;
	account_id: string;
	document_id: string;
	code: string;
	scanned_at: number;
	scanned_by: string;
}

interface DocumentCodeRow {
	code: string;
	times: number;
}

export function unknownCodesOfDocument(durable: Sqlite) {
	const sql = new Queries(durable);
	return {
		insert: sql.run<[row: ScanRow]>(
			`INSERT INTO document_unknown_code (scan_id, account_id, document_id, code, scanned_at, scanned_by)
			 VALUES (@scan_id, @account_id, @document_id, @code, @scanned_at, @scanned_by)`,
		),
		of: sql.rows<[accountId: string, documentId: string], DocumentCodeRow>(
			`SELECT code, count(*) AS times FROM document_unknown_code
			 WHERE account_id = ? AND document_id = ? GROUP BY code ORDER BY min(rowid)`,
		),
		remove: sql.run<[accountId: string, documentId: string, code: string]>(
			'DELETE FROM document_unknown_code WHERE account_id = ? AND document_id = ? AND code = ?',
		),
	};
}
