// Reopens the document for editing when its lane is undone before anything was sent.
import { receivings, receivingsOf } from '../../../shared/document/receiving.ts';
import type { DraftDocument, LaneDocument } from '../../../shared/document/stored.ts';
import { isRecordDocument } from '../../../shared/record/records.ts';
import { madeOf } from '../outbox/action.ts';
import { closedBooks } from '../store/closed-books.ts';
import { countedTotals } from '../store/counted-totals.ts';
import { CountTable } from '../store/counts.ts';
import { draftTable } from '../store/drafts.ts';
import type { Store } from '../store/open.ts';
import { serverDocumentOf } from './document-id.ts';

/** Called by the outbox inside its own transaction of `store.durable`. */
export function documentReopening(store: Store) {
	const counts = new CountTable(store.durable);
	const totals = countedTotals(store.durable);
	const closed = closedBooks(store.durable);
	const drafts = draftTable(store.durable);
	return (
		lane: { account_id: string; document: LaneDocument; document_id: string },
		taken: readonly { operation: string; intent_id: string }[],
	): void => {
		const { account_id: accountId, document, document_id: documentId } = lane;
		const tookBack = (verb: string) =>
			taken.some(({ operation }) => operation.endsWith(`.${verb}`));
		if (document === 'stocktake') {
			if (!counts.reopen(accountId, documentId)) return;
			totals.forget(documentId);
			closed.forget(documentId);
			return;
		}
		if (isRecordDocument(document)) {
			for (const step of taken) drafts.reopen(madeOf(step));
			return;
		}
		const ofService = serverDocumentOf(documentId);
		if (ofService === null) {
			drafts.reopen(documentId);
			return;
		}
		const reopenLast = (name: DraftDocument) => {
			const draft = drafts.against(accountId, name, ofService.id);
			if (draft !== null) drafts.reopen(draft.draft_id);
		};
		if (tookBack('update')) reopenLast(document);
		else
			receivingsOf(document)
				.filter((name) => tookBack(receivings[name].verb))
				.forEach(reopenLast);
	};
}
