// The settings of this PC: language, formats, appearance, staff and location.
import type { Settings } from '../../../shared/bridge/app.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import type { CoreContext, Handlers } from '../context.ts';
import type { SettingsTable } from '../store/settings.ts';

export function settingsCapability(
	context: Pick<CoreContext, 'appChanged'>,
	table: SettingsTable,
): Handlers<'settings'> {
	return {
		'settings.set': (input) => {
			table.write(given(input));
			context.appChanged();
			return succeed(table.read());
		},
	};
}

function given(input: {
	[Name in keyof Settings]?: Settings[Name] | undefined;
}): Partial<Settings> {
	return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
