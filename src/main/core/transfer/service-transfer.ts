// The service's own transfers, as the cache has them, on the screens.
import type { TransferDocument, TransferSummary } from '../../../shared/bridge/transfer.ts';
import type { Box, ItemView, Phase } from '../../../shared/bridge/values.ts';
import { decimalText, isNegative, subtract } from '../../../shared/domain/decimal.ts';
import { lineCost, sumMoney } from '../../../shared/domain/money.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { transferRecord, type TransferRecord } from '../../../shared/service/transfer.ts';
import type { ActiveAccount } from '../context.ts';
import { businessDateAt, instantOf } from '../document/dates.ts';
import { itemViews, unknownItem } from '../document/item-view.ts';
import { documentOf, serverIdOf } from '../document/lane-fold.ts';
import { cacheRecords, type CachedRecord } from '../store/cache-records.ts';
import { locations } from '../store/locations.ts';
import type { Store } from '../store/open.ts';

export type Direction = 'out' | 'in';
export type ServiceLine = NonNullable<TransferRecord['items']>[number];

export const kindOf = { out: 'transferOut', in: 'transferIn' } as const;

/** A transfer of the service with all that a screen shows of it, nothing of ours folded in. */
export interface ServiceTransfer {
	record: TransferRecord;
	head: Omit<TransferDocument, 'lines' | 'problems' | 'canReceive' | 'revision'>;
	lines: { record: ServiceLine; item: ItemView; box: Box; cost: string | null }[];
}

export type ServiceTransfers = ReturnType<typeof serviceTransfers>;

export function serviceTransfers(store: Store) {
	const records = cacheRecords(store.cache);
	const places = locations(store.cache);
	const items = itemViews(store);

	/** @param fetchedAt stands in for dates that the service does not give, epoch ms. */
	const view = (
		{ accountId, profile }: ActiveAccount,
		direction: Direction,
		record: TransferRecord,
		fetchedAt: number,
	): ServiceTransfer => {
		const from = places.get(accountId, record.fromLocationId);
		const to = places.get(accountId, record.toLocationId);
		const here = direction === 'out' ? from : to;
		const phase = phaseOf(profile, kindOf[direction], record.status);
		const lines = (record.items ?? []).map((line): ServiceTransfer['lines'][number] => {
			const item = items.get(accountId, line.itemId, here.locationId) ?? unknownItem(line.itemId);
			const unitCost = line.unitCost ?? item.unitCost;
			return {
				record: line,
				item,
				box: sentBox(line, item),
				cost: unitCost === null ? null : lineCost(line.quantity, unitCost, here.currency),
			};
		});
		return {
			record,
			lines,
			head: {
				documentId: direction === 'out' ? departureOf(record.id) : documentOf(record.id),
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
				cost:
					record.totalCost === undefined
						? sumMoney(lines.flatMap(({ cost }) => cost ?? []))
						: decimalText(record.totalCost),
				// Each end's document states its costs in the currency of that end.
				currency: here.currency,
				sentAt: record.sentDate === undefined ? null : instantOf([record.sentDate], fetchedAt),
				changedAt: instantOf([record.modifiedDate, record.sentDate, record.date], fetchedAt),
				move: moveOf(direction, phase),
				description: withoutReference(record.description ?? ''),
			},
		};
	};

	const read = ({ json }: CachedRecord): TransferRecord => transferRecord.parse(JSON.parse(json));

	return {
		view,
		record(accountId: string, direction: Direction, serverId: string): TransferRecord | null {
			const copy = records.get(accountId, kindOf[direction], serverId);
			return copy === null ? null : read(copy);
		},
		get(account: ActiveAccount, direction: Direction, serverId: string): ServiceTransfer | null {
			const copy = records.get(account.accountId, kindOf[direction], serverId);
			return copy === null ? null : view(account, direction, read(copy), copy.fetchedAt);
		},
		/** Transfers sent from a location, or sent to it. */
		at: (account: ActiveAccount, direction: Direction, locationId: string): ServiceTransfer[] =>
			records
				.at(account.accountId, kindOf[direction], locationId)
				.map((copy) => view(account, direction, read(copy), copy.fetchedAt)),
	};
}

// A service may give both ends of a transfer the same id, so that the id alone does not say which end is meant.
const departurePrefix = 'out:';

/** The bridge's name of a transfer of the service at the sender's end; `service:<id>` is the receiver's. */
const departureOf = (serverId: string): string => documentOf(`${departurePrefix}${serverId}`);

/** The service's id of a transfer at the sender's end; null for any other document. */
export function departureIdOf(documentId: string): string | null {
	const rest = serverIdOf(documentId);
	return rest?.startsWith(departurePrefix) === true ? rest.slice(departurePrefix.length) : null;
}

/** What is left to come of a line, in base units: sent, less what came before. */
export function outstanding(line: ServiceLine): string {
	const left = subtract(line.quantity, line.quantityReceived ?? '0');
	return isNegative(left) ? '0' : left;
}

/**
 * Whose move it is. What is sent for approval is with someone else until it comes back; what is on its way is the
 * receiver's; a state that we do not know asks nothing of anyone here.
 */
function moveOf(direction: Direction, phase: Phase): TransferSummary['move'] {
	switch (phase) {
		case 'draft':
		case 'rejected':
			return direction === 'out' ? 'ours' : 'theirs';
		case 'submitted':
		case 'approved':
			return 'theirs';
		case 'finalized':
		case 'in-transit':
		case 'partly-received':
			return direction === 'in' ? 'ours' : 'theirs';
		case 'received':
		case 'fulfilled':
		case 'unknown':
			return 'nobody';
	}
}

/** The one unit that the sender filled, else the base quantity. */
function sentBox(line: ServiceLine, item: ItemView): Box {
	const [first, second] = line.quantities ?? [];
	if (first !== undefined && second === undefined) {
		const quantity = decimalText(first.quantity);
		return { unitId: String(first.uomId), typed: quantity, quantity };
	}
	const base = item.units.find(({ factor }) => factor.numerator === factor.denominator);
	const quantity = decimalText(line.quantity);
	return { unitId: base?.unitId ?? '', typed: quantity, quantity };
}
