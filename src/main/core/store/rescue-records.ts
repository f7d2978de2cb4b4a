// The history of rescues: table `rescue` of stillroom.db.
import { z } from 'zod';
import { rescueEntry, type RescueEntry, type RescueRecord } from '../../../shared/bridge/rescue.ts';
import type { Sqlite } from './open.ts';
import { keptAs, readable } from './kept-json.ts';
import { Queries } from './table.ts';

interface Row {
	rescue_id: number;
	at: number;
	kind: string;
	by: string;
	facts: string;
	read_at: number | null;
}

const mostShown = 50;

export const entryOf = (kind: string) =>
	z
		.looseObject({})
		.transform((facts) => ({ ...facts, kind }))
		.pipe(rescueEntry);

export function rescueRecords(durable: Sqlite) {
	const sql = new Queries(durable);
	const insert = sql.run<[number, string, string, string, number | null]>(
		'INSERT INTO rescue (at, kind, by, facts, read_at) VALUES (?, ?, ?, ?, ?)',
	);
	const latest = sql.rows<[number], Row>('SELECT * FROM rescue ORDER BY rescue_id DESC LIMIT ?');
	const markRead = sql.change<[number, number]>(
		'UPDATE rescue SET read_at = ? WHERE rescue_id = ? AND read_at IS NULL',
	);
	const list = (limit: number): RescueRecord[] =>
		readable(latest(limit), (row) => ({
			rescueId: row.rescue_id,
			at: row.at,
			by: row.by,
			read: row.read_at !== null,
			entry: keptAs(entryOf(row.kind), row.facts),
		}));
	return {
		/** @param read true if the person already knows */
		add(at: number, by: string, { kind, ...facts }: RescueEntry, read: boolean): void {
			insert(at, kind, by, JSON.stringify(facts), read ? at : null);
		},
		list: (): RescueRecord[] => list(mostShown),
		last: (): RescueRecord | null => list(1)[0] ?? null,
		wasExported: sql.has<[file: string]>(
			`SELECT 1 FROM rescue WHERE kind = 'exported' AND facts ->> '$.file' = ? LIMIT 1`,
		),
		movedAway: sql.values<[], string>(
			`SELECT each.value FROM rescue, json_each(iif(json_valid(facts), facts, '{}'), '$.moved') AS each
			 WHERE kind = 'exported'`,
		),
		markRead: (rescueId: number, at: number): boolean => markRead(at, rescueId),
	};
}
