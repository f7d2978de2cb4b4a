// Lists of the outbox's documents, newest first, page by page. An index serves every filter.
import { wordsOf } from '../../../shared/domain/words.ts';
import type { LaneRow, LaneStands } from '../outbox/action.ts';
import type { Sqlite } from './open.ts';
import { matchOf } from './text-match.ts';

export interface LanesAskedFor {
	account: string;
	standing: LaneStands | null;
	document: LaneRow['document'] | null;
	/** Word beginnings in any order; empty for any. */
	text: string;
	/** First instant included, last excluded; null for any. */
	from: number | null;
	until: number | null;
	/** A lane: only older ones; null starts with the newest. */
	after: string | null;
	limit: number;
}

const before = `coalesce((SELECT rowid FROM lane WHERE lane_id = @after), ${String(Number.MAX_SAFE_INTEGER)})`;

export function laneLists(db: Sqlite) {
	const statements = new Map<string, ReturnType<typeof prepare>>();
	const prepare = (sql: string) => db.prepare<[object], LaneRow>(sql);

	/** Starts with the most selective index. Only one has documents without words, so fill those first. */
	const select = (asked: LanesAskedFor, match: string | null): string => {
		const conditions = [
			'lane.account_id = @account',
			...(asked.standing === null ? [] : ['lane.standing = @standing']),
			...(asked.document === null ? [] : ['lane.document = @document']),
			...(asked.from === null ? [] : ['lane.created_at >= @from']),
			...(asked.until === null ? [] : ['lane.created_at < @until']),
		];
		const tail = (of: string) =>
			`${conditions.join(' AND ')} AND ${of}.rowid < ${before} ORDER BY ${of}.rowid DESC LIMIT @limit`;
		if (match !== null) {
			return `SELECT lane.* FROM lane_text CROSS JOIN lane ON lane.rowid = lane_text.rowid
				WHERE lane_text MATCH @match AND ${tail('lane_text')}`;
		}
		if (asked.from !== null || asked.until !== null) {
			return `SELECT * FROM lane INDEXED BY lane_day WHERE words <> '' AND ${tail('lane')}`;
		}
		if (asked.document !== null && (asked.standing === null || asked.standing === 'done')) {
			return `SELECT * FROM lane INDEXED BY lane_kind WHERE words <> '' AND ${tail('lane')}`;
		}
		return asked.standing === null
			? `SELECT * FROM lane NOT INDEXED WHERE ${tail('lane')}`
			: `SELECT * FROM lane INDEXED BY lane_standing WHERE ${tail('lane')}`;
	};

	return {
		statement(asked: LanesAskedFor) {
			const match = matchOf(wordsOf(asked.text).join(' '));
			const sql = select(asked, match);
			const statement = statements.get(sql) ?? prepare(sql);
			statements.set(sql, statement);
			return { sql, values: { ...asked, match }, statement };
		},
		page(asked: LanesAskedFor): LaneRow[] {
			const { statement, values } = this.statement(asked);
			return statement.all(values);
		},
	};
}
