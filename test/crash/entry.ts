// An entry of the crash test as it was acknowledged, and what the service has of it.
import Big from 'big.js';
import type { Snapshot, SnapshotDocument } from '../support/practice.ts';

/** Entries as acknowledged. */
export interface Entry {
	/** Receipts of a transfer, of an order (several may be in one lane, in their order), and without an order. */
	kind: 'waste' | 'transfer' | 'count' | 'receipt' | 'delivery' | 'free';
	marker: string;
	documentId: string;
	/** Draft text, or count totals by line; after an unanswered save either value is valid. */
	acknowledged: string[];
	submit: 'no' | 'asked' | 'acknowledged';
	intentId: string;
	/** Of a count, and of goods without an order, by item; of a delivery, what came by line. */
	differences: Map<string, string>;
}

export const hasDifferences = ({ differences }: Entry): boolean =>
	[...differences.values()].some((each) => !new Big(each).eq(0));

const unapproved = ['draft', 'submitted'];

/** What the service has of an entry. @param verb of one step: goods without an order are an order first */
export function shownFor({ kind, marker }: Entry, shown: Snapshot, verb = ''): SnapshotDocument[] {
	if (kind === 'free' && verb !== '' && verb !== 'receive') {
		const made = shown.purchaseOrder.filter(({ description }) => description?.includes(marker));
		return verb === 'approve' ? made.filter(({ status }) => !unapproved.includes(status)) : made;
	}
	switch (kind) {
		case 'waste':
			return shown.wastage.filter(({ description }) => description?.includes(marker));
		case 'transfer':
			return shown.transferOut.filter(({ description }) => description?.includes(marker));
		case 'count':
			return shown.stockChanges.filter(({ description }) => description?.includes(marker));
		case 'receipt':
			return shown.receipts.filter(({ transferId }) => transferId === marker);
		case 'delivery':
		case 'free':
			return shown.orderReceipts.filter(({ invoiceNumber }) => invoiceNumber === marker);
	}
}

export const isSubmitted = ({ status }: SnapshotDocument): boolean => status !== 'draft';

/** Created and submitted; or with the variance of every acknowledged line. */
export function isWhole(entry: Entry, found: SnapshotDocument): boolean {
	if (entry.kind === 'waste' || entry.kind === 'transfer') return isSubmitted(found);
	if (entry.kind === 'receipt') return true;
	if (entry.kind === 'free') {
		const came = found['items'] as { itemId: string; quantity: string }[];
		return (
			came.length === entry.differences.size &&
			came.every(({ itemId, quantity }) =>
				new Big(quantity).eq(entry.differences.get(itemId) ?? '0'),
			)
		);
	}
	if (entry.kind === 'delivery') {
		const came = (found['items'] as { purchaseOrderItemId: string }[]).map(
			(line) => line.purchaseOrderItemId,
		);
		return came.sort().join() === [...entry.differences.keys()].sort().join();
	}
	const items = found['items'] as { itemId: string; quantity: string }[];
	return [...entry.differences].every(
		([itemId, difference]) =>
			new Big(difference).eq(0) ||
			items.some((line) => line.itemId === itemId && new Big(line.quantity).eq(difference)),
	);
}
