// Steps that were never sent need not be sent one by one: a later change takes the place of the one before it.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import { parseStored } from '../../../shared/exact-json.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { ActionRow } from './action.ts';
import type { NewAction } from './outbox.ts';

/** What becomes of waiting steps when another comes. */
export interface Coalesced {
	/** What goes out in the place of all of them; null when nothing needs to. */
	action: NewAction | null;
	supersedes: readonly ActionRow[];
	/** For the history of what is superseded. */
	why: Why;
}

/**
 * A full update takes the place of the update or of the create before it, and discarding what was only made here drops
 * both. A step that stands between (a submit, an approval) keeps them apart: what it is about must be what was shown.
 * @param unfinished the document's unfinished steps, in order; read where there may be something to fold.
 * @param isUnsent whether nothing of a step ever left this PC.
 * @returns null when the step simply goes behind the others.
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
				// The service has seen neither, so both are changes of what the first was a change of.
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
