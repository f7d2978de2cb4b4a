// Which creates are watched for duplicates, and since when.
import { isKindName, type KindName } from '../../../shared/document/kinds.ts';
import { documentKindOf } from '../../../shared/service/behaviour.ts';
import { findOperation } from '../../../shared/service/index.ts';
import { twinTables } from '../store/twins.ts';
import type { ActionRow } from './action.ts';
import type { EngineOptions } from './engine-options.ts';

/** The kind of copies to search for duplicates of a create; null for every other step. */
export function watchedKind(operation: string): KindName | null {
	const found = findOperation(operation);
	const kind = found?.replay?.proof === 'reference' ? documentKindOf(found) : null;
	return kind !== null && isKindName(kind) ? kind : null;
}

/** @returns a function that watches a create; call it in the transaction that confirms it */
export function createTwinWatch(options: EngineOptions) {
	const twins = twinTables(options.store.durable);
	return (row: ActionRow): void => {
		const kind = watchedKind(row.operation);
		const account = options.account();
		if (kind === null || account === null) return;
		twins.watch(row.action_id, row.account_id, kind, account.profile.pauses.watchTwinsMs);
	};
}
