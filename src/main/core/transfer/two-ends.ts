// What both ends of a transfer say: requested, sent and received, what is on the way, and where the documents differ.
import { z } from 'zod';
import {
	transferTag,
	type TransferLine,
	type TransferSummary,
	type TransferTag,
} from '../../../shared/bridge/transfer.ts';
import type { Phase } from '../../../shared/bridge/values.ts';
import { receivingOf, type ReceivingDraft } from '../../../shared/document/receiving.ts';
import { transferIn, transferOut } from '../../../shared/document/transfer.ts';
import { compare, decimalText, isZero, subtract } from '../../../shared/domain/decimal.ts';
import { lineCost, statedOr, totalCost, type TotalCost } from '../../../shared/domain/money.ts';
import { dateTime, decimal, id } from '../../../shared/service/field.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { transferRecord } from '../../../shared/service/transfer.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { businessDateAt, instantOf } from '../document/dates.ts';
import { laneOf } from '../document/lane-of.ts';
import { unknownItem } from '../document/item-view.ts';
import { moveOf, moveWhile } from '../document/waiting-on.ts';
import type {
	Beside,
	DocumentRecord,
	LookedUp,
	OurWork,
	SeenRecord,
} from '../document/service-documents.ts';
import type { ShownDocument, ShownLine } from '../document/shown-document.ts';
import {
	enteredBodyOf,
	entryOf,
	isDue,
	isLeftDue,
	notReceived,
	problemsOf,
	type Expected,
} from '../receiving/entered.ts';
import type { Settling } from '../receiving/settling.ts';
import { keptAs } from '../store/kept-json.ts';
import type { Location } from '../store/locations.ts';

type Kind = typeof transferOut | typeof transferIn;
type Seen = SeenRecord & OurWork;

/** The fields that the kinds do not declare. */
const endRecord = z.object({
	date: dateTime.optional(),
	sentDate: dateTime.optional(),
	counterpartId: id.optional(),
	items: z
		.array(
			z.object({
				id,
				itemId: id,
				quantity: decimal,
				quantityFulfilled: decimal.optional(),
				quantityReceived: decimal.optional(),
				unitCost: decimal.optional(),
			}),
		)
		.default([]),
});
type EndRecord = z.infer<typeof endRecord>;
type EndLine = EndRecord['items'][number];

/** A transfer as this end's document and the other one say. */
interface Said {
	readonly kind: Kind;
	/** The service's, without our work. */
	readonly phase: Phase;
	readonly record: EndRecord;
	/** The document of the other end, if it is here. */
	readonly other: EndRecord | null;
}

export class TwoEnds implements Beside {
	readonly other;
	readonly #kind: Kind;
	readonly #receiving: ReceivingDraft;
	readonly #settling: Settling;
	readonly #clock;
	readonly #records;
	readonly #locations;

	constructor(
		{ store, ports }: CoreContext,
		kind: Kind,
		receiving: ReceivingDraft,
		settling: Settling,
	) {
		this.#kind = kind;
		this.other = kind === transferOut ? transferIn.name : transferOut.name;
		this.#receiving = receiving;
		this.#settling = settling;
		this.#clock = ports.clock;
		this.#records = store.records;
		this.#locations = store.locations;
	}

	otherId({ counterpartId }: DocumentRecord): string | null {
		return id.optional().parse(counterpartId) ?? null;
	}

	head(
		account: ActiveAccount,
		document: ShownDocument,
		seen: Seen | null,
		look: LookedUp,
	): ShownDocument {
		const otherId = z.string().nullable().parse(document.fields['otherLocationId']);
		const there = otherId === null ? null : look.location(otherId);
		if (seen === null) return this.#written(document, there);
		const said = this.#said(account, seen);
		const { date, sentDate } = said.record;
		const here = look.location(document.locationId);
		const lines = linesOf(said, document.lines, here.currency);
		const sentAt = sentDate === undefined ? null : instantOf([sentDate], seen.fetchedAt);
		const leftAt = sentAt ?? this.#clock.now();
		const otherBusinessDate = there && businessDateAt(there, leftAt);
		const otherDay = otherBusinessDate !== businessDateAt(here, leftAt);
		const onTheWay = onTheWayOf(said, lines, here.currency);
		const { modifiedDate, totalCost: stated } = seen.record;
		const phase = this.#reached(document, said, seen);
		return {
			...document,
			lines: lines.map(({ went: { unitCost: _cost, line: _line, ...went }, ...line }) => ({
				...line,
				beside: { ...went, ...notReceived },
			})),
			...statedOr(leftOtherwise(lines) ? undefined : stated, lines),
			phase,
			move: this.#isOpen(account, said, seen)
				? 'ours'
				: moveWhile(document.standing, movesNext(said, phase, seen.queued ? null : onTheWay)),
			changedAt:
				seen.entered?.changed_at ?? instantOf([modifiedDate, sentDate, date], seen.fetchedAt),
			// After the receiver rejects a delivery, only the sender can edit it.
			edit: this.#kind === transferIn && sentAt !== null ? null : document.edit,
			beside: {
				onTheWay,
				sentAt,
				otherBusinessDate,
				tags: booked.includes(said.phase) ? tagsOf(lines, otherDay) : [],
			},
		};
	}

	/** A document of this PC. */
	#written(document: ShownDocument, there: Location | null): ShownDocument {
		const otherBusinessDate = there && businessDateAt(there, this.#clock.now());
		return {
			...document,
			beside: { ...nothingSent, otherBusinessDate, receiving: null },
			lines: document.lines.map((line) => ({
				...line,
				beside: { ...unknownYet, requested: line.total, ...notReceived },
			})),
		};
	}

	/** With what was entered, and how differences are settled. */
	whole(account: ActiveAccount, document: ShownDocument, seen: Seen): ShownDocument {
		const expected = this.expected(account, document, seen);
		const { open, entered } = expected;
		const received = this.#settling.lines(account, expected);
		return {
			...document,
			revision: entered?.row.revision ?? 0,
			problems: open ? problemsOf(expected, account.profile) : [],
			lines: document.lines.map((line) => ({
				...line,
				beside: { ...line.beside, ...received.get(line.lineId) },
			})),
			beside: { ...document.beside, receiving: open ? this.#receiving : null },
		};
	}

	/** As it is received here, or as its goods leave. */
	expected(account: ActiveAccount, document: ShownDocument, seen: Seen): Expected {
		const { entered: row, queued } = seen;
		const said = this.#said(account, seen);
		const record = transferRecord.parse(seen.record);
		const { documentId, locationId, businessDate, number, fields } = document;
		const nameOf = (_kind: string, of: string) => this.#locations.get(account.accountId, of).name;
		const otherLocationId = fields['otherLocationId'] ?? null;
		return {
			name: this.#receiving,
			documentId,
			record,
			lines: (record.items ?? []).flatMap((line, at) => {
				const item = document.lines[at]?.item;
				return item === undefined ? [] : [{ record: line, item }];
			}),
			phase: said.phase,
			locationId,
			businessDate,
			entered: row && { row, body: enteredBodyOf(row) },
			open: this.#isOpen(account, said, seen),
			queued,
			lane: laneOf(this.#kind, document, record.id, nameOf),
			draftHead: {
				otherLocationId,
				// Number and name only, no words: the other location may use another language.
				description: [number, fields['otherLocationName']]
					.filter((word) => word !== '')
					.join(' · '),
			},
		};
	}

	#said({ accountId, profile }: ActiveAccount, { record }: SeenRecord): Said {
		const end = endRecord.parse(record);
		const other =
			end.counterpartId === undefined
				? null
				: this.#records.get(accountId, this.other, end.counterpartId);
		return {
			kind: this.#kind,
			phase: phaseOf(profile, this.#kind.name, record.status),
			record: end,
			other: other && keptAs(endRecord, other.json),
		};
	}

	/** Whether something can be entered. */
	#isOpen({ profile }: ActiveAccount, { phase, record }: Said, { queued }: Seen): boolean {
		if (queued || !receivingOf(this.#receiving).openIn(profile).includes(phase)) return false;
		return record.items.some((line) =>
			isDue(this.#receiving, { record: line, item: unknownItem(line.itemId) }),
		);
	}

	/** A receipt that leaves something due is only a part. */
	#reached({ phase, lines }: ShownDocument, { record }: Said, { queued, entered }: Seen): Phase {
		if (!queued || phase !== 'received' || entered === null) return phase;
		const body = enteredBodyOf(entered);
		const isPart = record.items.some((line, at) => {
			const item = lines[at]?.item;
			const entry = item && entryOf(this.#receiving, { record: line, item }, body.lines[line.id]);
			return entry !== undefined && isLeftDue(entry);
		});
		return isPart ? 'partly-received' : phase;
	}
}

type Went = Pick<TransferLine, 'requested' | 'sent' | 'received' | 'difference' | 'theirSent'>;

const unknownYet: Went = {
	requested: null,
	sent: null,
	received: null,
	difference: null,
	theirSent: null,
};

const nothingSent = { onTheWay: null, sentAt: null, tags: [] } satisfies Partial<TransferSummary>;

interface LineAtEnds extends ShownLine {
	readonly went: Went & { readonly unitCost: string | null; readonly line: EndLine };
}

function linesOf(said: Said, lines: readonly ShownLine[], currency: string): LineAtEnds[] {
	const other = said.other && linesByItem(said.other);
	const single = linesByItem(said.record);
	return lines.flatMap((shown, at): LineAtEnds[] => {
		const line = said.record.items[at];
		if (line === undefined) return [];
		const unitCost = line.unitCost ?? shown.item.unitCost;
		const theirs = single.has(line.itemId) ? (other?.get(line.itemId) ?? null) : null;
		const went = quantitiesOf(said, line, theirs);
		const { sent, received } = went;
		const difference = received === null || sent === null ? null : subtract(received, sent);
		return [
			{
				...shown,
				// The quantity requested until something is sent, then the quantity sent.
				cost: unitCost === null ? null : lineCost(sent ?? line.quantity, unitCost, currency),
				went: { ...went, difference, unitCost, line },
			},
		];
	});
}

/** Lines by item. Items on several lines are left out, because nothing matches their lines between the two ends. */
function linesByItem({ items }: EndRecord): Map<string, EndLine> {
	const byItem = Map.groupBy(items, ({ itemId }) => itemId);
	return new Map(
		[...byItem].flatMap(([itemId, [only, another]]) =>
			only === undefined || another !== undefined ? [] : [[itemId, only] as const],
		),
	);
}

const notYetSent: readonly Phase[] = ['draft', 'submitted', 'approved', 'rejected', 'finalized'];

const booked: readonly Phase[] = ['in-transit', 'partly-received', 'received', 'fulfilled'];

/** A sender's document names the quantity requested; a receiver's the one sent, or requested if none was sent yet. */
function quantitiesOf(
	{ kind, record, phase }: Said,
	line: EndLine,
	other: EndLine | null,
): Omit<Went, 'difference'> {
	const known = (quantity: string | undefined): string | null =>
		quantity === undefined ? null : decimalText(quantity);
	const quantity = decimalText(line.quantity);
	/** Before any receipt, a received quantity of zero means in transit. */
	const came = (received: string | undefined): string | null => {
		const begun = phase === 'received' || phase === 'partly-received';
		return received !== undefined && !begun && isZero(received) ? null : known(received);
	};
	const differing = (theirs: string | null, sent: string | null): string | null =>
		theirs !== null && sent !== null && compare(theirs, sent) !== 0 ? theirs : null;
	if (kind === transferOut) {
		const stated = notYetSent.includes(phase) ? null : known(line.quantityFulfilled);
		const sent = stated ?? (phase === 'in-transit' || phase === 'fulfilled' ? quantity : null);
		return {
			requested: quantity,
			sent,
			received: came(line.quantityReceived ?? other?.quantityReceived),
			theirSent: differing(other && decimalText(other.quantity), sent),
		};
	}
	if (record.sentDate === undefined && notYetSent.includes(phase)) {
		return { requested: quantity, sent: null, received: null, theirSent: null };
	}
	return {
		requested: other && decimalText(other.quantity),
		sent: quantity,
		received: came(line.quantityReceived),
		theirSent: differing(known(other?.quantityFulfilled), quantity),
	};
}

/** Value sent but not received yet; null if nothing is in transit. */
function onTheWayOf(
	{ phase }: Said,
	lines: readonly LineAtEnds[],
	currency: string,
): TotalCost | null {
	if (!['in-transit', 'partly-received', 'fulfilled'].includes(phase)) return null;
	const left = lines.flatMap(({ went: { sent, received, unitCost } }) => {
		const quantity = subtract(sent ?? '0', received ?? '0');
		if (compare(quantity, '0') <= 0) return [];
		return [unitCost === null ? null : lineCost(quantity, unitCost, currency)];
	});
	return left.length === 0 ? null : totalCost(left);
}

/** Whether the sent quantity differs from the document's; then the stated total does not apply. */
const leftOtherwise = (lines: readonly LineAtEnds[]): boolean =>
	lines.some(({ went: { sent, line } }) => sent !== null && compare(sent, line.quantity) !== 0);

/** Who acts once the service has our work. @param onTheWay null also while our work is queued */
function movesNext({ kind, record, other }: Said, phase: Phase, onTheWay: TotalCost | null) {
	// A delivery that the receiver rejected is the sender's again.
	if (phase === 'rejected' && kind === transferIn && record.sentDate !== undefined) return 'theirs';
	// After a complete fulfilment, until the receiver's document shows the receipt.
	if (phase === 'fulfilled' && other !== null && onTheWay !== null) return 'theirs';
	return moveOf(kind, { standing: 'service', phase });
}

/** @param otherDay the sending time falls on different business days at the two ends */
function tagsOf(lines: readonly LineAtEnds[], otherDay: boolean): TransferTag[] {
	const differs = (sign: 1 | -1): boolean =>
		lines.some(
			({ went: { difference } }) => difference !== null && compare(difference, '0') === sign,
		);
	const tags = {
		mismatch: lines.some(({ went }) => went.theirSent !== null),
		short: differs(-1),
		over: differs(1),
		'other-day': otherDay,
	} satisfies Record<TransferTag, boolean>;
	return transferTag.options.filter((tag) => tags[tag]);
}
