// The payload of an action: frozen when it is queued, with the one thing that is filled in later, the service's id.
import { z } from 'zod';
import type { ActionRow, LaneRow } from './action.ts';

const serverId = z.strictObject({ $server: z.literal('lane') });

const payload = z.object({
	path: z.record(z.string(), z.union([z.string(), serverId])).optional(),
	query: z.record(z.string(), z.string()).optional(),
	body: z.record(z.string(), z.unknown()).optional(),
});

export interface SendInput {
	path?: Record<string, string>;
	query?: Record<string, string>;
	body?: Readonly<Record<string, unknown>>;
}

/**
 * The payload ready to send; null when the service's id that it needs is not known, `unreadable` when it is of a kind
 * that this version does not know.
 */
export function readPayload(row: ActionRow, lane: LaneRow): SendInput | null | 'unreadable' {
	let json: unknown;
	try {
		json = JSON.parse(row.payload);
	} catch {
		return 'unreadable';
	}
	const read = payload.safeParse(json);
	if (!read.success) return 'unreadable';
	const { path, query, body } = read.data;
	const filled: Record<string, string> = {};
	for (const [name, value] of Object.entries(path ?? {})) {
		if (typeof value === 'string') filled[name] = value;
		else if (lane.server_id !== null) filled[name] = lane.server_id;
		else return null;
	}
	return {
		...(path === undefined ? {} : { path: filled }),
		...(query === undefined ? {} : { query }),
		...(body === undefined ? {} : { body }),
	};
}
