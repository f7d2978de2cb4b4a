// Logging waste: drafts on this PC, what waits in the outbox, and the service's documents, as one list.
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { Phase, Standing, Transition } from '../../../shared/bridge/values.ts';
import type { WasteDocument, WasteSummary } from '../../../shared/bridge/wastage.ts';
import { addDays } from '../../../shared/domain/business-date.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { searchText } from '../../../shared/domain/words.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { businessDateAt, sentDate } from '../document/dates.ts';
import { keptLines } from '../document/draft-line.ts';
import { draftSaving } from '../document/draft-saving.ts';
import { itemViews, type FindItem } from '../document/item-view.ts';
import { documentEdits, editActions, lineAsTyped } from '../document/editing.ts';
import {
	documentOf,
	lastUpdate,
	laneFolds,
	reachedPhase,
	rejectedBecause,
	serverIdOf,
} from '../document/lane-fold.ts';
import { transitions } from '../document/transitions.ts';
import type { LaneStanding, NewLane } from '../outbox/outbox.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { locations } from '../store/locations.ts';
import { pullTable } from '../store/pulls.ts';
import { lockedAfter, queueLock } from './locking.ts';
import {
	itemOf,
	readWaste,
	sendingActions,
	sendingLane,
	sendingProblems,
	type ReadWaste,
} from './sending.ts';
import { firstItems, serviceWaste, wasteReasons } from './service-waste.ts';
import { wasteBodyOf as bodyOf, type WasteBody } from './waste-body.ts';
import { duplicatesOf, oftenWasted, wasteKitCalls } from './waste-kit.ts';
import { wasteLists, type ListedWaste } from './waste-list.ts';

/** How far back what is wasted often is looked for, and how much of it is offered. */
const OFTEN_DAYS = 90;
const MOST_OFTEN = 8;

export interface Wastage {
	handlers: Handlers<'wastage'>;
	/** What of a location is in one of these phases, with what is done about it here. */
	inPhases(account: ActiveAccount, locationId: string, phases: readonly Phase[]): WasteSummary[];
}

export function wastageCapability(context: CoreContext): Wastage {
	const { store, ports, outbox } = context;
	const { clock } = ports;
	const drafts = draftTable(store.durable);
	const saving = draftSaving(context);
	const pulls = pullTable(store.cache);
	const places = locations(store.cache);
	const items = itemViews(store);
	const reasons = wasteReasons(store);
	const service = serviceWaste(store);
	const fold = laneFolds(store);
	const decide = transitions(context);
	const editing = documentEdits(context);

	const changed = (): void => {
		context.emit('documents.changed', { area: 'wastage' });
		context.appChanged();
	};

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
			cost: sumMoney(read.flatMap((each) => each.read.cost ?? [])),
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
			problems: standing === 'draft' ? sendingProblems(waste, () => names.size > 0) : [],
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

	/**
	 * Everything of a location, newest first: never a document and its copy both.
	 * @param phases where not null, of the service's documents only these and what something of ours stands for.
	 */
	const everything = (
		account: ActiveAccount,
		locationId: string,
		phases: readonly Phase[] | null,
	): ListedWaste[] => {
		const { accountId } = account;
		const hidden = new Set<string>();
		const ours: WasteDocument[] = drafts.open(accountId, 'wastage', locationId).map((row) => {
			if (row.server_id !== null) hidden.add(documentOf(row.server_id));
			return openView(account, row);
		});
		/** What was decided here about documents of the service, while their copies do not show it. */
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
			if (lane.serverId !== null) hidden.add(documentOf(lane.serverId));
			ours.push(draftView(account, row, lane, folded.standing));
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
	const lists = wasteLists(
		store,
		(account, locationId) => everything(account, locationId, null),
		() => nameOrder(context.settings().locale),
	);

	/** A document of the service with what was decided about it here folded over it. */
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
			// What is decided is decided: the next decision waits until the service shows this one.
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

	/** Opens a document of the service to be changed and sent again. */
	const beginEdit = (account: ActiveAccount, documentId: string): Reply<WasteDocument> => {
		const { accountId } = account;
		const shown = get(account, documentId);
		const serverId = shown && serverIdOf(shown.documentId);
		const record = serverId === null ? null : service.record(accountId, serverId);
		if (shown === null || record === null) return notHere();
		if (shown.edit === null) return notNow();
		const { locale } = context.settings();
		const lines = shown.lines.map((line) =>
			lineAsTyped(line, locale, { note: line.note, reasonId: line.reasonId }),
		);
		const { locationId, businessDate, description, currency } = shown;
		const row = editing.begin(accountId, { kind: 'wastage', record, locationId, businessDate }, {
			description,
			currency,
			lines,
			edits: { record, lines },
		} satisfies WasteBody);
		changed();
		return succeed(openView(account, row));
	};

	/** Queues a decision about a document of the service as it was shown. */
	const transition = (
		account: ActiveAccount,
		verb: Transition,
		{
			documentId,
			...rest
		}: { documentId: string; version: string; intentId: string; reason?: string },
	): Reply<WasteDocument> => {
		const shown = get(account, documentId);
		const ofService = shown && serverIdOf(shown.documentId);
		if (shown === null || ofService === null) return notHere();
		if (!shown.can.includes(verb)) return notNow();
		const queued = decide(account, {
			...rest,
			kind: 'wastage',
			verb,
			serverId: ofService,
			number: shown.number,
			lane: laneOfService(shown),
		});
		if (!queued.ok) return queued;
		changed();
		const after = get(account, documentId);
		return after === null ? notHere() : succeed(after);
	};

	/** Queues the lock of a document of the service as it was shown, or its removal. */
	const lock = (
		account: ActiveAccount,
		{ documentId, ...asked }: Parameters<Handlers<'wastage'>['wastage.lock']>[0],
	): Reply<WasteDocument> => {
		const shown = get(account, documentId);
		const ofService = shown && serverIdOf(shown.documentId);
		const record = ofService && service.record(account.accountId, ofService);
		if (!shown || !record) return notHere();
		if (shown.lock !== (asked.locked ? 'lock' : 'unlock')) return notNow();
		const server = { id: record.id, number: shown.number };
		const queued = queueLock(context, record, {
			...asked,
			lane: { ...laneOfService(shown), server },
		});
		if (!queued.ok) return queued;
		changed();
		const after = get(account, documentId);
		return after === null ? notHere() : succeed(after);
	};

	const get = (account: ActiveAccount, documentId: string): WasteDocument | null => {
		const { accountId } = account;
		const ofService = serverIdOf(documentId);
		if (ofService !== null) return serviceView(account, ofService);
		const row = drafts.get(accountId, documentId);
		if (row?.document !== 'wastage' || row.state === 'discarded') return null;
		return row.state === 'open' ? openView(account, row) : submittedView(account, row);
	};

	/** Null where a person gave it up. */
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

	const save = (
		account: ActiveAccount,
		input: Parameters<Handlers<'wastage'>['wastage.save']>[0],
	): Reply<WasteDocument> => {
		const { accountId } = account;
		const { locationId, description } = input;
		const { currency } = places.get(accountId, locationId);
		const itemNow = items.at(accountId, locationId);
		const saved = saving.save(account, { ...input, document: 'wastage' }, (row) => {
			const before = row && bodyOf(row);
			return {
				description,
				currency: currency || (before?.currency ?? ''),
				lines: keptLines(input.lines, before?.lines ?? [], input.locale, itemNow),
				...(before?.edits === undefined ? {} : { edits: before.edits }),
			} satisfies WasteBody;
		});
		if (!saved.ok) return saved;
		changed();
		return succeed(openView(account, saved.value, itemNow));
	};

	const submit = (
		account: ActiveAccount,
		{ documentId, submit: handIn = true }: { documentId: string; submit?: boolean | undefined },
	): Reply<WasteDocument> => {
		const { accountId } = account;
		const shown = (document: WasteDocument | null): Reply<WasteDocument> =>
			document === null ? notHere() : succeed(document);
		const open = saving.open(accountId, 'wastage', documentId);
		if (!open.ok) {
			// A second click finds the work of the first done.
			return open.code === 'already-submitted' ? shown(get(account, documentId)) : open;
		}
		const row = open.value;
		const waste = readWaste(row);
		const { body, lines } = waste;
		const problems = sendingProblems(waste, () => reasons.names(accountId).size > 0);
		if (problems.length > 0) {
			return fail('incomplete', 'This cannot be submitted as it stands.', problems);
		}
		const now = clock.now();
		const date = sentDate(row, places.get(accountId, row.location_id), now);
		store.durable
			.transaction(() => {
				if (!drafts.close(documentId, 'submitted', now)) return;
				outbox.enqueue(
					sendingLane(row, waste),
					body.edits === undefined
						? sendingActions(row, waste, date)
						: editActions('wastage', row, body.edits, {
								description: body.description,
								lines: lines.map((each) => ({ line: each.line, item: itemOf(each) })),
								submit: handIn,
							}),
				);
			})
			.immediate();
		outbox.wake();
		changed();
		const closed: DraftRow = { ...row, state: 'submitted', changed_at: now };
		return shown(submittedView(account, closed, waste));
	};

	const handlers: Handlers<'wastage'> = {
		'wastage.list': connected(context, (account, wanted) =>
			succeed({
				...lists.list(account, wanted),
				reasonGoes: account.profile.rejection.wastage !== null,
				asOf: pulls.asOf(account.accountId, 'wastage'),
			}),
		),
		...wasteKitCalls(context),
		'wastage.often': connected(context, (account, { locationId }) => {
			const since = addDays(
				businessDateAt(places.get(account.accountId, locationId), clock.now()),
				-OFTEN_DAYS,
			);
			const recent = lists
				.all(account, locationId)
				.filter(({ summary }) => summary.businessDate >= since);
			return succeed({
				items: oftenWasted(recent, MOST_OFTEN).flatMap(
					(itemId) => items.get(account.accountId, itemId, locationId) ?? [],
				),
			});
		}),
		'wastage.duplicates': connected(context, (account, { documentId }) => {
			const row = drafts.get(account.accountId, documentId);
			if (row?.document !== 'wastage' || row.state !== 'open') return succeed({ duplicates: [] });
			const draft = openView(account, row);
			return succeed({
				duplicates: duplicatesOf(draft, listedOf(draft), lists.all(account, row.location_id)),
			});
		}),
		'wastage.totals': connected(context, (account, wanted) =>
			succeed(lists.totals(account, wanted)),
		),
		'wastage.get': connected(context, (account, { documentId }) => {
			const document = get(account, documentId);
			return document === null ? notHere() : succeed(document);
		}),
		'wastage.approve': connected(context, (account, input) =>
			transition(account, 'approve', input),
		),
		'wastage.reject': connected(context, (account, input) => transition(account, 'reject', input)),
		'wastage.lock': connected(context, lock),
		'wastage.save': connected(context, save),
		'wastage.edit': connected(context, (account, { documentId }) => beginEdit(account, documentId)),
		'wastage.submit': connected(context, submit),
		'wastage.discard': connected(context, ({ accountId }, { documentId }) => {
			const open = saving.open(accountId, 'wastage', documentId);
			if (!open.ok) return open;
			drafts.close(documentId, 'discarded', clock.now());
			changed();
			return succeed({});
		}),
	};
	return {
		handlers,
		inPhases: (account, locationId, phases) =>
			everything(account, locationId, phases)
				.map(({ summary }) => summary)
				.filter(({ phase }) => phases.includes(phase)),
	};
}

const laneOfService = (shown: WasteDocument): Omit<NewLane, 'server'> => ({
	document: 'wastage',
	documentId: shown.documentId,
	label: {
		locationId: shown.locationId,
		title: shown.description || shown.lines.map(({ item }) => item.name).join(', '),
		lines: shown.lines.length,
		cost: shown.cost,
		currency: shown.currency,
	},
});

const notHere = (): Failure => fail('not-found', 'This document is not here.');
const notNow = (): Failure =>
	fail('not-possible-now', 'This cannot be done with the document as it is.');

function listedOf({ lines, ...document }: WasteDocument): ListedWaste {
	const listed = lines.map(({ lineId, item, total, reasonId, reasonName, cost }) => ({
		lineId,
		itemId: item.itemId,
		base: total,
		reasonId: reasonId ?? '',
		reason: reasonName,
		category: item.category,
		item: item.name,
		cost,
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
