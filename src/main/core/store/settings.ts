// The settings of this PC, one row each; what was never set has its default.
import { settings, type Settings } from '../../../shared/bridge/app.ts';
import type { Store } from './open.ts';

/**
 * Reads the settings in force, as often as it is asked: who works here is written beside everything that is entered.
 * @param systemLocale BCP 47 tag of this PC: the first guess for language and locale.
 */
export function settingsReader(store: Store, systemLocale: string): () => Settings {
	const kept = store.durable.prepare<[], { name: string; value: string }>(
		'SELECT name, value FROM setting',
	);
	return () => {
		const read: Record<string, unknown> = { ...defaultSettings(systemLocale) };
		for (const { name, value } of kept.all()) {
			const shape = Object.entries(settings.shape).find(([known]) => known === name)?.[1];
			const one = shape?.safeParse(JSON.parse(value));
			// A value from another version that means nothing here is as good as none.
			if (one?.success === true) read[name] = one.data;
		}
		return settings.parse(read);
	};
}

export const readSettings = (store: Store, systemLocale: string): Settings =>
	settingsReader(store, systemLocale)();

/** Writes the settings that are given and leaves the others. */
export function writeSettings(store: Store, changed: Partial<Settings>): void {
	const write = store.durable.prepare<[string, string]>(
		'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
	);
	store.durable
		.transaction(() => {
			for (const [name, value] of Object.entries(changed)) write.run(name, JSON.stringify(value));
		})
		.immediate();
}

export function defaultSettings(systemLocale: string): Settings {
	return {
		language: /^ar\b/i.test(systemLocale) ? 'ar' : 'en',
		locale: systemLocale,
		theme: 'system',
		contrast: 'system',
		density: 'default',
		person: '',
		locationId: null,
	};
}
