// Time zones.
import type { HandlersOf } from './handler.ts';
import { pageRows } from './plain.ts';

export const timeZones: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC'];

export const timeZoneHandlers = {
	'timeZone.list': ({ page }) =>
		pageRows(
			timeZones.map((id) => ({ id, name: id.replaceAll('_', ' ') })),
			page,
		),
} satisfies HandlersOf<'timeZone'>;
