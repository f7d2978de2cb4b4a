// A document whose lane was taken back before anything of it happened can be changed again.
import type { Lane } from '../../../shared/bridge/outbox.ts';
import { countedTotals } from '../store/counted-totals.ts';
import { countTables } from '../store/counts.ts';
import { draftTable } from '../store/drafts.ts';
import type { Store } from '../store/open.ts';
import { transferIdOf } from './transfer-id.ts';

/** The area whose screens show the documents of a lane. */
export const areaOf = {
	stocktake: 'stocktake',
	wastage: 'wastage',
	'transfer-out': 'transfer',
	'transfer-in': 'transfer',
} as const satisfies Record<Lane['document'], 'stocktake' | 'wastage' | 'transfer'>;

const enteredAt = { in: 'receipt', out: 'fulfilment' } as const;

/** Made for the outbox, which calls it inside its own transaction of `store.durable`. */
export function documentReopening(store: Store) {
	const counts = countTables(store.durable);
	const totals = countedTotals(store.durable);
	const drafts = draftTable(store.durable);
	return (lane: { account_id: string; document: Lane['document']; document_id: string }): void => {
		const { account_id: accountId, document, document_id: documentId } = lane;
		switch (document) {
			case 'stocktake':
				if (counts.reopen(accountId, documentId)) totals.forget(documentId);
				return;
			case 'wastage':
				drafts.reopen(documentId);
				return;
			case 'transfer-out':
			case 'transfer-in': {
				const end = transferIdOf(documentId);
				const entered = end && drafts.against(accountId, enteredAt[end.direction], end.serverId);
				drafts.reopen(entered?.draft_id ?? documentId);
			}
		}
	};
}
