// Dashboard settings, one per widget.
import type { WidgetSettings } from '../../shared/service/reports.ts';
import { NOT_ACCEPTED } from './document.ts';
import { done, refuse } from './handler.ts';
import type { Fields, HandlersOf } from './handler.ts';

const widgets = ['stock-value', 'wastage', 'purchases', 'transfers', 'approvals'];

export const dashboardHandlers = {
	'dashboard.get': ({ path }, { records }) => {
		const sequence = widgets.indexOf(path.widgetType);
		if (sequence < 0) return refuse(404, 'The dashboard has no such part.');
		const stored = records.get('widget', path.widgetType);
		if (stored === undefined) {
			const first = {
				widgetType: path.widgetType,
				isVisible: true,
				sequence: sequence + 1,
				days: 28,
			};
			return done<WidgetSettings>(first);
		}
		const { id: _id, ...shown } = stored;
		return done<WidgetSettings>(shown);
	},
	'dashboard.update': ({ body }, { records }) => {
		const fields: Fields = {};
		if (body.widgets.length === 0) fields['widgets'] = 'At least one is needed.';
		for (const [index, widget] of body.widgets.entries()) {
			const at = `widgets[${index}]`;
			if (!widgets.includes(widget.widgetType)) {
				fields[`${at}.widgetType`] = 'The dashboard has no such part.';
			}
			if (widget.days !== undefined && (widget.days < 1 || widget.days > 366)) {
				fields[`${at}.days`] = 'A whole number from 1 to 366 is needed.';
			}
		}
		if (Object.keys(fields).length > 0) return refuse(400, NOT_ACCEPTED, fields);
		for (const widget of body.widgets) {
			const record = { ...widget, id: widget.widgetType };
			if (records.get('widget', record.id)) records.update('widget', record, { search: [] });
			else records.insert('widget', record, { search: [] });
		}
		return done(null);
	},
} satisfies HandlersOf<'dashboard'>;
