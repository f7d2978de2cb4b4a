// Decides whether a screen shows our queued work or the service's copy of a document.
import type { Phase } from '../../../shared/bridge/values.ts';
import type { KindName } from '../../../shared/document/kinds.ts';
import type { AnyKind } from '../../../shared/document/kit.ts';
import { receivings, receivingsOf } from '../../../shared/document/receiving.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { ActiveAccount } from '../context.ts';
import { createTrust } from '../outbox/observing.ts';
import type { LaneStanding } from '../outbox/outbox.ts';
import { isUnseen } from '../outbox/standing.ts';
import type { Store } from '../store/open.ts';

/**
 * `ours`: our work replaces the copy until a copy shows it; `unseen` are the actions not in the copy. `discarded`: by
 * a person, and nothing was sent.
 */
type Fold =
	| {
			shows: 'ours';
			standing: 'waiting' | 'needs-you' | 'service';
			unseen: LaneStanding['actions'];
	  }
	| { shows: 'service' }
	| { shows: 'discarded' };

/** A copy counts only if its read (`copyReadNo`) began after our last write was confirmed; others may be older. */
function foldLane(lane: LaneStanding, copyReadNo: number): Fold {
	const unseen = lane.actions.filter((step) => isUnseen(step, copyReadNo));
	if (lane.standing !== 'done') return { shows: 'ours', standing: lane.standing, unseen };
	if (!lane.actions.some(({ state }) => state === 'confirmed')) return { shows: 'discarded' };
	return unseen.length === 0
		? { shows: 'service' }
		: { shows: 'ours', standing: 'service', unseen };
}

export function laneFolds(store: Store) {
	const { records, pulls } = store;
	const trust = createTrust(store);
	return (account: ActiveAccount, kind: KindName, lane: LaneStanding): Fold => {
		const { accountId } = account;
		const copy = lane.serverId === null ? null : records.get(accountId, kind, lane.serverId);
		// Without a copy, a later complete list without the document proves that the service deleted it. A list that
		// lags behind proves nothing by omission.
		const { listsAreCurrent } = trust(account, kind);
		const listed = listsAreCurrent ? pulls.get(accountId, kind)?.readNo : 0;
		return foldLane(lane, copy?.readNo ?? listed ?? 0);
	};
}

/** The phase after the confirmed actions. @param actions those not in the copy, or all if there is no copy */
export function reachedPhase(
	kind: AnyKind,
	actions: LaneStanding['actions'],
	before: Phase = 'draft',
): Phase {
	let reached = before;
	for (const { operation, state } of actions) {
		if (state === 'confirmed') reached = phaseAfter(kind, operation) ?? reached;
	}
	return reached;
}

/** Null if the phase stays. */
function phaseAfter({ name, steps }: AnyKind, operation: string): Phase | null {
	const verb = operation.slice(operation.indexOf('.') + 1);
	if (verb === 'submit') return 'submitted';
	const received = receivingsOf(name).find((each) => receivings[each].verb === verb);
	return received === undefined ? (steps[verb]?.to ?? null) : receivings[received].to;
}

export const lastUpdate = (actions: LaneStanding['actions']): Payload | null =>
	actions.findLast(({ update }) => update !== null)?.update ?? null;

/** Why it was rejected: our reason if that was our last confirmed action, else the service's `field`, else empty. */
export function rejectedBecause(
	lane: LaneStanding | null,
	record: Payload | null,
	field: string | null,
): string {
	const last = lane?.actions.findLast(({ state }) => state === 'confirmed');
	const said = last?.operation.endsWith('.reject') === true ? last.note : '';
	const told = field === null ? undefined : record?.[field];
	return said === '' && typeof told === 'string' ? told : said;
}

export const lockedAfter = (actions: LaneStanding['actions'], before: boolean): boolean =>
	actions.findLast(({ state, locks }) => state === 'confirmed' && locks !== null)?.locks ?? before;
