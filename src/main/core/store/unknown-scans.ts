// Unknown barcodes scanned for a document: table `unknown_scan` of stillroom.db.
import type { Sqlite } from './open.ts';

interface UnknownScanRow {
	scan_id: string;
	account_id: string;
	document_id: string;
	code: string;
	scanned_at: number;
	scanned_by: string;
}

interface UnknownCodeRow {
	code: string;
	times: number;
	at: number;
}

export function unknownScans(durable: Sqlite) {
	const insert = durable.prepare<[UnknownScanRow]>(
		`INSERT INTO unknown_scan (scan_id, account_id, document_id, code, scanned_at, scanned_by)
		 VALUES (@scan_id, @account_id, @document_id, @code, @scanned_at, @scanned_by)`,
	);
	const of = durable.prepare<[string, string], UnknownCodeRow>(
		`SELECT code, count(*) AS times, max(scanned_at) AS at FROM unknown_scan
		 WHERE account_id = ? AND document_id = ? GROUP BY code ORDER BY min(rowid)`,
	);
	const remove = durable.prepare<[string, string, string]>(
		'DELETE FROM unknown_scan WHERE account_id = ? AND document_id = ? AND code = ?',
	);
	return {
		insert: (row: UnknownScanRow) => insert.run(row),
		of: (accountId: string, documentId: string): UnknownCodeRow[] => of.all(accountId, documentId),
		remove: (accountId: string, documentId: string, code: string): void => {
			remove.run(accountId, documentId, code);
		},
	};
}
