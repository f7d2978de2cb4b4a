// Decisions about follow-ups of receipts: table `follow_up` of stillroom.db.
import type { FollowUpKind, FollowUpState } from '../../../shared/follow-up/follow-up.ts';
import type { DraftRow } from './drafts.ts';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export interface FollowUpRow {
	account_id: string;
	receipt_id: string;
	line_id: string;
	kind: FollowUpKind;
	decision: FollowUpState;
	result_id: string | null;
	figures: string;
	decided_at: number;
	decided_by: string;
}

export function followUpTables(durable: Sqlite) {
	const sql = new Queries(durable);
	return {
		/** Sent receipts of orders that were changed since then, the oldest first. */
		receipts: sql.rows<
			[accountId: string, locationId: string, since: number],
			Pick<DraftRow, 'draft_id' | 'revision'>
		>(
			`SELECT draft_id, revision FROM draft INDEXED BY draft_received
			 WHERE account_id = (SELECT ?) AND location_id = (SELECT ?) AND changed_at >= (SELECT ?)
				AND document = 'order-receipt' AND state = 'submitted'
			 ORDER BY changed_at, draft_id`,
		),
		ofReceipt: sql.rows<[accountId: string, receiptId: string], FollowUpRow>(
			'SELECT * FROM follow_up WHERE account_id = ? AND receipt_id = ?',
		),
		put: sql.run<[FollowUpRow]>(
			`INSERT INTO follow_up (account_id, receipt_id, line_id, kind, decision, result_id, figures, decided_at,
				decided_by)
			 VALUES (@account_id, @receipt_id, @line_id, @kind, @decision, @result_id, @figures, @decided_at,
				@decided_by)
			 ON CONFLICT DO UPDATE SET decision = excluded.decision, result_id = excluded.result_id,
				figures = excluded.figures, decided_at = excluded.decided_at, decided_by = excluded.decided_by`,
		),
	};
}
