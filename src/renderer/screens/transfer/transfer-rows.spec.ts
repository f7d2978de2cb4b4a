import { describe, expect, it } from 'vitest';
import type { TransferGroupSum, TransferSummary } from '../../../shared/bridge/transfer.ts';
import { askedFor, headingsOf, rowsOf } from './transfer-rows.ts';

const groups = [
	{ group: 'incoming', count: 3, onTheWay: null, currency: 'EUR' },
	{ group: 'outgoing', count: 4, onTheWay: { cost: '5', costsUnknown: 0 }, currency: 'EUR' },
] satisfies TransferGroupSum[];
const documents = Array.from({ length: 7 }, (_, index) => ({ documentId: String(index) }));
const whole = ['incoming', '0', '1', '2', 'outgoing', '3', '4', '5', '6'];

/** The rows as the page requests them, each by its group or transfer. */
function asked(from: number, limit: number): string[] {
	const wanted = askedFor(from, limit, 3);
	const came = documents.slice(wanted.from, wanted.from + wanted.limit) as TransferSummary[];
	return rowsOf(groups, came, wanted.from, { from, limit }).map((row) =>
		row.kind === 'group' ? row.sum.group : row.transfer.documentId,
	);
}

describe('rows of the transfer list', () => {
	it("put headings before a group's transfers", () => {
		expect(asked(0, 100)).toEqual(whole);
		expect([...headingsOf(groups)]).toEqual([0, 4]);
	});

	it('are the same in any window', () => {
		for (let from = 0; from <= whole.length; from++)
			for (let limit = 1; limit <= whole.length; limit++)
				expect(asked(from, limit), `${from}, ${limit}`).toEqual(whole.slice(from, from + limit));
	});
});
