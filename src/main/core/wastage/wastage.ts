// Logs waste: drafts, submission and decisions. shown-waste.ts decides what is shown.
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { Phase, Transition } from '../../../shared/bridge/values.ts';
import type { WasteDocument, WasteSummary } from '../../../shared/bridge/wastage.ts';
import { addDays } from '../../../shared/domain/business-date.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { businessDateAt, sentDate } from '../document/dates.ts';
import { keptLines } from '../document/draft-line.ts';
import { draftSaving } from '../document/draft-saving.ts';
import { itemViews } from '../document/item-view.ts';
import { documentEdits, editActions, lineAsTyped } from '../document/editing.ts';
import { followUps } from '../document/follow-up.ts';
import { serverIdOf } from '../document/lane-fold.ts';
import { transitions } from '../document/transitions.ts';
import type { NewLane } from '../outbox/outbox.ts';
import { allOrNothing } from '../store/all-or-nothing.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { locationTable } from '../store/locations.ts';
import { pullTable } from '../store/pulls.ts';
import { queueLock } from './locking.ts';
import { itemOf, readWaste, sendingActions, sendingLane, sendingProblems } from './submitting.ts';
import { wasteReasons } from './service-waste.ts';
import { listedOf, shownWaste } from './shown-waste.ts';
import { wasteBodyOf as bodyOf, type WasteBody } from './waste-body.ts';
import { duplicatesOf, oftenWasted, wasteKitCalls } from './waste-kit.ts';
import { wasteLists } from './waste-list.ts';

/** Window, in days, and length of the "often wasted" list. */
const OFTEN_DAYS = 90;
const MOST_OFTEN = 8;

export interface Wastage {
	handlers: Handlers<'wastage'>;
	/** Documents of a location in the given phases, with our pending work folded in. */
	inPhases(account: ActiveAccount, locationId: string, phases: readonly Phase[]): WasteSummary[];
}

export function wastageCapability(context: CoreContext): Wastage {
	const { store, ports, outbox } = context;
	const { clock } = ports;
	const drafts = draftTable(store.durable);
	const saving = draftSaving(context);
	const pulls = pullTable(store.cache);
	const locations = locationTable(store.cache);
	const items = itemViews(store);
	const reasons = wasteReasons(store);
	const documents = shownWaste(context);
	const decide = transitions(context);
	const editing = documentEdits(context);
	const followed = followUps(context);

	const changed = (): void => {
		context.emit('documents.changed', { area: 'wastage' });
		context.appChanged();
	};

	const lists = wasteLists(
		store,
		(account, locationId) => documents.everything(account, locationId, null),
		() => nameOrder(context.settings().locale),
	);

	const beginEdit = (account: ActiveAccount, documentId: string): Reply<WasteDocument> => {
		const { accountId } = account;
		const shown = documents.get(account, documentId);
		const serverId = shown && serverIdOf(shown.documentId);
		const record = serverId === null ? null : documents.record(accountId, serverId);
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
		return succeed(documents.open(account, row));
	};

	const transition = (
		account: ActiveAccount,
		verb: Transition,
		{
			documentId,
			...rest
		}: { documentId: string; version: string; intentId: string; reason?: string },
	): Reply<WasteDocument> => {
		const shown = documents.get(account, documentId);
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
		const after = documents.get(account, documentId);
		return after === null ? notHere() : succeed(after);
	};

	const lock = (
		account: ActiveAccount,
		{ documentId, ...asked }: Parameters<Handlers<'wastage'>['wastage.lock']>[0],
	): Reply<WasteDocument> => {
		const shown = documents.get(account, documentId);
		const ofService = shown && serverIdOf(shown.documentId);
		const record = ofService && documents.record(account.accountId, ofService);
		if (!shown || !record) return notHere();
		if (shown.lock !== (asked.locked ? 'lock' : 'unlock')) return notNow();
		const server = { id: record.id, number: shown.number };
		const queued = queueLock(context, record, {
			...asked,
			lane: { ...laneOfService(shown), server },
		});
		if (!queued.ok) return queued;
		changed();
		const after = documents.get(account, documentId);
		return after === null ? notHere() : succeed(after);
	};

	const save = (
		account: ActiveAccount,
		input: Parameters<Handlers<'wastage'>['wastage.save']>[0],
	): Reply<WasteDocument> => {
		const { accountId } = account;
		const { locationId, description } = input;
		const { currency } = locations.get(accountId, locationId);
		const itemNow = items.at(accountId, locationId);
		const saved = saving.save(account, { ...input, document: 'wastage' }, (row) => {
			const before = row && bodyOf(row);
			return {
				description,
				currency: currency || (before?.currency ?? ''),
				lines: keptLines(input.lines, before?.lines ?? [], input.locale, itemNow),
				...(before?.edits === undefined ? {} : { edits: before.edits }),
				...(before?.receipt === undefined ? {} : { receipt: before.receipt }),
			} satisfies WasteBody;
		});
		if (!saved.ok) return saved;
		changed();
		return succeed(documents.open(account, saved.value, itemNow));
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
			return open.code === 'already-submitted' ? shown(documents.get(account, documentId)) : open;
		}
		const row = open.value;
		const waste = readWaste(row);
		const { body, lines } = waste;
		// It was locked after the edit began, and a locked document cannot be changed.
		if (body.edits !== undefined && documents.record(accountId, body.edits.record.id)?.isLocked)
			return notNow();
		const problems = [
			...followed.problems(accountId, body.receipt),
			...sendingProblems(waste, () => reasons.names(accountId).size > 0),
		];
		if (problems.length > 0) {
			return fail('incomplete', 'This cannot be submitted as it stands.', problems);
		}
		const now = clock.now();
		const date = sentDate(row, locations.get(accountId, row.location_id), now);
		const queued = allOrNothing(store.durable, () =>
			drafts.close(documentId, 'submitted', now)
				? outbox.enqueue(
						{ ...sendingLane(row, waste), ...followed.waitsFor(body.receipt) },
						body.edits === undefined
							? sendingActions(row, waste, date)
							: editActions('wastage', row, body.edits, {
									description: body.description,
									lines: lines.map((each) => ({ line: each.line, item: itemOf(each) })),
									submit: handIn,
								}),
					)
				: succeed(null),
		);
		if (!queued.ok) return queued;
		outbox.wake();
		changed();
		const closed: DraftRow = { ...row, state: 'submitted', changed_at: now };
		return shown(documents.submitted(account, closed, waste));
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
				businessDateAt(locations.get(account.accountId, locationId), clock.now()),
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
			const draft = documents.open(account, row);
			return succeed({
				duplicates: duplicatesOf(draft, listedOf(draft), lists.all(account, row.location_id)),
			});
		}),
		'wastage.totals': connected(context, (account, wanted) =>
			succeed(lists.totals(account, wanted)),
		),
		'wastage.get': connected(context, (account, { documentId }) => {
			const document = documents.get(account, documentId);
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
			documents
				.everything(account, locationId, phases)
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
		costsUnknown: shown.costsUnknown,
		currency: shown.currency,
	},
});

const notHere = (): Failure => fail('not-found', 'This document is not here.');
const notNow = (): Failure =>
	fail('not-possible-now', 'This cannot be done with the document as it is.');
