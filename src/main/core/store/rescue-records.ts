// The history of rescues: table `rescue` of stillroom.db.
import { z } from 'zod';
import { rescueEntry, type RescueEntry, type RescueRecord } from '../../../shared/bridge/rescue.ts';
import type { Sqlite } from './open.ts';
import { keptAs, readable } from './kept-json.ts';

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
	const insert = durable.prepare<[number, string, string, string, number | null]>(
		'INSERT INTO rescue (at, kind, by, facts, read_at) VALUES (?, ?, ?, ?, ?)',
	);
	const latest = durable.prepare<[number], Row>(
		'SELECT * FROM rescue ORDER BY rescue_id DESC LIMIT ?',
	);
	const markRead = durable.prepare<[number, number]>(
		'UPDATE rescue SET read_at = ? WHERE rescue_id = ? AND read_at IS NULL',
	);
	const movedAway = durable
		.prepare<[], string>(
			`SELECT each.value FROM rescue, json_each(iif(json_valid(facts), facts, '{}'), '$.moved') AS each
			 WHERE kind = 'exported'`,
		)
		.pluck();
	const handedOver = durable
		.prepare<[string], number>(
			`SELECT 1 FROM rescue WHERE kind = 'exported' AND facts ->> '$.file' = ? LIMIT 1`,
		)
		.pluck();
	const list = (limit: number): RescueRecord[] =>
		readable(latest.all(limit), (row) => ({
			rescueId: row.rescue_id,
			at: row.at,
			by: row.by,
			read: row.read_at !== null,
			entry: keptAs(entryOf(row.kind), row.facts),
		}));
	return {
		/** @param read true if the person already knows */
		add(at: number, by: string, { kind, ...facts }: RescueEntry, read: boolean): void {
			insert.run(at, kind, by, JSON.stringify(facts), read ? at : null);
		},
		list: (): RescueRecord[] => list(mostShown),
		last: (): RescueRecord | null => list(1)[0] ?? null,
		wasExported: (file: string): boolean => handedOver.get(file) === 1,
		movedAway: (): string[] => movedAway.all(),
		markRead: (rescueId: number, at: number): boolean => markRead.run(at, rescueId).changes > 0,
	};
}
