// Saves drafts, and opens them for changes; the rules are the same for all kinds of documents.
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { draftTable, type DraftDocument, type DraftRow } from '../store/drafts.ts';
import { locationTable } from '../store/locations.ts';
import { businessDateAt } from './dates.ts';
import { serverIdOf } from './lane-fold.ts';

interface DraftToSave {
	document: DraftDocument;
	documentId: string | null;
	/** Makes creating a draft idempotent. */
	intentId?: string | undefined;
	revision: number;
	locationId: string;
}

export function draftSaving(context: Pick<CoreContext, 'store' | 'ports' | 'settings'>) {
	const { store, ports } = context;
	const drafts = draftTable(store.durable);
	const locations = locationTable(store.cache);

	/** The draft if it is editable. */
	const open = (
		accountId: string,
		document: DraftDocument,
		documentId: string,
	): Reply<DraftRow> => {
		if (serverIdOf(documentId) !== null) {
			return fail('not-possible-now', 'A document of the service cannot be changed here.');
		}
		const row = drafts.get(accountId, documentId);
		if (row?.document !== document || row.state === 'discarded') {
			return fail('not-found', 'This document is not here.');
		}
		return row.state === 'submitted'
			? fail('already-submitted', 'This was submitted already.')
			: succeed(row);
	};

	return {
		open,
		/** Durable on return. Fails with `changed-meanwhile` if the draft has a newer revision. */
		save(
			{ accountId }: ActiveAccount,
			{ document, documentId, intentId, revision, locationId }: DraftToSave,
			bodyFor: (before: DraftRow | null) => object,
		): Reply<DraftRow> {
			const changed_at = ports.clock.now();
			const entered_by = context.settings().person;
			const made =
				documentId === null && intentId !== undefined ? drafts.ofIntent(accountId, intentId) : null;
			const draft_id = documentId ?? made;
			if (draft_id === null) {
				const location = locations.get(accountId, locationId);
				const row: DraftRow = {
					draft_id: ports.newId(),
					account_id: accountId,
					document,
					location_id: locationId,
					server_id: null,
					state: 'open',
					revision: 1,
					body: JSON.stringify(bodyFor(null)),
					business_date: businessDateAt(location, changed_at),
					time_zone: location.timeZone,
					created_at: changed_at,
					changed_at,
					entered_by,
				};
				drafts.insert(row, intentId ?? null);
				return succeed(row);
			}
			const before = open(accountId, document, draft_id);
			if (!before.ok) return before;
			const body = JSON.stringify(bodyFor(before.value));
			// A caller that repeats its create never got the reply, so it cannot know the draft's id or revision.
			if (made !== null && body === before.value.body) return succeed(before.value);
			const seen = made === null ? revision : 1;
			const next = { draft_id, revision: seen, body, changed_at, entered_by };
			return drafts.change(next)
				? succeed({ ...before.value, ...next, revision: seen + 1 })
				: fail('changed-meanwhile', 'This draft was changed in another window.');
		},
	};
}
