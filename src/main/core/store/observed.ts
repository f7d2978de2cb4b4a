// Observations of how a service treats our documents: tables `observed_text`, `observed_list` and `counter_example`.
import type { TextLength } from '../../../shared/domain/shown-text.ts';
import type { Observed, RevocableFlag } from '../../../shared/service/behaviour.ts';
import type { DocumentKind } from '../../../shared/service/profile.ts';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export interface CounterExample {
	document: DocumentKind;
	flag: RevocableFlag;
	action_id: string;
	found_at: number;
}

interface TextRow {
	kept_units: number;
	kept_bytes: number;
	cut_to: number | null;
}

export function observedTable(db: Sqlite) {
	const sql = new Queries(db);
	const text = sql.row<[string, DocumentKind, string], TextRow>(
		`SELECT kept_units, kept_bytes, cut_to FROM observed_text
		 WHERE account_id = ? AND document = ? AND field = ?`,
	);
	const delay = sql.number<[string, DocumentKind]>(
		'SELECT delay_ms FROM observed_list WHERE account_id = ? AND document = ?',
	);
	const revoked = sql.values<[string, DocumentKind, string], RevocableFlag>(
		`SELECT flag FROM counter_example WHERE account_id = ? AND document = ? AND field IN (?, '')`,
	);
	const keep = sql.run<[Record<string, string | number>]>(
		`INSERT INTO observed_text (account_id, document, field, kept_units, kept_bytes)
		 VALUES (@accountId, @document, @field, @units, @bytes)
		 ON CONFLICT DO UPDATE SET
			kept_units = max(kept_units, excluded.kept_units), kept_bytes = max(kept_bytes, excluded.kept_bytes),
			cut_to = iif(cut_to <= excluded.kept_units, NULL, cut_to)`,
	);
	const lose = sql.run<[Record<string, string | number | null>]>(
		`INSERT INTO observed_text (account_id, document, field, cut_to)
		 VALUES (@accountId, @document, @field, @cutTo)
		 ON CONFLICT DO UPDATE SET
			kept_units = 0, kept_bytes = 0,
			cut_to = min(coalesce(cut_to, excluded.cut_to), coalesce(excluded.cut_to, cut_to))`,
	);
	const contradict = sql.change<[Record<string, string | number>]>(
		`INSERT INTO counter_example (account_id, document, flag, field, action_id, found_at)
		 VALUES (@accountId, @document, @flag, @field, @actionId, @at) ON CONFLICT DO NOTHING`,
	);
	return {
		/** @param field that carries the reference; null if none does */
		of(accountId: string, document: DocumentKind, field: string | null): Observed {
			const row = field === null ? undefined : text(accountId, document, field);
			return {
				kept: { units: row?.kept_units ?? 0, bytes: row?.kept_bytes ?? 0 },
				cutTo: row?.cut_to ?? null,
				listDelayMs: delay(accountId, document),
				revoked: revoked(accountId, document, field ?? ''),
			};
		},
		/** A list showed a text of this length with its reference, which lifts a smaller limit. */
		keptText(accountId: string, document: DocumentKind, field: string, length: TextLength): void {
			keep({ accountId, document, field, ...length });
		},
		/** @param cutTo UTF-16 units that were left; null if it was not merely truncated */
		lostReference(
			accountId: string,
			document: DocumentKind,
			field: string,
			cutTo: number | null,
		): void {
			lose({ accountId, document, field, cutTo });
		},
		shownAfter: sql.run<[accountId: string, document: DocumentKind, ms: number]>(
			`INSERT INTO observed_list (account_id, document, delay_ms) VALUES (?, ?, ?)
			 ON CONFLICT DO UPDATE SET delay_ms = max(delay_ms, excluded.delay_ms)`,
		),
		/** @returns false if it was contradicted before */
		contradict(accountId: string, field: string, example: CounterExample): boolean {
			const { document, flag, action_id: actionId, found_at: at } = example;
			return contradict({ accountId, document, flag, field, actionId, at });
		},
		restore: sql.run<[accountId: string, document: DocumentKind, flag: string]>(
			'DELETE FROM counter_example WHERE account_id = ? AND document = ? AND flag = ?',
		),
		counterExamples: sql.rows<[accountId: string], CounterExample>(
			`SELECT document, flag, action_id, found_at FROM counter_example
			 WHERE account_id = ? ORDER BY found_at, document, flag`,
		),
	};
}
