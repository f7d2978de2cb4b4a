// Time zones, and seeding taxes, which does nothing here.
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
	// The search of the practice service reads the records themselves: there is nothing to seed.
	'systemTaxSetting.seed': () => done(null),
} satisfies HandlersOf<'systemTaxSetting'>;
