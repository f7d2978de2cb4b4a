// Formats numbers, quantities, money, dates and ages for the language and region.
import { currencyPlaces, formatMoney, formatUnitPrice } from '../../shared/domain/money.ts';
import { nameOrder } from '../../shared/domain/name-order.ts';
import { formatQuantity } from '../../shared/domain/quantity-entry.ts';
import { placesToShow } from '../../shared/domain/unit.ts';
import { signOf } from '../ui/sign.ts';
import type { Language } from './language.svelte.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Input as on the bridge: exact decimal text, epoch milliseconds, `YYYY-MM-DD`. Reactive to the language. */
export class Format {
	readonly #language: Language;
	readonly #currency: () => string;

	/** @param currency of the location in use */
	constructor(language: Language, currency: () => string = () => '') {
		this.#language = language;
		this.#currency = currency;
	}

	/** An integer count. Never a quantity or money, which are exact text. */
	number = (value: number): string =>
		formatter('number', this.#language.locale, (locale) => new Intl.NumberFormat(locale)).format(
			value,
		);

	/** A share from 0 to 1 as a percentage without decimals. */
	percent = (share: number): string =>
		formatter(
			'percent',
			this.#language.locale,
			(locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
		).format(share);

	/** A percentage (exact decimal text, 5.8 for 5.8%) with the sign of percent where the language has it. */
	percentage = (percent: string): string => this.#withPercent(this.quantity(percent));

	/** The same for a difference. */
	percentageDifference = (percent: string): string => this.#withPercent(this.difference(percent));

	/** A quantity (exact decimal text) with the real minus sign, rounded to `places` unless it would read 0. */
	quantity = (quantity: string, places?: number): string =>
		formatQuantity(quantity, this.#language.locale, {
			minus: 'screen',
			maxPlaces: placesToShow(quantity, places),
		});

	/** A difference: signed above zero too, without a sign at zero. */
	difference = (quantity: string, places?: number): string =>
		signed(quantity, (text) => this.quantity(text, places));

	/** The same for money. */
	moneyDifference = (amount: string, currency: string): string =>
		signed(amount, (text) => this.money(text, currency));

	/** Money (exact decimal text in major units) with its currency. */
	money = (amount: string, currency: string): string =>
		formatMoney(amount, currency, this.#language.locale);

	/** The price of one unit, with its currency. */
	unitPrice = (price: string, currency: string): string =>
		formatUnitPrice(price, currency, this.#language.locale);

	/** Money without its currency. A cost of a small unit may have more decimals than the currency. */
	price = (amount: string, minPlaces = this.pricePlaces): string =>
		formatQuantity(amount, this.#language.locale, { minus: 'screen', minPlaces });

	/** Decimals that a price has at least. */
	get pricePlaces(): number {
		return currencyPlaces(this.#currency());
	}

	/** A business date (`YYYY-MM-DD`): "Fri 20 Nov". It is a day, not an instant, so no zone applies. */
	day = (businessDate: string): string => this.#day('day', businessDate, dayShape);

	/** A business date with its year: "20 Nov 2026". */
	date = (businessDate: string): string => this.#day('date', businessDate, dateShape);

	/** A short business date: "20/11". */
	shortDay = (businessDate: string): string => this.#day('shortDay', businessDate, shortDayShape);

	/** Time of day of an instant (epoch ms) by this PC's clock: "10:42". */
	time = (instant: number): string => this.#instant('time', instant, timeShape);

	/** Day and time of an instant (epoch ms), by this PC's clock without a zone. */
	dateTime = (instant: number, timeZone?: string): string =>
		this.#instant('dateTime', instant, dateTimeShape, timeZone);

	/** The time alone for an instant of today, else with its day: 10:42 of yesterday would read as today's. */
	moment = (instant: number, now = Date.now()): string => {
		const [its, today] = [new Date(instant), new Date(now)].map((each) => each.toDateString());
		return its === today ? this.time(instant) : this.dateTime(instant);
	};

	/** The same in a sentence: "at 10:42", "on Thu 19 Nov, 10:42". */
	atMoment = (instant: number, now = Date.now()): string => {
		const time = this.moment(instant, now);
		return this.#language.t(time === this.time(instant) ? 'common.atTime' : 'common.onDay', {
			time,
		});
	};

	/** Day and time with seconds, to distinguish two in the same minute. */
	dateTimeToSecond = (instant: number): string =>
		this.#instant('dateTimeToSecond', instant, { ...dateTimeShape, second: '2-digit' });

	/** Time elapsed: "5 minutes ago"; null under a minute: the screen says "just now" or nothing. */
	age = (instant: number, now: number): string | null => {
		const elapsed = now - instant;
		if (elapsed < minute) return null;
		const relative = formatter(
			'age',
			this.#language.spoken,
			// Not "yesterday": 41 hours ago may be the day before it.
			(locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
		);
		if (elapsed < hour) return relative.format(-Math.floor(elapsed / minute), 'minute');
		if (elapsed < day) return relative.format(-Math.floor(elapsed / hour), 'hour');
		return relative.format(-Math.floor(elapsed / day), 'day');
	};

	/** A duration in whole units of the largest that fits: "5 minutes" or "3 hours". */
	duration = (ms: number): string => {
		const [unit, length] =
			ms < hour
				? (['minute', minute] as const)
				: ms < day
					? (['hour', hour] as const)
					: (['day', day] as const);
		return formatter(
			`duration ${unit}`,
			this.#language.spoken,
			(locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
		).format(Math.floor(ms / length));
	};

	/** Compares two names for sorting. */
	nameOrder = (a: string, b: string): number => nameOrder(this.#language.locale)(a, b);

	/** "a, b and c" in the spoken language, whatever the region. */
	list = (parts: readonly string[]): string =>
		formatter('list', this.#language.spoken, (locale) => new Intl.ListFormat(locale)).format(parts);

	#withPercent(text: string): string {
		const parts = formatter(
			'percent',
			this.#language.locale,
			(locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
		).formatToParts(0);
		return parts.map(({ type, value }) => (type === 'integer' ? text : value)).join('');
	}

	#day(name: string, businessDate: string, shape: Intl.DateTimeFormatOptions): string {
		return this.#instant(name, Date.parse(`${businessDate}T00:00:00Z`), shape, 'UTC');
	}

	#instant(
		name: string,
		instant: number,
		shape: Intl.DateTimeFormatOptions,
		timeZone?: string,
	): string {
		return formatter(
			`${name} ${timeZone ?? ''}`,
			this.#language.locale,
			(locale) =>
				new Intl.DateTimeFormat(locale, timeZone === undefined ? shape : { ...shape, timeZone }),
		).format(instant);
	}
}

// The service and its paperwork use the Gregorian calendar; some Arabic regions default to another.
const calendar = { calendar: 'gregory' } satisfies Intl.DateTimeFormatOptions;
const dayShape = { ...calendar, weekday: 'short', day: 'numeric', month: 'short' } as const;
const dateShape = { ...calendar, day: 'numeric', month: 'short', year: 'numeric' } as const;
const shortDayShape = { ...calendar, day: 'numeric', month: 'numeric' } as const;
const timeShape = { ...calendar, hour: 'numeric', minute: '2-digit' } as const;
const dateTimeShape = { ...dayShape, ...timeShape } as const;

/** Format a surplus like a shortfall, so that the sign is where the locale puts it. */
function signed(decimal: string, write: (decimal: string) => string): string {
	return signOf(decimal) === 'up' ? write(`-${decimal}`).replace('−', '+') : write(decimal);
}

const formatters = new Map<string, unknown>();

/** Cached per shape and locale: creating a formatter costs a hundred times its use. */
function formatter<F>(name: string, locale: string, make: (locale: string) => F): F {
	const key = `${name} ${locale}`;
	const known = formatters.get(key);
	if (known !== undefined) return known as F;
	const made = make(locale);
	formatters.set(key, made);
	return made;
}
