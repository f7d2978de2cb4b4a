// Begins, opens and saves drafts, by the same rules for every kind of document.
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { DraftDocument } from '../../../shared/document/stored.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import type { DraftRow } from '../store/drafts.ts';
import { businessDateAt } from './dates.ts';
import { serverDocumentOf } from './document-id.ts';

interface DraftToBegin {
	document: DraftDocument;
	locationId: string;
	/** Default: today at the location. */
	businessDate?: string;
	/** The document of the service that it belongs to. */
	serverId?: string;
	/** Makes creating a draft idempotent. */
	intentId?: string | undefined;
}

interface DraftToSave extends Pick<DraftToBegin, 'document' | 'locationId' | 'intentId'> {
	/** Null for a new draft. */
	documentId: string | null;
	revision: number;
}

export class DraftSaving {
	readonly #context: Pick<CoreContext, 'store' | 'ports' | 'settings'>;

	constructor(context: Pick<CoreContext, 'store' | 'ports' | 'settings'>) {
		this.#context = context;
	}

	/** The draft if it is editable; else `not-possible-now`, `not-found` or `already-submitted`. */
	open(accountId: string, document: DraftDocument, documentId: string): Reply<DraftRow> {
		if (serverDocumentOf(documentId) !== null) {
			return fail('not-possible-now', 'A document of the service cannot be changed here.');
		}
		const row = this.#context.store.drafts.get(accountId, documentId);
		if (row?.document !== document || row.state === 'discarded') {
			return fail('not-found', 'This document is not here.');
		}
		return row.state === 'submitted'
			? fail('already-submitted', 'This was submitted already.')
			: succeed(row);
	}

	/** Durable on return. */
	begin(
		accountId: string,
		draft: DraftToBegin,
		body: object,
		state: 'open' | 'submitted' = 'open',
	): DraftRow {
		const { store, ports, settings } = this.#context;
		const now = ports.clock.now();
		const location = store.locations.get(accountId, draft.locationId);
		const row: DraftRow = {
			draft_id: ports.newId(),
			account_id: accountId,
			document: draft.document,
			location_id: draft.locationId,
			server_id: draft.serverId ?? null,
			state,
			revision: 1,
			body: JSON.stringify(body),
			business_date: draft.businessDate ?? businessDateAt(location, now),
			time_zone: location.timeZone,
			created_at: now,
			changed_at: now,
			entered_by: settings().person,
		};
		store.drafts.insert(row, draft.intentId ?? null);
		return row;
	}

	/** Durable on return. @returns null if the draft has a newer revision, or is closed */
	change(row: DraftRow, revision: number, body: string): DraftRow | null {
		const { store, ports, settings } = this.#context;
		const next = {
			draft_id: row.draft_id,
			revision,
			body,
			changed_at: ports.clock.now(),
			entered_by: settings().person,
		};
		return store.drafts.change(next) ? { ...row, ...next, revision: revision + 1 } : null;
	}

	/** Durable on return. Fails with `changed-meanwhile` if the draft has a newer revision. */
	save(
		{ accountId }: ActiveAccount,
		draft: DraftToSave,
		bodyFor: (before: DraftRow | null) => object,
	): Reply<DraftRow> {
		const { document, documentId, intentId, revision } = draft;
		const made =
			documentId === null && intentId !== undefined
				? this.#context.store.drafts.ofIntent(accountId, intentId)
				: null;
		const draftId = documentId ?? made;
		if (draftId === null) return succeed(this.begin(accountId, draft, bodyFor(null)));
		const before = this.open(accountId, document, draftId);
		if (!before.ok) return before;
		const body = JSON.stringify(bodyFor(before.value));
		// A caller that repeats a save never got its answer, so it cannot know the draft's id or revision.
		const isRepeated = made !== null || revision !== before.value.revision;
		if (isRepeated && typedIn(body) === typedIn(before.value.body)) return succeed(before.value);
		const saved = this.change(before.value, made === null ? revision : 1, body);
		return saved === null
			? fail('changed-meanwhile', 'This draft was changed in another window.')
			: succeed(saved);
	}
}

/** What is known of an item, as its stock, may have changed since it was typed. */
const typedIn = (body: string): string =>
	JSON.stringify(JSON.parse(body), (key, value: unknown) =>
		key === 'item' && typeof value === 'object' && value !== null && 'itemId' in value
			? value.itemId
			: value,
	);
