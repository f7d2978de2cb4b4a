// The payload of an action, frozen when queued except for the service's id. Older versions are upgraded on reading.
import { z } from 'zod';
import type { ActionRow, LaneRow } from './action.ts';
import { readKept } from '../store/kept-json.ts';

export const payloadVersion = 1;

/** Upgrades a payload by one version. Each released version has a fixture in payloads/ with today's result. */
export type Upcast = (payload: unknown, operation: string) => unknown;

const upcasts: ReadonlyMap<number, Upcast> = new Map();

/** @returns `newer` if the payload is beyond that version, `unreadable` if an upgrade is missing or fails */
export function bringUp(
	written: { version: number; payload: unknown; operation: string },
	to: number = payloadVersion,
	steps: ReadonlyMap<number, Upcast> = upcasts,
): { payload: unknown } | 'newer' | 'unreadable' {
	if (written.version > to) return 'newer';
	let { payload } = written;
	for (let version = written.version; version < to; version += 1) {
		const step = steps.get(version);
		if (step === undefined) return 'unreadable';
		try {
			payload = step(payload, written.operation);
		} catch {
			return 'unreadable';
		}
	}
	return { payload };
}

const serverId = z.strictObject({ $server: z.literal('lane') });

const payload = z.object({
	path: z.record(z.string(), z.union([z.string(), serverId])).optional(),
	query: z.record(z.string(), z.string()).optional(),
	body: z.record(z.string(), z.unknown()).optional(),
	note: z.string().optional(),
});

const noted = z.object({ note: z.string() });

export function noteOf({ payload: json }: Pick<ActionRow, 'payload'>): string {
	// Most have none, and lists call this for every action.
	if (!json.includes('"note"')) return '';
	const read = noted.safeParse(readKept(json));
	return read.success ? read.data.note : '';
}

/** A payload as comparable text, without its date and the person's note. */
export function withoutMoment(written: unknown): string {
	const read = payload.safeParse(written);
	if (!read.success) return '';
	const { note: _note, body, ...rest } = read.data;
	const { date: _date, ...content } = body ?? {};
	return JSON.stringify({ ...rest, content });
}

export interface SendInput {
	path?: Record<string, string>;
	query?: Record<string, string>;
	body?: Readonly<Record<string, unknown>>;
}

/** `newer`: written by a newer Stillroom. `unreadable`: does not match its version. */
type NotReadable = 'no-server-id' | 'newer' | 'unreadable';

/** The payload ready to send, with the document's id in its path and body, or why it cannot be read. */
export function readPayload(
	row: Pick<ActionRow, 'payload' | 'payload_version' | 'operation'>,
	lane: Pick<LaneRow, 'server_id'>,
): SendInput | NotReadable {
	const json = readKept(row.payload);
	if (json === undefined) return 'unreadable';
	const { payload_version: version, operation } = row;
	const present = bringUp({ version, payload: json, operation });
	if (typeof present === 'string') return present;
	const read = payload.safeParse(present.payload);
	if (!read.success) return 'unreadable';
	const { query } = read.data;
	const path: Record<string, string> = {};
	for (const [name, value] of Object.entries(read.data.path ?? {})) {
		const known = typeof value === 'string' ? value : lane.server_id;
		if (known === null) return 'no-server-id';
		path[name] = known;
	}
	const body: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(read.data.body ?? {})) {
		const wantsId = serverId.safeParse(value).success;
		if (wantsId && lane.server_id === null) return 'no-server-id';
		body[name] = wantsId ? lane.server_id : value;
	}
	return {
		...(read.data.path === undefined ? {} : { path }),
		...(query === undefined ? {} : { query }),
		...(read.data.body === undefined ? {} : { body }),
	};
}

/** null if it has none, or cannot be read. */
export function bodyOf(
	...of: Parameters<typeof readPayload>
): Readonly<Record<string, unknown>> | null {
	const sent = readPayload(...of);
	return typeof sent === 'string' ? null : (sent.body ?? null);
}
