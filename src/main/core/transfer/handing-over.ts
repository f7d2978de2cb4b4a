// Transfers of the service with what is entered against them here: what came at the receiver's end, what leaves at
// the sender's. Entered at once, durable as it is typed, queued as one receipt or fulfilment.
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import {
	transferTag,
	type TransferDocument,
	type TransferLine,
	type TransferTag,
} from '../../../shared/bridge/transfer.ts';
import type { ItemView, Phase, Standing, Transition } from '../../../shared/bridge/values.ts';
import { readBox } from '../../../shared/domain/box-entry.ts';
import { compare, isNegative, isZero, subtract } from '../../../shared/domain/decimal.ts';
import { strays } from '../../../shared/domain/unit.ts';
import type { TransferRecord } from '../../../shared/service/transfer.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { copiesInPhases } from '../document/copies-in-phases.ts';
import { businessDateAt } from '../document/dates.ts';
import { documentEdits } from '../document/editing.ts';
import { keptRows, type ReadRow } from '../document/kept-list.ts';
import { lastUpdate, laneFolds, reachedPhase, rejectedBecause } from '../document/lane-fold.ts';
import { transitions, transitionsFrom, versionOf } from '../document/transitions.ts';
import { transferIdOf } from '../document/transfer-id.ts';
import type { LaneStanding } from '../outbox/outbox.ts';
import { cacheRecords, type CachedRecord } from '../store/cache-records.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { locations } from '../store/locations.ts';
import {
	allDue,
	blankLine,
	boxesOf,
	draftOf,
	dueOf,
	entryOf,
	handoverAction,
	handoverAt,
	handoverBodyOf,
	handoverLane,
	handoverProblems,
	isDue,
	takenIn,
	type EnteredLine,
	type Handover,
	type HandoverBody,
} from './handover.ts';
import { moveWhile } from './move.ts';
import { settling, type Settled } from './settling.ts';
import {
	kindOf,
	moveOf,
	remembering,
	serviceTransfers,
	type Direction,
	type Lookup,
	type ServiceTransfer,
} from './service-transfer.ts';
import { listedTransfer, type ListedTransfer } from './transfer-list.ts';

/** A transfer of the service with whatever of ours stands for it. */
interface Held {
	transfer: ServiceTransfer;
	handover: Handover;
	/** What is shown with it: being entered, or not yet shown by the service. */
	entered: { row: DraftRow; body: HandoverBody } | null;
	/** While what waits in the lane stands in the place of the service's record. */
	lane: { standing: Exclude<Standing, 'draft'>; reached: Phase } | null;
	/** Why it was rejected here. */
	because: string;
	/** Whether something can be entered now. */
	open: boolean;
}

const laneAt = { in: 'transfer-in', out: 'transfer-out' } as const;

export function handingOver(context: CoreContext, changed: () => void) {
	const { store, ports, outbox } = context;
	const { clock } = ports;
	const drafts = draftTable(store.durable);
	const records = cacheRecords(store.cache);
	const places = locations(store.cache);
	const service = serviceTransfers(store);
	const fold = laneFolds(store);
	const decide = transitions(context);
	const settle = settling(context);
	const editing = documentEdits(context);
	const kept = {
		out: keptRows<ListedTransfer>(store, 'transferOut', 'transferIn'),
		in: keptRows<ListedTransfer>(store, 'transferIn', 'transferOut'),
	};

	const isOpen = ({ profile }: ActiveAccount, handover: Handover, transfer: ServiceTransfer) => {
		const { receiveIn, fulfillIn } = profile.transfer;
		const phases = handover === 'receive' ? receiveIn : fulfillIn;
		return phases.includes(transfer.head.phase) && isDue(handover, transfer);
	};

	/** @param transfer the service's record, where there is a copy of it. */
	const held = (
		account: ActiveAccount,
		direction: Direction,
		serverId: string,
		transfer: ServiceTransfer | null,
		lane: LaneStanding | null,
	): Held | null => {
		const handover = handoverAt[direction];
		const row = drafts.against(account.accountId, draftOf[handover], serverId);
		const entered = row && { row, body: handoverBodyOf(row) };
		const seenThen = (): ServiceTransfer | null =>
			entered && service.view(account, direction, entered.body.transfer, entered.row.changed_at);

		const folded = lane && fold(account, kindOf[direction], lane);
		const because = rejectedBecause(
			lane,
			transfer?.record ?? null,
			account.profile.rejection[kindOf[direction]],
		);
		if (folded?.shows === 'ours') {
			const { standing, unseen } = folded;
			const handedOver = unseen.some(({ operation }) => operation.endsWith(`.${handover}`));
			// What was due is reckoned from the record as it was then: a newer one may hold this already.
			const shown = handedOver ? seenThen() : (edited(account, transfer, unseen) ?? seenThen());
			if (shown !== null) {
				const reached = reachedPhase(unseen, shown.head.phase);
				return {
					transfer: shown,
					handover,
					entered: handedOver ? entered : null,
					lane: { standing, reached },
					because,
					open: false,
				};
			}
		}
		const now = transfer ?? seenThen();
		if (now === null) return null;
		const open = isOpen(account, handover, now);
		return {
			transfer: now,
			handover,
			entered: open && entered?.row.state === 'open' ? entered : null,
			lane: null,
			because,
			open,
		};
	};

	/** The transfer as an edit of ours makes it, that the copy does not show yet. */
	const edited = (
		account: ActiveAccount,
		transfer: ServiceTransfer | null,
		unseen: LaneStanding['actions'],
	): ServiceTransfer | null => {
		const update = lastUpdate(unseen);
		if (transfer === null || update === null) return transfer;
		return service.withUpdate(account, transfer, update);
	};

	const linesOf = (
		{ transfer, handover, entered, lane, open }: Held,
		settled: ReadonlyMap<string, Settled> = new Map(),
	): TransferLine[] =>
		transfer.lines.map(({ record, ...line }) => ({
			...line,
			excess: excessOf({ transfer, handover, open, lane }, line, settled.get(record.id)),
			lineId: record.id,
			entry:
				open || entered !== null
					? entryOf(handover, { record, ...line }, entered?.body ?? null)
					: null,
			settled: settled.get(record.id)?.settled ?? [],
		}));

	/** What the list and the document itself both say of it. */
	const headOf = (
		{ accountId }: ActiveAccount,
		{ transfer, entered, lane, open }: Held,
		{ place }: Lookup,
	) => {
		const { head, record, lines } = transfer;
		const [hereId, otherId] =
			head.direction === 'out'
				? ([record.fromLocationId, record.toLocationId] as const)
				: ([record.toLocationId, record.fromLocationId] as const);
		const move =
			lane === null
				? open
					? 'ours'
					: head.move
				: moveWhile(lane.standing, moveOf(head.direction, lane.reached, record));
		const leftAt = head.sentAt ?? clock.now();
		const otherBusinessDate = businessDateAt(place(accountId, otherId), leftAt);
		const otherDay = otherBusinessDate !== businessDateAt(place(accountId, hereId), leftAt);
		return {
			...head,
			...(lane === null ? {} : { phase: lane.reached, standing: lane.standing }),
			move,
			changedAt: entered?.row.changed_at ?? head.changedAt,
			otherBusinessDate,
			tags: booked(head.phase) ? tagsOf(lines, otherDay) : [],
		};
	};

	const view = (
		account: ActiveAccount,
		each: Held,
		settled?: ReadonlyMap<string, Settled>,
	): TransferDocument => {
		const { transfer, handover, entered, lane, because, open } = each;
		const { head, record } = transfer;
		const lines = linesOf(each, settled);
		return {
			...headOf(account, each, service.directly),
			revision: entered?.row.revision ?? 0,
			lines,
			problems: open
				? handoverProblems(handover, lines, account.profile.transfer.overReceiptPercent)
				: [],
			handover: open ? handover : null,
			// The next decision waits until the service shows this one.
			can: lane === null ? transitionsFrom(kindOf[head.direction], head.phase) : [],
			version: versionOf(record),
			rejectedBecause: because,
			reasonGoes: account.profile.rejection[kindOf[head.direction]] !== null,
			// What the receiver turned away is the sender's again: there is nothing to ask for anew.
			edit:
				lane !== null || (head.direction === 'in' && record.sentDate !== undefined)
					? null
					: editing.offered(account.accountId, kindOf[head.direction], {
							id: record.id,
							phase: head.phase,
							standing: head.standing,
						}),
		};
	};

	/** One transfer with all that is known of it; the list does without what was settled. */
	const wholeView = (account: ActiveAccount, each: Held): TransferDocument =>
		view(
			account,
			each,
			each.handover === 'receive' ? settle.settled(account, each.transfer) : undefined,
		);

	const find = (account: ActiveAccount, documentId: string): Held | null => {
		const end = transferIdOf(documentId);
		if (end === null) return null;
		const { direction, serverId } = end;
		return held(
			account,
			direction,
			serverId,
			service.get(account, direction, serverId),
			outbox.laneOf(laneAt[direction], documentId),
		);
	};

	/** The transfer, if something can be entered against it. */
	const openFor = (account: ActiveAccount, documentId: string): Reply<Held> => {
		const found = find(account, documentId);
		if (found === null) return notHere();
		if (found.lane !== null) return fail('already-submitted', 'This is in the outbox already.');
		return found.open
			? succeed(found)
			: fail('not-possible-now', 'Nothing can be entered against this transfer now.');
	};

	/** Writes lines; the draft is begun with the first. Durable when it returns. */
	const write = (
		account: ActiveAccount,
		{ transfer, handover, entered }: Held,
		lines: Readonly<Record<string, EnteredLine>>,
	): TransferDocument => {
		const now = clock.now();
		const person = context.settings().person;
		const { record, head } = transfer;
		const locationId = head.direction === 'out' ? record.fromLocationId : record.toLocationId;
		const body = JSON.stringify({
			transfer: record,
			lines: { ...entered?.body.lines, ...lines },
		} satisfies HandoverBody);
		if (entered === null) {
			drafts.insert({
				draft_id: ports.newId(),
				account_id: account.accountId,
				document: draftOf[handover],
				location_id: locationId,
				server_id: record.id,
				state: 'open',
				revision: 1,
				body,
				business_date: head.businessDate,
				time_zone: places.get(account.accountId, locationId).timeZone,
				created_at: now,
				changed_at: now,
				entered_by: person,
			});
		} else {
			const { draft_id, revision } = entered.row;
			drafts.change({ draft_id, revision, body, changed_at: now, entered_by: person });
		}
		changed();
		const after = find(account, head.documentId);
		if (after === null) throw new Error('What was just written is not there.');
		return wholeView(account, after);
	};

	/** Fills every line that is still blank and of which something is due. */
	const fillBlanks = (
		account: ActiveAccount,
		documentId: string,
		boxes: (line: ServiceTransfer['lines'][number], handover: Handover) => EnteredLine['boxes'],
	): Reply<TransferDocument> => {
		const open = openFor(account, documentId);
		if (!open.ok) return open;
		const { transfer, handover, entered } = open.value;
		const filled: Record<string, EnteredLine> = {};
		for (const line of transfer.lines) {
			const before = entered?.body.lines[line.record.id] ?? blankLine;
			if (before.boxes.length > 0 || isZero(dueOf(handover, line.record))) continue;
			filled[line.record.id] = { ...before, boxes: boxes(line, handover) };
		}
		return succeed(write(account, open.value, filled));
	};

	/** The lanes of the service's transfers of a direction, by the service's id. */
	const lanesAt = (direction: Direction): ReadonlyMap<string, LaneStanding> =>
		new Map(
			outbox.lanes(laneAt[direction]).flatMap((lane) => {
				const end = transferIdOf(lane.documentId);
				return end === null ? [] : [[end.serverId, lane] as const];
			}),
		);

	/** A copy as the list shows it, nothing of ours with it. */
	const listedCopy = (
		account: ActiveAccount,
		direction: Direction,
		copy: CachedRecord,
		lookup: Lookup,
	): ReadRow<ListedTransfer> => {
		const handover = handoverAt[direction];
		const transfer = service.ofCopy(account, direction, copy, lookup);
		const { lines, record } = transfer;
		const open = isOpen(account, handover, transfer);
		const each: Held = { transfer, handover, entered: null, lane: null, because: '', open };
		return {
			row: listedTransfer({ ...headOf(account, each, lookup), lines }),
			otherId: record.counterpartId ?? null,
			itemIds: lines.map(({ item }) => item.itemId),
		};
	};

	/** @param found transfers of the service at a location's end; what is ours stands beside them, or in their place. */
	const withOurs = (
		account: ActiveAccount,
		{
			direction,
			locationId,
			hidden,
			lookup,
			found,
		}: {
			direction: Direction;
			locationId: string;
			hidden: ReadonlySet<string>;
			lookup: Lookup;
			found: ReadonlyMap<string, ReadRow<ListedTransfer>>;
		},
	): ListedTransfer[] => {
		const { accountId } = account;
		const lanes = lanesAt(direction);
		const draft = draftOf[handoverAt[direction]];
		// What waits here is shown even when the service's list has lost it.
		const unlisted = [...lanes]
			.filter(([id, lane]) => lane.standing !== 'done' && !found.has(id))
			.filter(([id]) => drafts.against(accountId, draft, id)?.location_id === locationId);
		/** Of these something of ours stands beside the service's record, or in its place. */
		const touched = new Set([
			...[...lanes.keys()].filter((id) => found.has(id)),
			...unlisted.map(([id]) => id),
			...drafts
				.open(accountId, draft, locationId)
				.flatMap(({ server_id: id }) => (id !== null && found.has(id) ? [id] : [])),
		]);
		const shown = [...touched].flatMap((id) => {
			if (hidden.has(id)) return [];
			const transfer = service.get(account, direction, id);
			const each = held(account, direction, id, transfer, lanes.get(id) ?? null);
			if (each === null) return [];
			const head = headOf(account, each, lookup);
			return [listedTransfer({ ...head, lines: each.transfer.lines })];
		});
		for (const [id, { row }] of found) {
			if (!touched.has(id) && !hidden.has(id)) shown.push(row);
		}
		return shown;
	};

	return {
		/** Queues a decision about a transfer as it was shown. */
		decide(
			account: ActiveAccount,
			verb: Transition,
			{
				documentId,
				...rest
			}: { documentId: string; version: string; intentId: string; reason?: string },
		): Reply<TransferDocument> {
			const found = find(account, documentId);
			if (found === null) return notHere();
			const shownNow = view(account, found);
			if (!shownNow.can.includes(verb)) {
				return fail('not-possible-now', 'This cannot be done with the transfer as it is.');
			}
			const { transfer } = found;
			const queued = decide(account, {
				...rest,
				kind: kindOf[transfer.head.direction],
				verb,
				serverId: transfer.record.id,
				number: transfer.head.number,
				lane: handoverLane(transfer, shownNow.lines),
			});
			if (!queued.ok) return queued;
			changed();
			return shown(account, documentId);
		},

		/** The service's record of a transfer, as the copy has it. */
		record({ accountId }: ActiveAccount, documentId: string): TransferRecord | null {
			const end = transferIdOf(documentId);
			return end && service.record(accountId, end.direction, end.serverId);
		},

		get(account: ActiveAccount, documentId: string): TransferDocument | null {
			const found = find(account, documentId);
			return found && wholeView(account, found);
		},

		/**
		 * The transfers at a location's end, for the list: only what changed since the last time is read.
		 * @param hidden service ids that something of ours stands for.
		 */
		listed(
			account: ActiveAccount,
			direction: Direction,
			locationId: string,
			hidden: ReadonlySet<string>,
		): ListedTransfer[] {
			const lookup = remembering(service.directly);
			const found = kept[direction](account, locationId, (copy) =>
				listedCopy(account, direction, copy, lookup),
			);
			return withOurs(account, { direction, locationId, hidden, lookup, found });
		},

		/** Those of them that something is to be done with at this end, or that something of ours stands for. */
		open(
			account: ActiveAccount,
			direction: Direction,
			locationId: string,
			hidden: ReadonlySet<string>,
		): ListedTransfer[] {
			const { accountId, profile } = account;
			const kind = kindOf[direction];
			const { receiveIn, fulfillIn } = profile.transfer;
			const phases = direction === 'in' ? receiveIn : fulfillIn;
			const inPhase = copiesInPhases(records, account, kind, locationId, phases);
			const ours = [...lanesAt(direction)].flatMap(([id, lane]) =>
				fold(account, kind, lane).shows === 'ours' ? (records.get(accountId, kind, id) ?? []) : [],
			);
			const lookup = remembering(service.directly);
			const found = new Map(
				[...inPhase, ...ours].flatMap((copy) => {
					const read = listedCopy(account, direction, copy, lookup);
					const { fromLocationId, toLocationId } = read.row.summary;
					const here = direction === 'out' ? fromLocationId : toLocationId;
					return here === locationId ? [[copy.id, read] as const] : [];
				}),
			);
			return withOurs(account, { direction, locationId, hidden, lookup, found });
		},

		enter(
			account: ActiveAccount,
			input: Parameters<Handlers<'transfer'>['transfer.enter']>[0],
		): Reply<TransferDocument> {
			const open = openFor(account, input.documentId);
			if (!open.ok) return open;
			const { transfer, entered } = open.value;
			const { lineId, unitId, typed, locale } = input;
			const line = transfer.lines.find(({ record }) => record.id === lineId);
			const unit = line?.item.units.find((each) => each.unitId === unitId);
			if (unit === undefined) return notHere();
			const entry = readBox(typed, locale, unit, line?.item.units ?? []);
			if (entry.kind === 'problem') {
				return fail('not-a-quantity', 'This is not a quantity.', [
					{
						path: `lines.${lineId}.entry`,
						message: entry.code,
						...(entry.code === 'ambiguous' ? { readings: [...entry.readings] } : {}),
					},
				]);
			}
			const before = entered?.body.lines[lineId] ?? blankLine;
			const lost = strays(before.boxes, line?.item.units ?? []);
			const others = before.boxes.filter((each) => each.unitId !== unitId && !lost.includes(each));
			const boxes =
				entry.kind === 'blank'
					? others
					: [...others, { unitId, typed, locale, quantity: entry.quantity }];
			return succeed(write(account, open.value, { [lineId]: { ...before, boxes } }));
		},

		explain(
			account: ActiveAccount,
			{ documentId, lineId, reason }: Parameters<Handlers<'transfer'>['transfer.explain']>[0],
		): Reply<TransferDocument> {
			const open = openFor(account, documentId);
			if (!open.ok) return open;
			const { transfer, entered } = open.value;
			if (!transfer.lines.some(({ record }) => record.id === lineId)) return notHere();
			const before = entered?.body.lines[lineId] ?? blankLine;
			return succeed(write(account, open.value, { [lineId]: { ...before, reason } }));
		},

		settle(
			account: ActiveAccount,
			{ documentId, lineId, settlement }: Parameters<Handlers<'transfer'>['transfer.settle']>[0],
		): Reply<TransferDocument> {
			const open = openFor(account, documentId);
			if (!open.ok) return open;
			const { transfer, handover, entered } = open.value;
			const line = transfer.lines.find(({ record }) => record.id === lineId);
			if (line === undefined || handover !== 'receive') return notHere();
			const before = entered?.body.lines[lineId] ?? blankLine;
			if (settle.stands(account.accountId, before.draftId)) {
				return fail('not-possible-now', 'A draft was made of this line already.');
			}
			const blank = before.boxes.length === 0;
			const boxes = blank && settlement !== 'none' ? zeroOf(line.item) : before.boxes;
			return succeed(write(account, open.value, { [lineId]: { ...before, boxes, settlement } }));
		},

		/** Says what becomes of what came over of a line of a transfer that is received. */
		settleExcess(
			account: ActiveAccount,
			input: Parameters<Handlers<'transfer'>['transfer.settleExcess']>[0],
		): Reply<TransferDocument> {
			const found = find(account, input.documentId);
			if (found === null) return notHere();
			const { lines } = wholeView(account, found);
			const line = lines.find(({ lineId }) => lineId === input.lineId);
			if (line?.excess === undefined || line.excess === null || isZero(line.excess)) {
				return fail('not-possible-now', 'Nothing came over of which this is not said yet.');
			}
			settle.settleExcess(account, found.transfer, { ...input, line });
			changed();
			return shown(account, input.documentId);
		},

		enterAllAsDue: (account: ActiveAccount, documentId: string): Reply<TransferDocument> =>
			fillBlanks(account, documentId, ({ record, item }, handover) =>
				allDue(handover, record, item, context.settings().locale),
			),

		confirmBlanksAsZero: (account: ActiveAccount, documentId: string): Reply<TransferDocument> =>
			fillBlanks(account, documentId, ({ item }) => zeroOf(item)),

		/** Queues what was entered. */
		handOver(
			account: ActiveAccount,
			handover: Handover,
			documentId: string,
		): Reply<TransferDocument> {
			const open = openFor(account, documentId);
			// A second click finds the work of the first done.
			if (!open.ok) return open.code === 'already-submitted' ? shown(account, documentId) : open;
			if (open.value.handover !== handover) return notHere();
			const { transfer, entered } = open.value;
			const lines = linesOf(open.value);
			const problems = handoverProblems(
				handover,
				lines,
				account.profile.transfer.overReceiptPercent,
			);
			if (problems.length > 0) return incomplete(problems);
			if (entered === null) return incomplete([{ path: 'lines', message: 'no-lines' }]);
			const now = clock.now();
			const { row, body } = entered;
			const goes =
				handover === 'receive' ? takenIn(transfer, lines, context.settings().locale) : lines;
			store.durable
				.transaction(() => {
					const made = handover === 'receive' ? settle.draft(account, transfer, lines, body) : {};
					drafts.change({
						draft_id: row.draft_id,
						revision: row.revision,
						body: JSON.stringify({
							transfer: transfer.record,
							lines: withDrafts(body.lines, made),
						} satisfies HandoverBody),
						changed_at: now,
						entered_by: context.settings().person,
					});
					if (!drafts.close(row.draft_id, 'submitted', now)) return;
					outbox.enqueue(handoverLane(transfer, lines), [
						handoverAction(handover, row, transfer.record, goes, new Date(now).toISOString()),
					]);
				})
				.immediate();
			outbox.wake();
			changed();
			// A draft of waste may have been made of what came short.
			context.emit('documents.changed', { area: 'wastage' });
			return shown(account, documentId);
		},
	};

	function shown(account: ActiveAccount, documentId: string): Reply<TransferDocument> {
		const found = find(account, documentId);
		return found === null ? notHere() : succeed(wholeView(account, found));
	}

	function zeroOf({ units }: ItemView): EnteredLine['boxes'] {
		const base = units.find(({ factor }) => factor.numerator === factor.denominator);
		const unitId = (base ?? units.at(-1))?.unitId;
		const locale = context.settings().locale;
		return unitId === undefined ? [] : boxesOf([{ unitId, quantity: '0' }], locale);
	}
}

/**
 * What came over of a line and nobody has said what becomes of it. Null where it may still come, where it is entered
 * now, and of an item of which nothing can be entered.
 */
function excessOf(
	{ transfer, handover, open, lane }: Pick<Held, 'transfer' | 'handover' | 'open' | 'lane'>,
	{ item, difference }: Omit<ServiceTransfer['lines'][number], 'record'>,
	settled: Settled | undefined,
): string | null {
	if (handover !== 'receive' || open || lane !== null || transfer.head.phase !== 'received')
		return null;
	if (difference === null || item.units.length === 0) return null;
	const left = subtract(difference, settled?.over ?? '0');
	return isNegative(left) ? '0' : left;
}

/** Whether anything of a transfer moved stock, so that the two ends can differ in it. */
const booked = (phase: Phase): boolean =>
	['in-transit', 'partly-received', 'received', 'fulfilled'].includes(phase);

/** @param otherDay the clocks of the two ends put the moment that it left on different days. */
function tagsOf(lines: ServiceTransfer['lines'], otherDay: boolean): TransferTag[] {
	const differs = (sign: 1 | -1): boolean =>
		lines.some(({ difference }) => difference !== null && compare(difference, '0') === sign);
	const tags = {
		mismatch: lines.some(({ theirSent }) => theirSent !== null),
		short: differs(-1),
		over: differs(1),
		'other-day': otherDay,
	} satisfies Record<TransferTag, boolean>;
	return transferTag.options.filter((tag) => tags[tag]);
}

/** @param made by line, the draft that was made of its difference. */
const withDrafts = (
	lines: HandoverBody['lines'],
	made: Readonly<Record<string, string>>,
): HandoverBody['lines'] =>
	Object.fromEntries(
		Object.entries(lines).map(([lineId, line]) => [
			lineId,
			{ ...line, draftId: made[lineId] ?? line.draftId },
		]),
	);

const notHere = (): Failure => fail('not-found', 'This transfer is not here.');
const incomplete = (problems: Parameters<typeof fail>[2]): Failure =>
	fail('incomplete', 'This cannot go as it stands.', problems);
