// Spell checking of notes. macOS brings its own dictionaries; elsewhere Chromium would fetch them from a public server,
// so there they come from the update feed, or there is no spell checking.
import type { Menu, MenuItemConstructorOptions, Session, WebContents } from 'electron';
import type { Settings } from '../../shared/bridge/app.ts';

type Spelling = Pick<
	Session,
	| 'setSpellCheckerEnabled'
	| 'setSpellCheckerDictionaryDownloadURL'
	| 'setSpellCheckerLanguages'
	| 'availableSpellCheckerLanguages'
>;

/** @returns call it when the locale changes */
export function checkSpelling(
	session: Spelling,
	{ platform, feed }: { platform: NodeJS.Platform; feed: string | null },
): (locale: string) => void {
	if (platform === 'darwin') return () => undefined;
	session.setSpellCheckerEnabled(feed !== null);
	if (feed === null) return () => undefined;
	session.setSpellCheckerDictionaryDownloadURL(new URL('dictionaries/', slashed(feed)).href);
	return (locale) => {
		session.setSpellCheckerLanguages(dictionaryFor(locale, session.availableSpellCheckerLanguages));
	};
}

/** Chromium has no Arabic dictionary, for example; then nothing is marked. */
function dictionaryFor(locale: string, available: readonly string[]): string[] {
	const language = locale.split('-')[0] ?? '';
	const found =
		available.find((each) => each === locale) ??
		available.find((each) => each === language) ??
		available.find((each) => each.startsWith(`${language}-`));
	return found === undefined ? [] : [found];
}

const slashed = (address: string): string => (address.endsWith('/') ? address : `${address}/`);

const words = {
	en: { cut: 'Cut', copy: 'Copy', paste: 'Paste', learn: 'Add to dictionary' },
	ar: { cut: 'قص', copy: 'نسخ', paste: 'لصق', learn: 'أضف إلى القاموس' },
} as const satisfies Record<Settings['language'], Record<string, string>>;

export function offerSuggestions(
	contents: Pick<WebContents, 'on' | 'replaceMisspelling'> & {
		session: Pick<Session, 'addWordToSpellCheckerDictionary'>;
	},
	menu: Pick<typeof Menu, 'buildFromTemplate'>,
	language: () => Settings['language'],
): void {
	contents.on('context-menu', (_event, { isEditable, misspelledWord, dictionarySuggestions }) => {
		if (!isEditable) return;
		const say = words[language()];
		const suggestions: MenuItemConstructorOptions[] = dictionarySuggestions.map((label) => ({
			label,
			click: () => contents.replaceMisspelling(label),
		}));
		const learn: MenuItemConstructorOptions = {
			label: say.learn,
			click: () => contents.session.addWordToSpellCheckerDictionary(misspelledWord),
		};
		menu
			.buildFromTemplate([
				...(misspelledWord === '' ? [] : [...suggestions, learn, { type: 'separator' as const }]),
				{ role: 'cut', label: say.cut },
				{ role: 'copy', label: say.copy },
				{ role: 'paste', label: say.paste },
			])
			.popup();
	});
}
