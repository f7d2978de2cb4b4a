// Open documents that a person acknowledged for a count: table `count_cut_off` of stillroom.db. Append-only.
import type { CutOffDocument } from '../../../shared/bridge/cut-off.ts';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export interface CutOffRow {
	stocktake_id: string;
	key: string;
	kind: CutOffDocument['kind'];
	document_id: string;
	number: string;
	title: string;
	business_date: string;
	value: string | null;
	costs_unknown: number;
	currency: string;
	phase: CutOffDocument['phase'];
	state_word: string;
	acknowledged_at: number;
	acknowledged_by: string;
}

export function cutOffTable(durable: Sqlite) {
	const sql = new Queries(durable);
	return {
		/** The first acknowledgement of a document is kept. */
		put: sql.run<[row: CutOffRow]>(
			`INSERT INTO count_cut_off (stocktake_id, key, kind, document_id, number, title, business_date, value, costs_unknown,
				currency, phase, state_word, acknowledged_at, acknowledged_by)
			 VALUES (@stocktake_id, @key, @kind, @document_id, @number, @title, @business_date, @value, @costs_unknown,
				@currency, @phase, @state_word, @acknowledged_at, @acknowledged_by)
			 ON CONFLICT DO NOTHING`,
		),
		of: sql.rows<[stocktakeId: string], CutOffRow>(
			'SELECT * FROM count_cut_off WHERE stocktake_id = (SELECT ?) ORDER BY business_date, key',
		),
	};
}
