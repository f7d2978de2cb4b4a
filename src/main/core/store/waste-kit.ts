// Waste templates and the staff's labels for reasons: tables `waste_template` and `waste_label` of stillroom.db.
import type { Sqlite } from './open.ts';

interface TemplateRow {
	template_id: string;
	name: string;
	/** JSON, declared by the capability. */
	lines: string;
	changed_at: number;
}

interface LabelRow {
	words: string;
	reasonId: string;
}

export function wasteKit(durable: Sqlite) {
	const templates = durable.prepare<[string, string], TemplateRow>(
		`SELECT template_id, name, lines, changed_at FROM waste_template
		 WHERE account_id = (SELECT ?) AND location_id = (SELECT ?) ORDER BY name COLLATE NOCASE, template_id`,
	);
	const putTemplate = durable.prepare<[TemplateRow & { account_id: string; location_id: string }]>(
		`INSERT INTO waste_template (template_id, account_id, location_id, name, lines, changed_at)
		 VALUES (@template_id, @account_id, @location_id, @name, @lines, @changed_at)
		 ON CONFLICT DO UPDATE SET name = excluded.name, lines = excluded.lines, changed_at = excluded.changed_at
		 WHERE waste_template.account_id = excluded.account_id`,
	);
	const removeTemplate = durable.prepare<[string, string]>(
		'DELETE FROM waste_template WHERE account_id = ? AND template_id = ?',
	);
	const labels = durable.prepare<[string, string], LabelRow>(
		`SELECT words, reason_id AS reasonId FROM waste_label
		 WHERE account_id = (SELECT ?) AND location_id = (SELECT ?) ORDER BY position`,
	);
	const clearLabels = durable.prepare<[string, string]>(
		'DELETE FROM waste_label WHERE account_id = ? AND location_id = ?',
	);
	const putLabel = durable.prepare<[string, string, number, string, string]>(
		'INSERT INTO waste_label (account_id, location_id, position, words, reason_id) VALUES (?, ?, ?, ?, ?)',
	);
	return {
		templates: (accountId: string, locationId: string): TemplateRow[] =>
			templates.all(accountId, locationId),
		putTemplate: (accountId: string, locationId: string, row: TemplateRow): void => {
			putTemplate.run({ ...row, account_id: accountId, location_id: locationId });
		},
		removeTemplate: (accountId: string, templateId: string): boolean =>
			removeTemplate.run(accountId, templateId).changes > 0,
		labels: (accountId: string, locationId: string): LabelRow[] =>
			labels.all(accountId, locationId),
		setLabels: (accountId: string, locationId: string, rows: readonly LabelRow[]): void => {
			durable
				.transaction(() => {
					clearLabels.run(accountId, locationId);
					for (const [position, { words, reasonId }] of rows.entries())
						putLabel.run(accountId, locationId, position, words, reasonId);
				})
				.immediate();
		},
	};
}
