// Reopens the document for editing when its lane is undone before anything was sent.
import type { Lane } from '../../../shared/bridge/outbox.ts';
import { isRecordDocument, type RecordDocument } from '../../../shared/record/records.ts';
import { madeOf } from '../outbox/action.ts';
import { closedBooks } from '../store/closed-books.ts';
import { countedTotals } from '../store/counted-totals.ts';
import { CountTable } from '../store/counts.ts';
import { draftTable, type DraftDocument } from '../store/drafts.ts';
import type { Store } from '../store/open.ts';
import { serverIdOf } from './lane-fold.ts';
import { transferIdOf } from './transfer-id.ts';

const areaOf = {
	stocktake: 'stocktake',
	wastage: 'wastage',
	'transfer-out': 'transfer',
	'transfer-in': 'transfer',
} as const satisfies Record<
	Exclude<Lane['document'], RecordDocument>,
	'stocktake' | 'wastage' | 'transfer'
>;

export const areaOfLane = ({ document }: { document: Lane['document'] }) =>
	isRecordDocument(document) ? 'record' : areaOf[document];

const handedOverAt = { in: 'receive', out: 'fulfill' } as const;
const enteredAt = { in: 'receipt', out: 'fulfilment' } as const;

/** Called by the outbox inside its own transaction of `store.durable`. */
export function documentReopening(store: Store) {
	const counts = new CountTable(store.durable);
	const totals = countedTotals(store.durable);
	const closed = closedBooks(store.durable);
	const drafts = draftTable(store.durable);
	return (
		lane: { account_id: string; document: Lane['document']; document_id: string },
		taken: readonly { operation: string; intent_id: string }[],
	): void => {
		const { account_id: accountId, document, document_id: documentId } = lane;
		const tookBack = (verb: string) =>
			taken.some(({ operation }) => operation.endsWith(`.${verb}`));
		const reopenMadeOf = (kind: DraftDocument, serverId: string) => {
			const draft = drafts.against(accountId, kind, serverId);
			if (draft !== null) drafts.reopen(draft.draft_id);
		};
		if (isRecordDocument(document)) {
			for (const step of taken) drafts.reopen(madeOf(step));
			return;
		}
		switch (document) {
			case 'stocktake':
				if (!counts.reopen(accountId, documentId)) return;
				totals.forget(documentId);
				closed.forget(documentId);
				return;
			case 'wastage': {
				const serverId = serverIdOf(documentId);
				if (serverId === null) drafts.reopen(documentId);
				else if (tookBack('update')) reopenMadeOf('wastage', serverId);
				return;
			}
			case 'transfer-out':
			case 'transfer-in': {
				const end = transferIdOf(documentId);
				if (end === null) drafts.reopen(documentId);
				else if (tookBack('update')) reopenMadeOf(document, end.serverId);
				else if (tookBack(handedOverAt[end.direction])) {
					reopenMadeOf(enteredAt[end.direction], end.serverId);
				}
			}
		}
	};
}
