// Links a return to its receipt. A return drafted while its receipt waits is linked once a cached record shows the
// receipt, and cannot be sent before.
import { returnOrder } from '../../../shared/document/return-order.ts';
import type { Problem } from '../../../shared/bridge/reply.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { draftBodyOf, storedBody, type DraftBody } from '../document/draft-body.ts';
import { DraftSaving } from '../document/draft-saving.ts';
import { writtenIn } from '../document/fields.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import { isDiscarded } from '../document/receipt-drafts.ts';
import type { DraftRow } from '../store/drafts.ts';
import { ReturnableReceipts, type Receipt } from './returnable-receipts.ts';
import { fieldsOf, headOf } from './return-drafts.ts';

const { against } = receivings['order-receipt'];

/** The receipt entered here that a draft waits for; null if it is linked. */
export const awaitedReceipt = ({ values }: Pick<DraftBody, 'values'>): string | null => {
	const { orderReceipt, receiptDraft } = values;
	return typeof receiptDraft === 'string' && orderReceipt === null ? receiptDraft : null;
};

export function returnLinks(context: CoreContext) {
	const { store, outbox } = context;
	const receipts = new ReturnableReceipts(context);
	const { drafts, locations } = store;
	const saving = new DraftSaving(context);

	return {
		/** Durable on return. @returns whether the draft was linked now */
		fill(account: ActiveAccount, row: DraftRow): boolean {
			const body = draftBodyOf(returnOrder.name, row);
			const awaited = awaitedReceipt(body);
			const ours = awaited === null ? null : receipts.ofDraft(account, awaited);
			const receipt = ours && receipts.seenAs(account, ours);
			if (receipt === null) return false;
			const location = locations.get(account.accountId, row.location_id);
			const linked = linkedTo(receipt, body, headOf(receipt, location));
			return saving.change(row, row.revision, JSON.stringify(storedBody(linked))) !== null;
		},

		/** Why a draft that names no receipt cannot be sent. */
		problems(account: ActiveAccount, body: DraftBody): Problem[] {
			const awaited = awaitedReceipt(body);
			if (awaited === null) return [];
			const row = drafts.get(account.accountId, awaited);
			const ours = receipts.ofDraft(account, awaited);
			const message =
				row?.state === 'open'
					? 'receipt-undone'
					: ours === null ||
						  isDiscarded(outbox, against, { draftId: awaited, serverId: ours.orderId })
						? 'receipt-discarded'
						: 'receipt-not-shown';
			return [{ path: 'receipt', message }];
		},
	};
}

function linkedTo(receipt: Receipt, body: DraftBody, head: DraftBody['values']): DraftBody {
	return {
		...body,
		values: writtenIn(returnOrder.head, { ...body.values, ...head }),
		lines: body.lines.map((line) => {
			const { orderLine } = line.values;
			const found = receipt.lines.find((each) => each.orderLine === orderLine);
			if (found === undefined) return line;
			const values = { ...line.values, ...fieldsOf(found) };
			return { ...line, values: writtenIn(returnOrder.lines.fields, values) };
		}),
	};
}
