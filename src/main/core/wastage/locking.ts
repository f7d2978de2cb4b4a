// Locks and unlocks waste documents at the service. A lock can wait offline like any other step, because the flag
// itself proves whether it happened.
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { WasteDocument } from '../../../shared/bridge/wastage.ts';
import type { WastageRecord } from '../../../shared/service/wastage.ts';
import type { CoreContext } from '../context.ts';
import { versionOf } from '../document/transitions.ts';
import type { LaneStanding, NewLane } from '../outbox/outbox.ts';

/** Which lock action the document allows now; null for drafts and unknown phases. */
export const lockOf = ({
	phase,
	locked,
}: Pick<WasteDocument, 'phase' | 'locked'>): WasteDocument['lock'] => {
	if (locked) return 'unlock';
	return phase === 'draft' || phase === 'unknown' ? null : 'lock';
};

/** Whether the document is locked after these actions. @param before as the copy shows it */
export const lockedAfter = (actions: LaneStanding['actions'], before: boolean): boolean =>
	actions.findLast(({ state, locks }) => state === 'confirmed' && locks !== null)?.locks ?? before;

/**
 * Queues locking or unlocking. Fails with `changed-meanwhile` if the copy differs from what the person saw.
 * @param asked.version version that the person saw
 */
export function queueLock(
	{ store, outbox }: Pick<CoreContext, 'store' | 'outbox'>,
	record: WastageRecord,
	asked: { version: string; intentId: string; locked: boolean; lane: NewLane },
): Reply<null> {
	const { version, intentId, locked, lane } = asked;
	if (versionOf(record) !== version) {
		return fail('changed-meanwhile', 'The document was changed since it was shown.');
	}
	const queued = store.durable
		.transaction(() =>
			outbox.enqueue(lane, [
				{
					intentId,
					operation: 'wastage.lock',
					payload: { body: { id: record.id, isLocked: locked } },
					base: record,
				},
			]),
		)
		.immediate();
	if (!queued.ok) return queued;
	outbox.wake();
	return succeed(null);
}
