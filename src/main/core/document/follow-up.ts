// A draft that was made of a receipt: the waste of what came broken, the transfer that sends something back. It goes to
// the service only once the receipt is done.
import { z } from 'zod';
import type { Problem } from '../../../shared/bridge/reply.ts';
import type { CoreContext } from '../context.ts';
import { madeOf } from '../outbox/action.ts';
import { draftTable } from '../store/drafts.ts';
import { transferNameOf } from './transfer-id.ts';

/** What a draft says of the receipt that it was made of. */
export const receiptOfDraft = z.object({
	/** The draft of the receipt. */
	draftId: z.string(),
	/** The service's transfer. */
	transferId: z.string(),
});
export type ReceiptOfDraft = z.infer<typeof receiptOfDraft>;

export function followUps({ store, outbox }: Pick<CoreContext, 'store' | 'outbox'>) {
	const drafts = draftTable(store.durable);

	/** The last step that the receipt was queued as; undefined where this PC has none. */
	const stepOf = ({ draftId, transferId }: ReceiptOfDraft) =>
		outbox
			.stepsOf('transfer-in', transferNameOf('in', transferId))
			.findLast(({ intentId }) => madeOf({ intent_id: intentId }) === draftId);

	return {
		/** A receipt that was taken back must be received again before anything made of it goes. */
		problems(accountId: string, receipt: ReceiptOfDraft | undefined): Problem[] {
			return receipt !== undefined && drafts.get(accountId, receipt.draftId)?.state === 'open'
				? [{ path: 'receipt', message: 'not-received' }]
				: [];
		},

		/** The step that must be done before the draft goes, for its lane. */
		waitsFor(receipt: ReceiptOfDraft | undefined): { waitsFor?: string | null } {
			if (receipt === undefined) return {};
			return { waitsFor: stepOf(receipt)?.actionId ?? null };
		},

		/** Whether a person gave the receipt up, so that nothing came of it. */
		isGivenUp: (receipt: ReceiptOfDraft): boolean => stepOf(receipt)?.state === 'dropped',
	};
}
