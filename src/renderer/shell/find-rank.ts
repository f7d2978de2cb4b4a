// Which labels fit a search, best first.
import { fitsWords, searchText, wholeWords } from '../../shared/domain/words.ts';

/**
 * The entries with every typed word at the start of a word: those with whole words first ("gin" before "ginger"), then
 * those that begin with it ("Receive from …" before "New record" for "rec").
 */
export function rankedBy<Entry extends { readonly label: string }>(
	typed: string,
	entries: readonly Entry[],
): readonly Entry[] {
	const fits = fitsWords(typed);
	const whole = wholeWords(typed);
	const start = searchText([typed.trim()]);
	const begins = (text: string): number => (text.startsWith(start) ? 1 : 0);
	return entries
		.map((entry) => ({ entry, text: searchText([entry.label]) }))
		.filter(({ text }) => fits(text))
		.toSorted(
			(one, other) => whole(other.text) - whole(one.text) || begins(other.text) - begins(one.text),
		)
		.map(({ entry }) => entry);
}
