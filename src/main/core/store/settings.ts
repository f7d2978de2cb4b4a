// The settings of this PC, one row each, with defaults.
import { settings, type Settings } from '../../../shared/bridge/app.ts';
import { defaultCountingRules } from '../../../shared/bridge/counting-rules.ts';
import { readKept } from './kept-json.ts';
import type { Store } from './open.ts';

export interface SettingsTable {
	read(): Settings;
	write(changed: Partial<Settings>): void;
}

/** @param systemLocale BCP 47 tag: the first guess for language and locale */
export function settingsTable(store: Store, systemLocale: string): SettingsTable {
	const rows = store.durable.prepare<[], { name: string; value: string }>(
		'SELECT name, value FROM setting',
	);
	const put = store.durable.prepare<[string, string]>(
		'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
	);
	const load = (): Settings => {
		const read = defaultSettings(systemLocale);
		for (const { name, value } of rows.all()) {
			const kept = readKept(value);
			if (kept === undefined) continue;
			const one = some.safeParse({ [name]: kept });
			// Unreadable values and those of other versions are ignored.
			if (one.success) Object.assign(read, one.data);
		}
		return read;
	};
	let current: Settings | null = null;
	return {
		read: () => (current ??= load()),
		write(changed) {
			store.durable
				.transaction(() => {
					for (const [name, value] of Object.entries(changed)) put.run(name, JSON.stringify(value));
				})
				.immediate();
			current = null;
		},
	};
}

const some = settings.partial();

function defaultSettings(systemLocale: string): Settings {
	return {
		language: /^ar\b/i.test(systemLocale) ? 'ar' : 'en',
		locale: systemLocale,
		localeOf: {},
		theme: 'system',
		contrast: 'system',
		density: 'default',
		textSize: 100,
		person: '',
		staff: [],
		locationId: null,
		approvalsWait: false,
		anotherApproves: [],
		undoSeconds: 5,
		scanner: { prefix: '', suffix: 'enter', sound: true },
		counting: defaultCountingRules,
		recordViews: [],
	};
}
