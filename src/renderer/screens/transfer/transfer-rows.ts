// The transfer list as rows: group headings, then transfers.
import type { TransferGroupSum, TransferSummary } from '../../../shared/bridge/transfer.ts';

export type TransferRow =
	| { readonly kind: 'group'; readonly sum: TransferGroupSum }
	| { readonly kind: 'transfer'; readonly transfer: TransferSummary };

type Counted = Pick<TransferGroupSum, 'count'>;

/** Heading rows of a group. */
export function headingsOf(groups: readonly Counted[]): ReadonlySet<number> {
	const headings = new Set<number>();
	let row = 0;
	for (const { count } of groups) {
		headings.add(row);
		row += count + 1;
	}
	return headings;
}

/** Transfers to load for these rows: no group has more than one extra row. */
export const askedFor = (from: number, limit: number, mostGroups: number) => {
	const first = Math.max(from - mostGroups, 0);
	return { from: first, limit: from + limit - first };
};

/** @param documents the transfers loaded from position `first`. */
export function rowsOf(
	groups: readonly TransferGroupSum[],
	documents: readonly TransferSummary[],
	first: number,
	{ from, limit }: { from: number; limit: number },
): TransferRow[] {
	const rows: TransferRow[] = [];
	let row = 0;
	let before = 0;
	for (const sum of groups) {
		if (row >= from && row < from + limit) rows.push({ kind: 'group', sum });
		row += 1;
		const start = Math.max(from - row, 0);
		const end = Math.min(from + limit - row, sum.count);
		for (let index = start; index < end; index++) {
			const transfer = documents[before + index - first];
			if (transfer !== undefined) rows.push({ kind: 'transfer', transfer });
		}
		row += sum.count;
		before += sum.count;
	}
	return rows;
}
