// The valid receipts of an order, and its lines that were closed short, with a receipt or on the order.
import { z } from 'zod';
import { receivings } from '../../../shared/document/receiving.ts';
import { add, addTo, isZero } from '../../../shared/domain/decimal.ts';
import { decimal } from '../../../shared/service/field.ts';
import type { PurchaseOrderRecord } from '../../../shared/service/purchase-order.ts';
import type { CoreContext } from '../context.ts';
import { documentIdOf } from '../document/document-id.ts';
import { notDone } from '../outbox/action.ts';
import type { QueuedStep } from '../outbox/outbox.ts';
import { isUnseen } from '../outbox/standing.ts';
import type { DraftRow } from '../store/drafts.ts';
import { keptFields } from '../store/kept-fields.ts';
import { enteredBodyOf } from './entered.ts';

const name = 'order-receipt';
const { against } = receivings[name];

/** The field of a line that a person closed short on the order, in base units. */
export const closedShortField = 'closedShort';

/** An entry that was undone and sent again without goods of the order still has the step of its first sending. */
function isOfLastSending({ draft_id: draftId, revision }: DraftRow, intentId: string): boolean {
	const [made, sentRevision] = intentId.split('/');
	// What was sent is kept with the entry, as one more revision.
	return made === draftId && Number(sentRevision) === revision - 1;
}

const received = z.looseObject({
	items: z.array(z.looseObject({ purchaseOrderItemId: z.string(), quantity: decimal })),
});

export const isReceipt = ({ operation }: QueuedStep): boolean =>
	operation.endsWith(`.${receivings[name].verb}`);

/** Adds our receipts that the service's copy of the order does not show yet. */
export function withReceipts(
	order: PurchaseOrderRecord,
	receipts: readonly QueuedStep[],
): PurchaseOrderRecord {
	const items = receipts.flatMap(({ body }) => received.parse(body).items);
	return {
		...order,
		items: order.items.map((line) => ({
			...line,
			quantityReceived: items
				.filter(({ purchaseOrderItemId: of }) => of === line.id)
				.reduce((sum, { quantity }) => add(sum, quantity), line.quantityReceived),
		})),
	};
}

export function orderReceipts({ store, outbox }: Pick<CoreContext, 'store' | 'outbox'>) {
	const { drafts } = store;
	const kept = keptFields(store.durable);

	/** Sent receipts that nobody discarded. A receipt of extra items alone has no step of this order. */
	function standing(accountId: string, serverId: string): DraftRow[] {
		const sent = drafts.submittedAgainst(accountId, name, serverId);
		if (sent.length === 0) return sent;
		const steps = outbox.stepsOf(against, documentIdOf(against, serverId));
		return sent.filter((row) => {
			const own = steps.filter(({ intentId }) => isOfLastSending(row, intentId));
			return own.length === 0 || own.some(({ state }) => !notDone.includes(state));
		});
	}

	return {
		standing,

		stands: (accountId: string, serverId: string, draftId: string): boolean =>
			standing(accountId, serverId).some((row) => row.draft_id === draftId),

		/**
		 * Steps that the service's copy of an order does not show yet, receipts and others.
		 * @param readNo of the copy; 0 without one
		 */
		unseen(serverId: string, readNo: number) {
			const steps = outbox
				.stepsOf(against, documentIdOf(against, serverId))
				.filter((step) => isUnseen(step, readNo));
			return {
				receipts: steps.filter(isReceipt),
				others: steps.filter((step) => !isReceipt(step)),
			};
		},

		/** Base units by line; only lines that are closed short. */
		closedShort(accountId: string, serverId: string): ReadonlyMap<string, string> {
			const closed = new Map<string, string>();
			for (const row of standing(accountId, serverId)) {
				for (const [lineId, { closedShort }] of Object.entries(enteredBodyOf(row).lines))
					if (!isZero(closedShort)) addTo(closed, lineId, closedShort);
			}
			const onOrder = kept.of(accountId, documentIdOf(against, serverId));
			for (const { line_id: lineId, field, value } of onOrder) {
				if (field === closedShortField && value !== null) addTo(closed, lineId, value);
			}
			return closed;
		},
	};
}
