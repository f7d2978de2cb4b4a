// Compares the two languages: same messages, same arguments, all plural forms.
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { failureCode } from '../../shared/bridge/reply.ts';
import { messagesOf, type LanguageCode } from './catalogue.ts';
import catalogueSource from './catalogue.ts?raw';
import { Language } from './language.svelte.ts';

const english = messagesOf('en');
const arabic = messagesOf('ar');
const both: [LanguageCode, ReadonlyMap<string, string>][] = [
	['en', english],
	['ar', arabic],
];

const elementsOf = (message: string): MessageFormatElement[] => parse(message, { ignoreTag: true });

function everyElement(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
	return elements.flatMap((element) =>
		element.type === TYPE.plural || element.type === TYPE.select
			? [element, ...Object.values(element.options).flatMap(({ value }) => everyElement(value))]
			: [element],
	);
}

/** A message's arguments, each with its type. */
function argumentsOf(message: string): string[] {
	const names = everyElement(elementsOf(message)).flatMap((element) => {
		switch (element.type) {
			case TYPE.argument:
			case TYPE.number:
			case TYPE.date:
			case TYPE.time:
				return [`${element.value}: value`];
			case TYPE.plural:
				return [`${element.value}: plural`];
			case TYPE.select:
				return [`${element.value}: select`];
			default:
				return [];
		}
	});
	return [...new Set(names)].sort();
}

describe('catalogue', () => {
	it('has the same messages in both languages', () => {
		expect([...arabic.keys()].sort()).toEqual([...english.keys()].sort());
	});

	it('types every file', () => {
		const files = Object.keys(import.meta.glob('./en/*.json')).map((path) =>
			path.slice('./en/'.length),
		);
		const typed = [...catalogueSource.matchAll(/import\('\.\/en\/([\w-]+\.json)'\)/g)];
		expect(typed.map(([, file]) => file).sort()).toEqual(files.sort());
	});

	it('has no unused messages', () => {
		const sources = Object.values(
			import.meta.glob<string>(['../**/*.{svelte,ts}', '!../**/*.spec.ts'], {
				query: '?raw',
				import: 'default',
				eager: true,
			}),
		).join('\n');
		const said = new Set(sources.match(/\b[a-zA-Z]+\.[\w-]+/g));
		// `outbox.done-${verb}` uses every message with that prefix; `transfers.${group}` would use a whole area.
		const beginnings = [...sources.matchAll(/`([a-zA-Z]+\.[\w-]+)\$\{/g)].map(
			([, text]) => text ?? '',
		);
		const wholeAreas = [...sources.matchAll(/(?<!call\()`([a-zA-Z]+)\.\$\{/g)].map(
			([, area]) => area ?? '',
		);
		const unsaid = [...english.keys()].filter(
			(key) =>
				!said.has(key) &&
				!beginnings.some((beginning) => key.startsWith(beginning)) &&
				!wholeAreas.includes(key.split('.')[0] ?? ''),
		);
		expect(unsaid).toEqual([]);
	});

	it('has a message for every failure code', () => {
		const missing = failureCode.options.filter((code) => !english.has(`errors.${code}`));
		expect(missing).toEqual([]);
	});

	it.each(both)('has only valid, nonempty messages (%s)', (_, messages) => {
		const broken = [...messages].filter(([, message]) => {
			try {
				return elementsOf(message).length === 0 || message.trim() === '';
			} catch {
				return true;
			}
		});
		expect(broken).toEqual([]);
	});

	it('takes the same arguments in both languages', () => {
		const different = [...english]
			.map(([key, message]) => ({
				key,
				en: argumentsOf(message),
				ar: argumentsOf(arabic.get(key) ?? ''),
			}))
			.filter(({ en, ar }) => en.join() !== ar.join());
		expect(different).toEqual([]);
	});

	it('has all six plural forms in Arabic', () => {
		const lacking = [...arabic].flatMap(([key, message]) =>
			everyElement(elementsOf(message)).flatMap((element) => {
				if (element.type !== TYPE.plural) return [];
				const rules = new Intl.PluralRules('ar', { type: element.pluralType ?? 'cardinal' });
				return rules
					.resolvedOptions()
					.pluralCategories.filter((form) => !(form in element.options))
					.map((form) => `${key}: ${form}`);
			}),
		);
		expect(lacking).toEqual([]);
	});

	it('has no English words left in Arabic', () => {
		const literal = (message: string): string =>
			everyElement(elementsOf(message))
				.flatMap((element) => (element.type === TYPE.literal ? [element.value] : []))
				.join(' ');
		const words = (message: string): boolean =>
			/\p{Script=Latin}{2}/u.test(literal(message).replaceAll('Stillroom', ''));
		const untranslated = [...english].filter(
			([key, message]) =>
				!key.startsWith('common.key') &&
				words(message) &&
				!/\p{Script=Arabic}/u.test(literal(arabic.get(key) ?? '')),
		);
		expect(untranslated).toEqual([]);
	});
});

describe('t', () => {
	it('pluralises by the rules of the language', () => {
		const language = new Language('en');
		expect(language.t('common.lines', { count: 1 })).toBe('1 line');
		expect(language.t('common.lines', { count: 40 })).toBe('40 lines');
		language.use('ar', 'ar-AE');
		expect(language.t('common.lines', { count: 2 })).toBe('سطران');
		expect(language.t('common.lines', { count: 11 })).toBe('11 سطرًا');
	});

	it('keeps a Latin name intact in Arabic text', () => {
		const language = new Language('ar');
		expect(language.t('shell.who', { name: 'K2' })).toContain('\u2068K2\u2069');
	});
});
