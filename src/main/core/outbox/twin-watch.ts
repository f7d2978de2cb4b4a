// Which creates are watched for a second document, and when that begins.
import { behaviourInForce, documentKindOf } from '../../../shared/service/behaviour.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { ActionTables } from '../store/actions.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import type { CachedDocument } from '../store/cache-records.ts';
import { twinTables } from '../store/twins.ts';
import { madeOf, type ActionRow, type LaneRow } from './action.ts';
import type { EngineOptions } from './engine-options.ts';

/** The documents of a lane, by the kind of their copies. */
export const laneDocumentOf = {
	wastage: 'wastage',
	transferOut: 'transfer-out',
	transferIn: 'transfer-in',
} as const satisfies Record<CachedDocument, LaneRow['document']>;

const isCached = (kind: string): kind is CachedDocument => kind in laneDocumentOf;

/** Of which copies the create of a document may have a twin among; null for every other step. */
export function watchedKind(operation: string): CachedDocument | null {
	const found = findOperation(operation);
	const kind = found?.replay?.proof === 'reference' ? documentKindOf(found) : null;
	return kind !== null && isCached(kind) ? kind : null;
}

/**
 * @returns begins to watch an action that is being confirmed, where a second document may have come of it: a person said
 * that it is done, an earlier try may have been done late, another PC may have sent it as well, or the service keeps no
 * reference that would tell. Call it in the transaction that confirms.
 */
export function createTwinWatch(options: EngineOptions, tables: ActionTables) {
	const twins = twinTables(options.store.durable);
	const elsewhere = alsoElsewhere(options.store.durable);
	return (row: ActionRow, by: 'answer' | 'probe' | 'person'): void => {
		const kind = watchedKind(row.operation);
		const account = options.account();
		if (kind === null || account === null) return;
		const { keepsReferences } = behaviourInForce(account.profile, account.learned, kind);
		const sentTwice = () => {
			const { made, maybeApplied } = tables.tries(row.action_id);
			return made > 1 && maybeApplied > 0;
		};
		const mayGoTwice = () => sentTwice() || elsewhere.has(madeOf(row));
		if (by !== 'person' && keepsReferences === true && !mayGoTwice()) return;
		twins.watch(row.action_id, row.account_id, kind, account.profile.pauses.watchTwinsMs);
	};
}
