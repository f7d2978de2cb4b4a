// Drafts, and entries against a document of the service: table `draft` of stillroom.db.
import {
	severalOpen,
	type ExcessDraft,
	type ReceivingDraft,
} from '../../../shared/document/receiving.ts';
import type { DraftDocument } from '../../../shared/document/stored.ts';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export const draftStates = ['open', 'submitted', 'discarded'] as const;
type DraftState = (typeof draftStates)[number];

export interface DraftRow {
	draft_id: string;
	account_id: string;
	document: DraftDocument;
	location_id: string;
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

const severalNames = severalOpen.map((name) => `'${name}'`).join(', ');

const taken = `EXISTS (SELECT 1 FROM draft AS other WHERE other.account_id = mine.account_id
	AND other.document = mine.document AND other.server_id = mine.server_id AND other.state = 'open'
	AND other.draft_id <> mine.draft_id AND mine.document NOT IN (${severalNames}))`;

/** Parameters beside ORDER BY stand behind a SELECT: SQLite would recompile the statement at every run. */
export function draftTable(durable: Sqlite) {
	const sql = new Queries(durable);
	const insert = sql.run<[DraftRow]>(
		`INSERT INTO draft (draft_id, account_id, document, location_id, server_id, state, revision, body, business_date,
			time_zone, created_at, changed_at, entered_by)
		 VALUES (@draft_id, @account_id, @document, @location_id, @server_id, @state, @revision, @body, @business_date,
			@time_zone, @created_at, @changed_at, @entered_by)`,
	);
	const enteredBy = sql.rows<[string, DraftDocument], { serverId: string; enteredBy: string }>(
		`SELECT lane.server_id AS serverId, draft.entered_by AS enteredBy
		 FROM lane JOIN draft ON draft.draft_id = lane.document_id
		 WHERE lane.account_id = (SELECT ?) AND lane.document = (SELECT ?) AND lane.server_id IS NOT NULL`,
	);
	const change = sql.change<
		[Pick<DraftRow, 'draft_id' | 'revision' | 'body' | 'changed_at' | 'entered_by'>]
	>(
		`UPDATE draft SET revision = revision + 1, body = @body, changed_at = @changed_at, entered_by = @entered_by
		 WHERE draft_id = @draft_id AND revision = @revision AND state = 'open'`,
	);
	const close = sql.change<[DraftState, number, string]>(
		`UPDATE draft SET state = ?, changed_at = ? WHERE draft_id = ? AND state = 'open'`,
	);
	const remember = sql.run<[accountId: string, intentId: string, draftId: string]>(
		`INSERT INTO draft_intent (account_id, intent_id, draft_id) VALUES (?, ?, ?)
		 ON CONFLICT DO UPDATE SET draft_id = excluded.draft_id`,
	);
	return {
		/** @param intentId of the creating save; null if it cannot be repeated */
		insert: (row: DraftRow, intentId: string | null = null): void => {
			durable
				.transaction(() => {
					insert(row);
					if (intentId !== null) remember(row.account_id, intentId, row.draft_id);
				})
				.immediate();
		},
		/** What was done with a draft, so that a repeated call does nothing. */
		remember,
		ofIntent: sql.value<[accountId: string, intentId: string], string>(
			'SELECT draft_id FROM draft_intent WHERE account_id = ? AND intent_id = ?',
		),
		get: sql.row<[accountId: string, draftId: string], DraftRow>(
			'SELECT * FROM draft WHERE account_id = ? AND draft_id = ?',
		),
		open: sql.rows<[accountId: string, document: DraftDocument, locationId: string], DraftRow>(
			`SELECT * FROM draft WHERE account_id = (SELECT ?) AND document = (SELECT ?) AND location_id = (SELECT ?)
				AND state = 'open' ORDER BY rowid DESC`,
		),
		/** Authors of documents made here, by the service's id. */
		enteredBy: (accountId: string, document: DraftDocument): ReadonlyMap<string, string> =>
			new Map(enteredBy(accountId, document).map((row) => [row.serverId, row.enteredBy] as const)),
		against: sql.row<[accountId: string, document: DraftDocument, serverId: string], DraftRow>(
			`SELECT * FROM draft WHERE account_id = (SELECT ?) AND document = (SELECT ?) AND server_id = (SELECT ?)
				AND state <> 'discarded'
			 ORDER BY rowid DESC LIMIT 1`,
		),
		/** Submitted receipts or fulfilments, or settled excesses, of a document in order. */
		submittedAgainst: sql.rows<
			[accountId: string, document: ReceivingDraft | ExcessDraft, serverId: string],
			DraftRow
		>(
			`SELECT * FROM draft WHERE account_id = (SELECT ?) AND document = (SELECT ?) AND server_id = (SELECT ?)
				AND state = 'submitted'
			 ORDER BY rowid`,
		),
		/** Submitted receipts of goods that came without an order, in their order. */
		unordered: sql.rows<[accountId: string, locationId: string], DraftRow>(
			`SELECT * FROM draft INDEXED BY draft_unordered
			 WHERE account_id = (SELECT ?) AND location_id = (SELECT ?)
				AND document = 'order-receipt' AND server_id IS NULL AND state = 'submitted'
			 ORDER BY rowid`,
		),
		/** @returns false if it was changed or closed since that revision */
		change: (
			row: Pick<DraftRow, 'draft_id' | 'revision' | 'body' | 'changed_at' | 'entered_by'>,
		): boolean => durable.transaction(() => change(row)).immediate(),
		close: (draftId: string, state: 'submitted' | 'discarded', at: number): boolean =>
			close(state, at, draftId),
		/** Another draft is open for the same document of the service: then this one stays closed. */
		isTaken: sql.has<[draftId: string]>(
			`SELECT 1 FROM draft AS mine WHERE draft_id = ? AND ${taken}`,
		),
		// The higher revision makes the next submit new work for the outbox.
		reopen: sql.change<[draftId: string]>(
			`UPDATE draft AS mine SET state = 'open', revision = revision + 1
			 WHERE draft_id = ? AND state = 'submitted' AND NOT ${taken}`,
		),
	};
}
