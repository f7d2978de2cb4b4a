// Merges steps that were never sent: a later change replaces the one before it.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import { parseStored } from '../../../shared/exact-json.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { ActionRow } from './action.ts';
import type { NewAction } from './outbox.ts';

export interface Coalesced {
	action: NewAction | null;
	supersedes: readonly ActionRow[];
	why: Why;
}

/**
 * A full update replaces the update or create before it; discarding an unsent document discards both. A submit or
 * approval in between prevents this, because it refers to the content at that point.
 * @param isUnsent whether no request for the step ever left this PC
 * @returns null if the step is simply appended
 */
export function coalesce(
	unfinished: () => readonly ActionRow[],
	next: NewAction,
	isUnsent: (row: ActionRow) => boolean,
): Coalesced | null {
	const kind = kindOf(next.operation);
	if (kind === 'other' || kind === 'create') return null;
	const live = unfinished();
	const last = live.at(-1);
	if (last === undefined) return null;
	if (!live.every((row) => resourceOf(row.operation) === resourceOf(next.operation))) return null;
	if (kind === 'discard') {
		const onlyHere =
			kindOf(live[0]?.operation ?? '') === 'create' &&
			live.every((row) => kindOf(row.operation) !== 'other' && isUnsent(row));
		return onlyHere ? { action: null, supersedes: live, why: { code: 'discarded-with-it' } } : null;
	}
	if (!isUnsent(last)) return null;
	switch (kindOf(last.operation)) {
		case 'update':
			return {
				// The service has seen neither, so both change the version that the first was based on.
				action: last.base === null ? next : { ...next, base: parseStored(last.base) },
				supersedes: [last],
				why: { code: 'later-change' },
			};
		case 'create': {
			const { id: _none, ...body } = next.payload.body ?? {};
			return {
				action: { ...next, operation: last.operation as NewAction['operation'], payload: { body } },
				supersedes: [last],
				why: { code: 'changed-before-sent' },
			};
		}
		default:
			return null;
	}
}

function kindOf(name: string): 'create' | 'update' | 'discard' | 'other' {
	const operation = findOperation(name);
	if (operation?.answer.kind === 'created') return 'create';
	if (operation?.method === 'DELETE') return 'discard';
	const { replay } = operation ?? {};
	return replay?.proof === 'equality' && replay.risk === 'draft' ? 'update' : 'other';
}

const resourceOf = (name: string): string => name.split('.')[0] ?? '';
