// The payload of an action: frozen when it is queued, with the one thing that is filled in later, the service's id.
// A payload says by its version how it is written; an older one is brought up step by step when it is read, and stays
// in the file as it was written.
import { z } from 'zod';
import type { ActionRow, LaneRow } from './action.ts';
import { readKept } from '../store/kept-json.ts';

/** The version of payloads that this program writes. */
export const payloadVersion = 1;

/**
 * Brings a payload from one version to the next. Pure: the same payload comes out of every reading. Each version that
 * was ever shipped has its fixture in payloads/, which shows what must come out of it today.
 */
export type Upcast = (payload: unknown, operation: string) => unknown;

/** By the version that a step starts from. */
const upcasts: ReadonlyMap<number, Upcast> = new Map();

/**
 * A payload in the form of a version.
 * @returns `newer` for one that is beyond it, `unreadable` where a step is missing or cannot read it.
 */
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

/** What the person said about an action; empty where nothing. */
export function noteOf({ payload: json }: Pick<ActionRow, 'payload'>): string {
	// Most have none, and lists ask of every action.
	if (!json.includes('"note"')) return '';
	const read = noted.safeParse(readKept(json));
	return read.success ? read.data.note : '';
}

/** A payload without what tells only when it was sent and what the person said about it, as text to compare. */
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

/** `newer`: a newer Stillroom wrote it. `unreadable`: it is not as its version says. */
type NotReadable = 'no-server-id' | 'newer' | 'unreadable';

/** The payload ready to send, with the service's id of the lane's document in its path and body, or why there is none. */
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
