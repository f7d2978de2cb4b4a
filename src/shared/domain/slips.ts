// Typing slips: the words of a vocabulary that a mistyped word probably means ("tomatos", "mozarela").

/** A slip in a short word or in a number mostly makes another one. */
export const mayHaveSlips = (typed: string): boolean => typed.length >= 4 && !/\d/.test(typed);

const slipsAllowed = (typed: string): number => (typed.length < 6 ? 1 : 2);

/** Every candidate begins with the letter that was typed first: a slip there is rare. */
export const rangeOf = (typed: string): readonly [from: string, before: string] => {
	const first = String.fromCodePoint(typed.codePointAt(0) ?? 0);
	return [first, `${first}\u{10FFFF}`];
};

/**
 * The words with the fewest slips, whole or else at their beginning, because the rest may not be typed yet.
 * @param words without accents, in lower case, like the typed word
 */
export function closestWords(typed: string, words: Iterable<string>): readonly string[] {
	if (!mayHaveSlips(typed)) return [];
	const [from, before] = rangeOf(typed);
	const whole = new Closest(typed);
	const begun = new Closest(typed);
	for (const word of words) {
		if (word < from || word >= before) continue;
		const slips = slipsUpTo(typed, word);
		whole.hear(word, slips.at(-1) ?? Infinity);
		begun.hear(word, Math.min(...slips));
	}
	return whole.words.length > 0 ? whole.words : begun.words;
}

class Closest {
	words: string[] = [];
	#slips: number;

	constructor(typed: string) {
		this.#slips = slipsAllowed(typed);
	}

	hear(word: string, slips: number): void {
		if (slips > this.#slips) return;
		if (slips < this.#slips) this.words = [];
		this.#slips = slips;
		this.words.push(word);
	}
}

/** Letters missing, extra, wrong or swapped, between the typed word and each beginning of a word, the whole one last. */
function slipsUpTo(typed: string, word: string): readonly number[] {
	let beforeLast: number[] = [];
	let last = Array.from(word, (_, at) => at + 1);
	last.unshift(0);
	for (let row = 1; row <= typed.length; row += 1) {
		const now = [row];
		for (let at = 1; at <= word.length; at += 1) {
			const same = typed[row - 1] === word[at - 1];
			const swapped = typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1];
			now.push(
				Math.min(
					(last[at] ?? 0) + 1,
					(now[at - 1] ?? 0) + 1,
					(last[at - 1] ?? 0) + (same ? 0 : 1),
					swapped ? (beforeLast[at - 2] ?? Infinity) + 1 : Infinity,
				),
			);
		}
		beforeLast = last;
		last = now;
	}
	return last;
}
