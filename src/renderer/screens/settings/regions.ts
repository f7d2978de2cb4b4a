// Available region formats: the spoken language's first, each under its own name.
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

/** The region after a language change: unchanged if it fits the language, else its usual one. */
export const localeFor = (language: LanguageCode, current: string): string =>
	speaks(current, language) ? current : usualLocale[language];

const speaks = (locale: string, language: LanguageCode): boolean =>
	locale.split('-')[0] === language;
