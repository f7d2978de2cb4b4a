// Drafts, and entries against a document of the service: table `draft` of stillroom.db.
import type { Sqlite } from './open.ts';

/** Also entries against a transfer (`receipt`, `fulfilment`), and decisions about extra goods (`excess`). */
export type DraftDocument = 'wastage' | 'transfer-out' | 'transfer-in' | Handover | 'excess';
export type Handover = 'receipt' | 'fulfilment';
export const draftStates = ['open', 'submitted', 'discarded'] as const;
type DraftState = (typeof draftStates)[number];

export interface DraftRow {
	draft_id: string;
	account_id: string;
	document: DraftDocument;
	location_id: string;
	/** The service's document of a receipt, fulfilment or edit; null for a new document. */
	server_id: string | null;
	state: DraftState;
	revision: number;
	body: string;
	business_date: string;
	time_zone: string;
	created_at: number;
	changed_at: number;
	entered_by: string;
}

/** Parameters beside ORDER BY stand behind a SELECT: SQLite would recompile the statement at every run. */
export function draftTable(durable: Sqlite) {
	const insert = durable.prepare<[DraftRow]>(
		`INSERT INTO draft (draft_id, account_id, document, location_id, server_id, state, revision, body, business_date,
			time_zone, created_at, changed_at, entered_by)
		 VALUES (@draft_id, @account_id, @document, @location_id, @server_id, @state, @revision, @body, @business_date,
			@time_zone, @created_at, @changed_at, @entered_by)`,
	);
	const one = durable.prepare<[string, string], DraftRow>(
		'SELECT * FROM draft WHERE account_id = ? AND draft_id = ?',
	);
	const open = durable.prepare<[string, DraftDocument, string], DraftRow>(
		`SELECT * FROM draft WHERE account_id = (SELECT ?) AND document = (SELECT ?) AND location_id = (SELECT ?)
			AND state = 'open' ORDER BY rowid DESC`,
	);
	const countOpen = durable
		.prepare<[string, DraftDocument, string], number>(
			`SELECT count(*) FROM draft WHERE account_id = ? AND document = ? AND location_id = ? AND state = 'open'`,
		)
		.pluck();
	const enteredBy = durable.prepare<
		[string, DraftDocument],
		{ serverId: string; enteredBy: string }
	>(
		`SELECT lane.server_id AS serverId, draft.entered_by AS enteredBy
		 FROM lane JOIN draft ON draft.draft_id = lane.document_id
		 WHERE lane.account_id = (SELECT ?) AND lane.document = (SELECT ?) AND lane.server_id IS NOT NULL`,
	);
	const against = durable.prepare<[string, DraftDocument, string], DraftRow>(
		`SELECT * FROM draft WHERE account_id = (SELECT ?) AND document = (SELECT ?) AND server_id = (SELECT ?)
			AND state <> 'discarded'
		 ORDER BY rowid DESC LIMIT 1`,
	);
	const submittedAgainst = durable.prepare<[string, Handover | 'excess', string], DraftRow>(
		`SELECT * FROM draft WHERE account_id = (SELECT ?) AND document = (SELECT ?) AND server_id = (SELECT ?)
			AND state = 'submitted'
		 ORDER BY rowid`,
	);
	const change = durable.prepare<
		[Pick<DraftRow, 'draft_id' | 'revision' | 'body' | 'changed_at' | 'entered_by'>]
	>(
		`UPDATE draft SET revision = revision + 1, body = @body, changed_at = @changed_at, entered_by = @entered_by
		 WHERE draft_id = @draft_id AND revision = @revision AND state = 'open'`,
	);
	const close = durable.prepare<[DraftState, number, string]>(
		`UPDATE draft SET state = ?, changed_at = ? WHERE draft_id = ? AND state = 'open'`,
	);
	// The higher revision makes the next submit new work for the outbox.
	const reopen = durable.prepare<[string]>(
		`UPDATE draft SET state = 'open', revision = revision + 1 WHERE draft_id = ? AND state = 'submitted'`,
	);
	const remember = durable.prepare<[string, string, string]>(
		'INSERT INTO draft_intent (account_id, intent_id, draft_id) VALUES (?, ?, ?)',
	);
	const ofIntent = durable
		.prepare<[string, string], string>(
			'SELECT draft_id FROM draft_intent WHERE account_id = ? AND intent_id = ?',
		)
		.pluck();
	return {
		/** @param intentId of the creating save; null if it cannot be repeated */
		insert: (row: DraftRow, intentId: string | null = null): void => {
			durable
				.transaction(() => {
					insert.run(row);
					if (intentId !== null) remember.run(row.account_id, intentId, row.draft_id);
				})
				.immediate();
		},
		ofIntent: (accountId: string, intentId: string): string | null =>
			ofIntent.get(accountId, intentId) ?? null,
		get: (accountId: string, draftId: string): DraftRow | null =>
			one.get(accountId, draftId) ?? null,
		open: (accountId: string, document: DraftDocument, locationId: string): DraftRow[] =>
			open.all(accountId, document, locationId),
		countOpen: (accountId: string, document: DraftDocument, locationId: string): number =>
			countOpen.get(accountId, document, locationId) ?? 0,
		/** Authors of documents made here, by the service's id. */
		enteredBy: (accountId: string, document: DraftDocument): ReadonlyMap<string, string> =>
			new Map(
				enteredBy.all(accountId, document).map((row) => [row.serverId, row.enteredBy] as const),
			),
		against: (accountId: string, document: DraftDocument, serverId: string): DraftRow | null =>
			against.get(accountId, document, serverId) ?? null,
		/** Submitted receipts or fulfilments, or settled excesses, of a document in order. */
		submittedAgainst: (
			accountId: string,
			document: Handover | 'excess',
			serverId: string,
		): DraftRow[] => submittedAgainst.all(accountId, document, serverId),
		/** @returns false if it was changed or closed since that revision */
		change: (
			row: Pick<DraftRow, 'draft_id' | 'revision' | 'body' | 'changed_at' | 'entered_by'>,
		): boolean => durable.transaction(() => change.run(row).changes > 0).immediate(),
		close: (draftId: string, state: 'submitted' | 'discarded', at: number): boolean =>
			close.run(state, at, draftId).changes > 0,
		reopen: (draftId: string): boolean => reopen.run(draftId).changes > 0,
	};
}
