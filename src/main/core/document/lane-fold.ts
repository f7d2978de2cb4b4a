// Folding a document's lane over the copy of the service's record: which of the two a screen shows.
import type { Phase } from '../../../shared/bridge/values.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { ActiveAccount } from '../context.ts';
import { createTrust } from '../outbox/observing.ts';
import type { LaneStanding } from '../outbox/outbox.ts';
import { cacheRecords, type CachedDocument } from '../store/cache-records.ts';
import type { Store } from '../store/open.ts';
import { pullTable } from '../store/pulls.ts';

/**
 * `ours`: what was entered here stands, in the outbox or with the service, until a copy shows it; `unseen` are the
 * actions that the copy does not show. `service`: the copy
 * shows all that was done. `given-up`: a person dropped it; nothing of it went to the service.
 */
type Fold =
	| {
			shows: 'ours';
			standing: 'waiting' | 'needs-you' | 'service';
			unseen: LaneStanding['actions'];
	  }
	| { shows: 'service' }
	| { shows: 'given-up' };

/**
 * A copy counts only when its read began after the last answer that confirmed one of our writes: an older one may show
 * the document as it was before. Ours and the copy are never shown both.
 * @param copyReadNo ordinal of the newest read that is known to have shown the copy like this.
 */
function foldLane(lane: LaneStanding, copyReadNo: number): Fold {
	const unseen = lane.actions.filter(
		({ state, confirmedReadNo }) => state !== 'confirmed' || copyReadNo <= (confirmedReadNo ?? 0),
	);
	if (lane.standing !== 'done') return { shows: 'ours', standing: lane.standing, unseen };
	if (!lane.actions.some(({ state }) => state === 'confirmed')) return { shows: 'given-up' };
	return unseen.length === 0
		? { shows: 'service' }
		: { shows: 'ours', standing: 'service', unseen };
}

/** Folds lanes over the copies in the cache. */
export function laneFolds(store: Store) {
	const records = cacheRecords(store.cache);
	const pulls = pullTable(store.cache);
	const trust = createTrust(store);
	return (account: ActiveAccount, kind: CachedDocument, lane: LaneStanding): Fold => {
		const { accountId } = account;
		const copy = lane.serverId === null ? null : records.get(accountId, kind, lane.serverId);
		// Where there is no copy, a later whole list without the document says that the service has it no more; a list
		// that lags behind says nothing by what it leaves out.
		const { listsAreCurrent } = trust(account, kind);
		const listed = listsAreCurrent ? pulls.get(accountId, kind)?.readNo : 0;
		return foldLane(lane, copy?.readNo ?? listed ?? 0);
	};
}

/**
 * How far confirmed actions have brought a document.
 * @param actions those that the copy does not show, or all where there is none.
 * @param before where it stood before the first of them: a document that we made is a draft then.
 */
export function reachedPhase(actions: LaneStanding['actions'], before: Phase = 'draft'): Phase {
	let reached = before;
	for (const { operation, state } of actions) {
		if (state === 'confirmed') reached = phaseAfter[operation.split('.')[1] ?? ''] ?? reached;
	}
	return reached;
}

/** What the last full update among these actions makes of the document; null where there is none. */
export const lastUpdate = (actions: LaneStanding['actions']): Payload | null =>
	actions.findLast(({ update }) => update !== null)?.update ?? null;

/**
 * Why a document was rejected: as it was said here, when that was the last that was done with it here, or as the service
 * tells it. Empty where neither says.
 * @param record the service's; `field` the one that carries the reason, null where the profile names none.
 */
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

const phaseAfter: Readonly<Record<string, Phase>> = {
	submit: 'submitted',
	approve: 'approved',
	reject: 'rejected',
	finalize: 'finalized',
	receive: 'received',
	fulfill: 'in-transit',
};

/** The bridge's name of a document of the service. */
export const documentOf = (serverId: string): string => `service:${serverId}`;

/** The service's id in the bridge's name of a document; null for a document of this PC. */
export const serverIdOf = (documentId: string): string | null =>
	documentId.startsWith('service:') ? documentId.slice('service:'.length) : null;
