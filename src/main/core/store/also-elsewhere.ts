// Drafts and counts that may have been sent without a trace in this file: another PC has them, because a file or a copy
// does, or the file lacks its last commits. Table `also_elsewhere` of stillroom.db. What is made of one is looked for at
// the service before it goes.
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
		/** @param documentId of a draft or a count. Call it in the transaction that writes or takes in the file. */
		add(documentId: string, at: number): void {
			add.run(documentId, at);
		},
		/** Every draft and count that is open; of one account, where it is named. */
		addOpen(at: number, account: string | null = null): void {
			addOpen.run({ at, account });
		},
		has: (documentId: string): boolean => has.get(documentId) === 1,
	};
}
