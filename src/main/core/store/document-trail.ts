// Who entered a document, and every step of it that is done or on its way, from the drafts and the outbox.
import { once } from '../once.ts';
import type { Sqlite, Store } from './open.ts';

/** A document by its name here and, once known, its id at the service. */
interface Asked {
	readonly account: string;
	readonly document: string;
	readonly id: string;
	readonly server: string;
}

interface TrailRow {
	/** Empty for entering the draft. */
	readonly operation: string;
	readonly by: string;
	readonly at: number;
	readonly state: string;
	/** For a lock: whether it locks. */
	readonly locks: number | null;
}

const statement = (db: Sqlite) =>
	db.prepare<[Asked], TrailRow>(
		`WITH mine AS (
			SELECT lane_id, document_id FROM lane
			WHERE account_id = @account AND document = @document AND document_id = @id
			UNION SELECT lane_id, document_id FROM lane
			WHERE account_id = @account AND document = @document AND server_id = @server)
		 SELECT '' AS operation, entered_by AS by, created_at AS at, 'confirmed' AS state, NULL AS locks
		 FROM draft WHERE account_id = @account AND document = @document
			AND draft_id IN (SELECT @id UNION SELECT document_id FROM mine)
		 UNION ALL
		 SELECT operation, actor, created_at, state, json_extract(payload, '$.body.isLocked')
		 FROM action WHERE lane_id IN (SELECT lane_id FROM mine)
			AND operation NOT LIKE '%.create' AND state NOT IN ('cancelled', 'superseded', 'discarded')
		 ORDER BY at`,
	);

export function documentTrails({ durable }: Pick<Store, 'durable'>) {
	const rows = once(() => statement(durable));
	return (asked: Asked): TrailRow[] => rows().all(asked);
}
