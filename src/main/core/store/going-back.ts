// Restores the drafts and counts that were open in a copy, as a change of today; all else stays as it is. A copy of
// this PC is older in every row; one of another PC also adds what is missing.
import Database from 'better-sqlite3';
import { workTables } from './work-tables.ts';
import { merge } from './merge.ts';
import type { Sqlite } from './open.ts';
import { pcIdentity } from './pc-identity.ts';

export interface Kept {
	steps: number;
	drafts: number;
	entries: number;
}

/** Call it in a transaction. @param file path of an undamaged copy in the current format */
export function goBack(file: string, into: Sqlite): Kept {
	const copy = new Database(file, { readonly: true, fileMustExist: true });
	try {
		const kept = {
			steps: notIn(copy, into, 'SELECT action_id FROM action'),
			drafts: notIn(copy, into, 'SELECT draft_id FROM draft'),
			entries: notIn(copy, into, `SELECT stocktake_id || ' ' || entry_id FROM count_entry`),
		};
		if (pcIdentity(copy) !== pcIdentity(into)) merge(copy, into, 'other');
		draftsBack(copy, into);
		countsBack(copy, into);
		return kept;
	} finally {
		copy.close();
	}
}

function notIn(copy: Sqlite, into: Sqlite, keys: string): number {
	const then = new Set(copy.prepare<[], string>(keys).pluck().all());
	return into
		.prepare<[], string>(keys)
		.pluck()
		.all()
		.filter((key) => !then.has(key)).length;
}

interface DraftThen {
	draft_id: string;
	body: string;
	business_date: string;
	entered_by: string;
}

/** Keeps later submits, and open entries against the same document. */
function draftsBack(copy: Sqlite, into: Sqlite): void {
	const back = into.prepare<[DraftThen]>(
		`UPDATE OR IGNORE draft SET state = 'open', moved_as = NULL, body = @body, business_date = @business_date,
			entered_by = @entered_by, revision = revision + 1
		 WHERE draft_id = @draft_id AND state <> 'submitted' AND (state <> 'open' OR body <> @body)`,
	);
	const then = copy.prepare<[], DraftThen>(
		`SELECT draft_id, body, business_date, entered_by FROM draft WHERE state = 'open'`,
	);
	for (const draft of then.all()) back.run(draft);
}

function countsBack(copy: Sqlite, into: Sqlite): void {
	const [then, now] = [workTables(copy), workTables(into)];
	const open = copy
		.prepare<[], string>(`SELECT stocktake_id FROM stocktake WHERE state = 'open'`)
		.pluck();
	for (const id of open.all()) {
		const [before, here] = [then.count(id), now.count(id)];
		if (before === null || here === null) continue;
		if (here.stocktake['state'] !== 'open' && here.stocktake['state'] !== 'discarded') continue;
		const same = JSON.stringify(before) === JSON.stringify(here);
		if (!same) {
			const { account_id } = here.stocktake;
			now.replaceCount({ ...before, stocktake: { ...before.stocktake, account_id } });
		}
	}
}
