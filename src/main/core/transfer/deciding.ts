// Approves, rejects and finalizes transfers of the service.
import { fail, type Reply } from '../../../shared/bridge/reply.ts';
import type { TransferDocument } from '../../../shared/bridge/transfer.ts';
import type { Transition } from '../../../shared/bridge/values.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { transitions } from '../document/transitions.ts';
import { handoverLane } from './handover.ts';
import { notHere, type TransferEnds } from './transfer-end.ts';
import { kindOf } from './service-transfer.ts';

interface Decision {
	readonly documentId: string;
	/** The version shown: a decision never applies to a changed transfer. */
	readonly version: string;
	readonly intentId: string;
	readonly reason?: string;
}

/** Queues a decision; fails with `not-possible-now` if the transfer's state does not allow it. */
export function deciding(
	context: CoreContext,
	{ find, view, shown }: TransferEnds,
	changed: () => void,
) {
	const queue = transitions(context);
	return (
		account: ActiveAccount,
		verb: Transition,
		{ documentId, ...decision }: Decision,
	): Reply<TransferDocument> => {
		const found = find(account, documentId);
		if (found === null) return notHere();
		const { can, lines } = view(account, found);
		if (!can.includes(verb)) {
			return fail('not-possible-now', 'This cannot be done with the transfer as it is.');
		}
		const { transfer } = found;
		const queued = queue(account, {
			...decision,
			kind: kindOf[transfer.head.direction],
			verb,
			serverId: transfer.record.id,
			number: transfer.head.number,
			lane: handoverLane(transfer, lines),
		});
		if (!queued.ok) return queued;
		changed();
		return shown(account, documentId);
	};
}
