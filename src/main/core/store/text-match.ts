// Turns a person's search text into queries for SQLite's text indexes.
import { mayHaveSlips, rangeOf } from '../../../shared/domain/slips.ts';
import { meantBy, wordsOf } from '../../../shared/domain/words.ts';

/** An FTS5 query: every word of the text starts a word of the match. null if the text has no words. */
export function matchOf(text: string): string | null {
	const words = quotedWords(text);
	return words.length === 0 ? null : words.map(begun).join(' ');
}

/** Like `matchOf`, but the only word, or all but the last, must match whole: "gin" finds gin but not ginger. */
export function wholeMatchOf(text: string): string | null {
	const words = quotedWords(text);
	const [last, ...before] = words.toReversed();
	if (last === undefined) return null;
	return before.length === 0 ? last : [...before.reverse(), begun(last)].join(' ');
}

/** Like `matchOf`, with each mistyped word replaced by the closest ones. null if there are none. */
export function closeMatchOf(
	text: string,
	wordsFrom: (from: string, before: string) => readonly string[],
): string | null {
	// The index splits words at a hyphen too.
	const words = wordsOf(text).flatMap((word) => word.split('-').filter((part) => part !== ''));
	if (!words.some(mayHaveSlips)) return null;
	const meant = words.map((word) =>
		mayHaveSlips(word) ? meantBy(word, wordsFrom(...rangeOf(word))) : [word],
	);
	if (meant.some((each) => each.length === 0)) return null;
	const groups = meant.map((each) => each.map((word) => begun(quoted(word))).join(' OR '));
	return groups.map((group) => `(${group})`).join(' AND ');
}

const quotedWords = (text: string): string[] =>
	text
		.split(/\s+/)
		.filter((word) => /[\p{L}\p{N}]/u.test(word))
		.map(quoted);

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;

const begun = (word: string): string => `${word}*`;
