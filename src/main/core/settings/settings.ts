// The settings of this PC: language, formats, looks, who works here and where.
import type { Settings } from '../../../shared/bridge/app.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { readSettings, writeSettings } from '../store/settings.ts';

export { settingsReader } from '../store/settings.ts';

export function settingsCapability(
	context: Pick<CoreContext, 'store' | 'ports' | 'appChanged'>,
): Handlers<'settings'> {
	const { store, ports } = context;
	return {
		'settings.set': (input) => {
			if (input.locale !== undefined && !isLocale(input.locale)) {
				return fail('invalid-input', `${input.locale} is not a language tag.`, [
					{ path: 'locale', message: 'not-a-locale' },
				]);
			}
			writeSettings(store, given(input));
			context.appChanged();
			return succeed(readSettings(store, ports.systemLocale));
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
