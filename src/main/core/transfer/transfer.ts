// Transfers: drafts to send, what waits in the outbox, and the service's documents, seen from one location.
import type { Reply } from '../../../shared/bridge/reply.ts';
import { fail, succeed, type Failure } from '../../../shared/bridge/reply.ts';
import type {
	TransferDocument,
	TransferLine,
	TransferSummary,
} from '../../../shared/bridge/transfer.ts';
import type { Phase, Standing } from '../../../shared/bridge/values.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import { isZero } from '../../../shared/domain/decimal.ts';
import { parseEntry } from '../../../shared/domain/quantity-entry.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { sentDate } from '../document/dates.ts';
import { keptLines, readLine } from '../document/draft-line.ts';
import { draftSaving } from '../document/draft-saving.ts';
import { itemViews } from '../document/item-view.ts';
import { documentOf, laneFolds, reachedPhase, serverIdOf } from '../document/lane-fold.ts';
import type { LaneStanding } from '../outbox/outbox.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { locations } from '../store/locations.ts';
import { pullTable } from '../store/pulls.ts';
import {
	arrivalLines,
	asSent,
	blankLine,
	boxesOf,
	receiptBodyOf,
	receivingAction,
	receivingLane,
	receivingProblems,
	type ReceiptBody,
	type ReceivedLine,
} from './receiving.ts';
import { transferReports } from './report.ts';
import {
	sendingActions,
	sendingLane,
	sendingProblems,
	transferBodyOf,
	type TransferBody,
} from './sending.ts';
import { departureIdOf, serviceTransfers, type ServiceTransfer } from './service-transfer.ts';

/** Phases of an arrival in which the receiver has the next word. */
const receivable: readonly Phase[] = ['finalized', 'in-transit', 'partly-received'];

/** An arrival with whatever of ours stands for it. */
interface Arrival {
	transfer: ServiceTransfer;
	/** The receipt that is shown with it: being written, or not yet shown by the service. */
	receipt: { row: DraftRow; body: ReceiptBody } | null;
	/** The lane, while the receipt in it stands in the place of the service's record. */
	lane: { standing: Exclude<Standing, 'draft'>; reached: Phase } | null;
	canReceive: boolean;
}

export function transferCapability(context: CoreContext): Handlers<'transfer'> {
	const { store, ports, outbox } = context;
	const { clock } = ports;
	const drafts = draftTable(store.durable);
	const saving = draftSaving(context);
	const pulls = pullTable(store.cache);
	const places = locations(store.cache);
	const items = itemViews(store);
	const service = serviceTransfers(store);
	const report = transferReports(context);
	const fold = laneFolds(store);

	const changed = (): void => {
		context.emit('documents.changed', { area: 'transfer' });
		context.appChanged();
	};

	// ── Sending ────────────────────────────────────────────────────────────────────────────────────────────────────

	const draftView = (
		{ accountId }: ActiveAccount,
		row: DraftRow,
		lane: LaneStanding | null,
		standing: Standing,
	): TransferDocument => {
		const body = transferBodyOf(row);
		const lines = body.lines.map((line): TransferLine => {
			const { box, total, cost } = readLine(line, body.currency);
			const now = items.get(accountId, line.item.itemId, row.location_id);
			return {
				lineId: line.lineId,
				item: { ...line.item, onHand: now?.onHand ?? null, asOf: now?.asOf ?? null },
				box,
				note: line.note,
				sent: total,
				received: null,
				receivedBoxes: [],
				difference: null,
				differenceReason: '',
				cost,
			};
		});
		return {
			documentId: row.draft_id,
			direction: 'out',
			number: lane?.serverNumber ?? '',
			fromLocationId: row.location_id,
			fromName: places.get(accountId, row.location_id).name,
			toLocationId: body.toLocationId ?? '',
			toName: body.toLocationId === null ? '' : places.get(accountId, body.toLocationId).name,
			businessDate: row.business_date,
			phase: reachedPhase(lane),
			stateWord: '',
			standing,
			cost: sumMoney(lines.flatMap(({ cost }) => cost ?? [])),
			currency: body.currency,
			sentAt: null,
			changedAt: row.changed_at,
			move: moveWhile(standing, 'theirs'),
			description: body.description,
			revision: row.revision,
			lines,
			problems: standing === 'draft' ? sendingProblems(row, body) : [],
			canReceive: false,
		};
	};

	const openView = (account: ActiveAccount, row: DraftRow): TransferDocument =>
		draftView(account, row, null, 'draft');

	const departureView = (transfer: ServiceTransfer): TransferDocument => ({
		...transfer.head,
		revision: 0,
		lines: arrivalLines(transfer, null, false),
		problems: [],
		canReceive: false,
	});

	const draftDocument = (account: ActiveAccount, documentId: string): TransferDocument | null => {
		const row = drafts.get(account.accountId, documentId);
		if (row?.document !== 'transfer-out' || row.state === 'discarded') return null;
		if (row.state === 'open') return openView(account, row);
		const lane = outbox.laneOf('transfer-out', documentId);
		const folded = lane && fold(account, 'transferOut', lane);
		if (folded?.shows === 'given-up') return null;
		if (lane?.serverId && folded?.shows === 'service') {
			const shown = service.get(account, 'out', lane.serverId);
			if (shown !== null) return departureView(shown);
		}
		return draftView(account, row, lane, folded?.shows === 'ours' ? folded.standing : 'service');
	};

	const departures = (account: ActiveAccount, locationId: string): TransferDocument[] => {
		const { accountId } = account;
		const hidden = new Set<string>();
		const ours = drafts
			.open(accountId, 'transfer-out', locationId)
			.map((row) => openView(account, row));
		for (const lane of outbox.lanes('transfer-out')) {
			const row = drafts.get(accountId, lane.documentId);
			if (row?.state !== 'submitted' || row.location_id !== locationId) continue;
			const folded = fold(account, 'transferOut', lane);
			if (folded.shows !== 'ours') continue;
			if (lane.serverId !== null) hidden.add(lane.serverId);
			ours.push(draftView(account, row, lane, folded.standing));
		}
		const theirs = service
			.at(account, 'out', locationId)
			.filter(({ record }) => !hidden.has(record.id))
			.map(departureView);
		return [...ours, ...theirs];
	};

	const save = (
		account: ActiveAccount,
		input: Parameters<Handlers<'transfer'>['transfer.save']>[0],
	): Reply<TransferDocument> => {
		const { accountId } = account;
		const { fromLocationId, toLocationId, description } = input;
		const { currency } = places.get(accountId, fromLocationId);
		const draft = { ...input, document: 'transfer-out', locationId: fromLocationId } as const;
		const saved = saving.save(account, draft, (row) => {
			const before = row && transferBodyOf(row);
			return {
				description,
				toLocationId,
				currency: currency || (before?.currency ?? ''),
				lines: keptLines(input.lines, before?.lines ?? [], input.locale, (itemId) =>
					items.get(accountId, itemId, fromLocationId),
				),
			} satisfies TransferBody;
		});
		if (!saved.ok) return saved;
		changed();
		return succeed(openView(account, saved.value));
	};

	const send = (account: ActiveAccount, documentId: string): Reply<TransferDocument> => {
		const { accountId } = account;
		const open = saving.open(accountId, 'transfer-out', documentId);
		// A second click finds the work of the first done.
		if (!open.ok) return open.code === 'already-submitted' ? shown(account, documentId) : open;
		const row = open.value;
		const body = transferBodyOf(row);
		const problems = sendingProblems(row, body);
		if (problems.length > 0) return incomplete(problems);
		const now = clock.now();
		const date = sentDate(row, places.get(accountId, row.location_id), now);
		const toName = places.get(accountId, body.toLocationId ?? '').name;
		store.durable
			.transaction(() => {
				if (!drafts.close(documentId, 'submitted', now)) return;
				outbox.enqueue(sendingLane(row, body, toName), sendingActions(row, body, date));
			})
			.immediate();
		outbox.wake();
		changed();
		return shown(account, documentId);
	};

	// ── Receiving ──────────────────────────────────────────────────────────────────────────────────────────────────

	/** @param transfer the service's record, where there is a copy of it. */
	const arrivalOf = (
		account: ActiveAccount,
		serverId: string,
		transfer: ServiceTransfer | null,
		lane: LaneStanding | null,
	): Arrival | null => {
		const row = drafts.receipt(account.accountId, serverId);
		const receipt = row && { row, body: receiptBodyOf(row) };
		const seenThen = (): ServiceTransfer | null =>
			receipt && service.view(account, 'in', receipt.body.transfer, receipt.row.changed_at);

		if (receipt?.row.state === 'submitted' && lane !== null) {
			const folded = fold(account, 'transferIn', lane);
			// What was left to come is reckoned from the record as it was then: a newer one may hold this receipt already.
			const then = seenThen();
			if (folded.shows === 'ours' && then !== null) {
				const { standing } = folded;
				return {
					transfer: then,
					receipt,
					lane: { standing, reached: standing === 'service' ? 'received' : then.head.phase },
					canReceive: false,
				};
			}
		}
		const now = transfer ?? seenThen();
		if (now === null) return null;
		return {
			transfer: now,
			receipt: receipt?.row.state === 'open' ? receipt : null,
			lane: null,
			canReceive: receivable.includes(now.head.phase),
		};
	};

	const arrivalView = ({ transfer, receipt, lane, canReceive }: Arrival): TransferDocument => {
		const lines = arrivalLines(transfer, receipt?.body ?? null, canReceive);
		return {
			...transfer.head,
			...(lane === null
				? {}
				: {
						phase: lane.reached,
						standing: lane.standing,
						move: moveWhile(lane.standing, 'nobody'),
					}),
			changedAt: receipt?.row.changed_at ?? transfer.head.changedAt,
			revision: receipt?.row.revision ?? 0,
			lines,
			problems: canReceive ? receivingProblems(lines) : [],
			canReceive,
		};
	};

	const arrival = (account: ActiveAccount, serverId: string): Arrival | null =>
		arrivalOf(
			account,
			serverId,
			service.get(account, 'in', serverId),
			outbox.laneOf('transfer-in', documentOf(serverId)),
		);

	const arrivals = (account: ActiveAccount, locationId: string): TransferDocument[] => {
		const lanes = new Map(
			outbox.lanes('transfer-in').map((lane) => [serverIdOf(lane.documentId) ?? '', lane]),
		);
		const found = service.at(account, 'in', locationId);
		const listed = new Set(found.map(({ record }) => record.id));
		const all = found.map((transfer) => ({ id: transfer.record.id, transfer }));
		// What waits here is shown even when the service's list has lost it.
		const unlisted = [...lanes]
			.filter(([id, lane]) => lane.standing !== 'done' && !listed.has(id))
			.filter(([id]) => drafts.receipt(account.accountId, id)?.location_id === locationId)
			.map(([id]) => ({ id, transfer: null }));
		return [...all, ...unlisted].flatMap(({ id, transfer }) => {
			const each = arrivalOf(account, id, transfer, lanes.get(id) ?? null);
			return each === null ? [] : [arrivalView(each)];
		});
	};

	/** The arrival, if something may be entered against it. */
	const receivableArrival = (account: ActiveAccount, documentId: string): Reply<Arrival> => {
		const serverId = departureIdOf(documentId) === null ? serverIdOf(documentId) : null;
		const found = serverId === null ? null : arrival(account, serverId);
		if (found === null) return notHere();
		if (found.lane !== null) return fail('already-submitted', 'This was received already.');
		return found.canReceive
			? succeed(found)
			: fail('not-possible-now', 'This transfer cannot be received now.');
	};

	/** Writes lines of the receipt, which is begun with the first. Durable when it returns. */
	const writeReceipt = (
		account: ActiveAccount,
		{ transfer, receipt }: Arrival,
		lines: Readonly<Record<string, ReceivedLine>>,
	): TransferDocument => {
		const now = clock.now();
		const person = context.settings().person;
		const { record, head } = transfer;
		const body = JSON.stringify({
			transfer: record,
			lines: { ...receipt?.body.lines, ...lines },
		} satisfies ReceiptBody);
		if (receipt === null) {
			drafts.insert({
				draft_id: ports.newId(),
				account_id: account.accountId,
				document: 'receipt',
				location_id: record.toLocationId,
				server_id: record.id,
				state: 'open',
				revision: 1,
				body,
				business_date: head.businessDate,
				time_zone: places.get(account.accountId, record.toLocationId).timeZone,
				created_at: now,
				changed_at: now,
				entered_by: person,
			});
		} else {
			const { draft_id, revision } = receipt.row;
			drafts.change({ draft_id, revision, body, changed_at: now, entered_by: person });
		}
		changed();
		const after = arrival(account, record.id);
		if (after === null) throw new Error('A receipt that was just written is not there.');
		return arrivalView(after);
	};

	/** Fills every line that is still blank and has something left to come. */
	const fillBlanks = (
		account: ActiveAccount,
		documentId: string,
		boxes: (line: ServiceTransfer['lines'][number]) => ReceivedLine['boxes'],
	): Reply<TransferDocument> => {
		const open = receivableArrival(account, documentId);
		if (!open.ok) return open;
		const { transfer, receipt } = open.value;
		const shownLines = new Map(
			arrivalLines(transfer, receipt?.body ?? null, true).map((line) => [line.lineId, line]),
		);
		const filled: Record<string, ReceivedLine> = {};
		for (const line of transfer.lines) {
			const seen = shownLines.get(line.record.id);
			const left = seen?.sent ?? '0';
			if (seen?.received !== null || isZero(left)) continue;
			filled[line.record.id] = { boxes: boxes(line), reason: seen.differenceReason };
		}
		return succeed(writeReceipt(account, open.value, filled));
	};

	const enterReceived = (
		account: ActiveAccount,
		input: Parameters<Handlers<'transfer'>['transfer.enterReceived']>[0],
	): Reply<TransferDocument> => {
		const open = receivableArrival(account, input.documentId);
		if (!open.ok) return open;
		const { transfer, receipt } = open.value;
		const { lineId, unitId, typed, locale } = input;
		const line = transfer.lines.find(({ record }) => record.id === lineId);
		const unit = line?.item.units.find((each) => each.unitId === unitId);
		if (unit === undefined) return notHere();
		const entry = parseEntry(typed, locale, { places: unit.places });
		if (entry.kind === 'problem') {
			return fail('not-a-quantity', 'This is not a quantity.', [
				{
					path: `lines.${lineId}.received`,
					message: entry.code,
					...(entry.code === 'ambiguous' ? { readings: [...entry.readings] } : {}),
				},
			]);
		}
		const before = receipt?.body.lines[lineId] ?? blankLine;
		const others = before.boxes.filter((each) => each.unitId !== unitId);
		const boxes =
			entry.kind === 'blank'
				? others
				: [...others, { unitId, typed, locale, quantity: entry.quantity }];
		return succeed(writeReceipt(account, open.value, { [lineId]: { ...before, boxes } }));
	};

	const receive = (account: ActiveAccount, documentId: string): Reply<TransferDocument> => {
		const open = receivableArrival(account, documentId);
		// A second click finds the work of the first done.
		if (!open.ok) return open.code === 'already-submitted' ? shown(account, documentId) : open;
		const { transfer, receipt } = open.value;
		const lines = arrivalLines(transfer, receipt?.body ?? null, true);
		const problems = receivingProblems(lines);
		if (problems.length > 0) return incomplete(problems);
		if (receipt === null) return incomplete([{ path: 'lines', message: 'no-lines' }]);
		const now = clock.now();
		const { row, body } = receipt;
		store.durable
			.transaction(() => {
				drafts.change({
					draft_id: row.draft_id,
					revision: row.revision,
					body: JSON.stringify({ ...body, transfer: transfer.record } satisfies ReceiptBody),
					changed_at: now,
					entered_by: context.settings().person,
				});
				if (!drafts.close(row.draft_id, 'submitted', now)) return;
				outbox.enqueue(receivingLane(transfer, lines), [
					receivingAction(row, transfer.record, lines, new Date(now).toISOString()),
				]);
			})
			.immediate();
		outbox.wake();
		changed();
		return shown(account, documentId);
	};

	// ── Both ───────────────────────────────────────────────────────────────────────────────────────────────────────

	const get = (account: ActiveAccount, documentId: string): TransferDocument | null => {
		const departureId = departureIdOf(documentId);
		if (departureId !== null) {
			const transfer = service.get(account, 'out', departureId);
			return transfer && departureView(transfer);
		}
		const serverId = serverIdOf(documentId);
		if (serverId === null) return draftDocument(account, documentId);
		const found = arrival(account, serverId);
		return found && arrivalView(found);
	};

	const shown = (account: ActiveAccount, documentId: string): Reply<TransferDocument> => {
		const document = get(account, documentId);
		return document === null ? notHere() : succeed(document);
	};

	const oldest = (...ages: (number | null)[]): number | null =>
		ages.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)));

	return {
		'transfer.list': connected(context, (account, { locationId }) => {
			const documents = [...arrivals(account, locationId), ...departures(account, locationId)];
			return succeed({
				documents: documents.map(summaryOf).sort((a, b) => b.changedAt - a.changedAt),
				asOf: oldest(
					pulls.asOf(account.accountId, 'transferOut'),
					pulls.asOf(account.accountId, 'transferIn'),
				),
			});
		}),
		'transfer.report': connected(context, report),
		'transfer.get': connected(context, (account, { documentId }) => shown(account, documentId)),
		'transfer.save': connected(context, save),
		'transfer.send': connected(context, (account, { documentId }) => send(account, documentId)),
		'transfer.discard': connected(context, ({ accountId }, { documentId }) => {
			const open = saving.open(accountId, 'transfer-out', documentId);
			if (!open.ok) return open;
			drafts.close(documentId, 'discarded', clock.now());
			changed();
			return succeed({});
		}),
		'transfer.enterReceived': connected(context, enterReceived),
		'transfer.explainDifference': connected(context, (account, { documentId, lineId, reason }) => {
			const open = receivableArrival(account, documentId);
			if (!open.ok) return open;
			if (!open.value.transfer.lines.some(({ record }) => record.id === lineId)) return notHere();
			const before = open.value.receipt?.body.lines[lineId] ?? blankLine;
			return succeed(writeReceipt(account, open.value, { [lineId]: { ...before, reason } }));
		}),
		'transfer.receiveAllAsSent': connected(context, (account, { documentId }) =>
			fillBlanks(account, documentId, ({ record, item }) =>
				asSent(record, item, context.settings().locale),
			),
		),
		'transfer.confirmBlanksAsZero': connected(context, (account, { documentId }) =>
			fillBlanks(account, documentId, ({ item }) => {
				const unit = item.units.find(({ factor }) => factor.numerator === factor.denominator);
				const unitId = (unit ?? item.units.at(-1))?.unitId;
				return unitId === undefined
					? []
					: boxesOf([{ unitId, quantity: '0' }], context.settings().locale);
			}),
		),
		'transfer.receive': connected(context, (account, { documentId }) =>
			receive(account, documentId),
		),
	};
}

const notHere = (): Failure => fail('not-found', 'This transfer is not here.');
const incomplete = (problems: Parameters<typeof fail>[2]): Failure =>
	fail('incomplete', 'This cannot go as it stands.', problems);

/** Whose move it is while something of ours stands; `afterwards` once the service has it. */
function moveWhile(
	standing: Standing,
	afterwards: TransferSummary['move'],
): TransferSummary['move'] {
	switch (standing) {
		case 'draft':
		case 'needs-you':
			return 'ours';
		case 'waiting':
			return 'network';
		case 'service':
			return afterwards;
	}
}

const summaryOf = (document: TransferDocument): TransferSummary => ({
	documentId: document.documentId,
	direction: document.direction,
	number: document.number,
	fromLocationId: document.fromLocationId,
	fromName: document.fromName,
	toLocationId: document.toLocationId,
	toName: document.toName,
	businessDate: document.businessDate,
	phase: document.phase,
	stateWord: document.stateWord,
	standing: document.standing,
	lines: document.lines.length,
	cost: document.cost,
	currency: document.currency,
	sentAt: document.sentAt,
	changedAt: document.changedAt,
	move: document.move,
});
