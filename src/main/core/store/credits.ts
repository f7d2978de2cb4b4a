// Claims against suppliers and their steps: tables `credit` and `credit_step` of stillroom.db.
import { z } from 'zod';
import { decimal } from '../../../shared/bridge/values.ts';
import type { CreditKind, CreditState } from '../../../shared/credit/credit.ts';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

/** In the unit; quantity is null for a claim that is about money only. */
export const creditLines = z.array(
	z.object({
		itemId: z.string(),
		unitId: z.string(),
		quantity: decimal.nullable(),
		amount: decimal,
	}),
);

export interface CreditRow {
	credit_id: string;
	account_id: string;
	location_id: string;
	supplier_id: string;
	kind: CreditKind;
	business_date: string;
	document_id: string | null;
	document_number: string;
	currency: string;
	lines: string;
	note: string;
	at: number;
	by: string;
}

export interface CreditStepRow {
	step_id: string;
	account_id: string;
	credit_id: string;
	number: number;
	state: CreditState;
	business_date: string;
	amount: string;
	note: string;
	at: number;
	by: string;
}

export function creditTables(durable: Sqlite) {
	const sql = new Queries(durable);
	return {
		get: sql.row<[accountId: string, creditId: string], CreditRow>(
			'SELECT * FROM credit WHERE account_id = ? AND credit_id = ?',
		),
		at: sql.rows<[accountId: string, locationId: string], CreditRow>(
			`SELECT * FROM credit WHERE account_id = ? AND location_id = ? ORDER BY business_date, at, credit_id`,
		),
		/** Steps of two PCs may have the same number; their ids decide which is later, on every PC alike. */
		steps: sql.rows<[creditId: string], CreditStepRow>(
			'SELECT * FROM credit_step WHERE credit_id = ? ORDER BY number, step_id',
		),
		add: sql.run<[CreditRow]>(
			`INSERT INTO credit (credit_id, account_id, location_id, supplier_id, kind, business_date, document_id,
				document_number, currency, lines, note, at, by)
			 VALUES (@credit_id, @account_id, @location_id, @supplier_id, @kind, @business_date, @document_id,
				@document_number, @currency, @lines, @note, @at, @by) ON CONFLICT DO NOTHING`,
		),
		addStep: sql.run<[CreditStepRow]>(
			`INSERT INTO credit_step (step_id, account_id, credit_id, number, state, business_date, amount, note, at, by)
			 VALUES (@step_id, @account_id, @credit_id, @number, @state, @business_date, @amount, @note, @at, @by)`,
		),
	};
}
