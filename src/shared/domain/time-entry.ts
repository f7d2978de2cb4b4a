// Parses a typed time: `9`, `9:30`, `0930`, `21.30` or `9:30 pm`, with the digits of the locale.
import { inLatinDigits } from './typed-number.ts';

/** @returns `HH:MM`; null if the text is not a time. */
export function readTime(typed: string, locale: string): string | null {
	const latin = inLatinDigits(typed, locale);
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
	// 12 am is 00:00 and 12 pm is 12:00.
	if (half !== null && (hour < 1 || hour > 12)) return null;
	const ofDay = half === null ? hour : (hour % 12) + 12 * half;
	if (ofDay > 23 || minute > 59) return null;
	return `${String(ofDay).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const plain = (word: string): string => word.replaceAll('.', '');

/** AM and PM words of the locale and of English, alternating. */
const halves = (locale: string): string[] =>
	[locale, 'en'].flatMap((of) =>
		[6, 18].map((hour) => {
			const clock = new Intl.DateTimeFormat(of, { hour: 'numeric', hour12: true, timeZone: 'UTC' });
			const parts = clock.formatToParts(Date.UTC(2001, 0, 1, hour));
			const word = parts.find(({ type }) => type === 'dayPeriod')?.value ?? '';
			return plain(word.toLocaleLowerCase(of));
		}),
	);
