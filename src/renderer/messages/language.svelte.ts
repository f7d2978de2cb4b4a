// The screens' language, and `t`, which translates catalogue messages.
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

export class Language {
	#code = $state<LanguageCode>('en');
	#locale = $state<string>(usualLocale.en);
	readonly #messages = $derived(messagesOf(this.#code));
	readonly direction: 'ltr' | 'rtl' = $derived(this.#code === 'ar' ? 'rtl' : 'ltr');
	#formats = new Map<string, IntlMessageFormat>();

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
		let format = this.#formats.get(cacheKey);
		if (format === undefined) {
			// Parsing is slow and messages are few, so parse each once per locale. `ignoreTag`: messages contain no
			// markup.
			format = new IntlMessageFormat(this.#messages.get(key) ?? key, this.spoken, undefined, {
				ignoreTag: true,
			});
			this.#formats.set(cacheKey, format);
		}
		return String(format.format(this.direction === 'rtl' ? isolated(values) : values));
	};
}

function isolated(values: MessageArguments): MessageArguments {
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => [
			name,
			typeof value === 'string' ? isolate(value) : value,
		]),
	);
}
