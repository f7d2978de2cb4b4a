// Compares the two languages: same messages, same arguments, all plural forms.
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { failureCode } from '../../shared/bridge/reply.ts';
import { filterNames } from '../../shared/document/document-calls.ts';
import { isKindName, kinds, listedKinds } from '../../shared/document/kinds.ts';
import type { AnyKind, Fields } from '../../shared/document/kit.ts';
import type { Desk } from '../document/desk.ts';
import { movesOf, statesOf } from '../document/list-filters.svelte.ts';
import { messagesOf, type LanguageCode } from './catalogue.ts';
import catalogueSource from './catalogue.ts?raw';
import { Language } from './language.svelte.ts';

const english = messagesOf('en');
const arabic = messagesOf('ar');
const both: [LanguageCode, ReadonlyMap<string, string>][] = [
	['en', english],
	['ar', arabic],
];

/** The words that are put together from a name, and for which names a kind needs them. */
const wordsOfFields: Record<
	string,
	(kind: AnyKind, lineTexts: NonNullable<Desk['lineTexts']>) => readonly string[]
> = {
	'field-': ({ head, lines: { fields } }, shown) => [
		...shownIn(head),
		...shownIn(fields).filter((name) => shown[name] !== null),
	],
	'of-': ({ lines: { fields }, written }, shown) =>
		written ? textsIn(fields).filter((name) => shown[name] !== null) : [],
	'choose-': ({ head, written }) =>
		written ? referencesIn(head).filter((name) => head[name]?.edit !== 'made') : [],
	'stays-': ({ head }) => referencesIn(head).filter((name) => head[name]?.edit === 'new'),
	'any-': (kind) => (hasList(kind) ? filterNames(kind) : []),
	'filter-': (kind) => (hasList(kind) ? statesOf(kind) : []),
	'by-': ({ totals }) => totals,
	'move-': (kind) => (hasList(kind) ? movesOf(kind) : []),
	'phase-': ({ phases }) => Object.keys(phases),
};
const hasList = ({ name, area }: AnyKind): boolean => name === area;
const textsIn = (fields: Fields): string[] =>
	Object.keys(fields).filter((name) => fields[name]?.as === 'text');
/** Keys are for the service alone. */
const shownIn = (fields: Fields): string[] =>
	Object.keys(fields).filter((name) => fields[name]?.as !== 'key');
/** Documents are not chosen from a list. */
const referencesIn = (fields: Fields): string[] =>
	Object.entries(fields)
		.filter(([, field]) => field.as === 'reference' && !isKindName(field.to))
		.map(([name]) => name);

const sourceFiles = import.meta.glob<string>(
	['../**/*.{svelte,ts}', '!../**/*.spec.ts', '!../**/*-fixture.ts'],
	{ query: '?raw', import: 'default', eager: true },
);

/** What a screen would show in one language only: a text in its markup, or a name given as text. */
function ownTexts([file, source]: readonly [string, string]): string[] {
	const given =
		/\b(?:label|title|placeholder|hint|description|text|heading|confirm)(?:: |=)(['"])([A-Z][a-z][^'"{]*)\1/g;
	const names = [...source.matchAll(given)].map(([, , text = '']) => text);
	if (!file.endsWith('.svelte')) return names;
	const script = /<script[^]*?<\/script>|<style>[^]*?<\/style>|<!--[^]*?-->/g;
	const texts = source.replaceAll(script, '').matchAll(/>\s*([A-Z][a-z]+[^<>{}]*)</g);
	return [...names, ...[...texts].map(([, text = '']) => text.trim())];
}

const elementsOf = (message: string): MessageFormatElement[] => parse(message, { ignoreTag: true });

function everyElement(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
	return elements.flatMap((element) =>
		element.type === TYPE.plural || element.type === TYPE.select
			? [element, ...Object.values(element.options).flatMap(({ value }) => everyElement(value))]
			: [element],
	);
}

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

const literalsOf = (message: string): string[] =>
	everyElement(elementsOf(message)).flatMap((element) =>
		element.type === TYPE.literal ? [element.value] : [],
	);

/** Names that are written in Latin letters in every language: products, formats, standards, keys. */
const latinNames =
	/https:\/\/(inventory\.example)?|\b(Stillroom|Excel|CSV|XLSX|PDF|JSON|UTC|SHA-256|PUT|Link|A4|Letter|Enter|Tab|Ctrl|Alt|Z)\b/g;

const latinWords = (message: string): string[] =>
	literalsOf(message).flatMap(
		(text) => text.replaceAll(latinNames, '').match(/\p{Script=Latin}+/gu) ?? [],
	);

const casesOf = (message = ''): string[] =>
	everyElement(elementsOf(message))
		.flatMap((element) =>
			element.type === TYPE.select
				? [`${element.value}: ${Object.keys(element.options).sort().join(' ')}`]
				: [],
		)
		.sort();

describe('the catalogue', () => {
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
		const sources = Object.values(sourceFiles).join('\n');
		const said = new Set(sources.match(/\b[a-zA-Z]+\.[\w-]+/g));
		// `outbox.done-${verb}` uses every message with that prefix; `transfer.${group}` would use a whole area.
		const beginnings = [...sources.matchAll(/`([a-zA-Z]+\.[\w-]+)\$\{/g)].map(
			([, text]) => text ?? '',
		);
		const wholeAreas = [...sources.matchAll(/(?<!call\()`([a-zA-Z]+)\.\$\{/g)].map(
			([, area]) => area ?? '',
		);
		// `${kind.name}.new` is a word of every kind, and `wordOf` finds a kind's own word, else the common one.
		const ofKinds = new Set(
			[
				...sources.matchAll(/`\$\{(?:kind\.name|document|kind)\}\.([\w-]+)`/g),
				...sources.matchAll(/wordOf\(t, kind, '([\w-]+)'/g),
			].map(([, word]) => word),
		);
		const isOfKind = (key: string): boolean => {
			const [area = '', word = ''] = key.split('.');
			if (!isKindName(area) && area !== 'document') return false;
			return ofKinds.has(word) || Object.keys(wordsOfFields).some((each) => word.startsWith(each));
		};
		const unsaid = [...english.keys()].filter(
			(key) =>
				!said.has(key) &&
				!isOfKind(key) &&
				!beginnings.some((beginning) => key.startsWith(beginning)) &&
				!wholeAreas.includes(key.split('.')[0] ?? ''),
		);
		expect(unsaid).toEqual([]);
	});

	it('has every text of the screens, except the name of the program', () => {
		expect(Object.entries(sourceFiles).flatMap(ownTexts)).toEqual(['Stillroom']);
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

	it('has no English words in Arabic, in any branch of a message', () => {
		const untranslated = [...arabic]
			.filter(([key]) => !key.startsWith('common.key'))
			.map(([key, message]) => ({ key, words: latinWords(message) }))
			.filter(({ words }) => words.length > 0);
		expect(untranslated).toEqual([]);
	});

	it('has Arabic words wherever English has words', () => {
		const empty = [...english]
			.filter(([key, message]) => !key.startsWith('common.key') && latinWords(message).length > 0)
			.map(([key]) => key)
			.filter((key) => !/\p{Script=Arabic}/u.test(literalsOf(arabic.get(key) ?? '').join(' ')));
		expect(empty).toEqual([]);
	});

	it('offers the same cases of every select in both languages', () => {
		const different = [...english.keys()].filter(
			(key) => casesOf(english.get(key)).join() !== casesOf(arabic.get(key)).join(),
		);
		expect(different).toEqual([]);
	});

	it('uses the agreed Arabic terms', () => {
		const avoided = /سطور|بنود|حاسوب|صرف النظر|من تلقاء/u;
		expect([...arabic].filter(([, message]) => avoided.test(message))).toEqual([]);
	});
});

/** The screens of all kinds of documents. */
const screensOfKinds = Object.values(
	import.meta.glob<string>(['../document/*.{svelte,ts}', '!../document/*.spec.ts'], {
		query: '?raw',
		import: 'default',
		eager: true,
	}),
).join('\n');

/** How each kind is shown, by its file. */
const ownDesks = Object.entries(
	import.meta.glob<Record<string, unknown>>('../screens/*/*-desk.ts', { eager: true }),
).flatMap(([path, exported]) =>
	Object.values(exported)
		.filter(isDesk)
		.map((desk) => [`${path} ${desk.kind.name}`, desk] as const),
);

const desks: readonly (readonly [string, Pick<Desk, 'kind' | 'lineTexts'>])[] = [
	...ownDesks,
	...listedKinds
		.filter((name) => !ownDesks.some(([, { kind }]) => kind.name === name))
		.map((name) => [name, { kind: kinds[name] }] as const),
];

/** Words of every list and view. */
const commonWords = [...screensOfKinds.matchAll(/wordOf\(t, kind, '([\w-]+)'/g)].map(
	([, word = '']) => word,
);

function isDesk(value: unknown): value is Desk {
	return typeof value === 'object' && value !== null && 'kind' in value && 'calls' in value;
}

describe('the words of a kind of documents', () => {
	it('are asked for with a key that a kind has of its own, or all have in common', () => {
		const names = [...screensOfKinds.matchAll(/wordOf\(t, kind, `([\w-]+-)\$\{/g)].map(
			([, name]) => name,
		);
		expect([...new Set(names)].sort()).toEqual(Object.keys(wordsOfFields).sort());
	});

	it.each(desks)('are all there: %s', (_, { kind, lineTexts = {} }) => {
		const asked = [
			...(hasList(kind) ? commonWords : []),
			...Object.entries(wordsOfFields).flatMap(([word, namesOf]) =>
				namesOf(kind, lineTexts).map((name) => `${word}${name}`),
			),
		];
		const missing = asked.filter(
			(word) => !english.has(`${kind.name}.${word}`) && !english.has(`document.${word}`),
		);
		expect(missing).toEqual([]);
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

	it.each(both)(
		'names the quantity and what it comes to in base units apart (%s)',
		(_, messages) => {
			expect(messages.get('common.amount')).not.toBe(messages.get('common.quantity'));
		},
	);

	it('says how old a claim is', () => {
		const { t } = new Language('en', 'en-GB');
		const age = (days: number) => t('credit.facts', { by: 'Noor', day: '1 Nov', days });
		expect([0, 1, 9].map(age)).toEqual([
			'Opened 1 Nov by Noor, today',
			'Opened 1 Nov by Noor, 1 day ago',
			'Opened 1 Nov by Noor, 9 days ago',
		]);
	});

	it('chooses the case of a select in Arabic, and keeps a value that names none whole', () => {
		const { t } = new Language('ar');
		expect(t('evidence.state', { what: 'zero', words: 'zero' })).toBe('صفر');
		expect(t('evidence.state', { what: 'new', words: 'new' })).toBe('\u2068new\u2069');
	});

	it('keeps a Latin name whole inside Arabic text', () => {
		const language = new Language('ar');
		expect(language.t('shell.who', { name: 'K2' })).toContain('\u2068K2\u2069');
	});
});
