// Drafts and counts that may have been sent without a trace in this file: another PC has them, or the last commits
// are missing. They are looked for at the service before they are sent. Table `also_elsewhere` of stillroom.db.
import type { Sqlite } from './open.ts';

export type AlsoElsewhere = ReturnType<typeof alsoElsewhere>;

export function alsoElsewhere(durable: Sqlite) {
	const add = durable.prepare<[string, number]>(
		'INSERT INTO also_elsewhere (document_id, since) VALUES (?, ?) ON CONFLICT DO NOTHING',
	);
	const addOpen = durable.prepare<{ at: number; account: string | null }>(
		`INSERT INTO also_elsewhere (document_id, since)
		 SELECT draft_id, @at FROM draft WHERE state = 'open' AND account_id = coalesce(@account, account_id)
		 UNION ALL
		 SELECT stocktake_id, @at FROM stocktake WHERE state = 'open' AND account_id = coalesce(@account, account_id)
		 ON CONFLICT DO NOTHING`,
	);
	const has = durable
		.prepare<[string], number>('SELECT 1 FROM also_elsewhere WHERE document_id = ?')
		.pluck();
	return {
		/** @param documentId of a draft or a count. Call it in the transaction that exports or imports the file. */
		add(documentId: string, at: number): void {
			add.run(documentId, at);
		},
		/** Adds every open draft and count, of one account if given. */
		addOpen(at: number, account: string | null = null): void {
			addOpen.run({ at, account });
		},
		has: (documentId: string): boolean => has.get(documentId) === 1,
	};
}
