// Receipts of an order that stand, and what nobody waits for any more: closed short with a receipt, or on the order.
import { receivings } from '../../../shared/document/receiving.ts';
import { add } from '../../../shared/domain/decimal.ts';
import type { CoreContext } from '../context.ts';
import { documentIdOf } from '../document/document-id.ts';
import type { QueuedStep } from '../outbox/outbox.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { keptFields } from '../store/kept-fields.ts';
import { enteredBodyOf } from './entered.ts';

const name = 'order-receipt';
const { against } = receivings[name];

/** The field of a line that a person closed short on the order, in base units. */
export const closedShortField = 'closedShort';

/** Undone, replaced and discarded steps do nothing. */
export const isStanding = ({ state }: QueuedStep): boolean =>
	state !== 'cancelled' && state !== 'superseded' && state !== 'discarded';

/** An entry that was undone, and sent again with nothing for the order, still has the step of its first sending. */
function isOfLastSending({ draft_id: draftId, revision }: DraftRow, intentId: string): boolean {
	const [made, sentRevision] = intentId.split('/');
	// What was sent is kept with the entry, as one more revision.
	return made === draftId && Number(sentRevision) === revision - 1;
}

export function orderReceipts({ store, outbox }: Pick<CoreContext, 'store' | 'outbox'>) {
	const drafts = draftTable(store.durable);
	const kept = keptFields(store.durable);

	/** Sent receipts, without those that a person discarded. One of extra items only has no step here. */
	function standing(accountId: string, serverId: string): DraftRow[] {
		const sent = drafts.submittedAgainst(accountId, name, serverId);
		if (sent.length === 0) return sent;
		const steps = outbox.stepsOf(against, documentIdOf(against, serverId));
		return sent.filter((row) => {
			const own = steps.filter(({ intentId }) => isOfLastSending(row, intentId));
			return own.length === 0 || own.some(isStanding);
		});
	}

	return {
		standing,

		/** Base units by line; only lines that are closed short. */
		closedShort(accountId: string, serverId: string): ReadonlyMap<string, string> {
			const closed = new Map<string, string>();
			const close = (lineId: string, quantity: string): void => {
				if (quantity !== '0') closed.set(lineId, add(closed.get(lineId) ?? '0', quantity));
			};
			for (const row of standing(accountId, serverId)) {
				for (const [lineId, line] of Object.entries(enteredBodyOf(row).lines))
					close(lineId, line.closedShort);
			}
			for (const { line_id: lineId, field, value } of kept.of(
				accountId,
				documentIdOf(against, serverId),
			)) {
				if (field === closedShortField && value !== null) close(lineId, value);
			}
			return closed;
		},
	};
}
