// Drafts created from a receipt (waste, or a return). They are sent only after the receipt is confirmed.
import { z } from 'zod';
import type { Problem } from '../../../shared/bridge/reply.ts';
import type { KindName } from '../../../shared/document/kinds.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import type { CoreContext } from '../context.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { documentIdOf } from './document-id.ts';

export const receiptOfDraft = z.object({
	draftId: z.string(),
	serverId: z.string(),
});
export type ReceiptOfDraft = z.infer<typeof receiptOfDraft>;

const stepOf = (outbox: Outbox, kind: KindName, { draftId, serverId }: ReceiptOfDraft) =>
	outbox
		.stepsOf(kind, documentIdOf(kind, serverId))
		.findLast(({ madeFrom }) => madeFrom === draftId);

/** Whether a person discarded the step of a receipt. */
export const isDiscarded = (outbox: Outbox, kind: KindName, receipt: ReceiptOfDraft): boolean =>
	stepOf(outbox, kind, receipt)?.state === 'discarded';

export function receiptDrafts({ store, outbox }: Pick<CoreContext, 'store' | 'outbox'>) {
	const { drafts } = store;

	return {
		/** After an undo, the receipt must be sent again before the drafts created from it. */
		problems(accountId: string, receipt: ReceiptOfDraft | undefined): Problem[] {
			return receipt !== undefined && drafts.get(accountId, receipt.draftId)?.state === 'open'
				? [{ path: 'receipt', message: 'not-received' }]
				: [];
		},

		waitsFor(receipt: ReceiptOfDraft | undefined): { waitsFor?: string | null } {
			if (receipt === undefined) return {};
			const step = stepOf(outbox, receivings.receipt.against, receipt);
			return { waitsFor: step?.actionId ?? null };
		},
	};
}
