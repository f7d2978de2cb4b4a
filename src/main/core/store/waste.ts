// Waste templates and the staff's labels for reasons: tables `waste_template` and `waste_label` of stillroom.db.
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

interface TemplateRow {
	template_id: string;
	name: string;
	lines: string;
	changed_at: number;
}

interface LabelRow {
	words: string;
	reasonId: string;
}

export function wasteTables(durable: Sqlite) {
	const sql = new Queries(durable);
	const putTemplate = sql.run<[TemplateRow & { account_id: string; location_id: string }]>(
		`INSERT INTO waste_template (template_id, account_id, location_id, name, lines, changed_at)
		 VALUES (@template_id, @account_id, @location_id, @name, @lines, @changed_at)
		 ON CONFLICT DO UPDATE SET name = excluded.name, lines = excluded.lines, changed_at = excluded.changed_at
		 WHERE waste_template.account_id = excluded.account_id`,
	);
	const clearLabels = sql.run<[string, string]>(
		'DELETE FROM waste_label WHERE account_id = ? AND location_id = ?',
	);
	const putLabel = sql.run<[string, string, number, string, string]>(
		'INSERT INTO waste_label (account_id, location_id, position, words, reason_id) VALUES (?, ?, ?, ?, ?)',
	);
	return {
		templates: sql.rows<[accountId: string, locationId: string], TemplateRow>(
			`SELECT template_id, name, lines, changed_at FROM waste_template
			 WHERE account_id = (SELECT ?) AND location_id = (SELECT ?) ORDER BY name COLLATE NOCASE, template_id`,
		),
		allTemplates: sql.rows<[accountId: string], TemplateRow & { location_id: string }>(
			`SELECT template_id, location_id, name, lines, changed_at FROM waste_template WHERE account_id = ?`,
		),
		putTemplate: (accountId: string, locationId: string, row: TemplateRow): void => {
			putTemplate({ ...row, account_id: accountId, location_id: locationId });
		},
		removeTemplate: sql.change<[accountId: string, templateId: string]>(
			'DELETE FROM waste_template WHERE account_id = ? AND template_id = ?',
		),
		labels: sql.rows<[accountId: string, locationId: string], LabelRow>(
			`SELECT words, reason_id AS reasonId FROM waste_label
			 WHERE account_id = (SELECT ?) AND location_id = (SELECT ?) ORDER BY position`,
		),
		setLabels: (accountId: string, locationId: string, rows: readonly LabelRow[]): void => {
			durable
				.transaction(() => {
					clearLabels(accountId, locationId);
					for (const [position, { words, reasonId }] of rows.entries())
						putLabel(accountId, locationId, position, words, reasonId);
				})
				.immediate();
		},
	};
}
