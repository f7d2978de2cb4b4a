// What is still to come to a location, and what is promised to others. A receipt that waits in the outbox is still to
// come here, and not yet in the book (`Books.whole`): counted once either way.
import { compare, multiplyByRatio, subtract, sum } from '../../../shared/domain/decimal.ts';
import { receivings, type ReceivingDraft } from '../../../shared/document/receiving.ts';
import { purchaseOrderRecord } from '../../../shared/service/purchase-order.ts';
import { transferRecord } from '../../../shared/service/transfer.ts';
import type { Phase } from '../../../shared/bridge/values.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { copiesInPhases } from '../document/copies-in-phases.ts';
import { dayIn } from '../document/fields.ts';
import { documentIdOf, serverIdOf } from '../document/document-id.ts';
import type { FindItem } from '../document/item-view.ts';
import type { ShownDocuments } from '../document/shown-documents.ts';
import { orderReceipts } from '../receiving/order-receipts.ts';
import { cacheRecords } from '../store/cache-records.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import { locationTable } from '../store/locations.ts';

/** A request that nobody approved is not counted on; an order that waits for it is. */
const orderedIn: readonly Phase[] = ['submitted', 'approved', 'partly-received'];

/** Base units, by item. */
type ByItem = ReadonlyMap<string, string>;

export interface OnOrder {
	readonly due: ByItem;
	/** The part of `due` that this delivery brings: if it fails, this is missing too. */
	readonly withIt: ByItem;
	readonly arriving: ByItem;
	readonly leaving: ByItem;
}

interface Rest {
	readonly itemId: string;
	readonly quantity: string;
	readonly isWithIt?: boolean;
}

interface Awaited {
	readonly supplierId: string;
	/** The day of the delivery. */
	readonly until: string;
}

export function orderedGoods(
	context: CoreContext,
	orders: () => Pick<ShownDocuments, 'everything'>,
) {
	const records = cacheRecords(context.store.cache);
	const locations = locationTable(context.store.cache);
	const receipts = orderReceipts(context);

	/** Nothing more comes of it. */
	function ends(id: string): boolean {
		const lane = context.outbox.laneOf('purchaseOrder', documentIdOf('purchaseOrder', id));
		return (
			lane?.actions.some(({ operation }) => /\.(close|cancel|reject)$/.test(operation)) ?? false
		);
	}

	/** Until this day; an order without a day is expected in time. */
	function ordered(
		account: ActiveAccount,
		locationId: string,
		{ supplierId, until }: Awaited,
		item: FindItem,
	): Rest[] {
		const location = locations.get(account.accountId, locationId);
		const copies = copiesInPhases(records, account, 'purchaseOrder', locationId, orderedIn);
		return readable(copies, ({ json }): Rest[] => {
			const { id, deliveryDate, items, supplierId: from } = keptAs(purchaseOrderRecord, json);
			const on = dayIn(deliveryDate ?? '', location) ?? '';
			if (on > until || ends(id)) return [];
			const isWithIt = from === supplierId && (on === '' || on === until);
			const closed = receipts.closedShort(account.accountId, id);
			return items.flatMap(({ id: lineId, itemId, uomId, quantity, quantityReceived }) => {
				const unit = item(itemId)?.units.find(({ unitId }) => unitId === String(uomId));
				if (unit === undefined) return [];
				const rest = multiplyByRatio(subtract(quantity, quantityReceived), unit.factor);
				return [{ itemId, quantity: subtract(rest, closed.get(lineId) ?? '0'), isWithIt }];
			});
		}).flat();
	}

	/** Orders that wait to be sent. */
	function ours(
		account: ActiveAccount,
		locationId: string,
		{ supplierId, until }: Awaited,
	): Rest[] {
		return orders()
			.everything(account, locationId, [])
			.filter(
				({ row: { documentId, standing, fields } }) =>
					serverIdOf('purchaseOrder', documentId) === null &&
					(standing === 'waiting' || standing === 'needs-you') &&
					(dayOf(fields) ?? '') <= until,
			)
			.flatMap(({ row: { fields }, lines }) => {
				const isWithIt =
					fields['supplierId'] === supplierId && [until, null].includes(dayOf(fields));
				return lines.map(({ itemId, base }) => ({ itemId, quantity: base ?? '0', isWithIt }));
			});
	}

	function transfers(
		account: ActiveAccount,
		locationId: string,
		name: Extract<ReceivingDraft, 'receipt' | 'fulfilment'>,
		done: 'quantityReceived' | 'quantityFulfilled',
	): Rest[] {
		const { against, openIn } = receivings[name];
		const phases = openIn(account.profile);
		const copies = copiesInPhases(records, account, against, locationId, phases);
		return readable(copies, ({ json }): Rest[] => {
			const { items = [] } = keptAs(transferRecord, json);
			return items.map((line) => ({
				itemId: line.itemId,
				quantity: subtract(line.quantity, line[done] ?? '0'),
			}));
		}).flat();
	}

	return (
		account: ActiveAccount,
		locationId: string,
		awaited: Awaited,
		item: FindItem,
	): OnOrder => {
		const due = [
			...ordered(account, locationId, awaited, item),
			...ours(account, locationId, awaited),
		];
		return {
			due: byItem(due),
			withIt: byItem(due.filter(({ isWithIt }) => isWithIt)),
			arriving: byItem(transfers(account, locationId, 'receipt', 'quantityReceived')),
			leaving: byItem(transfers(account, locationId, 'fulfilment', 'quantityFulfilled')),
		};
	};
}

const dayOf = ({ deliveryDate }: Readonly<Record<string, unknown>>): string | null =>
	typeof deliveryDate === 'string' && deliveryDate !== '' ? deliveryDate : null;

/** More than was ordered is nothing to come. */
const byItem = (rests: readonly Rest[]): ByItem =>
	new Map(
		[...Map.groupBy(rests, ({ itemId }) => itemId)].map(([itemId, all]) => [
			itemId,
			sum(all.flatMap(({ quantity }) => (compare(quantity, '0') > 0 ? [quantity] : []))),
		]),
	);
