// Purchase orders, receipts and returns. Prices rise over the weeks.
import { add, decimalText, isZero, multiply, roundTo } from '../../shared/domain/decimal.ts';
import type { PurchaseOrderRecord } from '../../shared/service/purchase-order.ts';
import { converted } from '../operations/currency.ts';
import { isoDate } from '../operations/document.ts';
import { wordFor } from '../operations/handler.ts';
import type { DemoItem } from './items.ts';
import { onHand } from './kitchen.ts';
import { ask } from '../operations/index.ts';
import type { Kitchen, Step } from './kitchen.ts';
import { categories } from './kitchen-words.ts';
import type { Place } from './places.ts';

export type OrderEnding =
	| 'draft'
	| 'submitted'
	| 'approved'
	/** Approved, and due two days ago. */
	| 'late'
	| 'rejected'
	/** The first line came short; the rest is expected. */
	| 'partly-received'
	/** The rest came two days later. */
	| 'received-in-two'
	/** The order was closed without the rest. */
	| 'closed-short'
	| 'received'
	| 'received-and-returned';

const TWO_DAYS = 2 * 24 * 60;

/** @param since progress through the history, 0 to 1: prices rise with it. */
export function delivery(place: Place, ending: OrderEnding, since: number, kitchen: Kitchen): Step {
	const { practice } = kitchen;
	return (later) => {
		const orderId = order(place, ending, since, kitchen);
		const ordered = () => {
			const record = practice.records.get('purchaseOrder', orderId);
			if (record === undefined) throw new Error(`No order ${orderId}.`);
			return record;
		};
		if (ending === 'draft' || ending === 'submitted') return;
		later();
		if (ending === 'rejected') {
			const body = { rejectReason: 'Ordered twice' };
			ask(practice, 'purchaseOrder.reject', { path: { id: orderId }, body });
			return;
		}
		ask(practice, 'purchaseOrder.approve', { path: { id: orderId } });
		if (ending === 'approved' || ending === 'late') return;
		later(16 * 60);
		const isShort =
			ending === 'partly-received' || ending === 'received-in-two' || ending === 'closed-short';
		receive(ordered(), isShort, kitchen);
		if (ending === 'received-in-two') {
			later(TWO_DAYS);
			receive(ordered(), false, kitchen);
		}
		if (ending === 'closed-short') {
			later(TWO_DAYS);
			const status = wordFor(practice, 'purchaseOrder', 'closed');
			const body = { id: orderId, status };
			ask(practice, 'purchaseOrder.close', { body });
		}
		if (ending === 'received-and-returned') {
			later(TWO_DAYS);
			const id = sendBack(orderId, kitchen);
			for (const verb of ['submit', 'approve'] as const) {
				ask(practice, `returnOrder.${verb}`, { path: { id } });
			}
		}
	};
}

function order(place: Place, ending: OrderEnding, since: number, kitchen: Kitchen): string {
	const { practice, chance } = kitchen;
	const category = chance.pick(place.kept).category;
	const wanted = [
		...kitchen.staples.filter((item) => isLow(item, place, kitchen)),
		...chance.some(
			place.kept.filter((item) => item.category === category),
			chance.whole(3, 6),
		),
	];
	const { id } = ask(practice, 'purchaseOrder.create', {
		body: {
			locationId: place.locationId,
			supplierId: supplierOf(category, kitchen),
			date: ending === 'late' ? inDays(-4, practice) : isoDate(practice),
			deliveryDate: inDays(ending === 'late' ? -2 : 1, practice),
			isDraft: ending === 'draft',
			items: [...new Set(wanted)].map((item) => {
				const unit = item.record.units.at(-1);
				if (unit === undefined) throw new Error(`${item.record.name} has no unit.`);
				return {
					itemId: item.record.id,
					uomId: unit.uomId,
					quantity: String(chance.whole(1, 4)),
					price: priceOf(item, unit.conversionFactor, place, since, kitchen),
					taxId: 1,
				};
			}),
		},
	});
	return id;
}

const inDays = (days: number, practice: Kitchen['practice']): string =>
	new Date(practice.now() + days * 86_400_000).toISOString();

const isLow = (item: DemoItem, { locationId }: Place, { practice }: Kitchen): boolean =>
	onHand(practice, locationId, item.record.id) < Math.min(item.biggest, 8);

const supplierOf = (category: DemoItem['category'], { practice }: Kitchen): string => {
	const suppliers = practice.records.all('supplier');
	const supplier = suppliers[categories.indexOf(category) % suppliers.length];
	if (supplier === undefined) throw new Error('There is no supplier.');
	return supplier.id;
};

/** The list price plus up to 7 % over the weeks; one category in five is up by 12 %. */
function priceOf(
	item: DemoItem,
	factor: string,
	{ currency }: Place,
	since: number,
	{ practice, chance }: Kitchen,
): string {
	const jumped = since > 0.5 && categories.indexOf(item.category) % 5 === 2;
	const thousandths = 1000 + Math.round(since * 70) + chance.whole(-15, 15) + (jumped ? 120 : 0);
	const list = converted(item.record.unitCost ?? '1', 'EUR', currency, practice);
	const price = roundTo(multiply(multiply(list, factor), decimalText(`${thousandths}e-3`)), 2);
	return isZero(price) ? '0.01' : price;
}

function receive(order: PurchaseOrderRecord, isShort: boolean, { practice }: Kitchen): void {
	const open = order.items
		.map((line) => ({ line, quantity: add(line.quantity, `-${line.quantityReceived}`) }))
		.filter(({ quantity }) => !isZero(quantity));
	const receipts = practice.records.list('purchaseReceiving', {
		search: `INV-${order.number ?? ''}`,
	}).total;
	ask(practice, 'purchaseOrder.receive', {
		body: {
			purchaseOrderId: order.id,
			date: isoDate(practice),
			invoiceNumber: `INV-${order.number ?? ''}-${receipts + 1}`,
			items: open.map(({ line, quantity }, index) => ({
				purchaseOrderItemId: line.id,
				itemId: line.itemId,
				uomId: line.uomId,
				quantity: isShort && index === 0 ? multiply(quantity, '0.5') : quantity,
			})),
		},
	});
}

function sendBack(purchaseOrderId: string, { practice }: Kitchen): string {
	const receipt = practice.records
		.all('purchaseReceiving')
		.find((each) => each.purchaseOrderId === purchaseOrderId);
	const [line] = receipt?.items ?? [];
	const order = practice.records.get('purchaseOrder', purchaseOrderId);
	if (receipt === undefined || line === undefined) throw new Error('Nothing was received.');
	return ask(practice, 'returnOrder.create', {
		body: {
			returnDate: isoDate(practice),
			locationId: receipt.locationId,
			supplierId: receipt.supplierId,
			purchaseOrderId,
			purchaseOrderReceivingId: receipt.id,
			...(order?.number === undefined ? {} : { purchaseOrderNumber: order.number }),
			...(receipt.invoiceNumber === undefined ? {} : { invoiceNumber: receipt.invoiceNumber }),
			receivingDate: receipt.date,
			returnReason: 'Damaged',
			items: [
				{
					itemId: line.itemId,
					uomId: line.uomId,
					returnQuantity: '1',
					quantityReceived: line.quantity,
					returnReason: 'Damaged on arrival',
					itemCondition: 'Damaged',
					purchaseOrderItemId: line.purchaseOrderItemId,
					purchaseOrderReceivingItemId: line.id,
				},
			],
		},
	}).id;
}

export const returnDraft =
	(place: Place, since: number, kitchen: Kitchen): Step =>
	(later) => {
		const id = order(place, 'received', since, kitchen);
		later();
		ask(kitchen.practice, 'purchaseOrder.approve', { path: { id } });
		const record = kitchen.practice.records.get('purchaseOrder', id);
		if (record === undefined) throw new Error(`No order ${id}.`);
		later();
		receive(record, false, kitchen);
		sendBack(id, kitchen);
	};

export const purchaseRequest =
	(place: Place, kitchen: Kitchen): Step =>
	(later) => {
		const { practice, chance } = kitchen;
		const { id } = ask(practice, 'purchaseRequest.create', {
			body: {
				locationId: place.locationId,
				date: isoDate(practice),
				neededDate: inDays(3, practice),
				description: 'For the weekend',
				items: chance.some(place.kept, 2).map(({ record, category }) => ({
					itemId: record.id,
					uomId: record.baseUomId,
					quantity: '3',
					supplierId: supplierOf(category, kitchen),
				})),
			},
		});
		later();
		ask(practice, 'purchaseRequest.submit', { path: { id } });
	};
