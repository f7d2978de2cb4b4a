// Available region formats: the spoken language's first, each under its own name.
import type { Settings } from '../../../shared/bridge/app.ts';
import type { LanguageCode } from '../../messages/catalogue.ts';
import { usualLocale } from '../../messages/language.svelte.ts';

const offered = [
	'en-GB',
	'en-US',
	'en-AU',
	'en-CA',
	'en-IE',
	'en-IN',
	'en-ZA',
	'ar-AE',
	'ar-EG',
	'ar-JO',
	'ar-KW',
	'ar-MA',
	'ar-QA',
	'ar-SA',
	'de-CH',
	'de-DE',
	'es-ES',
	'fr-CA',
	'fr-FR',
	'it-IT',
	'nl-NL',
	'pl-PL',
	'pt-BR',
	'tr-TR',
];

interface Region {
	/** BCP 47 tag. */
	readonly value: string;
	readonly label: string;
}

/** Includes `current`, whatever it is: a PC may have any region. */
export function regionsFor(language: LanguageCode, current: string): readonly Region[] {
	const names = new Intl.DisplayNames(language, { type: 'language' });
	const collator = new Intl.Collator(language);
	return [...new Set([...offered, current])]
		.map((value) => ({ value, label: names.of(value) ?? value }))
		.toSorted(
			(a, b) =>
				Number(speaks(b.value, language)) - Number(speaks(a.value, language)) ||
				collator.compare(a.label, b.label),
		);
}

/** Changes the language and its region: to the one used with it before, else the present one if it fits. */
export function toLanguage(
	language: LanguageCode,
	{ language: before, locale, localeOf }: Settings,
): Partial<Settings> {
	const known = { ...localeOf, [before]: locale };
	const usual = speaks(locale, language) ? locale : usualLocale[language];
	return { language, locale: known[language] ?? usual, localeOf: known };
}

const speaks = (locale: string, language: LanguageCode): boolean =>
	locale.split('-')[0] === language;
