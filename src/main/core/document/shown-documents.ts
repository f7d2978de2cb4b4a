// Documents of one kind as shown: drafts, and the service's copies with our queued work folded in, as one list.
import type { Phase, Standing } from '../../../shared/bridge/values.ts';
import type { KnownKind } from '../../../shared/document/kinds.ts';
import {
	receivings,
	receivingsOf,
	type ReceivingDraft,
} from '../../../shared/document/receiving.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import type { LaneStanding, Outbox } from '../outbox/outbox.ts';
import { enteredBodyOf } from '../receiving/entered.ts';
import { documentTrails } from '../store/document-trail.ts';
import type { DraftRow } from '../store/drafts.ts';
import { readableOrNull } from '../store/kept-json.ts';
import { documentIdOf, serverIdOf } from './document-id.ts';
import { rejectionField } from './document-steps.ts';
import { named } from './fields.ts';
import type { FindItem } from './item-view.ts';
import { lastUpdate, laneFolds, lockedAfter, reachedPhase, rejectedBecause } from './lane-fold.ts';
import { moveOf } from './waiting-on.ts';
import { shownLine, type OwnDrafts, type ReadDraft } from './own-drafts.ts';
import { referredNames } from './referred.ts';
import {
	ServiceDocuments,
	type Beside,
	type DocumentRecord,
	type OurWork,
	type SeenRecord,
} from './service-documents.ts';
import {
	Listing,
	type ListedDocument,
	type ListedRow,
	type ShownDocument,
} from './shown-document.ts';

/** Adds what only this PC knows to documents of the service. */
export interface OnThisPc {
	/** The changed rows, by the service's id. */
	rows(
		account: ActiveAccount,
		listed: ReadonlyMap<string, ListedDocument>,
	): ReadonlyMap<string, ListedRow>;
	document(account: ActiveAccount, serverId: string, document: ShownDocument): ShownDocument;
}

/** A document of the service with our queued work applied. */
interface Found {
	readonly document: ShownDocument;
	readonly seen: SeenRecord & OurWork;
}

export class ShownDocuments {
	readonly #kind: KnownKind;
	readonly #outbox: Outbox;
	readonly #own: OwnDrafts;
	readonly #drafts;
	readonly #referred;
	readonly #service: ServiceDocuments;
	readonly #beside: Beside | null;
	readonly #onThisPc: OnThisPc | null;
	readonly #receivings: readonly ReceivingDraft[];
	readonly #fold;
	readonly #settings;
	readonly #trailOf;
	readonly #listing;

	constructor(
		{ store, outbox, settings }: CoreContext,
		own: OwnDrafts,
		beside: Beside | null = null,
		onThisPc: OnThisPc | null = null,
	) {
		this.#kind = own.kind;
		this.#settings = settings;
		this.#trailOf = documentTrails(store);
		this.#outbox = outbox;
		this.#own = own;
		this.#drafts = store.drafts;
		this.#referred = referredNames(store);
		this.#service = new ServiceDocuments(store, own.kind, beside);
		this.#beside = beside;
		this.#onThisPc = onThisPc;
		this.#receivings = receivingsOf(own.kind.name);
		this.#fold = laneFolds(store);
		this.#listing = new Listing(own.kind);
	}

	record(account: ActiveAccount, serverId: string): DocumentRecord | null {
		return this.#service.copy(account, serverId)?.record ?? null;
	}

	get(account: ActiveAccount, documentId: string): ShownDocument | null {
		const ofService = serverIdOf(this.#kind.name, documentId);
		if (ofService !== null) return this.#ofService(account, ofService);
		const row = this.#own.get(account, documentId);
		return row && this.#ofRow(account, row);
	}

	/** A document of the service, without what only its page shows. */
	find(account: ActiveAccount, documentId: string): Found | null {
		const serverId = serverIdOf(this.#kind.name, documentId);
		return serverId === null ? null : this.#found(account, serverId);
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
		const { accountId } = account;
		const ours = this.#own.at(account, locationId, (row, lane, standing) =>
			this.#ofDraft(account, this.#own.read(row), lane, standing),
		);
		const listed =
			phases === null
				? this.#service.listed(account, locationId)
				: this.#service.listedIn(account, locationId, phases);
		for (const [serverId, row] of this.#onThisPc?.rows(account, listed) ?? []) {
			const each = listed.get(serverId);
			if (each !== undefined) listed.set(serverId, { ...each, row });
		}
		for (const serverId of this.#touched(account, locationId)) {
			const found = readableOrNull(() => this.#found(account, serverId));
			if (found?.document.locationId === locationId) {
				listed.set(serverId, this.listed(found.document));
			}
		}
		for (const { serverId } of ours) if (serverId !== null) listed.delete(serverId);
		for (const [serverId, person] of this.#drafts.enteredBy(accountId, name)) {
			const each = listed.get(serverId);
			if (each === undefined) continue;
			listed.set(serverId, { ...each, row: { ...each.row, enteredBy: person } });
		}
		return [...ours.map(({ document }) => this.listed(document)), ...listed.values()].sort(
			(a, b) => b.row.changedAt - a.row.changedAt,
		);
	}

	listed(document: ShownDocument): ListedDocument {
		return this.#listing.ofDocument(document);
	}

	/** The service's ids of documents with queued work or entries of ours. */
	#touched(account: ActiveAccount, locationId: string): ReadonlySet<string> {
		const { name } = this.#kind;
		const queued = this.#outbox.lanes(name).flatMap((lane) => {
			const serverId = serverIdOf(name, lane.documentId);
			if (serverId === null) return [];
			return this.#fold(account, name, lane).shows === 'ours' ? [serverId] : [];
		});
		const entered = this.#receivings
			.flatMap((each) => this.#drafts.open(account.accountId, each, locationId))
			.flatMap(({ server_id: serverId }) => serverId ?? []);
		return new Set([...queued, ...entered]);
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
		return this.#withBeside(account, null, {
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
			behind: standing === 'service',
		});
	}

	#withBeside(
		account: ActiveAccount,
		seen: Found['seen'] | null,
		document: ShownDocument,
	): ShownDocument {
		if (this.#beside === null) return document;
		return this.#beside.head(account, document, seen, this.#service.looking(account));
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
		const found = this.#found(account, serverId);
		if (found === null || this.#beside === null) return found?.document ?? null;
		return this.#beside.whole(account, found.document, found.seen);
	}

	#found(account: ActiveAccount, serverId: string): Found | null {
		const { name } = this.#kind;
		const lane = this.#outbox.laneOf(name, documentIdOf(name, serverId));
		const folded = lane && this.#fold(account, name, lane);
		const ours = folded?.shows === 'ours' ? folded : null;
		const seen = this.#seen(account, serverId, ours?.unseen ?? []);
		if (seen === null) return null;
		const shown = {
			...this.#service.document(account, seen),
			mayNotApprove: this.#mayNotApprove(account, serverId),
			rejectedBecause: rejectedBecause(lane, seen.record, rejectionField(account.profile, name)),
		};
		const document =
			ours === null ? this.#editable(account, serverId, shown) : this.#after(ours, shown);
		const work = { ...seen, queued: ours !== null };
		const whole = this.#withBeside(account, work, document);
		return {
			document: this.#onThisPc?.document(account, serverId, whole) ?? whole,
			seen: work,
		};
	}

	/** Applies our queued work. No further step is offered until the service shows it. */
	#after(
		{ standing, unseen }: { standing: Standing; unseen: LaneStanding['actions'] },
		shown: ShownDocument,
	): ShownDocument {
		const state = { phase: reachedPhase(this.#kind, unseen, shown.phase), standing };
		const move = moveOf(this.#kind, state);
		const behind = standing === 'service';
		return { ...shown, ...state, move, locked: lockedAfter(unseen, shown.locked), can: [], behind };
	}

	#editable(account: ActiveAccount, id: string, shown: ShownDocument): ShownDocument {
		const { phase, standing, locked } = shown;
		return {
			...shown,
			edit: locked ? null : this.#own.editOffered(account, { id, phase, standing }),
		};
	}

	/** The record to show, and the quantities entered for it here. @param unseen our steps that the copy lacks */
	#seen(
		account: ActiveAccount,
		serverId: string,
		unseen: LaneStanding['actions'],
	): (SeenRecord & Pick<OurWork, 'entered'>) | null {
		const copy = this.#service.copy(account, serverId);
		const [row] = this.#receivings.flatMap(
			(each) => this.#drafts.against(account.accountId, each, serverId) ?? [],
		);
		const sent = unseen.some(({ operation }) =>
			this.#receivings.some((each) => operation.endsWith(`.${receivings[each].verb}`)),
		);
		const then = row && {
			record: this.#service.read(enteredBodyOf(row).seen),
			fetchedAt: row.changed_at,
		};
		// With sent entries, use the record from that time: in a newer one that includes them, nothing would be due.
		if (row !== undefined && then !== undefined && sent) return { ...then, entered: row };
		const update = lastUpdate(unseen);
		const now =
			copy === null || update === null
				? copy
				: { ...copy, record: this.#service.withUpdate(account, copy.record, update) };
		const shown = now ?? then;
		const entered = unseen.length === 0 && row?.state === 'open' ? row : null;
		return shown === undefined ? null : { ...shown, entered };
	}
}
