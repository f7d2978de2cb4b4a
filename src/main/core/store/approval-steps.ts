// The confirmed changes, submissions and approvals of a document of the service, from every lane of it.
import { once } from '../once.ts';
import type { Sqlite, Store } from './open.ts';

interface Asked {
	readonly account: string;
	readonly document: string;
	/** At the service. */
	readonly id: string;
	/** Epoch ms. */
	readonly after: number;
}

export interface ApprovalStep {
	readonly operation: string;
	/** JSON of the record as the person saw it, for a change. */
	readonly base: string | null;
	/** The service's word for the state that made sending needless; null if the step was sent. */
	readonly shown: string | null;
}

const statement = (db: Sqlite) =>
	db.prepare<[Asked], ApprovalStep>(
		`SELECT operation, base, (
			SELECT json_extract(args, '$.state') FROM action_event
			WHERE action_event.action_id = action.action_id AND code = 'already-shows'
			ORDER BY event_id DESC LIMIT 1) AS shown
		 FROM action
		 WHERE lane_id IN (
			SELECT lane_id FROM lane WHERE account_id = @account AND document = @document AND server_id = @id)
			AND state = 'confirmed' AND since > @after
			AND operation IN (@document || '.update', @document || '.submit', @document || '.approve')
		 ORDER BY seq`,
	);

export function approvalSteps({ durable }: Pick<Store, 'durable'>) {
	const rows = once(() => statement(durable));
	/** Oldest first. */
	return (asked: Asked): ApprovalStep[] => rows().all(asked);
}
