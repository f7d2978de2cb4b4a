// Documents of one kind as shown: drafts, and the service's copies with our queued work folded in, as one list.
import type { Phase, Standing } from '../../../shared/bridge/values.ts';
import type { KnownKind } from '../../../shared/document/kinds.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import type { LaneStanding, Outbox } from '../outbox/outbox.ts';
import { documentTrails } from '../store/document-trail.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { documentIdOf, serverIdOf } from './document-id.ts';
import { rejectionField } from './deciding.ts';
import { named } from './fields.ts';
import type { FindItem } from './item-view.ts';
import { lastUpdate, laneFolds, lockedAfter, reachedPhase, rejectedBecause } from './lane-fold.ts';
import { moveOf } from './move.ts';
import { shownLine, type OwnDrafts, type ReadDraft } from './own-drafts.ts';
import { referredNames } from './referred.ts';
import { ServiceDocuments, type DocumentRecord } from './service-documents.ts';
import { Listing, type ListedDocument, type ShownDocument } from './shown-document.ts';

/** Our queued work on a document of the service. */
interface Decided {
	readonly standing: Standing;
	/** Those that the copy does not show yet. */
	readonly actions: LaneStanding['actions'];
}

export class ShownDocuments {
	readonly #kind: KnownKind;
	readonly #outbox: Outbox;
	readonly #own: OwnDrafts;
	readonly #drafts;
	readonly #referred;
	readonly #service: ServiceDocuments;
	readonly #fold;
	readonly #settings;
	readonly #trailOf;
	readonly #listing;

	constructor({ store, outbox, settings }: CoreContext, own: OwnDrafts) {
		this.#kind = own.kind;
		this.#settings = settings;
		this.#trailOf = documentTrails(store);
		this.#outbox = outbox;
		this.#own = own;
		this.#drafts = draftTable(store.durable);
		this.#referred = referredNames(store);
		this.#service = new ServiceDocuments(store, own.kind);
		this.#fold = laneFolds(store);
		this.#listing = new Listing(own.kind);
	}

	record(accountId: string, serverId: string): DocumentRecord | null {
		return this.#service.record(accountId, serverId);
	}

	get(account: ActiveAccount, documentId: string): ShownDocument | null {
		const ofService = serverIdOf(this.#kind.name, documentId);
		if (ofService !== null) return this.#ofService(account, ofService);
		const row = this.#own.get(account, documentId);
		return row && this.#ofRow(account, row);
	}

	open(account: ActiveAccount, row: DraftRow, itemNow?: FindItem): ShownDocument {
		return this.#ofDraft(account, this.#own.read(row), null, 'draft', itemNow);
	}

	/** Null after it was discarded. */
	submitted(account: ActiveAccount, draft: ReadDraft): ShownDocument | null {
		return this.#ofRow(account, draft.row, draft);
	}

	/** Newest first; never both our document and its copy. @param phases null for all; never hides queued work */
	everything(
		account: ActiveAccount,
		locationId: string,
		phases: readonly Phase[] | null,
	): ListedDocument[] {
		const { name } = this.#kind;
		const ours = this.#own.at(account, locationId, (row, lane, standing) =>
			this.#ofDraft(account, this.#own.read(row), lane, standing),
		);
		const hidden = new Set(
			ours.flatMap(({ serverId }) => (serverId === null ? [] : documentIdOf(name, serverId))),
		);
		const decided = this.#decided(account);
		const enteredBy = this.#drafts.enteredBy(account.accountId, name);
		const listed =
			phases === null
				? this.#service.listed(account, locationId)
				: this.#service.listedIn(account, locationId, phases, [...decided.keys()]);
		const theirs = listed
			.filter(({ row }) => !hidden.has(row.documentId))
			.map((each) => {
				const { documentId } = each.row;
				const person = enteredBy.get(serverIdOf(name, documentId) ?? '');
				return this.#withOurs(account, each, person, decided.get(documentId));
			});
		return [...ours.map(({ document }) => this.listed(document)), ...theirs].sort(
			(a, b) => b.row.changedAt - a.row.changedAt,
		);
	}

	listed(document: ShownDocument): ListedDocument {
		return this.#listing.ofDocument(document);
	}

	/** By document. */
	#decided(account: ActiveAccount): ReadonlyMap<string, Decided> {
		const { name } = this.#kind;
		return new Map(
			this.#outbox.lanes(name).flatMap((lane) => {
				if (serverIdOf(name, lane.documentId) === null) return [];
				const folded = this.#fold(account, name, lane);
				if (folded.shows !== 'ours') return [];
				return [[lane.documentId, { standing: folded.standing, actions: folded.unseen }]];
			}),
		);
	}

	#withOurs(
		account: ActiveAccount,
		listed: ListedDocument,
		person: string | undefined,
		ours: Decided | undefined,
	): ListedDocument {
		if (person === undefined && ours === undefined) return listed;
		const { documentId, phase, standing } = listed.row;
		const edited =
			ours && lastUpdate(ours.actions) !== null
				? this.#ofService(account, serverIdOf(this.#kind.name, documentId) ?? '')
				: null;
		const shown = edited === null ? listed : this.listed(edited);
		const state = {
			standing: ours?.standing ?? standing,
			phase: reachedPhase(this.#kind, ours?.actions ?? [], phase),
		};
		return {
			...shown,
			row: {
				...shown.row,
				...state,
				move: moveOf(this.#kind, state),
				enteredBy: person ?? shown.row.enteredBy,
				locked: lockedAfter(ours?.actions ?? [], shown.row.locked),
			},
		};
	}

	#ofRow(account: ActiveAccount, row: DraftRow, draft?: ReadDraft): ShownDocument | null {
		const shown = this.#own.shown(account, row);
		if (shown === null) return null;
		if (shown.shows === 'service') {
			const copy = this.#ofService(account, shown.serverId);
			if (copy !== null || shown.lane === null) return copy;
		}
		const standing = shown.shows === 'ours' ? shown.standing : 'service';
		return this.#ofDraft(account, draft ?? this.#own.read(row), shown.lane, standing);
	}

	#ofDraft(
		account: ActiveAccount,
		draft: ReadDraft,
		lane: LaneStanding | null,
		standing: Standing,
		itemNow = this.#own.itemsAt(account, draft.row.location_id),
	): ShownDocument {
		const { row, lines } = draft;
		const { nameOf } = this.#referred(account.accountId);
		const head = this.#own.head(account, draft, lane, standing);
		return {
			...head,
			move: moveOf(this.#kind, head),
			locationId: row.location_id,
			locked: false,
			enteredBy: row.entered_by,
			lines: lines.map((each) => ({
				...shownLine(each, itemNow),
				fields: named(this.#kind.lines.fields, each.line.values, nameOf),
			})),
			mayNotApprove: null,
		};
	}

	/** Everybody known here who entered, changed or submitted it; null if anybody may approve. */
	#mayNotApprove({ accountId }: ActiveAccount, serverId: string): string[] | null {
		const { name } = this.#kind;
		if (!this.#settings().anotherApproves.includes(name)) return null;
		const trail = this.#trailOf({
			account: accountId,
			document: name,
			id: documentIdOf(name, serverId),
			server: serverId,
		});
		const entering = trail.filter(({ operation }) =>
			['', `${name}.update`, `${name}.submit`].includes(operation),
		);
		return [...new Set(entering.map(({ by }) => by))].filter((by) => by !== '');
	}

	#ofService(account: ActiveAccount, serverId: string): ShownDocument | null {
		const { name } = this.#kind;
		const lane = this.#outbox.laneOf(name, documentIdOf(name, serverId));
		const folded = lane && this.#fold(account, name, lane);
		const ours = folded?.shows === 'ours' ? folded : null;
		const copy = this.#service.document(account, serverId, lastUpdate(ours?.unseen ?? []));
		if (copy === null) return null;
		const shown = {
			...copy,
			mayNotApprove: this.#mayNotApprove(account, serverId),
			rejectedBecause: rejectedBecause(
				lane,
				this.record(account.accountId, serverId),
				rejectionField(account.profile, name),
			),
		};
		if (ours !== null) {
			// No further step until the service shows this one.
			const state = {
				phase: reachedPhase(this.#kind, ours.unseen, shown.phase),
				standing: ours.standing,
			};
			return {
				...shown,
				...state,
				move: moveOf(this.#kind, state),
				locked: lockedAfter(ours.unseen, shown.locked),
				can: [],
			};
		}
		const standing = { id: serverId, phase: shown.phase, standing: shown.standing };
		return { ...shown, edit: shown.locked ? null : this.#own.editOffered(account, standing) };
	}
}
