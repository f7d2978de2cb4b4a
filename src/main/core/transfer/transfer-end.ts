// A transfer of the service as one end sees it, with our entries and queued work.
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import {
	transferTag,
	type TransferDocument,
	type TransferTag,
} from '../../../shared/bridge/transfer.ts';
import type { Phase, Standing } from '../../../shared/bridge/values.ts';
import { kinds } from '../../../shared/document/kinds.ts';
import { receivings, type ReceivingDraft } from '../../../shared/document/receiving.ts';
import { compare } from '../../../shared/domain/decimal.ts';
import { transferRecord, type TransferRecord } from '../../../shared/service/transfer.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import { lastUpdate, laneFolds, reachedPhase, rejectedBecause } from '../document/lane-fold.ts';
import { moveWhile } from '../document/move.ts';
import { openSteps, versionOf } from '../document/deciding.ts';
import type { LaneStanding, NewLane } from '../outbox/outbox.ts';
import {
	enteredBodyOf,
	entryOf,
	isDue,
	isLeftDue,
	notReceived,
	problemsOf,
	type EnteredBody,
	type Expected,
} from '../receiving/entered.ts';
import type { Settling } from '../receiving/settling.ts';
import { draftTable } from '../store/drafts.ts';
import {
	endOf,
	kindOf,
	moveOf,
	ServiceTransfers,
	type Direction,
	type Lookup,
	type ServiceTransfer,
} from './service-transfer.ts';
import type { TransferDrafts } from './submitting.ts';

export const receivingAt = { in: 'receipt', out: 'fulfilment' } as const satisfies Record<
	Direction,
	ReceivingDraft
>;

export interface TransferEnd {
	transfer: ServiceTransfer;
	receiving: ReceivingDraft;
	/** Entries shown with it: still open, or sent but not yet shown by the service. */
	entered: Expected['entered'];
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
		const receiving = receivingAt[direction];
		const row = this.#drafts.against(account.accountId, receiving, serverId);
		const entered = row && { row, body: enteredBodyOf(row) };
		const because = rejectedBecause(
			lane,
			transfer?.record ?? null,
			account.profile.rejection[kindOf[direction]],
		);
		const queued = this.#queued(account, direction, { lane, transfer, entered });
		if (queued !== null) return { ...queued, receiving, because, open: false };
		const now = transfer ?? this.#seenThen(account, direction, entered);
		if (now === null) return null;
		const open = isOpen(account, now);
		return {
			transfer: now,
			receiving,
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
		const { verb } = receivings[receivingAt[direction]];
		const isSent = unseen.some(({ operation }) => operation.endsWith(`.${verb}`));
		// Use the record from that time: a newer one may already include what was sent, and nothing would be due.
		const shown =
			(isSent ? null : this.#edited(account, transfer, unseen)) ??
			this.#seenThen(account, direction, entered);
		if (shown === null) return null;
		const ours = isSent ? entered : null;
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
		return this.service.view(account, direction, transferRecord.parse(body.seen), row.changed_at);
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
		const { transfer, receiving, entered, lane, because, open } = end;
		const { head, record } = transfer;
		const kind = kindOf[head.direction];
		const expected = expectedOf(end);
		const received = this.#settle.lines(account, expected);
		return {
			...this.head(account, end),
			revision: entered?.row.revision ?? 0,
			lines: transfer.lines.map(({ record: { id }, ...line }) => ({
				...line,
				lineId: id,
				...(received.get(id) ?? notReceived),
			})),
			problems: open ? problemsOf(expected, account.profile) : [],
			receiving: open ? receiving : null,
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
export function isOpen({ profile }: ActiveAccount, { head, lines }: ServiceTransfer): boolean {
	const receiving = receivingAt[head.direction];
	const phases = receivings[receiving].openIn(profile);
	return phases.includes(head.phase) && lines.some((line) => isDue(receiving, line));
}

function phaseReached(
	unseen: LaneStanding['actions'],
	shown: ServiceTransfer,
	received: EnteredBody | null,
): Phase {
	const kind = kinds[kindOf[shown.head.direction]];
	const reached = reachedPhase(kind, unseen, shown.head.phase);
	if (reached !== 'received' || received === null) return reached;
	const left = shown.lines.some((line) =>
		isLeftDue(entryOf('receipt', line, received.lines[line.record.id])),
	);
	return left ? 'partly-received' : reached;
}

/** The transfer as receiving sees it. */
export function expectedOf({ transfer, receiving, entered, lane, open }: TransferEnd): Expected {
	const { record, head, lines } = transfer;
	const sends = head.direction === 'out';
	return {
		name: receiving,
		documentId: head.documentId,
		record,
		lines,
		phase: head.phase,
		locationId: sends ? record.fromLocationId : record.toLocationId,
		businessDate: head.businessDate,
		entered,
		open,
		queued: lane !== null,
		lane: laneAt(transfer),
		draftHead: {
			otherLocationId: sends ? record.toLocationId : record.fromLocationId,
			// Number and name only, no words: the other location may use another language.
			description: [head.number, sends ? head.toName : head.fromName]
				.filter((word) => word !== '')
				.join(' · '),
		},
	};
}

export function laneAt({ head, record, lines }: ServiceTransfer) {
	const out = head.direction === 'out';
	return {
		document: kindOf[head.direction],
		documentId: head.documentId,
		label: {
			locationId: out ? record.fromLocationId : record.toLocationId,
			title: out ? head.toName : head.fromName,
			lines: lines.length,
			cost: head.cost,
			costsUnknown: head.costsUnknown,
			currency: head.currency,
		},
		server: { id: record.id, number: head.number },
	} satisfies NewLane;
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
