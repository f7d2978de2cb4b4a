// Documents written on this PC: saved as typed, sent once, and shown until a copy of the service shows them.
import { fail, succeed, type Problem, type Reply } from '../../../shared/bridge/reply.ts';
import type { Phase, Standing } from '../../../shared/bridge/values.ts';
import type { KnownKind } from '../../../shared/document/kinds.ts';
import { rulesOf, type ReferredRecord } from '../../../shared/document/kit.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { serverId, type LaneStanding, type NewAction, type NewLane } from '../outbox/outbox.ts';
import { allOrNothing } from '../store/all-or-nothing.ts';
import type { DraftRow } from '../store/drafts.ts';
import { readable, readableOrNull } from '../store/kept-json.ts';
import { sentDate } from './dates.ts';
import { documentIdOf } from './document-id.ts';
import { createdBody, sentLine } from './created-body.ts';
import { draftBodyOf, storedBody, type DraftBody } from './draft-body.ts';
import { contentOf, titleOf } from './content.ts';
import {
	costOfRead,
	keptLines,
	readLines,
	type DraftLine,
	type ReadDraftLine,
	type TypedLine,
} from './draft-line.ts';
import { DraftSaving } from './draft-saving.ts';
import {
	discountOf,
	editActions,
	isUntouched,
	lineAsTyped,
	ofDocument,
	operationOf,
	acceptsEdits,
	type EditedDocument,
	type LineToEdit,
} from './editing.ts';
import { missingIn, named, writtenIn } from './fields.ts';
import { receiptDrafts } from './receipt-drafts.ts';
import { itemViews, type FindItem } from './item-view.ts';
import { laneFolds, reachedPhase, rejectedBecause } from './lane-fold.ts';
import { referredNames } from './referred.ts';
import type { ShownLine } from './shown-document.ts';

export interface ReadDraft {
	readonly row: DraftRow;
	readonly body: DraftBody;
	readonly lines: readonly ReadDraftLine[];
}

/** As a screen sends it; the declared fields stand beside the others. */
export interface TypedDocument {
	readonly documentId: string | null;
	readonly intentId?: string | undefined;
	readonly revision: number;
	readonly locationId: string;
	readonly lines: readonly TypedLine[];
	readonly locale: string;
}

interface DocumentToEdit {
	readonly record: EditedDocument['record'];
	readonly locationId: string;
	readonly businessDate: string;
	readonly currency: string;
	/** The declared fields. */
	readonly fields: object;
	readonly lines: readonly LineToEdit[];
}

/** How a document of this PC is shown: from its draft (`ours`), or as the service's copy. */
type Shown =
	| {
			shows: 'ours';
			lane: LaneStanding | null;
			standing: Standing;
			serverId: string | null;
	  }
	| { shows: 'service'; lane: LaneStanding | null; serverId: string };

type View<Document> = (row: DraftRow, lane: LaneStanding | null, standing: Standing) => Document;

export class OwnDrafts {
	readonly kind: KnownKind;
	readonly #context: CoreContext;
	readonly #drafts;
	readonly #saving;
	readonly #items;
	readonly #fold;
	readonly #ofReceipt;
	readonly #referred;

	constructor(context: CoreContext, kind: KnownKind) {
		const { store } = context;
		this.kind = kind;
		this.#context = context;
		this.#drafts = store.drafts;
		this.#saving = new DraftSaving(context);
		this.#items = itemViews(store);
		this.#fold = laneFolds(store);
		this.#ofReceipt = receiptDrafts(context);
		this.#referred = referredNames(store);
	}

	get({ accountId }: ActiveAccount, documentId: string): DraftRow | null {
		const row = this.#drafts.get(accountId, documentId);
		return row?.document === this.kind.name ? row : null;
	}

	read(row: DraftRow): ReadDraft {
		const body = draftBodyOf(this.kind.name, row);
		const { lines, currency, edits } = body;
		const read = readLines(this.kind, lines, currency, (line) => discountOf(edits, line));
		return { row, body, lines: read };
	}

	open({ accountId }: ActiveAccount, documentId: string): Reply<DraftRow> {
		return this.#saving.open(accountId, this.kind.name, documentId);
	}

	save(account: ActiveAccount, typed: TypedDocument, itemNow: FindItem): Reply<DraftRow> {
		const { locationId, lines, locale } = typed;
		const { head, lines: sheet } = this.kind;
		const { currency } = this.#context.store.locations.get(account.accountId, locationId);
		return this.#saving.save(account, { ...typed, document: this.kind.name }, (row) => {
			const before = row && draftBodyOf(this.kind.name, row);
			return storedBody({
				values: writtenIn(head, typed),
				currency: currency || (before?.currency ?? ''),
				lines: keptLines(sheet.fields, lines, before?.lines ?? [], locale, itemNow),
				...(before?.edits === undefined ? {} : { edits: before.edits }),
				...(before?.receipt === undefined ? {} : { receipt: before.receipt }),
			});
		});
	}

	/** Whether an edit of a document of the service can begin or continue. */
	editOffered(
		{ accountId }: ActiveAccount,
		{ id, phase, standing }: { id: string; phase: Phase; standing: Standing },
	): 'begin' | 'go-on' | null {
		const { name: kind, written } = this.kind;
		if (!written || standing !== 'service') return null;
		if (this.#openEdit(accountId, id) !== null) return 'go-on';
		return acceptsEdits(kind, phase) && !this.#context.outbox.isLive(kind, id) ? 'begin' : null;
	}

	/** The open draft of a document of the service, from any window, or a new one. */
	beginEdit({ accountId }: ActiveAccount, shown: DocumentToEdit): DraftRow {
		const { record, locationId, businessDate, currency } = shown;
		const { name, head, lines: sheet } = this.kind;
		const known = this.#openEdit(accountId, record.id);
		if (known !== null) return known;
		const { locale } = this.#context.settings();
		const lines = shown.lines.map((line) => lineAsTyped(line, locale, sheet.fields));
		const values = writtenIn(head, shown.fields);
		return this.#saving.begin(
			accountId,
			{ document: name, locationId, businessDate, serverId: record.id },
			storedBody({ values, currency, lines, edits: { record, lines } }),
		);
	}

	/**
	 * Closes an open draft and queues its steps, both or neither. Fails with `incomplete` and every problem.
	 *
	 * @param submit false: an edit only changes the document
	 */
	send(account: ActiveAccount, draft: ReadDraft, submit: boolean): Reply<DraftRow> {
		const { store, ports, outbox } = this.#context;
		const { accountId } = account;
		const { row, body } = draft;
		const problems = this.#problems(accountId, draft);
		if (problems.length > 0) {
			return fail('incomplete', 'This cannot be submitted as it stands.', problems);
		}
		const now = ports.clock.now();
		const date = sentDate(row, store.locations.get(accountId, row.location_id), now);
		const queued = allOrNothing(store.durable, () =>
			this.#drafts.close(row.draft_id, 'submitted', now)
				? outbox.enqueue(
						{ ...this.#lane(accountId, draft), ...this.#ofReceipt.waitsFor(body.receipt) },
						this.#actions(accountId, draft, date, submit),
					)
				: succeed(null),
		);
		if (!queued.ok) return queued;
		outbox.wake();
		return succeed({ ...row, state: 'submitted', changed_at: now });
	}

	discard(account: ActiveAccount, documentId: string): Reply<Record<string, never>> {
		const open = this.open(account, documentId);
		if (!open.ok) return open;
		this.#drafts.close(documentId, 'discarded', this.#context.ports.clock.now());
		return succeed({});
	}

	/** Null if a person discarded it. */
	shown(account: ActiveAccount, row: DraftRow): Shown | null {
		const { server_id, state, draft_id } = row;
		if (state === 'discarded') return null;
		if (state === 'open') {
			return { shows: 'ours', lane: null, standing: 'draft', serverId: server_id };
		}
		if (server_id !== null) return { shows: 'service', lane: null, serverId: server_id };
		const lane = this.#context.outbox.laneOf(this.kind.name, draft_id);
		const folded = lane && this.#fold(account, this.kind.name, lane);
		if (folded?.shows === 'discarded') return null;
		const serverId = lane?.serverId ?? null;
		if (folded?.shows === 'service' && serverId !== null) {
			return { shows: 'service', lane, serverId };
		}
		return {
			shows: 'ours',
			lane,
			standing: folded?.shows === 'ours' ? folded.standing : 'service',
			serverId,
		};
	}

	/** Drafts of a location, and sent documents that the copies do not show yet. */
	at<Document>(
		account: ActiveAccount,
		locationId: string,
		view: View<Document>,
	): { document: Document; serverId: string | null }[] {
		const { accountId } = account;
		const { name: kind } = this.kind;
		const open = readable(this.#drafts.open(accountId, kind, locationId), (row) => ({
			document: view(row, null, 'draft'),
			serverId: row.server_id,
		}));
		const waiting = this.#context.outbox.lanes(kind).flatMap((lane) => {
			const row = this.#drafts.get(accountId, lane.documentId);
			if (row?.state !== 'submitted' || row.location_id !== locationId) return [];
			const shown = this.shown(account, row);
			if (shown?.shows !== 'ours') return [];
			const ours = readableOrNull(() => view(row, shown.lane, shown.standing));
			return ours === null ? [] : [{ document: ours, serverId: shown.serverId }];
		});
		return [...open, ...waiting];
	}

	/** The fields of a shown document that all kinds have. */
	head(
		{ accountId, profile }: ActiveAccount,
		draft: ReadDraft,
		lane: LaneStanding | null,
		standing: Standing,
	) {
		const { name: kind } = this.kind;
		const { row, body, lines } = draft;
		const before = body.edits?.record;
		return {
			documentId: row.draft_id,
			number: lane?.serverNumber ?? before?.number ?? '',
			businessDate: row.business_date,
			phase:
				before === undefined
					? reachedPhase(this.kind, lane?.actions ?? [])
					: phaseOf(profile, kind, before.status),
			stateWord: before?.status ?? '',
			standing,
			...costOfRead(lines.map(({ read }) => read)),
			currency: body.currency,
			changedAt: row.changed_at,
			fields: named(this.kind.head, body.values, this.#referred(accountId).nameOf),
			revision: row.revision,
			problems: standing === 'draft' ? this.#problems(accountId, draft) : [],
			can: [],
			version: '',
			rejectedBecause:
				before === undefined
					? ''
					: rejectedBecause(
							this.#context.outbox.laneOf(kind, documentIdOf(kind, before.id)),
							before,
							profile.rejection[kind],
						),
			reasonGoes: false,
			edit: null,
			edits: before === undefined ? null : documentIdOf(kind, before.id),
		};
	}

	itemsAt({ accountId }: ActiveAccount, locationId: string): FindItem {
		return this.#items.at(accountId, locationId);
	}

	#openEdit(accountId: string, id: string): DraftRow | null {
		const last = this.#drafts.against(accountId, this.kind.name, id);
		return last?.state === 'open' ? last : null;
	}

	#problems(accountId: string, draft: ReadDraft): Problem[] {
		const { head } = this.kind;
		const { values, receipt } = draft.body;
		const { all } = this.#referred(accountId);
		const knows = (record: ReferredRecord) => all(record).size > 0;
		const missing = (path: string): Problem => ({ path, message: 'missing' });
		return [
			...this.#ofReceipt.problems(accountId, receipt),
			...missingIn(head, values, knows).map(missing),
			...(rulesOf(this.kind).check?.(contentOfDraft(draft)) ?? []),
			...this.#lineProblems(draft, (line) =>
				missingIn(this.kind.lines.fields, line.values, knows).map((name) =>
					missing(`lines.${line.lineId}.${name}`),
				),
			),
		];
	}

	/** Lines that came from the service and are unchanged are not checked: they are sent back as they came. */
	#lineProblems({ body, lines }: ReadDraft, more: (line: DraftLine) => Problem[]): Problem[] {
		if (lines.length === 0) return [{ path: 'lines', message: 'no-lines' }];
		return lines
			.filter(({ line }) => !isUntouched(body.edits, line))
			.flatMap(({ line, read }) => [...read.problems, ...more(line)]);
	}

	/** An edit goes into the lane of the service's document; a new document gets its own lane. */
	#lane(accountId: string, draft: ReadDraft): NewLane {
		const { row, body, lines } = draft;
		const { name: kind } = this.kind;
		const edited = body.edits?.record;
		return {
			document: kind,
			documentId: edited === undefined ? row.draft_id : documentIdOf(kind, edited.id),
			label: {
				locationId: row.location_id,
				title: titleOf(this.kind, contentOfDraft(draft), this.#referred(accountId).nameOf),
				lines: lines.length,
				...costOfRead(lines.map(({ read }) => read)),
				currency: body.currency,
			},
			server: edited === undefined ? null : { id: edited.id, number: edited.number ?? '' },
		};
	}

	/** Creates a draft at the service, then submits it: if the create is doubled, the extra draft moves no stock. */
	#actions(accountId: string, draft: ReadDraft, date: string, submit: boolean): NewAction[] {
		const { kind } = this;
		const { row, body, lines } = draft;
		const location = this.#context.store.locations.get(accountId, row.location_id);
		if (body.edits !== undefined) {
			return editActions(kind, row, body.edits, location, {
				values: body.values,
				lines: lines.map((each) => ({ line: each.line, item: sentLine(kind, each, location) })),
				submit,
			});
		}
		const intent = `${row.draft_id}/${row.revision}`;
		return [
			{
				intentId: `${intent}/create`,
				operation: operationOf(kind.name, 'create').name,
				payload: { body: createdBody(kind, draft, date, location) },
			},
			{
				intentId: `${intent}/submit`,
				...ofDocument(operationOf(kind.name, 'submit'), serverId),
			},
		];
	}
}

const contentOfDraft = ({ row, body, lines }: ReadDraft) =>
	contentOf(
		body.values,
		row.location_id,
		lines.map(({ line, read: { boxes, total } }) => ({ ...line, boxes, total })),
	);

export function shownLine(
	{ line, read }: ReadDraftLine,
	itemNow: FindItem,
): Omit<ShownLine, 'fields'> {
	const now = itemNow(line.item.itemId);
	return {
		lineId: line.lineId,
		item: { ...line.item, onHand: now?.onHand ?? null, asOf: now?.asOf ?? null },
		boxes: read.boxes,
		total: read.total,
		cost: read.cost,
		discount: read.discount,
	};
}
