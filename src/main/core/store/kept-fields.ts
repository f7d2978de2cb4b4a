// Fields of documents that the service does not have, so they stay on this PC: when an order was sent to the supplier,
// what of a line is closed short. Table `kept_field` of stillroom.db. They travel with work to another PC.
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export interface KeptField {
	account_id: string;
	document_id: string;
	/** Empty for a field of the whole document. */
	line_id: string;
	field: string;
	/** null once a person emptied it. */
	value: string | null;
	changed_at: number;
	changed_by: string;
}

export function keptFields(durable: Sqlite) {
	const sql = new Queries(durable);
	const inHeads = sql.rows<
		[accountId: string, from: string, to: string, field: string],
		Pick<KeptField, 'document_id' | 'value'>
	>(
		`SELECT document_id, value FROM kept_field
		 WHERE account_id = ? AND document_id BETWEEN ? AND ? AND line_id = '' AND field = ? AND value IS NOT NULL`,
	);
	return {
		keep: sql.run<[KeptField]>(
			`INSERT INTO kept_field (account_id, document_id, line_id, field, value, changed_at, changed_by)
			 VALUES (@account_id, @document_id, @line_id, @field, @value, @changed_at, @changed_by)
			 ON CONFLICT DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at,
				changed_by = excluded.changed_by`,
		),
		of: sql.rows<[accountId: string, documentId: string], KeptField>(
			`SELECT account_id, document_id, line_id, field, value, changed_at, changed_by FROM kept_field
			 WHERE account_id = ? AND document_id = ? ORDER BY line_id, field`,
		),
		/** One field of the head of many documents, where it is filled. @param prefix of their ids */
		inHeads: (accountId: string, prefix: string, field: string) =>
			inHeads(accountId, prefix, `${prefix}\u{10ffff}`, field),
	};
}
