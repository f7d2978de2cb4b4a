// Barcodes that were unknown when they were scanned: tables `count_unknown_code` and `document_unknown_code`.
import type { Sqlite } from './open.ts';

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
	const columns = 'code_id, code, area_id, times, typed, note, line_no, at, by';
	const keep = durable.prepare<[string, string, string, number, string], CountCodeRow>(
		`INSERT INTO count_unknown_code (stocktake_id, code, area_id, times, at, by) VALUES (?, ?, ?, 1, ?, ?)
		 ON CONFLICT DO UPDATE SET times = times + 1, at = excluded.at, by = excluded.by, line_no = NULL
		 RETURNING ${columns}`,
	);
	const of = durable.prepare<[string], CountCodeRow>(
		`SELECT ${columns} FROM count_unknown_code WHERE stocktake_id = (SELECT ?) ORDER BY code_id`,
	);
	const one = durable.prepare<[string, number], CountCodeRow>(
		`SELECT ${columns} FROM count_unknown_code WHERE stocktake_id = ? AND code_id = ?`,
	);
	const note = durable.prepare<[string, string, string, number]>(
		'UPDATE count_unknown_code SET typed = ?, note = ? WHERE stocktake_id = ? AND code_id = ?',
	);
	const assign = durable.prepare<[number, string, string, number]>(
		'UPDATE count_unknown_code SET line_no = ?, typed = ? WHERE stocktake_id = ? AND code_id = ?',
	);
	return {
		/** Scanning it again in the same area raises its number and reopens it. */
		keep(stocktakeId: string, code: string, areaId: string, at: number, by: string): CountCodeRow {
			const row = keep.get(stocktakeId, code, areaId, at, by);
			if (row === undefined) throw new Error('An unknown code was not kept.');
			return row;
		},
		of: (stocktakeId: string): CountCodeRow[] => of.all(stocktakeId),
		get: (stocktakeId: string, codeId: number): CountCodeRow | null =>
			one.get(stocktakeId, codeId) ?? null,
		note: (stocktakeId: string, codeId: number, typed: string, said: string): void => {
			note.run(typed, said, stocktakeId, codeId);
		},
		assign: (stocktakeId: string, codeId: number, lineNo: number, typed: string): void => {
			assign.run(lineNo, typed, stocktakeId, codeId);
		},
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
	/** Of the last scan. */
	at: number;
}

export function unknownCodesOfDocument(durable: Sqlite) {
	const insert = durable.prepare<[ScanRow]>(
		`INSERT INTO document_unknown_code (scan_id, account_id, document_id, code, scanned_at, scanned_by)
		 VALUES (@scan_id, @account_id, @document_id, @code, @scanned_at, @scanned_by)`,
	);
	const of = durable.prepare<[string, string], DocumentCodeRow>(
		`SELECT code, count(*) AS times, max(scanned_at) AS at FROM document_unknown_code
		 WHERE account_id = ? AND document_id = ? GROUP BY code ORDER BY min(rowid)`,
	);
	const remove = durable.prepare<[string, string, string]>(
		'DELETE FROM document_unknown_code WHERE account_id = ? AND document_id = ? AND code = ?',
	);
	return {
		insert: (row: ScanRow) => insert.run(row),
		of: (accountId: string, documentId: string): DocumentCodeRow[] => of.all(accountId, documentId),
		remove: (accountId: string, documentId: string, code: string): void => {
			remove.run(accountId, documentId, code);
		},
	};
}
