// Which language the screens speak, and `t`, which says a message of the catalogue in it.
import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { messagesOf, type LanguageCode, type MessageKey } from './catalogue.ts';

export type MessageArguments = Record<string, string | number>;

/** A language's locale for numbers, dates and money until the settings name another. */
export const usualLocale = { en: 'en-GB', ar: 'ar-SA' } satisfies Record<LanguageCode, string>;

export const languageNames = { en: 'English', ar: 'العربية' } satisfies Record<
	LanguageCode,
	string
>;

/** First Strong Isolate and Pop Directional Isolate keep a Latin name or code intact in Arabic text. */
const [firstStrong, popped] = [String.fromCharCode(0x2068), String.fromCharCode(0x2069)];
const isolate = (text: string) => firstStrong + text + popped;

/** By locale and key. Parsing is dear and messages few, so each is parsed once per locale. */
const formats = new Map<string, Parsed>();

export class Language {
	#code = $state<LanguageCode>('en');
	#locale = $state<string>(usualLocale.en);
	readonly #messages = $derived(messagesOf(this.#code));
	readonly direction: 'ltr' | 'rtl' = $derived(this.#code === 'ar' ? 'rtl' : 'ltr');

	constructor(code: LanguageCode = 'en', locale: string = usualLocale[code]) {
		this.#code = code;
		this.#locale = locale;
	}

	get code(): LanguageCode {
		return this.#code;
	}

	/** BCP 47 tag for numbers, dates and money: `en-GB`, `ar-SA`. */
	get locale(): string {
		return this.#locale;
	}

	/** Switches the language, by default with its usual locale. */
	use(code: LanguageCode, locale: string = usualLocale[code]): void {
		this.#code = code;
		this.#locale = locale;
	}

	/** The region's variant if it has this language; plurals always follow the language. */
	readonly spoken: string = $derived(
		new Intl.Locale(this.#locale).language === this.#code ? this.#locale : this.#code,
	);

	/** Translates a message. Reactive: a template that calls it follows the language. */
	t = (key: MessageKey, values: MessageArguments = {}): string => {
		const cacheKey = `${this.spoken} ${key}`;
		let parsed = formats.get(cacheKey);
		if (parsed === undefined) {
			// `ignoreTag`: messages hold no markup.
			const format = new IntlMessageFormat(this.#messages.get(key) ?? key, this.spoken, undefined, {
				ignoreTag: true,
			});
			parsed = { format, choices: choicesOf(format.getAst()) };
			formats.set(cacheKey, parsed);
		}
		return String(
			parsed.format.format(this.direction === 'rtl' ? isolated(parsed, values) : values),
		);
	};
}

interface Parsed {
	readonly format: IntlMessageFormat;
	/** The cases of the message's selects, as `argument case`. */
	readonly choices: ReadonlySet<string>;
}

function choicesOf(elements: readonly MessageFormatElement[]): ReadonlySet<string> {
	return new Set(
		elements.flatMap((element) => {
			if (element.type !== TYPE.select && element.type !== TYPE.plural) return [];
			const inside = Object.values(element.options).flatMap(({ value }) => [...choicesOf(value)]);
			return element.type === TYPE.plural
				? inside
				: [...inside, ...Object.keys(element.options).map((each) => `${element.value} ${each}`)];
		}),
	);
}

/** A value that names a case of a select stays as it is: isolated, it would name none. */
function isolated({ choices }: Parsed, values: MessageArguments): MessageArguments {
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => [
			name,
			typeof value === 'string' && !choices.has(`${name} ${value}`) ? isolate(value) : value,
		]),
	);
}
