// Reopens the document for editing when its lane is undone before anything was sent.
import type { LaneDocument } from '../../../shared/document/stored.ts';
import { originOf } from '../outbox/action.ts';
import { closedBooks } from '../store/closed-books.ts';
import { CountedTotals } from '../store/counted-totals.ts';
import { CountTable } from '../store/counts.ts';
import type { Store } from '../store/open.ts';

/** Called by the outbox inside its own transaction of `store.durable`. */
export function documentReopening(store: Store) {
	const counts = new CountTable(store.durable);
	const totals = new CountedTotals(store.durable);
	const closed = closedBooks(store.durable);
	const { drafts } = store;
	return (
		lane: { account_id: string; document: LaneDocument; document_id: string },
		taken: readonly { intent_id: string }[],
	): void => {
		const { account_id: accountId, document, document_id: documentId } = lane;
		if (document === 'stocktake') {
			if (!counts.reopen(accountId, documentId)) return;
			totals.forget(documentId);
			closed.forget(documentId);
			return;
		}
		for (const step of taken) drafts.reopen(originOf(step));
	};
}
