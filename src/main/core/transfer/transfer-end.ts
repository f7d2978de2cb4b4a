// A transfer of the service as one end sees it, with our entries and queued work.
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import {
	transferTag,
	type TransferDocument,
	type TransferLine,
	type TransferTag,
} from '../../../shared/bridge/transfer.ts';
import type { Phase, Standing } from '../../../shared/bridge/values.ts';
import { add, compare, isNegative, subtract } from '../../../shared/domain/decimal.ts';
import type { TransferRecord } from '../../../shared/service/transfer.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import { documentEdits } from '../document/editing.ts';
import { lastUpdate, laneFolds, reachedPhase, rejectedBecause } from '../document/lane-fold.ts';
import { transferIdOf } from '../document/transfer-id.ts';
import { transitionsFrom, versionOf } from '../document/transitions.ts';
import type { LaneStanding } from '../outbox/outbox.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import {
	draftOf,
	entryOf,
	handoverAt,
	handoverBodyOf,
	handoverProblems,
	isDue,
	isLeftDue,
	type Handover,
	type HandoverBody,
} from './handover.ts';
import { moveWhile } from './move.ts';
import {
	kindOf,
	moveOf,
	serviceTransfers,
	type Direction,
	type Lookup,
	type ServiceTransfer,
} from './service-transfer.ts';
import type { Settled, settling } from './settling.ts';

export interface TransferEnd {
	transfer: ServiceTransfer;
	handover: Handover;
	/** Entries shown with it: still open, or sent but not yet shown by the service. */
	entered: { row: DraftRow; body: HandoverBody } | null;
	/** Set while our queued work replaces the service's record. */
	lane: { standing: Exclude<Standing, 'draft'>; reached: Phase } | null;
	because: string;
	open: boolean;
}

export const laneAt = { in: 'transfer-in', out: 'transfer-out' } as const;

export type TransferEnds = ReturnType<typeof transferEnds>;

export function transferEnds(context: CoreContext, settle: ReturnType<typeof settling>) {
	const { store, ports, outbox } = context;
	const drafts = draftTable(store.durable);
	const service = serviceTransfers(store);
	const fold = laneFolds(store);
	const editing = documentEdits(context);

	const isOpen = ({ profile }: ActiveAccount, handover: Handover, transfer: ServiceTransfer) => {
		const { receiveIn, fulfillIn } = profile.transfer;
		const phases = handover === 'receive' ? receiveIn : fulfillIn;
		return phases.includes(transfer.head.phase) && isDue(handover, transfer);
	};

	/** Null if neither a copy nor a draft of ours exists. */
	const held = (
		account: ActiveAccount,
		direction: Direction,
		serverId: string,
		transfer: ServiceTransfer | null,
		lane: LaneStanding | null,
	): TransferEnd | null => {
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
			// Use the record from that time: a newer one may already include this handover, and nothing would be due.
			const shown = handedOver ? seenThen() : (edited(account, transfer, unseen) ?? seenThen());
			if (shown !== null) {
				const reached = phaseReached(unseen, shown, handedOver ? (entered?.body ?? null) : null);
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

	const phaseReached = (
		unseen: LaneStanding['actions'],
		shown: ServiceTransfer,
		received: HandoverBody | null,
	): Phase => {
		const reached = reachedPhase(unseen, shown.head.phase);
		if (reached !== 'received' || received === null) return reached;
		const left = shown.lines.some((line) => isLeftDue(entryOf('receive', line, received)));
		return left ? 'partly-received' : reached;
	};

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
		{ transfer, handover, entered, lane, open }: TransferEnd,
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

	const headOf = (
		{ accountId }: ActiveAccount,
		{ transfer, entered, lane, open }: TransferEnd,
		{ location }: Lookup,
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
		const leftAt = head.sentAt ?? ports.clock.now();
		const otherBusinessDate = businessDateAt(location(accountId, otherId), leftAt);
		const otherDay = otherBusinessDate !== businessDateAt(location(accountId, hereId), leftAt);
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
		each: TransferEnd,
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
			// No further decision until the service shows this one.
			can: lane === null ? transitionsFrom(kindOf[head.direction], head.phase) : [],
			version: versionOf(record),
			rejectedBecause: because,
			reasonGoes: account.profile.rejection[kindOf[head.direction]] !== null,
			// After the receiver rejects a delivery, only the sender can edit it.
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

	const wholeView = (account: ActiveAccount, each: TransferEnd): TransferDocument =>
		view(
			account,
			each,
			each.handover === 'receive' ? settle.settled(account, each.transfer) : undefined,
		);

	const find = (account: ActiveAccount, documentId: string): TransferEnd | null => {
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

	const shown = (account: ActiveAccount, documentId: string): Reply<TransferDocument> => {
		const found = find(account, documentId);
		return found === null ? notHere() : succeed(wholeView(account, found));
	};

	return {
		isOpen,
		held,
		find,
		linesOf,
		headOf,
		view,
		wholeView,
		shown,

		record({ accountId }: ActiveAccount, documentId: string): TransferRecord | null {
			const end = transferIdOf(documentId);
			return end && service.record(accountId, end.direction, end.serverId);
		},

		get(account: ActiveAccount, documentId: string): TransferDocument | null {
			const found = find(account, documentId);
			return found && wholeView(account, found);
		},
	};
}

/** Too much or damaged, and neither kept nor on a draft. Null while receiving is possible or queued. */
function excessOf(
	{ transfer, handover, open, lane }: Pick<TransferEnd, 'transfer' | 'handover' | 'open' | 'lane'>,
	{ item, difference }: Omit<ServiceTransfer['lines'][number], 'record'>,
	settled: Settled | undefined,
): string | null {
	if (handover !== 'receive' || open || lane !== null || transfer.head.phase !== 'received')
		return null;
	if (difference === null || item.units.length === 0) return null;
	const over = isNegative(difference) ? '0' : difference;
	const left = subtract(add(over, settled?.damaged ?? '0'), settled?.leaves ?? '0');
	return isNegative(left) ? '0' : left;
}

const booked = (phase: Phase): boolean =>
	['in-transit', 'partly-received', 'received', 'fulfilled'].includes(phase);

/** @param otherDay the sending time falls on different business days at the two ends */
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

export const notHere = (): Failure => fail('not-found', 'This transfer is not here.');
