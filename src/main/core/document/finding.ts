// Finds documents of every area by number, title or other location, in the lists that are kept in memory anyway.
import type { FoundDocument } from '../../../shared/bridge/find.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import { fitsWords, searchText, wholeWords } from '../../../shared/domain/words.ts';
import { remembered } from '../../../shared/domain/remembered.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';

interface Match {
	/** How many typed words it has as whole words. */
	readonly whole: number;
	readonly changedAt: number;
	readonly document: () => FoundDocument;
}

export type FindIn = (
	account: ActiveAccount,
	asked: { readonly locationId: string; readonly text: string; readonly limit: number },
) => readonly Match[];

interface Findable<Row extends object> {
	/** The same object while the document is unchanged. */
	rows(account: ActiveAccount, locationId: string): readonly Row[];
	/** A `searchText` with at least the words of the document. */
	text(row: Row): string;
	changedAt(row: Row): number;
	document(row: Row): FoundDocument;
}

export function findIn<Row extends object>(area: Findable<Row>): FindIn {
	// Made only for rows that a search reaches: normalising all of them would take longer than a keystroke may.
	const kept = new WeakMap<Row, string>();
	const wordsOf = (row: Row): string =>
		remembered(kept, row, () => {
			const { number, title, other } = area.document(row);
			return searchText([number, title, other]);
		});
	return (account, { locationId, text, limit }) => {
		const fits = fitsWords(text);
		const whole = wholeWords(text);
		const best: Match[] = [];
		for (const row of area.rows(account, locationId)) {
			if (!fits(area.text(row))) continue;
			const words = wordsOf(row);
			if (!fits(words)) continue;
			const changedAt = area.changedAt(row);
			insert(best, limit, { whole: whole(words), changedAt, document: () => area.document(row) });
		}
		return best;
	};
}

/** Keeps the best matches in order: faster than sorting fifty thousand matches of one letter. */
function insert(best: Match[], limit: number, match: Match): void {
	let at = best.length;
	while (at > 0 && isBefore(match, best[at - 1])) at -= 1;
	if (at >= limit) return;
	best.splice(at, 0, match);
	best.length = Math.min(best.length, limit);
}

const isBefore = (match: Match, other: Match | undefined): boolean =>
	other !== undefined &&
	(match.whole === other.whole ? match.changedAt > other.changedAt : match.whole > other.whole);

export const findCapability = (
	context: CoreContext,
	areas: readonly FindIn[],
): Handlers<'document'> => ({
	'document.find': connected(context, (account, asked) => {
		const best: Match[] = [];
		if (asked.text.trim() !== '') {
			for (const find of areas)
				for (const match of find(account, asked)) insert(best, asked.limit, match);
		}
		return succeed({ documents: best.map(({ document }) => document()) });
	}),
});
