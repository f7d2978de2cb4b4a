// A transfer of the service as one end sees it, with our entries and queued work.
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import {
	transferTag,
	type TransferDocument,
	type TransferLine,
	type TransferTag,
} from '../../../shared/bridge/transfer.ts';
import type { Phase, Standing } from '../../../shared/bridge/values.ts';
import { kinds } from '../../../shared/document/kinds.ts';
import { add, compare, isNegative, subtract } from '../../../shared/domain/decimal.ts';
import type { TransferRecord } from '../../../shared/service/transfer.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import { lastUpdate, laneFolds, reachedPhase, rejectedBecause } from '../document/lane-fold.ts';
import { moveWhile } from '../document/move.ts';
import { openSteps, versionOf } from '../document/deciding.ts';
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
import {
	endOf,
	kindOf,
	moveOf,
	ServiceTransfers,
	type Direction,
	type Lookup,
	type ServiceTransfer,
} from './service-transfer.ts';
import type { Settled, Settling } from './settling.ts';
import type { TransferDrafts } from './submitting.ts';

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

export class TransferEnds {
	readonly service: ServiceTransfers;
	readonly #context: CoreContext;
	readonly #settle: Settling;
	readonly #own: TransferDrafts;
	readonly #drafts;
	readonly #fold;

	constructor(context: CoreContext, settle: Settling, own: TransferDrafts) {
		this.#context = context;
		this.#settle = settle;
		this.#own = own;
		this.#drafts = draftTable(context.store.durable);
		this.service = new ServiceTransfers(context.store);
		this.#fold = laneFolds(context.store);
	}

	record({ accountId }: ActiveAccount, documentId: string): TransferRecord | null {
		const end = endOf(documentId);
		return end && this.service.record(accountId, end.direction, end.serverId);
	}

	get(account: ActiveAccount, documentId: string): TransferDocument | null {
		const found = this.find(account, documentId);
		return found && this.whole(account, found);
	}

	shown(account: ActiveAccount, documentId: string): Reply<TransferDocument> {
		return found(this.get(account, documentId));
	}

	find(account: ActiveAccount, documentId: string): TransferEnd | null {
		const end = endOf(documentId);
		if (end === null) return null;
		const { direction, serverId } = end;
		const lane = this.#context.outbox.laneOf(kindOf[direction], documentId);
		return this.at(account, direction, serverId, lane);
	}

	/** Null if neither a copy nor a draft of ours exists. */
	at(
		account: ActiveAccount,
		direction: Direction,
		serverId: string,
		lane: LaneStanding | null,
	): TransferEnd | null {
		const transfer = this.service.get(account, direction, serverId);
		const handover = handoverAt[direction];
		const row = this.#drafts.against(account.accountId, draftOf[handover], serverId);
		const entered = row && { row, body: handoverBodyOf(row) };
		const because = rejectedBecause(
			lane,
			transfer?.record ?? null,
			account.profile.rejection[kindOf[direction]],
		);
		const queued = this.#queued(account, direction, { lane, transfer, entered });
		if (queued !== null) return { ...queued, handover, because, open: false };
		const now = transfer ?? this.#seenThen(account, direction, entered);
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
	}

	/** The transfer as our queued work leaves it; null if the service's copy is shown. */
	#queued(
		account: ActiveAccount,
		direction: Direction,
		{ lane, transfer, entered }: QueuedAt,
	): Pick<TransferEnd, 'transfer' | 'entered' | 'lane'> | null {
		const folded = lane && this.#fold(account, kindOf[direction], lane);
		if (folded?.shows !== 'ours') return null;
		const { standing, unseen } = folded;
		const verb = handoverAt[direction];
		const handedOver = unseen.some(({ operation }) => operation.endsWith(`.${verb}`));
		// Use the record from that time: a newer one may already include this handover, and nothing would be due.
		const shown =
			(handedOver ? null : this.#edited(account, transfer, unseen)) ??
			this.#seenThen(account, direction, entered);
		if (shown === null) return null;
		const ours = handedOver ? entered : null;
		return {
			transfer: shown,
			entered: ours,
			lane: { standing, reached: phaseReached(unseen, shown, ours?.body ?? null) },
		};
	}

	#edited(
		account: ActiveAccount,
		transfer: ServiceTransfer | null,
		unseen: LaneStanding['actions'],
	): ServiceTransfer | null {
		const update = lastUpdate(unseen);
		if (transfer === null || update === null) return transfer;
		return this.service.withUpdate(account, transfer, update);
	}

	/** The transfer as of the first entry against it. */
	#seenThen(
		account: ActiveAccount,
		direction: Direction,
		entered: TransferEnd['entered'],
	): ServiceTransfer | null {
		if (entered === null) return null;
		const { body, row } = entered;
		return this.service.view(account, direction, body.transfer, row.changed_at);
	}

	head(
		{ accountId }: ActiveAccount,
		{ transfer, entered, lane, open }: TransferEnd,
		{ location }: Lookup = this.service.directly,
	) {
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
		const leftAt = head.sentAt ?? this.#context.ports.clock.now();
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
	}

	/** With settled differences. */
	whole(account: ActiveAccount, end: TransferEnd): TransferDocument {
		const { transfer, handover, entered, lane, because, open } = end;
		const { head, record } = transfer;
		const kind = kindOf[head.direction];
		const lines = linesOf(
			end,
			handover === 'receive' ? this.#settle.settled(account, transfer) : undefined,
		);
		return {
			...this.head(account, end),
			revision: entered?.row.revision ?? 0,
			lines,
			problems: open
				? handoverProblems(handover, lines, account.profile.transfer.overReceiptPercent)
				: [],
			handover: open ? handover : null,
			// No further decision until the service shows this one.
			can: lane === null ? openSteps(kinds[kind], { phase: head.phase, locked: false }) : [],
			version: versionOf(record),
			rejectedBecause: because,
			reasonGoes: account.profile.rejection[kind] !== null,
			// After the receiver rejects a delivery, only the sender can edit it.
			edit:
				lane !== null || (head.direction === 'in' && record.sentDate !== undefined)
					? null
					: this.#own[head.direction].editOffered(account, {
							id: record.id,
							phase: head.phase,
							standing: head.standing,
						}),
		};
	}
}

interface QueuedAt extends Pick<TransferEnd, 'entered'> {
	readonly lane: LaneStanding | null;
	/** The service's copy. */
	readonly transfer: ServiceTransfer | null;
}

/** Whether something can be entered against the transfer. */
export function isOpen(
	{ profile }: ActiveAccount,
	handover: Handover,
	transfer: ServiceTransfer,
): boolean {
	const { receiveIn, fulfillIn } = profile.transfer;
	const phases = handover === 'receive' ? receiveIn : fulfillIn;
	return phases.includes(transfer.head.phase) && isDue(handover, transfer);
}

function phaseReached(
	unseen: LaneStanding['actions'],
	shown: ServiceTransfer,
	received: HandoverBody | null,
): Phase {
	const kind = kinds[kindOf[shown.head.direction]];
	const reached = reachedPhase(kind, unseen, shown.head.phase);
	if (reached !== 'received' || received === null) return reached;
	const left = shown.lines.some((line) => isLeftDue(entryOf('receive', line, received)));
	return left ? 'partly-received' : reached;
}

export const linesOf = (
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

export const found = (document: TransferDocument | null): Reply<TransferDocument> =>
	document === null ? notHere() : succeed(document);
