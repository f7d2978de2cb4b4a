// What is still to come to a location, and what is promised to others. A receipt that waits in the outbox is still to
// come here, and not yet in the book (`Books.whole`): counted once either way.
import { z } from 'zod';
import { compare, subtract, sum } from '../../../shared/domain/decimal.ts';
import { receivings, type ReceivingDraft } from '../../../shared/document/receiving.ts';
import {
	purchaseOrderRecord,
	type PurchaseOrderRecord,
} from '../../../shared/service/purchase-order.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { transferRecord } from '../../../shared/service/transfer.ts';
import type { Phase } from '../../../shared/bridge/values.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { copiesInPhases } from '../document/copies-in-phases.ts';
import { DeliveredLines } from '../delivery/delivered-lines.ts';
import { dayIn } from '../document/fields.ts';
import { documentIdOf, serverIdOf } from '../document/document-id.ts';
import type { FindItem } from '../document/item-view.ts';
import { lastUpdate, laneFolds } from '../document/lane-fold.ts';
import type { ShownDocuments } from '../document/shown-documents.ts';
import type { LaneStanding } from '../outbox/outbox.ts';
import { baseOf, dueOf, inUnitOf } from '../receiving/entered.ts';
import { orderReceipts } from '../receiving/order-receipts.ts';
import type { CachedRecord } from '../store/cache-records.ts';
import { keptAs, readable } from '../store/kept-json.ts';

const name = 'order-receipt';

/** An order that waits for approval counts. */
const orderedIn: readonly Phase[] = ['submitted', 'approved', 'partly-received'];

/** A waiting submit sends an order in these phases again. */
const sentAgainFrom: readonly Phase[] = ['draft', 'rejected'];

const changedOrder = purchaseOrderRecord.pick({ supplierId: true, deliveryDate: true }).extend({
	items: z.array(
		purchaseOrderRecord.shape.items.element.partial({ id: true, quantityReceived: true }),
	),
});

/** Base units, by item. */
type ByItem = ReadonlyMap<string, string>;

export interface OnOrder {
	readonly due: ByItem;
	/** The part of `due` that fails with this delivery. */
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

/** Our steps on an order of the service that its copy does not show yet. */
export function unseenSteps({ store, outbox }: CoreContext) {
	const fold = laneFolds(store);
	return (account: ActiveAccount, serverId: string): LaneStanding['actions'] => {
		const lane = outbox.laneOf('purchaseOrder', documentIdOf('purchaseOrder', serverId));
		const folded = lane && fold(account, 'purchaseOrder', lane);
		return folded?.shows === 'ours' ? folded.unseen : [];
	};
}

/** The last step that decides whether goods come; null without one. */
export const lastTurn = (steps: LaneStanding['actions']): string | null =>
	steps
		.map(({ operation }) => operation.slice(operation.lastIndexOf('.') + 1))
		.findLast((step) => ['submit', 'close', 'cancel', 'reject'].includes(step)) ?? null;

function withUpdate(order: PurchaseOrderRecord, update: unknown): PurchaseOrderRecord {
	const came = new Map(order.items.map((line) => [line.id, line.quantityReceived]));
	const { deliveryDate, items, ...changed } = changedOrder.parse(update);
	return {
		...order,
		...changed,
		deliveryDate,
		items: items.map(({ id = '', ...line }) => {
			return { ...line, id, quantityReceived: came.get(id) ?? '0' };
		}),
	};
}

export function orderedGoods(
	context: CoreContext,
	orders: () => Pick<ShownDocuments, 'everything'>,
) {
	const { records, locations } = context.store;
	const unseen = unseenSteps(context);
	const receipts = orderReceipts(context);
	const lines = new DeliveredLines(context.store);

	/** Applies our waiting changes; null if no more goods come. */
	function asItWillBe(account: ActiveAccount, json: string): PurchaseOrderRecord | null {
		const order = keptAs(purchaseOrderRecord, json);
		const steps = unseen(account, order.id);
		const phase = phaseOf(account.profile, 'purchaseOrder', order.status);
		const turn = lastTurn(steps);
		if (!(turn === null ? orderedIn.includes(phase) : turn === 'submit')) return null;
		const update = lastUpdate(steps);
		return update === null ? order : withUpdate(order, update);
	}

	/** An order without a day is expected in time. */
	function ordered(
		account: ActiveAccount,
		copies: readonly CachedRecord[],
		{ supplierId, until }: Awaited,
		item: FindItem,
	): Rest[] {
		return readable(copies, ({ json }): Rest[] => {
			const order = asItWillBe(account, json);
			if (order === null) return [];
			const { id, locationId, deliveryDate, items, supplierId: from } = order;
			const on = dayIn(deliveryDate ?? '', locations.get(account.accountId, locationId)) ?? '';
			if (on > until) return [];
			const isWithIt = from === supplierId && (on === '' || on === until);
			const closed = receipts.closedShort(account.accountId, id);
			return lines.ordered(account, items, item, closed).flatMap((line) => {
				const { itemId, uomId } = line.record;
				const found = item(itemId);
				if (!found?.units.some(({ unitId }) => unitId === String(uomId))) return [];
				const rest = inUnitOf(line, dueOf(name, line));
				return [{ itemId, quantity: baseOf({ record: line.record, item: found }, rest), isWithIt }];
			});
		}).flat();
	}

	/** Waiting orders that no counted cached record shows. */
	function ours(
		account: ActiveAccount,
		locationId: string,
		{ supplierId, until }: Awaited,
		copied: ReadonlySet<string>,
	): Rest[] {
		const isCopied = (documentId: string): boolean =>
			copied.has(context.outbox.laneOf('purchaseOrder', documentId)?.serverId ?? '');
		return orders()
			.everything(account, locationId, [])
			.filter(
				({ row: { documentId, standing, fields } }) =>
					serverIdOf('purchaseOrder', documentId) === null &&
					(standing === 'waiting' || standing === 'needs-you') &&
					!isCopied(documentId) &&
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
		const copiesIn = (phases: readonly Phase[]) =>
			copiesInPhases(records, account, 'purchaseOrder', locationId, phases);
		const copies = copiesIn(orderedIn);
		const due = [
			...ordered(account, [...copies, ...copiesIn(sentAgainFrom)], awaited, item),
			...ours(account, locationId, awaited, new Set(copies.map(({ id }) => id))),
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

/** A line that was received in excess has nothing to come. */
const byItem = (rests: readonly Rest[]): ByItem =>
	new Map(
		[...Map.groupBy(rests, ({ itemId }) => itemId)].map(([itemId, all]) => [
			itemId,
			sum(all.flatMap(({ quantity }) => (compare(quantity, '0') > 0 ? [quantity] : []))),
		]),
	);
