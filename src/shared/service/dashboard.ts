// The dashboard. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { flag, integer, record, text } from './field.ts';
import { onlineOnly } from './replay-rule.ts';
import { resource } from './resource.ts';

export const widgetSettings = record('WidgetSettings', {
	/** `stock-value`, `wastage`, `purchases`, `transfers` or `approvals`. */
	widgetType: text,
	isVisible: flag,
	/** Position on the dashboard. */
	sequence: integer.optional(),
	/** Days to look back. */
	days: integer.optional(),
});
export type WidgetSettings = z.output<typeof widgetSettings>;

const updateDashboardSettingsRequest = record('UpdateDashboardSettingsRequest', {
	widgets: z.array(widgetSettings),
});

const dashboard = resource('Reporting and settings', 'Dashboard', 'assumed');

export const dashboardOperations = [
	dashboard.get('dashboard.get', '/api/v1/DashBoard/Settings/{widgetType}', widgetSettings),
	dashboard.change(
		'dashboard.update',
		'PUT',
		'/api/v1/DashBoard/Settings',
		updateDashboardSettingsRequest,
		onlineOnly('draft'),
	),
] as const;
