// Where a counter begins after a count was sent back.
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import type { StocktakeSummary } from '../../../shared/bridge/stocktake.ts';
import { searchText, wholeWords, wordsOf } from '../../../shared/domain/words.ts';

/** Shorter words name no item. */
const shortestWord = 3;

/** The line that the reason names, else the first outside tolerance; null if all of these were entered since. */
export function lineSentBack(
	lines: readonly ReviewLine[],
	{ at, reason }: NonNullable<StocktakeSummary['sentBack']>,
): number | null {
	const notSince = lines.filter(({ countedAt }) => (countedAt ?? 0) <= at);
	const words = wordsOf(reason).filter(({ length }) => length >= shortestWord);
	const said = wholeWords(words.join(' '));
	const named = notSince
		.map((line) => ({ line, words: said(searchText([line.name])) }))
		.filter((each) => each.words > 0)
		.toSorted((a, b) => b.words - a.words);
	return (named[0]?.line ?? notSince.find(({ outside }) => outside))?.lineNo ?? null;
}
