// Which labels fit a search, best first.
import { fitsWords, searchText, wholeWords } from '../../shared/domain/words.ts';

/** The entries with every typed word at the start of a word, those with whole words first: "gin" before "ginger". */
export function rankedBy<Entry extends { readonly label: string }>(
	typed: string,
	entries: readonly Entry[],
): readonly Entry[] {
	const fits = fitsWords(typed);
	const whole = wholeWords(typed);
	return entries
		.map((entry) => ({ entry, text: searchText([entry.label]) }))
		.filter(({ text }) => fits(text))
		.toSorted((one, other) => whole(other.text) - whole(one.text))
		.map(({ entry }) => entry);
}
