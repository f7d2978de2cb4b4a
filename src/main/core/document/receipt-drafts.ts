// Drafts created from a receipt (waste, or a return). They are sent only after the receipt is confirmed.
import { z } from 'zod';
import type { Problem } from '../../../shared/bridge/reply.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import type { CoreContext } from '../context.ts';
import { originOf } from '../outbox/action.ts';
import { draftTable } from '../store/drafts.ts';
import { documentIdOf } from './document-id.ts';

export const receiptOfDraft = z.object({
	draftId: z.string(),
	serverId: z.string(),
});
export type ReceiptOfDraft = z.infer<typeof receiptOfDraft>;

export function followUps({ store, outbox }: Pick<CoreContext, 'store' | 'outbox'>) {
	const drafts = draftTable(store.durable);

	const stepOf = ({ draftId, serverId }: ReceiptOfDraft) =>
		outbox
			.stepsOf(receivings.receipt.against, documentIdOf(receivings.receipt.against, serverId))
			.findLast(({ intentId }) => originOf({ intent_id: intentId }) === draftId);

	return {
		/** After an undo, the receipt must be sent again before the drafts created from it. */
		problems(accountId: string, receipt: ReceiptOfDraft | undefined): Problem[] {
			return receipt !== undefined && drafts.get(accountId, receipt.draftId)?.state === 'open'
				? [{ path: 'receipt', message: 'not-received' }]
				: [];
		},

		waitsFor(receipt: ReceiptOfDraft | undefined): { waitsFor?: string | null } {
			if (receipt === undefined) return {};
			return { waitsFor: stepOf(receipt)?.actionId ?? null };
		},

		isGivenUp: (receipt: ReceiptOfDraft): boolean => stepOf(receipt)?.state === 'discarded',
	};
}
