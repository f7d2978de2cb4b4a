// Turns copied transfers of the service into documents for the screens.
import type {
	TransferDocument,
	TransferLine,
	TransferSummary,
} from '../../../shared/bridge/transfer.ts';
import type { Box, ItemView, Phase } from '../../../shared/bridge/values.ts';
import { compare, decimalText, isZero, subtract } from '../../../shared/domain/decimal.ts';
import { lineCost, statedOr, totalCost, type TotalCost } from '../../../shared/domain/money.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { toBase } from '../../../shared/domain/unit.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import {
	transferRecord,
	transferRequest,
	type TransferRecord,
} from '../../../shared/service/transfer.ts';
import type { ActiveAccount } from '../context.ts';
import { businessDateAt, instantOf } from '../document/dates.ts';
import { itemViews, unknownItem } from '../document/item-view.ts';
import { documentIdOf, serverIdOf } from '../document/document-id.ts';
import { cacheRecords, type CachedRecord } from '../store/cache-records.ts';
import { locationTable, type Location } from '../store/locations.ts';
import type { Store } from '../store/open.ts';
import { keptAs } from '../store/kept-json.ts';

export type Direction = 'out' | 'in';
export type ServiceLine = NonNullable<TransferRecord['items']>[number];

export const kindOf = { out: 'transferOut', in: 'transferIn' } as const;

/** Null for a document of this PC. */
export function endOf(documentId: string): { direction: Direction; serverId: string } | null {
	for (const direction of ['out', 'in'] as const) {
		const serverId = serverIdOf(kindOf[direction], documentId);
		if (serverId !== null) return { direction, serverId };
	}
	return null;
}

export interface ServiceTransfer {
	record: TransferRecord;
	head: Omit<
		TransferDocument,
		| 'lines'
		| 'problems'
		| 'receiving'
		| 'revision'
		| 'otherBusinessDate'
		| 'can'
		| 'version'
		| 'rejectedBecause'
		| 'reasonGoes'
		| 'edit'
		| 'tags'
	>;
	lines: (Omit<TransferLine, 'entry' | 'lineId' | 'settled' | 'excess'> & {
		record: ServiceLine;
	})[];
}

export interface Lookup {
	location(accountId: string, locationId: string): Location;
	item(accountId: string, itemId: string, locationId: string | null): ItemView | null;
}

export class ServiceTransfers {
	readonly directly: Lookup;
	readonly #records;

	constructor(store: Store) {
		this.#records = cacheRecords(store.cache);
		this.directly = { location: locationTable(store.cache).get, item: itemViews(store).get };
	}

	record(accountId: string, direction: Direction, serverId: string): TransferRecord | null {
		const copy = this.#records.get(accountId, kindOf[direction], serverId);
		return copy && readRecord(copy);
	}

	get(account: ActiveAccount, direction: Direction, serverId: string): ServiceTransfer | null {
		const copy = this.#records.get(account.accountId, kindOf[direction], serverId);
		return copy && this.ofCopy(account, direction, copy);
	}

	ofCopy(
		account: ActiveAccount,
		direction: Direction,
		copy: CachedRecord,
		lookup: Lookup = this.directly,
	): ServiceTransfer {
		return this.view(account, direction, readRecord(copy), copy.fetchedAt, lookup);
	}

	/** @param fetchedAt epoch ms, replaces dates that the service omits */
	view(
		{ accountId, profile }: ActiveAccount,
		direction: Direction,
		record: TransferRecord,
		fetchedAt: number,
		lookup: Lookup = this.directly,
	): ServiceTransfer {
		const from = lookup.location(accountId, record.fromLocationId);
		const to = lookup.location(accountId, record.toLocationId);
		const here = direction === 'out' ? from : to;
		const phase = phaseOf(profile, kindOf[direction], record.status);
		const counterpart = this.#counterpartOf(accountId, direction, record);
		const lines = linesOf({ direction, record, phase, counterpart }, here.currency, (itemId) =>
			lookup.item(accountId, itemId, here.locationId),
		);
		const onTheWay = onTheWayOf(phase, lines, here.currency);
		return {
			record,
			lines,
			head: {
				documentId: documentIdOf(kindOf[direction], record.id),
				direction,
				number: record.number ?? '',
				fromLocationId: from.locationId,
				fromName: from.name,
				toLocationId: to.locationId,
				toName: to.name,
				businessDate: businessDateAt(here, instantOf([record.date], fetchedAt)),
				phase,
				stateWord: record.status,
				standing: 'service',
				...statedOr(leftOtherwise(lines) ? undefined : record.totalCost, lines),
				onTheWay,
				// Each end states costs in its own currency.
				currency: here.currency,
				sentAt: record.sentDate === undefined ? null : instantOf([record.sentDate], fetchedAt),
				changedAt: instantOf([record.modifiedDate, record.sentDate, record.date], fetchedAt),
				// After a complete fulfilment, the receiver acts next until their document shows the receipt.
				move:
					phase === 'fulfilled' && counterpart !== null && onTheWay !== null
						? 'theirs'
						: moveOf(direction, phase, record),
				description: withoutReference(record.description ?? ''),
				edits: null,
			},
		};
	}

	/** Applies a queued edit. We compute the totals that the service has not computed yet. */
	withUpdate(
		account: ActiveAccount,
		{ record, head }: ServiceTransfer,
		update: Payload,
	): ServiceTransfer {
		const { totalCost: _was, description: _before, items: before = [], ...rest } = record;
		const { items: asked, ...fields } = transferRequest.parse(update);
		const items = asked.map((line, index): ServiceLine => {
			const was = before[index]?.itemId === line.itemId ? before[index] : undefined;
			const item = this.directly.item(account.accountId, line.itemId, null);
			const known = line.quantities.every(({ uomId }) =>
				item?.units.some(({ unitId }) => unitId === String(uomId)),
			);
			const boxes = line.quantities.map(({ uomId, quantity }) => ({
				unitId: String(uomId),
				quantity,
			}));
			return {
				...was,
				...line,
				id: was?.id ?? `new-${String(index + 1)}`,
				quantity: item !== null && known ? toBase(boxes, item.units) : (was?.quantity ?? '0'),
			};
		});
		const edited = transferRecord.parse({ ...rest, ...fields, id: record.id, items });
		return this.view(account, head.direction, edited, head.changedAt);
	}

	#counterpartOf(
		accountId: string,
		direction: Direction,
		{ counterpartId }: TransferRecord,
	): TransferRecord | null {
		return counterpartId === undefined
			? null
			: this.record(accountId, otherEnd[direction], counterpartId);
	}
}

const readRecord = ({ json }: CachedRecord): TransferRecord => keptAs(transferRecord, json);

interface TransferAtEnd {
	readonly direction: Direction;
	readonly record: TransferRecord;
	readonly phase: Phase;
	/** The document of the other end, if it is here. */
	readonly counterpart: TransferRecord | null;
}

function linesOf(
	transfer: TransferAtEnd,
	currency: string,
	find: (itemId: string) => ItemView | null,
): ServiceTransfer['lines'] {
	const { record, counterpart } = transfer;
	const other = counterpart && linesByItem(counterpart);
	const single = linesByItem(record);
	return (record.items ?? []).map((line) => {
		const item = find(line.itemId) ?? unknownItem(line.itemId);
		const unitCost = line.unitCost ?? item.unitCost;
		const theirs = single.has(line.itemId) ? (other?.get(line.itemId) ?? null) : null;
		const went = quantitiesOf(transfer, line, theirs);
		const { sent, received } = went;
		return {
			...went,
			record: line,
			item,
			boxes: sentBoxes(line, item),
			note: line.description ?? '',
			difference: received === null || sent === null ? null : subtract(received, sent),
			// The quantity requested until something is sent, then the quantity sent.
			cost: unitCost === null ? null : lineCost(sent ?? line.quantity, unitCost, currency),
		};
	});
}

export function remembering({ location, item }: Lookup): Lookup {
	const known = { location: new Map<string, Location>(), item: new Map<string, ItemView | null>() };
	return {
		location: (accountId, locationId) =>
			remembered(known.location, locationId, () => location(accountId, locationId)),
		item: (accountId, itemId, locationId) =>
			remembered(known.item, `${itemId} ${locationId ?? ''}`, () =>
				item(accountId, itemId, locationId),
			),
	};
}

function remembered<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
	const before = known.get(key);
	if (before !== undefined) return before;
	const found = find();
	known.set(key, found);
	return found;
}

/** Value sent but not received yet; null if nothing is in transit. */
function onTheWayOf(
	phase: Phase,
	lines: ServiceTransfer['lines'],
	currency: string,
): TotalCost | null {
	if (!['in-transit', 'partly-received', 'fulfilled'].includes(phase)) return null;
	const left = lines.flatMap(({ record, item, sent, received }) => {
		const quantity = subtract(sent ?? '0', received ?? '0');
		return compare(quantity, '0') > 0
			? [{ quantity, unitCost: record.unitCost ?? item.unitCost }]
			: [];
	});
	if (left.length === 0) return null;
	return totalCost(
		left.map(({ quantity, unitCost }) =>
			unitCost === null ? null : lineCost(quantity, unitCost, currency),
		),
	);
}

/** Whether the sent quantity differs from the document's; then the stated total does not apply. */
const leftOtherwise = (lines: ServiceTransfer['lines']): boolean =>
	lines.some(({ record, sent }) => sent !== null && compare(sent, record.quantity) !== 0);

const otherEnd = { out: 'in', in: 'out' } as const;

/** Lines by item. Items on several lines are left out, because nothing matches their lines between the two ends. */
function linesByItem({ items = [] }: TransferRecord): Map<string, ServiceLine> {
	const byItem = Map.groupBy(items, ({ itemId }) => itemId);
	return new Map(
		[...byItem].flatMap(([itemId, [only, another]]) =>
			only === undefined || another !== undefined ? [] : [[itemId, only] as const],
		),
	);
}

const notYetSent: readonly Phase[] = ['draft', 'submitted', 'approved', 'rejected', 'finalized'];

type Quantities = Pick<TransferLine, 'requested' | 'sent' | 'received' | 'theirSent'>;

/** A sender's document names the quantity requested; a receiver's the one sent, or requested if none was sent yet. */
function quantitiesOf(
	{ direction, record, phase }: TransferAtEnd,
	line: ServiceLine,
	other: ServiceLine | null,
): Quantities {
	const known = (quantity: string | undefined): string | null =>
		quantity === undefined ? null : decimalText(quantity);
	const quantity = decimalText(line.quantity);
	/** Before any receipt, a received quantity of zero means in transit. */
	const came = (received: string | undefined): string | null => {
		const begun = phase === 'received' || phase === 'partly-received';
		return received !== undefined && !begun && isZero(received) ? null : known(received);
	};
	if (direction === 'out') {
		const stated = notYetSent.includes(phase) ? null : known(line.quantityFulfilled);
		const sent = stated ?? (phase === 'in-transit' || phase === 'fulfilled' ? quantity : null);
		const theirs = other && decimalText(other.quantity);
		return {
			requested: quantity,
			sent,
			received: came(line.quantityReceived ?? other?.quantityReceived),
			theirSent: theirs !== null && sent !== null && compare(theirs, sent) !== 0 ? theirs : null,
		};
	}
	if (record.sentDate === undefined && notYetSent.includes(phase)) {
		return { requested: quantity, sent: null, received: null, theirSent: null };
	}
	const theirs = known(other?.quantityFulfilled);
	return {
		requested: other && decimalText(other.quantity),
		sent: quantity,
		received: came(line.quantityReceived),
		theirSent: theirs !== null && compare(theirs, quantity) !== 0 ? theirs : null,
	};
}

/** Who has to act next. */
export function moveOf(
	direction: Direction,
	phase: Phase,
	{ sentDate }: TransferRecord,
): TransferSummary['move'] {
	switch (phase) {
		case 'rejected':
			// A delivery that the receiver rejected is the sender's again.
			return direction === 'in' && sentDate !== undefined ? 'theirs' : 'ours';
		case 'draft':
		case 'approved':
		case 'finalized':
			return 'ours';
		case 'submitted':
			return 'approver';
		case 'in-transit':
		case 'partly-received':
			return direction === 'in' ? 'ours' : 'theirs';
		case 'received':
		case 'fulfilled':
		case 'closed':
		case 'cancelled':
		case 'unknown':
			return 'nobody';
	}
}

function sentBoxes({ quantities = [], quantity: total }: ServiceLine, item: ItemView): Box[] {
	const base = item.units.find(({ factor }) => factor.numerator === factor.denominator);
	const filled =
		quantities.length > 0
			? quantities.map(({ uomId, quantity }) => ({ unitId: String(uomId), quantity }))
			: [{ unitId: base?.unitId ?? '', quantity: total }];
	return filled.map(({ unitId, quantity }) => {
		const exact = decimalText(quantity);
		return { unitId, typed: exact, quantity: exact };
	});
}
