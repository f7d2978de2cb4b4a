// The settings of this PC: language, formats, appearance, staff and location.
import type { Settings } from '../../../shared/bridge/app.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import { sameName } from '../../../shared/domain/person-name.ts';
import type { CoreContext, Handlers } from '../context.ts';
import type { SettingsTable } from '../store/settings.ts';

export function settingsCapability(
	context: Pick<CoreContext, 'appChanged'>,
	table: SettingsTable,
): Handlers<'settings'> {
	return {
		'settings.set': (input) => {
			const changed = given(input);
			table.write({ ...changed, ...joining(changed, table.read().staff) });
			context.appChanged();
			return succeed(table.read());
		},
	};
}

/** A person who works here joins the staff. */
function joining(
	{ person, staff: wanted }: Partial<Settings>,
	known: readonly string[],
): Partial<Settings> {
	const staff = wanted ?? known;
	return person === undefined || person === '' || staff.some((name) => sameName(name, person))
		? {}
		: { staff: [...staff, person] };
}

function given(input: {
	[Name in keyof Settings]?: Settings[Name] | undefined;
}): Partial<Settings> {
	return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
