// Drafts of records: kept field by field while somebody types, and rebased when the service's record changes.
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import {
	apply,
	merge,
	type Change,
	type Choices,
	type Merged,
} from '../../../shared/record/merge.ts';
import type { AnyType, Plain } from '../../../shared/record/record-kit.ts';
import { recordDocument } from '../../../shared/record/records.ts';
import { asSeen } from '../../../shared/record/seen.ts';
import type { CoreContext } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import type { DraftRow } from '../store/drafts.ts';
import { readableOrNull } from '../store/kept-json.ts';
import { recordDraftBodyOf, type RecordDraftBody } from './draft.ts';
import type { RecordTypeInUse } from './record.ts';

interface Kept {
	readonly draftId: string;
	/** The record that it edits; null for a new one. */
	readonly id: string | null;
	readonly revision: number;
	readonly changes: readonly Change[];
	readonly typed: Readonly<Record<string, string>>;
}

export class RecordDrafts {
	readonly #context: Pick<CoreContext, 'store' | 'ports' | 'settings'>;
	readonly #drafts;

	constructor(context: Pick<CoreContext, 'store' | 'ports' | 'settings'>) {
		this.#context = context;
		this.#drafts = context.store.drafts;
	}

	/** Of records that the service does not have yet, newest first. */
	ofNew(accountId: string, type: RecordTypeInUse): readonly DraftRow[] {
		return this.#open(accountId, type).filter(({ server_id }) => server_id === null);
	}

	/** Of records that are no longer here: the service may have deleted them since. */
	ofGone(
		accountId: string,
		type: RecordTypeInUse,
		isHere: (id: string) => boolean,
	): readonly DraftRow[] {
		return this.#open(accountId, type).filter(
			({ server_id }) => server_id !== null && !isHere(server_id),
		);
	}

	/** Ids of the records with an open draft. */
	edited(accountId: string, type: RecordTypeInUse): ReadonlySet<string> {
		return new Set(this.#open(accountId, type).flatMap(({ server_id }) => server_id ?? []));
	}

	/** The open draft of a record, by the record's id, or by its own id for a new record. */
	of(accountId: string, type: RecordTypeInUse, ids: readonly string[]): DraftRow | null {
		const isOf = ({ draft_id, server_id }: DraftRow) => ids.includes(server_id ?? draft_id);
		return this.#open(accountId, type).find(isOf) ?? null;
	}

	/** @returns null if it is not open */
	get(accountId: string, type: RecordTypeInUse, draftId: string): DraftRow | null {
		const row = this.#drafts.get(accountId, draftId);
		return row?.document === recordDocument(type.name) && row.state === 'open' ? row : null;
	}

	#open(accountId: string, { name }: RecordTypeInUse): readonly DraftRow[] {
		return this.#drafts
			.open(accountId, recordDocument(name), '')
			.filter((row) => readableOrNull(() => recordDraftBodyOf(row)) !== null);
	}

	/** Durable on return. @param now the record as it is shown; null for a new one */
	keep(
		accountId: string,
		type: RecordTypeInUse,
		{ draftId, id, revision, changes, typed }: Kept,
		now: Plain | null,
	): Reply<DraftRow> {
		const { ports, settings } = this.#context;
		const known = this.#drafts.get(accountId, draftId);
		const at = ports.clock.now();
		const bodyFrom = (base: Plain | null): string =>
			JSON.stringify({ base: base && asSeen(type.fields, base, changes), changes, typed });
		if (known === null) {
			if (revision !== 0 || this.of(accountId, type, id === null ? [] : [id]) !== null) {
				return changedMeanwhile();
			}
			const location = this.#context.store.locations.get(accountId, '');
			const row: DraftRow = {
				draft_id: draftId,
				account_id: accountId,
				document: recordDocument(type.name),
				location_id: '',
				server_id: id,
				state: 'open',
				revision: 1,
				body: bodyFrom(now),
				business_date: businessDateAt(location, at),
				time_zone: location.timeZone,
				created_at: at,
				changed_at: at,
				entered_by: settings().person,
			};
			this.#drafts.insert(row);
			return succeed(row);
		}
		if (this.get(accountId, type, draftId) === null || known.server_id !== id) {
			return fail('not-found', 'This draft is not here.');
		}
		const next = {
			draft_id: draftId,
			revision,
			changed_at: at,
			entered_by: settings().person,
			body: bodyFrom(recordDraftBodyOf(known).base),
		};
		return this.#drafts.change(next)
			? succeed({ ...known, ...next, revision: revision + 1 })
			: changedMeanwhile();
	}

	/** Closes it in the caller's transaction. */
	close(draftId: string, state: 'submitted' | 'discarded'): void {
		this.#drafts.close(draftId, state, this.#context.ports.clock.now());
	}
}

export const changedMeanwhile = () =>
	fail('changed-meanwhile', 'This record was changed in another window.');

/** The draft's changes on the record as it is now. @param now null for a new record */
export function rebased(
	{ fields }: AnyType,
	{ base, changes }: Pick<RecordDraftBody, 'base' | 'changes'>,
	now: Plain | null,
	choices: Choices = {},
): Merged {
	const before = base ?? {};
	return merge(
		fields,
		{ base: before, mine: apply(fields, before, changes), theirs: now ?? {} },
		choices,
	);
}
