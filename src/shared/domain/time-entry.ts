// A time of the day as a person types it: `9`, `9:30`, `0930`, `21.30` or `9:30 pm`, with the digits of their locale.
import { digitsFor } from './quantity-entry.ts';

/** @returns `HH:MM`; null for what is no time. */
export function readTime(typed: string, locale: string): string | null {
	const digits = digitsFor(locale);
	const latin = Array.from(typed, (text) => digits.get(text)?.latin ?? text).join('');
	const text = latin
		.replace(/\p{Cf}/gu, '')
		.trim()
		.toLocaleLowerCase(locale);
	const [, first = '', second, word = ''] =
		/^(\d{1,2})(?:[:.٫\s]?(\d{2}))?\s*([\p{L}\p{M}.]*)$/u.exec(text) ?? [];
	if (first === '') return null;
	const half = word === '' ? null : halves(locale).indexOf(plain(word)) % 2;
	if (half === -1) return null;
	const hour = Number(first);
	const minute = Number(second ?? '0');
	// Twelve o'clock is the first hour of its half.
	if (half !== null && (hour < 1 || hour > 12)) return null;
	const ofDay = half === null ? hour : (hour % 12) + 12 * half;
	if (ofDay > 23 || minute > 59) return null;
	return `${String(ofDay).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const plain = (word: string): string => word.replaceAll('.', '');

/** What the locale, and English, call the hours before noon and after it, in turns. */
const halves = (locale: string): string[] =>
	[locale, 'en'].flatMap((of) =>
		[6, 18].map((hour) => {
			const clock = new Intl.DateTimeFormat(of, { hour: 'numeric', hour12: true, timeZone: 'UTC' });
			const parts = clock.formatToParts(Date.UTC(2001, 0, 1, hour));
			const word = parts.find(({ type }) => type === 'dayPeriod')?.value ?? '';
			return plain(word.toLocaleLowerCase(of));
		}),
	);
