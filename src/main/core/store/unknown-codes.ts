// Unknown barcodes scanned in a count: table `parked_code` of stillroom.db.
import type { Sqlite } from './open.ts';

export interface ParkedRow {
	parked_id: number;
	code: string;
	area_id: string;
	times: number;
	typed: string;
	note: string;
	line_no: number | null;
	at: number;
	by: string;
}

export function parkedCodes(durable: Sqlite) {
	const columns = 'parked_id, code, area_id, times, typed, note, line_no, at, by';
	const park = durable.prepare<[string, string, string, number, string], ParkedRow>(
		`INSERT INTO parked_code (stocktake_id, code, area_id, times, at, by) VALUES (?, ?, ?, 1, ?, ?)
		 ON CONFLICT DO UPDATE SET times = times + 1, at = excluded.at, by = excluded.by, line_no = NULL
		 RETURNING ${columns}`,
	);
	const of = durable.prepare<[string], ParkedRow>(
		`SELECT ${columns} FROM parked_code WHERE stocktake_id = (SELECT ?) ORDER BY parked_id`,
	);
	const one = durable.prepare<[string, number], ParkedRow>(
		`SELECT ${columns} FROM parked_code WHERE stocktake_id = ? AND parked_id = ?`,
	);
	const note = durable.prepare<[string, string, string, number]>(
		'UPDATE parked_code SET typed = ?, note = ? WHERE stocktake_id = ? AND parked_id = ?',
	);
	const assign = durable.prepare<[number, string, string, number]>(
		'UPDATE parked_code SET line_no = ?, typed = ? WHERE stocktake_id = ? AND parked_id = ?',
	);
	return {
		/** Scanning it again in the same area raises its number and reopens it. */
		park(stocktakeId: string, code: string, areaId: string, at: number, by: string): ParkedRow {
			const row = park.get(stocktakeId, code, areaId, at, by);
			if (row === undefined) throw new Error('A parked code was not kept.');
			return row;
		},
		of: (stocktakeId: string): ParkedRow[] => of.all(stocktakeId),
		get: (stocktakeId: string, parkedId: number): ParkedRow | null =>
			one.get(stocktakeId, parkedId) ?? null,
		note: (stocktakeId: string, parkedId: number, typed: string, said: string): void => {
			note.run(typed, said, stocktakeId, parkedId);
		},
		assign: (stocktakeId: string, parkedId: number, lineNo: number, typed: string): void => {
			assign.run(lineNo, typed, stocktakeId, parkedId);
		},
	};
}
