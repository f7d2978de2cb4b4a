// Which labels fit a search, best first.
import { fitsWords, searchText, wordsOf } from '../../shared/domain/words.ts';

/** The entries with every typed word at the start of a word, those with whole words first: "gin" before "ginger". */
export function rankedBy<Entry extends { readonly label: string }>(
	typed: string,
	entries: readonly Entry[],
): readonly Entry[] {
	const fits = fitsWords(typed);
	const sought = wordsOf(typed);
	const whole = ({ label }: Entry): number => {
		const words = new Set(wordsOf(label));
		return sought.filter((word) => words.has(word)).length;
	};
	return entries
		.filter(({ label }) => fits(searchText([label])))
		.toSorted((one, other) => whole(other) - whole(one));
}
