// Drafts and counts that may have been sent without a trace in this file: another PC has them, or the last commits
// are missing. They are looked for at the service before they are sent. Table `also_elsewhere` of stillroom.db.
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export type AlsoElsewhere = ReturnType<typeof alsoElsewhere>;

export function alsoElsewhere(durable: Sqlite) {
	const sql = new Queries(durable);
	const addOpen = sql.run<[{ at: number; account: string | null }]>(
		`INSERT INTO also_elsewhere (document_id, since)
		 SELECT draft_id, @at FROM draft WHERE state = 'open' AND account_id = coalesce(@account, account_id)
		 UNION ALL
		 SELECT stocktake_id, @at FROM stocktake WHERE state = 'open' AND account_id = coalesce(@account, account_id)
		 ON CONFLICT DO NOTHING`,
	);
	return {
		/** @param documentId of a draft or a count. Call it in the transaction that exports or imports the file. */
		add: sql.run<[documentId: string, at: number]>(
			'INSERT INTO also_elsewhere (document_id, since) VALUES (?, ?) ON CONFLICT DO NOTHING',
		),
		/** Adds every open draft and count, of one account if given. */
		addOpen(at: number, account: string | null = null): void {
			addOpen({ at, account });
		},
		has: sql.has<[documentId: string]>('SELECT 1 FROM also_elsewhere WHERE document_id = ?'),
	};
}
