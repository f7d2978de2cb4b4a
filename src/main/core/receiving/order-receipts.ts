// Receipts of an order that stand, and what nobody waits for any more: closed short with a receipt, or on the order.
import { receivings } from '../../../shared/document/receiving.ts';
import { add } from '../../../shared/domain/decimal.ts';
import type { CoreContext } from '../context.ts';
import { documentIdOf } from '../document/document-id.ts';
import { madeOf } from '../outbox/action.ts';
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

export function orderReceipts({ store, outbox }: Pick<CoreContext, 'store' | 'outbox'>) {
	const drafts = draftTable(store.durable);
	const kept = keptFields(store.durable);

	/** Sent receipts, without those that a person discarded. One of extra items only has no step here. */
	function standing(accountId: string, serverId: string): DraftRow[] {
		const sent = drafts.submittedAgainst(accountId, name, serverId);
		if (sent.length === 0) return sent;
		const steps = outbox.stepsOf(against, documentIdOf(against, serverId));
		const made = (some: readonly QueuedStep[]) =>
			new Set(some.map(({ intentId }) => madeOf({ intent_id: intentId })));
		const standing = made(steps.filter(isStanding));
		const known = made(steps);
		return sent.filter(({ draft_id: draftId }) => standing.has(draftId) || !known.has(draftId));
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
