// The settings of this PC: language, formats, looks, who works here and where.
import type { Settings } from '../../../shared/bridge/app.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import type { CoreContext, Handlers } from '../context.ts';
import type { SettingsTable } from '../store/settings.ts';

export function settingsCapability(
	context: Pick<CoreContext, 'appChanged'>,
	table: SettingsTable,
): Handlers<'settings'> {
	return {
		'settings.set': (input) => {
			if (input.locale !== undefined && !isLocale(input.locale)) {
				return fail('invalid-input', `${input.locale} is not a language tag.`, [
					{ path: 'locale', message: 'not-a-locale' },
				]);
			}
			table.write(given(input));
			context.appChanged();
			return succeed(table.read());
		},
	};
}

/** Without the fields that were sent as undefined. */
function given(input: {
	[Name in keyof Settings]?: Settings[Name] | undefined;
}): Partial<Settings> {
	return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Whether Intl takes the tag: it throws for others wherever a number is formatted. */
function isLocale(tag: string): boolean {
	try {
		return Intl.getCanonicalLocales(tag).length === 1;
	} catch {
		return false;
	}
}
