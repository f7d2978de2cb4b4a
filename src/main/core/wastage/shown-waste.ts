// Waste documents as shown: drafts, and the service's copies with our queued work folded in, as one list.
import type { Phase, Standing } from '../../../shared/bridge/values.ts';
import type { WasteDocument } from '../../../shared/bridge/wastage.ts';
import { wastage } from '../../../shared/document/wastage.ts';
import { searchText } from '../../../shared/domain/words.ts';
import type { WastageRecord } from '../../../shared/service/wastage.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import type { DraftBody } from '../document/draft-body.ts';
import type { FindItem } from '../document/item-view.ts';
import { documentIdOf, serverIdOf } from '../document/document-id.ts';
import { lastUpdate, laneFolds, reachedPhase, rejectedBecause } from '../document/lane-fold.ts';
import { moveOf } from '../document/move.ts';
import { lineOfDraft, type ReadDraft } from '../document/own-drafts.ts';
import { wasteReasons } from '../document/waste-reasons.ts';
import type { LaneStanding, Outbox } from '../outbox/outbox.ts';
import { documentTrails } from '../store/document-trail.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { lockedAfter } from './locking.ts';
import { firstItems, reasonOf, ServiceWaste } from './service-waste.ts';
import type { WasteDrafts } from './submitting.ts';
import type { ListedWaste } from './waste-list.ts';

/** Our queued work on a document of the service. */
interface Decided {
	readonly standing: Standing;
	/** Those that the copy does not show yet. */
	readonly actions: LaneStanding['actions'];
}

export class ShownWaste {
	readonly #outbox: Outbox;
	readonly #own: WasteDrafts;
	readonly #drafts;
	readonly #reasons;
	readonly #service: ServiceWaste;
	readonly #fold;
	readonly #settings;
	readonly #trailOf;

	constructor({ store, outbox, settings }: CoreContext, own: WasteDrafts) {
		this.#settings = settings;
		this.#trailOf = documentTrails(store);
		this.#outbox = outbox;
		this.#own = own;
		this.#drafts = draftTable(store.durable);
		this.#reasons = wasteReasons(store);
		this.#service = new ServiceWaste(store);
		this.#fold = laneFolds(store);
	}

	record(accountId: string, serverId: string): WastageRecord | null {
		return this.#service.record(accountId, serverId);
	}

	get(account: ActiveAccount, documentId: string): WasteDocument | null {
		const ofService = serverIdOf('wastage', documentId);
		if (ofService !== null) return this.#ofService(account, ofService);
		const row = this.#own.get(account, documentId);
		return row && this.#ofRow(account, row);
	}

	open(account: ActiveAccount, row: DraftRow, itemNow?: FindItem): WasteDocument {
		return this.#ofDraft(account, this.#own.read(row), null, 'draft', itemNow);
	}

	/** Null after it was discarded. */
	submitted(account: ActiveAccount, draft: ReadDraft<DraftBody>): WasteDocument | null {
		return this.#ofRow(account, draft.row, draft);
	}

	/** Newest first; never both our document and its copy. @param phases null for all; never hides queued work */
	everything(
		account: ActiveAccount,
		locationId: string,
		phases: readonly Phase[] | null,
	): ListedWaste[] {
		const ours = this.#own.at(account, locationId, (row, lane, standing) =>
			this.#ofDraft(account, this.#own.read(row), lane, standing),
		);
		const hidden = new Set(
			ours.flatMap(({ serverId }) => (serverId === null ? [] : documentIdOf('wastage', serverId))),
		);
		const decided = this.#decided(account);
		const enteredBy = this.#drafts.enteredBy(account.accountId, 'wastage');
		const listed =
			phases === null
				? this.#service.listed(account, locationId)
				: this.#service.listedIn(account, locationId, phases, [...decided.keys()]);
		const theirs = listed
			.filter(({ summary }) => !hidden.has(summary.documentId))
			.map((waste) => {
				const { documentId } = waste.summary;
				const person = enteredBy.get(serverIdOf('wastage', documentId) ?? '');
				return this.#withOurs(account, waste, person, decided.get(documentId));
			});
		return [...ours.map(({ document }) => listedOf(document)), ...theirs].sort(
			(a, b) => b.summary.changedAt - a.summary.changedAt,
		);
	}

	/** By document. */
	#decided(account: ActiveAccount): ReadonlyMap<string, Decided> {
		return new Map(
			this.#outbox.lanes('wastage').flatMap((lane) => {
				if (serverIdOf('wastage', lane.documentId) === null) return [];
				const folded = this.#fold(account, 'wastage', lane);
				if (folded.shows !== 'ours') return [];
				return [[lane.documentId, { standing: folded.standing, actions: folded.unseen }]];
			}),
		);
	}

	#withOurs(
		account: ActiveAccount,
		waste: ListedWaste,
		person: string | undefined,
		ours: Decided | undefined,
	): ListedWaste {
		if (person === undefined && ours === undefined) return waste;
		const { documentId, phase, standing } = waste.summary;
		const edited =
			ours && lastUpdate(ours.actions) !== null
				? this.#ofService(account, serverIdOf('wastage', documentId) ?? '')
				: null;
		const shown = edited === null ? waste : listedOf(edited);
		const state = {
			standing: ours?.standing ?? standing,
			phase: reachedPhase(ours?.actions ?? [], phase),
		};
		return {
			...shown,
			summary: {
				...shown.summary,
				...state,
				move: moveOf(wastage, state),
				enteredBy: person ?? shown.summary.enteredBy,
				locked: lockedAfter(ours?.actions ?? [], shown.summary.locked),
			},
		};
	}

	#ofRow(
		account: ActiveAccount,
		row: DraftRow,
		draft?: ReadDraft<DraftBody>,
	): WasteDocument | null {
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
		draft: ReadDraft<DraftBody>,
		lane: LaneStanding | null,
		standing: Standing,
		itemNow = this.#own.itemsAt(account, draft.row.location_id),
	): WasteDocument {
		const { row, lines } = draft;
		const names = this.#reasons(account.accountId);
		const head = this.#own.head(account, draft, lane, standing);
		return {
			...head,
			kind: 'wastage',
			move: moveOf(wastage, head),
			locationId: row.location_id,
			locked: false,
			enteredBy: row.entered_by,
			lines: lines.map((each) => ({
				...lineOfDraft(each, itemNow),
				...reasonOf(each.line.reasonId, names),
				label: each.line.label,
				total: each.read.total,
			})),
			mayNotApprove: null,
		};
	}

	/** Everybody known here who entered, changed or submitted it; null if anybody may approve. */
	#mayNotApprove({ accountId }: ActiveAccount, serverId: string): string[] | null {
		if (!this.#settings().anotherApprovesWaste) return null;
		const trail = this.#trailOf({
			account: accountId,
			document: 'wastage',
			id: documentIdOf('wastage', serverId),
			server: serverId,
		});
		const entering = trail.filter(({ operation }) =>
			['', 'wastage.update', 'wastage.submit'].includes(operation),
		);
		return [...new Set(entering.map(({ by }) => by))].filter((by) => by !== '');
	}

	#ofService(account: ActiveAccount, serverId: string): WasteDocument | null {
		const lane = this.#outbox.laneOf('wastage', documentIdOf('wastage', serverId));
		const folded = lane && this.#fold(account, 'wastage', lane);
		const ours = folded?.shows === 'ours' ? folded : null;
		const copy = this.#service.document(account, serverId, lastUpdate(ours?.unseen ?? []));
		if (copy === null) return null;
		const shown = { ...copy, mayNotApprove: this.#mayNotApprove(account, serverId) };
		const because = rejectedBecause(
			lane,
			this.record(account.accountId, serverId),
			account.profile.rejection.wastage,
		);
		if (ours !== null) {
			// No further decision until the service shows this one.
			const state = {
				phase: reachedPhase(ours.unseen, shown.phase),
				standing: ours.standing,
			};
			return {
				...shown,
				...state,
				move: moveOf(wastage, state),
				locked: lockedAfter(ours.unseen, shown.locked),
				can: [],
				rejectedBecause: because,
			};
		}
		const standing = { id: serverId, phase: shown.phase, standing: shown.standing };
		return {
			...shown,
			rejectedBecause: because,
			edit: shown.locked ? null : this.#own.editOffered(account, standing),
		};
	}
}

export function listedOf({ lines, ...document }: WasteDocument): ListedWaste {
	const listed = lines.map(({ lineId, item, boxes, total, reasonId, reasonName, cost }) => ({
		lineId,
		itemId: item.itemId,
		base: total,
		reasonId: reasonId ?? '',
		reason: reasonName,
		category: item.category,
		item: item.name,
		// A blank line costs nothing; its cost does not count as unknown.
		cost: boxes.every(({ typed }) => typed === '') ? '0' : cost,
	}));
	return {
		summary: {
			kind: document.kind,
			documentId: document.documentId,
			number: document.number,
			locationId: document.locationId,
			businessDate: document.businessDate,
			phase: document.phase,
			stateWord: document.stateWord,
			standing: document.standing,
			move: document.move,
			currency: document.currency,
			description: document.description,
			locked: document.locked,
			lines: lines.length,
			items: firstItems(listed),
			cost: document.cost,
			costsUnknown: document.costsUnknown,
			enteredBy: document.enteredBy,
			changedAt: document.changedAt,
			edits: document.edits,
		},
		lines: listed,
		text: searchText([
			document.number,
			document.description,
			...lines.flatMap(({ item, reasonName, label, note }) => [
				item.name,
				item.code,
				reasonName,
				label,
				note,
			]),
		]),
	};
}
