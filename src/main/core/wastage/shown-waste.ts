// Waste documents as shown: drafts, and the service's copies with our queued work folded in, as one list.
import type { Phase, Standing } from '../../../shared/bridge/values.ts';
import type { WasteDocument } from '../../../shared/bridge/wastage.ts';
import { searchText } from '../../../shared/domain/words.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import type { WastageRecord } from '../../../shared/service/wastage.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { documentEdits } from '../document/editing.ts';
import { followUps } from '../document/follow-up.ts';
import { costOfRead } from '../document/draft-line.ts';
import { itemViews, type FindItem } from '../document/item-view.ts';
import {
	documentOf,
	lastUpdate,
	laneFolds,
	reachedPhase,
	rejectedBecause,
	serverIdOf,
} from '../document/lane-fold.ts';
import type { LaneStanding } from '../outbox/outbox.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { lockedAfter } from './locking.ts';
import { readWaste, sendingProblems, type ReadWaste } from './submitting.ts';
import { firstItems, serviceWaste, wasteReasons } from './service-waste.ts';
import type { ListedWaste } from './waste-list.ts';
import { readable, readableOrNull } from '../store/kept-json.ts';

export interface ShownWaste {
	get(account: ActiveAccount, documentId: string): WasteDocument | null;
	open(account: ActiveAccount, row: DraftRow, itemNow?: FindItem): WasteDocument;
	/** Null after it was discarded. */
	submitted(account: ActiveAccount, row: DraftRow, waste?: ReadWaste): WasteDocument | null;
	/** Newest first; never both our document and its copy. @param phases null for all; never hides queued work */
	everything(
		account: ActiveAccount,
		locationId: string,
		phases: readonly Phase[] | null,
	): ListedWaste[];
	record(accountId: string, serverId: string): WastageRecord | null;
}

export function shownWaste(context: CoreContext): ShownWaste {
	const { store, outbox } = context;
	const drafts = draftTable(store.durable);
	const items = itemViews(store);
	const reasons = wasteReasons(store);
	const service = serviceWaste(store);
	const fold = laneFolds(store);
	const editing = documentEdits(context);
	const followed = followUps(context);

	const draftView = (
		{ accountId, profile }: ActiveAccount,
		row: DraftRow,
		lane: LaneStanding | null,
		standing: Standing,
		waste = readWaste(row),
		itemNow = items.at(accountId, row.location_id),
	): WasteDocument => {
		const { body, lines: read } = waste;
		const names = reasons.names(accountId);
		const before = body.edits?.record;
		return {
			documentId: row.draft_id,
			number: lane?.serverNumber ?? before?.number ?? '',
			locationId: row.location_id,
			businessDate: row.business_date,
			phase:
				before === undefined
					? reachedPhase(lane?.actions ?? [])
					: phaseOf(profile, 'wastage', before.status),
			stateWord: '',
			standing,
			locked: false,
			...costOfRead(read.map((each) => each.read)),
			enteredBy: row.entered_by,
			changedAt: row.changed_at,
			currency: body.currency,
			description: body.description,
			revision: row.revision,
			lines: read.map(({ line, read: { boxes, total, cost } }) => {
				const now = itemNow(line.item.itemId);
				return {
					lineId: line.lineId,
					item: { ...line.item, onHand: now?.onHand ?? null, asOf: now?.asOf ?? null },
					boxes,
					reasonId: line.reasonId,
					reasonName: line.reasonId === null ? '' : (names.get(line.reasonId) ?? line.reasonId),
					label: line.label,
					note: line.note,
					total,
					cost,
				};
			}),
			problems:
				standing === 'draft'
					? [
							...followed.problems(accountId, body.receipt),
							...sendingProblems(waste, () => names.size > 0),
						]
					: [],
			lock: null,
			can: [],
			version: '',
			rejectedBecause:
				before === undefined
					? ''
					: rejectedBecause(
							outbox.laneOf('wastage', documentOf(before.id)),
							before,
							profile.rejection.wastage,
						),
			reasonGoes: false,
			edit: null,
			edits: before === undefined ? null : documentOf(before.id),
		};
	};

	const openView = (account: ActiveAccount, row: DraftRow, itemNow?: FindItem): WasteDocument =>
		draftView(account, row, null, 'draft', readWaste(row), itemNow);

	const everything = (
		account: ActiveAccount,
		locationId: string,
		phases: readonly Phase[] | null,
	): ListedWaste[] => {
		const { accountId } = account;
		const hidden = new Set<string>();
		const ours = readable(drafts.open(accountId, 'wastage', locationId), (row): WasteDocument => {
			const document = openView(account, row);
			if (row.server_id !== null) hidden.add(documentOf(row.server_id));
			return document;
		});
		const decided = new Map<string, Pick<WasteDocument, 'standing'> & { lane: LaneStanding }>();
		for (const lane of outbox.lanes('wastage')) {
			if (serverIdOf(lane.documentId) !== null) {
				const folded = fold(account, 'wastage', lane);
				if (folded.shows === 'ours') {
					const { standing, unseen: actions } = folded;
					decided.set(lane.documentId, { standing, lane: { ...lane, actions } });
				}
				continue;
			}
			const row = drafts.get(accountId, lane.documentId);
			if (row?.state !== 'submitted' || row.location_id !== locationId) continue;
			const folded = fold(account, 'wastage', lane);
			if (folded.shows !== 'ours') continue;
			const document = readableOrNull(() => draftView(account, row, lane, folded.standing));
			if (document === null) continue;
			if (lane.serverId !== null) hidden.add(documentOf(lane.serverId));
			ours.push(document);
		}
		const enteredBy = drafts.enteredBy(accountId, 'wastage');
		const listed =
			phases === null
				? service.listed(account, locationId)
				: service.listedIn(account, locationId, phases, [...decided.keys()]);
		const theirs = listed
			.filter(({ summary }) => !hidden.has(summary.documentId))
			.map((waste): ListedWaste => {
				const { documentId, phase, standing } = waste.summary;
				const person = enteredBy.get(serverIdOf(documentId) ?? '');
				const ours = decided.get(documentId);
				if (person === undefined && ours === undefined) return waste;
				const edited =
					ours && lastUpdate(ours.lane.actions) !== null
						? serviceView(account, serverIdOf(documentId) ?? '')
						: null;
				const shown = edited === null ? waste : listedOf(edited);
				return {
					...shown,
					summary: {
						...shown.summary,
						enteredBy: person ?? shown.summary.enteredBy,
						standing: ours?.standing ?? standing,
						phase: reachedPhase(ours?.lane.actions ?? [], phase),
						locked: lockedAfter(ours?.lane.actions ?? [], shown.summary.locked),
					},
				};
			});
		return [...ours.map(listedOf), ...theirs].sort(
			(a, b) => b.summary.changedAt - a.summary.changedAt,
		);
	};

	const serviceView = (account: ActiveAccount, serverId: string): WasteDocument | null => {
		const lane = outbox.laneOf('wastage', documentOf(serverId));
		const folded = lane && fold(account, 'wastage', lane);
		const ours = folded?.shows === 'ours' ? folded : null;
		const shown = service.document(account, serverId, lastUpdate(ours?.unseen ?? []));
		if (shown === null) return null;
		const because = rejectedBecause(
			lane,
			service.record(account.accountId, serverId),
			account.profile.rejection.wastage,
		);
		if (ours !== null) {
			const phase = reachedPhase(ours.unseen, shown.phase);
			// No further decision until the service shows this one.
			return {
				...shown,
				phase,
				standing: ours.standing,
				locked: lockedAfter(ours.unseen, shown.locked),
				lock: null,
				can: [],
				rejectedBecause: because,
			};
		}
		const standing = { id: serverId, phase: shown.phase, standing: shown.standing };
		return {
			...shown,
			rejectedBecause: because,
			edit: shown.locked ? null : editing.offered(account.accountId, 'wastage', standing),
		};
	};

	const get = (account: ActiveAccount, documentId: string): WasteDocument | null => {
		const { accountId } = account;
		const ofService = serverIdOf(documentId);
		if (ofService !== null) return serviceView(account, ofService);
		const row = drafts.get(accountId, documentId);
		if (row?.document !== 'wastage' || row.state === 'discarded') return null;
		return row.state === 'open' ? openView(account, row) : submittedView(account, row);
	};

	const submittedView = (
		account: ActiveAccount,
		row: DraftRow,
		waste?: ReadWaste,
	): WasteDocument | null => {
		if (row.server_id !== null) return serviceView(account, row.server_id);
		const lane = outbox.laneOf('wastage', row.draft_id);
		const folded = lane && fold(account, 'wastage', lane);
		if (folded?.shows === 'given-up') return null;
		if (lane?.serverId && folded?.shows === 'service') {
			const shown = serviceView(account, lane.serverId);
			if (shown !== null) return shown;
		}
		const standing = folded?.shows === 'ours' ? folded.standing : 'service';
		return draftView(account, row, lane, standing, waste);
	};

	return {
		get,
		open: openView,
		submitted: submittedView,
		everything,
		record: service.record,
	};
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
			documentId: document.documentId,
			number: document.number,
			locationId: document.locationId,
			businessDate: document.businessDate,
			phase: document.phase,
			stateWord: document.stateWord,
			standing: document.standing,
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
