// Merges steps that were never sent: a later change replaces the one before it.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import { parseStored } from '../../../shared/exact-json.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { ActionRow } from './action.ts';
import type { NewAction } from './outbox.ts';

export interface Coalesced {
	action: NewAction;
	supersedes: ActionRow;
	why: Why;
}

/**
 * A full update replaces the update or create before it. A submit or approval in between prevents this, because it refers
 * to the content at that point.
 * @param isUnsent whether no request for the step ever left this PC
 * @returns null if the step is simply appended
 */
export function coalesce(
	unfinished: () => readonly ActionRow[],
	next: NewAction,
	isUnsent: (row: ActionRow) => boolean,
): Coalesced | null {
	if (kindOf(next.operation) !== 'update') return null;
	const last = unfinished().at(-1);
	if (last === undefined || !isUnsent(last)) return null;
	switch (kindOf(last.operation)) {
		case 'update':
			return {
				// The service has seen neither, so both change the version that the first was based on.
				action: last.base === null ? next : { ...next, base: parseStored(last.base) },
				supersedes: last,
				why: { code: 'later-change' },
			};
		case 'create': {
			const { id: _none, ...body } = next.payload.body ?? {};
			return {
				action: { ...next, operation: last.operation as NewAction['operation'], payload: { body } },
				supersedes: last,
				why: { code: 'changed-before-sent' },
			};
		}
		default:
			return null;
	}
}

function kindOf(name: string): 'create' | 'update' | 'other' {
	const operation = findOperation(name);
	if (operation?.answer.kind === 'created') return 'create';
	const { replay } = operation ?? {};
	return replay?.proof === 'equality' && replay.risk === 'draft' ? 'update' : 'other';
}
