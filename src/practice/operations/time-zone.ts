// Time zones, and tax seeding, which does nothing here.
import { done } from './handler.ts';
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

export const taxHandlers = {
	'systemTaxSetting.seed': () => done(null),
} satisfies HandlersOf<'systemTaxSetting'>;
