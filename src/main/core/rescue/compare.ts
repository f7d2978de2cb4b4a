// Compares a copy of stillroom.db with the current data, before a person restores it.
import Database from 'better-sqlite3';
import type { Sqlite } from '../store/open.ts';

export interface Comparison {
	waiting: number;
	drafts: number;
	counts: number;
	newerSteps: number;
	newerDrafts: number;
	newerCounts: number;
	goBack: number;
}

const finished = `('confirmed', 'cancelled', 'superseded', 'discarded')`;

export function compareWithCopy(durable: Sqlite, copy: string): Comparison {
	const old = new Database(copy, { readonly: true, fileMustExist: true });
	try {
		const count = (sql: string) => Number(old.prepare(sql).pluck().get());
		const actions = byKey(old, 'SELECT action_id AS key, since AS state FROM action');
		const drafts = byKey(old, `SELECT draft_id AS key, state || revision AS state FROM draft`);
		const counts = byKey(old, countState);
		const actionsNow = byKey(durable, 'SELECT action_id AS key, since AS state FROM action');
		const draftsNow = byKey(
			durable,
			`SELECT draft_id AS key, state || revision AS state FROM draft WHERE state <> 'submitted'`,
		);
		const countsNow = byKey(durable, `${countState} WHERE state <> 'submitted'`);
		return {
			waiting: count(`SELECT count(DISTINCT lane_id) FROM action WHERE state NOT IN ${finished}`),
			drafts: count(`SELECT count(*) FROM draft WHERE state = 'open'`),
			counts: count(`SELECT count(*) FROM stocktake WHERE state = 'open'`),
			newerSteps: changed(actionsNow, actions) + added(actionsNow, actions),
			newerDrafts: added(draftsNow, drafts),
			newerCounts: added(countsNow, counts),
			goBack: changed(draftsNow, drafts) + changed(countsNow, counts),
		};
	} finally {
		old.close();
	}
}

const countState = `SELECT stocktake_id AS key, state || (
	SELECT count(*) FROM count_entry AS entry WHERE entry.stocktake_id = stocktake.stocktake_id
) AS state FROM stocktake`;

const byKey = (db: Sqlite, sql: string): Map<string, unknown> =>
	new Map(
		db
			.prepare<[], { key: string; state: unknown }>(sql)
			.all()
			.map(({ key, state }) => [key, state]),
	);

type States = ReadonlyMap<string, unknown>;
const changed = (now: States, then: States): number =>
	[...now].filter(([key, state]) => then.has(key) && then.get(key) !== state).length;
const added = (now: States, then: States): number =>
	[...now.keys()].filter((key) => !then.has(key)).length;
