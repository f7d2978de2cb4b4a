// Steps of the outbox that changed a record, and what the service made of them: table `record_told` of stillroom.db.
import type { ImportSource } from '../../../shared/bridge/import.ts';
import type { ActionRow } from '../outbox/action.ts';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export interface RecordStep extends Pick<
	ActionRow,
	'action_id' | 'operation' | 'payload' | 'base' | 'state' | 'actor' | 'created_at'
> {
	/** JSON of `Told[]`; null until the record was read after the step. */
	told: string | null;
	/** null if it is of no run. */
	run_id: string | null;
	source: ImportSource | null;
	title: string | null;
}

export interface UntoldStep extends Pick<ActionRow, 'action_id' | 'operation' | 'payload'> {
	server_id: string;
	confirmed_read_no: number;
}

export function recordSteps(durable: Sqlite) {
	const sql = new Queries(durable);
	return {
		/** Newest first, with those that changed several records at once. @param id as the lane names the record @param server its id at the service, or empty */
		of: sql.rows<[{ account: string; document: string; id: string; server: string }], RecordStep>(
			`SELECT action.action_id, operation, payload, base, action.state, actor, action.created_at, told, seq,
				run_id, source, title
			 FROM lane JOIN action USING (lane_id) LEFT JOIN record_told USING (action_id)
				-- The intent of a record in a run ends with the id of the run.
				LEFT JOIN import_run ON run_id = substr(intent_id, -36)
			 WHERE lane.lane_id IN (
				SELECT lane_id FROM lane
				WHERE account_id = @account AND document = @document AND document_id = @id
				UNION SELECT lane_id FROM lane
				WHERE account_id = @account AND document = @document AND server_id = @server)
			 UNION ALL
			 SELECT action.action_id, operation, payload, base, state, actor, action.created_at, NULL, seq,
				NULL, NULL, NULL
			 FROM lane JOIN action USING (lane_id)
			 WHERE lane.account_id = @account AND document = @document AND operation LIKE '%.updateMany'
				AND document_id <> @id AND server_id IS NOT @server
				AND json_valid(payload) AND EXISTS (
					SELECT 1 FROM json_each(payload, '$.body.ids') AS named WHERE named.value = @server)
			 ORDER BY seq DESC`,
		),
		/** Confirmed steps of a record type that nothing was told about. */
		untold: sql.rows<[accountId: string, document: string], UntoldStep>(
			`SELECT action.action_id, operation, payload, server_id, confirmed_read_no
			 FROM lane JOIN action USING (lane_id) LEFT JOIN record_told USING (action_id)
			 WHERE lane.account_id = ? AND document = ? AND state = 'confirmed' AND server_id IS NOT NULL AND told IS NULL
			 ORDER BY seq`,
		),
		tell: sql.run<[actionId: string, told: string]>(
			'INSERT OR IGNORE INTO record_told (action_id, told) VALUES (?, ?)',
		),
	};
}
