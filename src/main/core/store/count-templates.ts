// Count templates and walking order of a location: tables `count_template`, `walk_place` and `walk_area` of stillroom.db.
import type { Place } from '../../../shared/domain/walking-order.ts';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

interface TemplateRow {
	template_id: string;
	account_id: string;
	location_id: string;
	name: string;
	plan: string;
	changed_at: number;
	changed_by: string;
}

export function countTemplateTable(durable: Sqlite) {
	const sql = new Queries(durable);
	const known = sql.number<[string, string]>(
		'SELECT count(*) FROM count_template WHERE account_id = ? AND template_id = ? AND removed = 0',
	);
	return {
		put: sql.run<[row: TemplateRow]>(
			`INSERT INTO count_template (template_id, account_id, location_id, name, plan, changed_at, changed_by)
			 VALUES (@template_id, @account_id, @location_id, @name, @plan, @changed_at, @changed_by)
			 ON CONFLICT DO UPDATE SET name = excluded.name, plan = excluded.plan, changed_at = excluded.changed_at,
				changed_by = excluded.changed_by`,
		),
		/** By name, each with the business date of its last count. */
		at: sql.rows<[accountId: string, locationId: string], TemplateRow & { lastOn: string | null }>(
			`SELECT *, (SELECT max(business_date) FROM stocktake WHERE stocktake.template_id = count_template.template_id
				AND state <> 'discarded') AS lastOn
			 FROM count_template WHERE account_id = ? AND location_id = ? AND removed = 0 ORDER BY name, template_id`,
		),
		all: sql.rows<[accountId: string], TemplateRow>(
			'SELECT * FROM count_template WHERE account_id = ? AND removed = 0',
		),
		knows: (accountId: string, templateId: string): boolean => known(accountId, templateId) > 0,
		remove: sql.run<[accountId: string, templateId: string]>(
			'UPDATE count_template SET removed = 1 WHERE account_id = ? AND template_id = ?',
		),
	};
}

export function walkTable(durable: Sqlite) {
	const sql = new Queries(durable);
	const clear = sql.run<[string, string]>(
		'DELETE FROM walk_place WHERE account_id = ? AND location_id = ?',
	);
	const insert = sql.run<[string, string, number, string, string, string, string]>(
		`INSERT INTO walk_place (account_id, location_id, position, area_id, shelf, item_id, stock_area_id)
		 VALUES (?, ?, ?, ?, ?, ?, ?)`,
	);
	const clearAreas = sql.run<[string, string]>(
		'DELETE FROM walk_area WHERE account_id = ? AND location_id = ?',
	);
	const insertArea = sql.run<[string, string, number, string]>(
		'INSERT INTO walk_area (account_id, location_id, position, area_id) VALUES (?, ?, ?, ?)',
	);
	return {
		/** Empty if the areas are not arranged. */
		areas: sql.values<[accountId: string, locationId: string], string>(
			'SELECT area_id FROM walk_area WHERE account_id = ? AND location_id = ? ORDER BY position',
		),
		putAreas(accountId: string, locationId: string, order: readonly string[]): void {
			clearAreas(accountId, locationId);
			order.forEach((areaId, at) => insertArea(accountId, locationId, at, areaId));
		},
		get: sql.rows<[accountId: string, locationId: string], Place>(
			`SELECT area_id AS areaId, shelf, item_id AS itemId, stock_area_id AS stockAreaId FROM walk_place
			 WHERE account_id = ? AND location_id = ? ORDER BY position`,
		),
		put(accountId: string, locationId: string, places: readonly Place[]): void {
			clear(accountId, locationId);
			for (const [position, { areaId, shelf, itemId, stockAreaId }] of places.entries()) {
				insert(accountId, locationId, position, areaId, shelf, itemId, stockAreaId);
			}
		},
	};
}
