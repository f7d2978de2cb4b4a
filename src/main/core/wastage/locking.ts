// Locks waste documents. A lock can wait offline like any other step: the flag itself proves whether it happened.
import type { Reply } from '../../../shared/bridge/reply.ts';
import type { WasteDocument } from '../../../shared/bridge/wastage.ts';
import type { WastageRecord } from '../../../shared/service/wastage.ts';
import type { CoreContext } from '../context.ts';
import { changedMeanwhile, queueStep, versionOf } from '../document/transitions.ts';
import type { LaneStanding, NewLane } from '../outbox/outbox.ts';

/** Whether the document can be locked or unlocked: no draft, no unknown phase. */
export const canLock = ({ phase, locked }: Pick<WasteDocument, 'phase' | 'locked'>): boolean =>
	locked || (phase !== 'draft' && phase !== 'unknown');

export const lockedAfter = (actions: LaneStanding['actions'], before: boolean): boolean =>
	actions.findLast(({ state, locks }) => state === 'confirmed' && locks !== null)?.locks ?? before;

/** Queues a lock or unlock. Fails with `changed-meanwhile` if the copy is not the version that the person saw. */
export function queueLock(
	context: Pick<CoreContext, 'store' | 'outbox'>,
	record: WastageRecord,
	asked: { version: string; intentId: string; locked: boolean; lane: NewLane },
): Reply<null> {
	const { version, intentId, locked, lane } = asked;
	if (versionOf(record) !== version) return changedMeanwhile();
	return queueStep(context, lane, {
		intentId,
		operation: 'wastage.lock',
		payload: { body: { id: record.id, isLocked: locked } },
		base: record,
	});
}
